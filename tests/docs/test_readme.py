"""The README's Python works as it is written, and counts are those of the papers' table on the validation page."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from denoc.algebra.tracing import Graph, live_nodes
from denoc.kernels.emitter import customised
from denoc.recursions import denoc
from denoc.recursions.bodies import arm
from denoc.recursions.sweeps import run
from denoc_studio.bench.measuring.arms import general_arm
from tests.support.places import ROOT

README = (ROOT / "README.md").read_text()
VALIDATION = (ROOT / "docs" / "validation.md").read_text()


def test_python(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    scope: dict = {}
    exec(code, scope)
    assert capsys.readouterr().out.startswith("completed")
    assert scope["qdd"] == pytest.approx([0, 0], abs=1e-12)


def test_operation_counts() -> None:
    from tests.denoc.recursions.test_counting import count

    found = re.findall(r"^\| ([A-Za-z][^|]*?) \| (\d+, \d+) \|(?: (\d+, \d+) \|)?", VALIDATION, re.MULTILINE)
    rows = {name: (merged, unmerged) for name, merged, unmerged in found}
    merged, unmerged = rows.pop("DeNOC, inverse, as compiled")
    assert (merged, unmerged or _as_compiled(merging=False)) == (_as_compiled(), _as_compiled(merging=False))
    names = {
        "DeNOC, inverse": "denoc-inverse",
        "Kane, inverse": "kane-inverse",
        "DeNOC, forward, bias given": "denoc-solve",
        "DeNOC, forward": "denoc-forward",
        "Walker and Orin, forward, bias given": "walker-orin-solve",
        "normalized equations": "normalized-forward",
        "unnormalized equations": "unnormalized-forward",
    }
    assert set(rows) == set(names)
    for row, (merged, unmerged) in rows.items():
        ours = count(names[row], 6)
        assert f"{ours.multiplications}, {ours.additions}" == merged
        assert not unmerged or f"{ours.unmerged.multiplications}, {ours.unmerged.additions}" == unmerged


def _as_compiled(merging: bool = True) -> str:
    """Operations of the regrouped recursion for an arm without special numbers."""
    graph = Graph(merging)
    states = [[graph.input() for _ in range(6)] for _ in range(3)]
    results = run(denoc.inverse(), arm(general_arm(6), regrouped=True), states)
    found = Counter(node.op for node in live_nodes(results))
    return f"{found['*']}, {found['+'] + found['-']}"


def test_the_kernels_example(capsys: pytest.CaptureFixture[str]) -> None:
    """The code of the kernels' page prints what stands below it, and its figures are right."""
    page = (ROOT / "dynamics" / "denoc" / "kernels" / "README.md").read_text()
    code, printed = re.findall(r"```python\n(.*?)```\n\n((?:    [^\n]*\n)+)", page, re.DOTALL)[0]
    scope: dict = {}
    exec(code, scope)
    assert capsys.readouterr().out.split() == printed.split()
    text = customised.text([[scope["q"]]], [scope["tau"]], lanes=4)
    line = re.findall(r"^    (%v.*), \.\.\.>$", page, re.MULTILINE)[0]
    assert line in text
    multiplications, additions = _as_compiled().split(", ")
    assert f"{multiplications} multiplications and {additions} additions" in page


def test_pictures_exist() -> None:
    for picture in re.findall(r"!\[.*?\]\((.*?)\)", README):
        assert (ROOT / picture).stat().st_size > 10_000
