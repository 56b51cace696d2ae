"""Notebooks without Jupyter: run the cells in order, keep what they show, and make a page of them.

`python -m tools.docs_site.notebooks` runs those of docs/notebooks, or the named ones, and writes what they show into
them.
"""

from __future__ import annotations

import ast
import base64
import io
import json
import sys
import tempfile
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
Cell = dict[str, Any]


def run_notebook(document: dict[str, Any]) -> list[list[Cell]]:
    """What every cell of code shows, in order, as nbformat 4 has it: texts, a last value, and figures as PNG."""
    scope: dict[str, Any] = {"__name__": "__main__"}
    code = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
    return [_run_cell("".join(cell["source"]), scope, number) for number, cell in enumerate(code, 1)]


def _run_cell(source: str, scope: dict[str, Any], number: int) -> list[Cell]:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    body = ast.parse(source, filename=f"<cell {number}>")
    last = ast.Expression(body.body.pop().value) if body.body and isinstance(body.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(body, f"<cell {number}>", "exec"), scope)
        if last is not None:
            value = eval(compile(ast.fix_missing_locations(last), f"<cell {number}>", "eval"), scope)
    outputs: list[Cell] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(printed.getvalue())})
    figures = [plt.figure(each) for each in plt.get_fignums()]
    if value is not None and not figures:
        data = {"text/plain": _lines(repr(value))}
        outputs.append({"output_type": "execute_result", "execution_count": number, "data": data, "metadata": {}})
    for figure in figures:
        picture = io.BytesIO()
        figure.savefig(picture, format="png", dpi=80, metadata={"Software": None})
        text = base64.b64encode(picture.getvalue()).decode()
        outputs.append({"output_type": "display_data", "data": {"image/png": text}, "metadata": {}})
    plt.close("all")
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def notebook_page(document: dict[str, Any], name: str) -> str:
    """The notebook as Markdown, with what its cells have shown."""
    parts = []
    for cell in document["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {})
            if "image/png" in data:
                parts.append(f'<img alt="What the cell draws" src="data:image/png;base64,{data["image/png"]}">')
            else:
                text = "".join(output.get("text") or data["text/plain"]).rstrip("\n")
                parts.append(f"```text\n{text}\n```")
        if cell is document["cells"][0]:
            raise ValueError(f"{name} begins with code instead of its title")
    parts.insert(1, f"*This page is a notebook: `docs/notebooks/{name}.ipynb`.*")
    return "\n\n".join(parts) + "\n"


def main() -> None:
    for path in [path for path in sorted(FOLDER.glob("*.ipynb")) if path.stem in sys.argv[1:] or not sys.argv[1:]]:
        document = json.loads(path.read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            shown = iter(run_notebook(document))
        number = 0
        for cell in document["cells"]:
            if cell["cell_type"] == "code":
                number += 1
                cell.update(execution_count=number, outputs=next(shown))
        path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(path, file=sys.stderr)


if __name__ == "__main__":
    main()
