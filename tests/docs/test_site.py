"""What `make docs` makes of sources, without MkDocs: theory, references, notebooks."""

from __future__ import annotations

import ast
import inspect
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import denoc as dn
from denoc.files.projects.project_schema import project_schema
from denoc_studio.command_line.arguments import command_parser
from denoc_studio.typesetting.notation import parse
from tests.support.places import RESOURCES
from tools.docs_site.docstrings import as_markdown, made_by
from tools.docs_site.mathml import mathml
from tools.docs_site.notebooks import FOLDER, notebook_page, run_notebook
from tools.docs_site.reference_pages import anchors, api_pages, command_pages, schema_tables
from tools.docs_site.theory_pages import FIGURES, theory_page

THEORY = RESOURCES / "help" / "theory"
ENTRIES = json.loads((THEORY / "index.json").read_text(encoding="utf-8"))
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\dot{q}_2", "<msub><mover accent='true'><mi>q</mi><mo>˙</mo></mover><mn>2</mn></msub>"),
        (r"\mathbf{M}^T", "<msup><mi>𝐌</mi><mi>T</mi></msup>"),
        (r"\boldsymbol\tau", "<mi>𝝉</mi>"),
        (r"\frac{1}{2}", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
        (
            r"\begin{bmatrix}a\\b\end{bmatrix}",
            "<mtable><mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mi>b</mi></mtd></mtr>",
        ),
        (r"\sin\theta", "<mi>sin</mi><mspace width='0.167em' /><mi>θ</mi>"),
        ("a < b", "<mo>&lt;</mo>"),
    ],
)
def test_mathematics(latex: str, expected: str) -> None:
    tree = ElementTree.fromstring(mathml(parse(latex), display=True))
    assert expected.replace("'", '"') in ElementTree.tostring(tree, encoding="unicode")


@pytest.mark.parametrize("name", [entry["name"] for entry in ENTRIES])
def test_theory(name: str) -> None:
    """Every formula is well-formed, no sign of the source is left, and links lead to pages that there are."""
    source = (THEORY / f"{name}.md").read_text(encoding="utf-8")
    page = theory_page(source, name)
    formulas = re.findall(r"<math.*?</math>", page)
    assert len(formulas) == len(re.findall(r"\$\$.+?\$\$|\$[^$]+\$", source, re.DOTALL))
    for formula in formulas:
        ElementTree.fromstring(formula.replace("&#160;", " "))
    rest = re.sub(r"<math.*?</math>", "", page)
    assert "$" not in rest
    assert "theory:" not in rest
    assert "lesson:" not in rest
    pages = {f"{entry['name']}.md" for entry in ENTRIES} | set(FIGURES.values())
    assert set(re.findall(r"\]\(([^)]+)\)", rest)) <= pages


def test_every_command_and_option_is_explained() -> None:
    page = command_pages()
    top = command_parser()
    (group,) = (action for action in top._actions if hasattr(action, "_choices_actions"))
    for name, command in group.choices.items():
        assert f"\n## {name}\n" in page
        for action in command._actions:
            assert all(option in page for option in action.option_strings), action


def test_every_field_of_a_file_is_in_the_tables() -> None:
    tables = schema_tables()
    for name, about in project_schema()["$defs"].items():
        part = re.search(rf"^### {name}$(.*?)(?=^### |\Z)", tables, re.DOTALL | re.MULTILINE)
        assert part is not None
        assert re.findall(r"^\| `(\w+)` ", part[1], re.MULTILINE) == list(about["properties"])


def test_every_public_name_is_on_one_page() -> None:
    names = [name for _, _, text in api_pages() for name in re.findall(r"^::: denoc\.[\w.]+\.(\w+)$", text, re.M)]
    assert sorted(names) == sorted(dn.__all__)
    pages = {name: text for name, _, text in api_pages()}
    for name, (page, anchor) in anchors().items():
        assert f"::: {anchor}\n" in pages[page], name


@pytest.mark.parametrize("name", dn.__all__)
def test_docstrings_survive_markdown(name: str) -> None:
    """Examples stay as they are typed, and no star of a product becomes emphasis."""
    text = inspect.getdoc(getattr(dn, name)) or ""
    found = as_markdown(text)
    assert (
        found.replace("```pycon\n", "").replace("\n```", "").replace("\\", "").split() == text.replace("\\", "").split()
    )
    outside = re.sub(r"```.*?```|`[^`]*`", "", found, flags=re.DOTALL)
    assert ">>>" not in outside
    assert not re.search(r"(?<!\\)[*<]", outside)
    if inspect.isclass(getattr(dn, name)):
        ast.parse(made_by(name))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is as Jupyter wants it (nbformat 4.5), and its cells say what is kept in it."""
    document = json.loads(path.read_text(encoding="utf-8"))
    check_format(document)
    assert path.stat().st_size < 100_000
    monkeypatch.chdir(tmp_path)
    code = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
    for cell, found in zip(code, run_notebook(document), strict=True):
        now, kept = ([texts(output) for output in outputs] for outputs in (found, cell["outputs"]))
        if path.stem == "ensemble":  # of a chaotic motion machines differ in the digits
            now, kept = (re.sub(r"\d+\.\d+", "~", str(each)) for each in (now, kept))
        assert now == kept, cell["id"]
    assert notebook_page(document, path.stem).startswith("# ")


def texts(output: dict[str, Any]) -> object:
    """What it says; of a picture only that there is one, since fonts differ."""
    return output.get("text") or sorted(output["data"].items() if "text/plain" in output["data"] else output["data"])


def check_format(document: dict[str, Any]) -> None:
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    assert set(document) == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert len({cell["id"] for cell in document["cells"]}) == len(document["cells"])
    for number, cell in enumerate(document["cells"]):
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", cell["id"])
        assert all(isinstance(line, str) and line.endswith("\n") for line in cell["source"][:-1])
        keys = {"cell_type", "id", "metadata", "source"}
        if cell["cell_type"] == "code":
            keys |= {"execution_count", "outputs"}
            assert cell["execution_count"] == sum(c["cell_type"] == "code" for c in document["cells"][: number + 1])
            for output in cell["outputs"]:
                assert output["output_type"] in ("stream", "execute_result", "display_data")
        else:
            assert cell["cell_type"] == "markdown"
        assert set(cell) == keys


def test_there_are_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["ensemble", "first-figure", "identify"]
