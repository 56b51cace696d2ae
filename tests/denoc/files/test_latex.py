"""Tables for a paper: every cell there, every name escaped, every bracket closed."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import denoc
from denoc import Link, Robot
from denoc.files.writers.latex import escape
from tests.support.oracles.arms import random_arm


def tables(text: str) -> list[list[list[str]]]:
    """The cells of each table's rows, heads first; checks that all rows are as wide as the column list says."""
    found = []
    for columns, body in re.findall(r"\\begin\{tabular\}\{([lr]+)\}(.*?)\\end\{tabular\}", text, re.DOTALL):
        lines = [line.strip() for line in body.strip().splitlines()]
        assert lines[0] == r"\toprule"
        assert lines[-1] == r"\bottomrule"
        rows = [line.removesuffix(r" \\") for line in lines if line.endswith(r"\\")]
        assert len(rows) == len(lines) - 3
        cells = [[cell.strip() for cell in re.split(r"(?<!\\)&", row)] for row in rows]
        for row in cells:
            spans = [int(m[1]) if (m := re.match(r"\\multicolumn\{(\d+)\}", cell)) else 1 for cell in row]
            assert sum(spans) == len(columns), row
        found.append(cells)
    return found


@pytest.mark.parametrize("name", denoc.examples())
def test_structure(name: str) -> None:
    robot = denoc.load(name).robot
    text = denoc.latex_tables(robot)
    geometry, inertia, *_ = tables(text)
    assert len(geometry) == robot.n + 1
    assert len(inertia) == robot.n + 2 + (robot.payload is not None)
    assert f"{robot.convention}" in text
    assert text.count("{") == text.count("}")
    assert len(re.findall(r"(?<!\\)\$", text)) % 2 == 0
    assert sorted(re.findall(r"\\begin\{(\w+)\}", text)) == sorted(re.findall(r"\\end\{(\w+)\}", text))


def test_numbers_are_the_robots() -> None:
    robot = Robot(
        "r",
        (
            Link(a=0.25, b=-0.1, alpha=math.pi / 2, theta=math.pi, mass=2.5, lower=-math.pi, upper=math.pi / 2),
            Link("P", theta=math.pi / 6, b=0.2, mass=1e-5, com=(0.1, 0, -0.3), upper=0.4, viscous=3),
        ),
        convention="modified",
    )
    geometry, inertia, joints = tables(denoc.latex_tables(robot))
    assert geometry[0][2:6] == ["$a_{i-1}$ [m]", "$d_i$ [m]", r"$\alpha_{i-1}$ [$^\circ$]", r"$\theta_i$ [$^\circ$]"]
    assert geometry[1] == ["1", "revolute", "0.25", "$-0.1$", "90", "180 + $q_{1}$", r"$-180^\circ \ldots 90^\circ$"]
    assert geometry[2] == ["2", "prismatic", "0", "0.2 + $q_{2}$", "0", "30", r"$-\infty \ldots 0.4\,\mathrm{m}$"]
    assert inertia[3][2:6] == [r"$1 \times 10^{-5}$", "0.1", "0", "$-0.3$"]
    assert joints[2][1] == r"3 N\,s/m"


def test_everything_else_is_named() -> None:
    text = denoc.latex_tables(random_arm(np.random.default_rng(1), 3))
    assert "payload (tip frame)" in text
    assert len(re.findall(r"medskip (base|tool) \$\\left\(", text)) == 2


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("50% & $5", r"50\% \& \$5"),
        ("a_b#{c}", r"a\_b\#\{c\}"),
        ("x\\input{/etc/passwd}", r"x\textbackslash{}input\{/etc/passwd\}"),
        ("~^", r"\textasciitilde{}\textasciicircum{}"),
        ("größe", "größe"),
    ],
)
def test_names_are_escaped(name: str, shown: str) -> None:
    assert escape(name) == shown
    text = denoc.latex_tables(Robot(name, (Link(mass=1, name=name),)))
    assert f"parameters of {shown}, standard" in text
    assert f"1 & {shown} & 1 &" in text
