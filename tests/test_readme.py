"""The README's Python and commands work as they are written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.cli import main

README = (Path(__file__).parents[1] / "README.md").read_text()


def test_python(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    scope: dict = {}
    exec(code, scope)
    assert capsys.readouterr().out.startswith("completed")
    assert scope["qdd"] == pytest.approx([0, 0], abs=1e-12)


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^    denoc-studio (\w.*?) *#", README, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        assert main(command.split()) == 0, command


def test_operation_counts() -> None:
    from tests.dynamics.test_counting import count

    rows = dict(re.findall(r"^\| ([A-Za-z][^|]*?) \| (\d+, \d+) \|", README, re.MULTILINE))
    names = {
        "DeNOC, inverse": "denoc-inverse",
        "Kane, inverse": "kane-inverse",
        "DeNOC, forward, bias given": "denoc-solve",
        "Walker and Orin, forward, bias given": "walker-orin-solve",
        "normalized equations": "normalized-forward",
        "unnormalized equations": "unnormalized-forward",
    }
    assert set(rows) == set(names)
    for row, figures in rows.items():
        found = count(names[row], 6)
        assert f"{found.multiplications}, {found.additions}" == figures


def test_pictures_exist() -> None:
    for picture in re.findall(r"!\[.*?\]\((.*?)\)", README):
        assert (Path(__file__).parents[1] / picture).stat().st_size > 10_000
