"""Worksheets: other numbers for each seed, and a key whose answers are those of its own sheet."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

import denoc as dn
from denoc_studio.command_line.cli import main
from denoc_studio.lessons.shelf import bundled_lessons

pytest.importorskip("matplotlib")


def _text(path: Path) -> str:
    return subprocess.run(["pdftotext", "-layout", path, "-"], check=True, capture_output=True, text=True).stdout


def _made(tmp_path: Path, *arguments: str) -> tuple[str, str]:
    sheet, key = tmp_path / "w.pdf", tmp_path / "key.pdf"
    assert main(["worksheet", *arguments, "--out", str(sheet), "--key", str(key)]) == 0
    return _text(sheet), _text(key)


def _state(text: str) -> np.ndarray:
    """(3, n): what the table of the state tells."""
    rows = re.findall(r"^\s*\d+\s+(-?[\d.]+) rad\s+(-?[\d.]+) rad/s\s+(-?[\d.]+) rad/s²", text, re.MULTILINE)
    return np.array(rows, float).T


def test_seeds_differ_and_each_key_answers_its_own_sheet(tmp_path: Path) -> None:
    robot = dn.load("planar-3r-inverse").robot
    found = []
    for seed in ("1", "2"):
        sheet, key = _made(tmp_path, "3", "--seed", seed)
        state = _state(sheet)
        assert state.shape == (3, 3)
        np.testing.assert_array_equal(state, _state(key))
        answers = dict(re.findall(r"^\s*(\w+ \d) = (.+)$", key.replace("−", "-"), re.MULTILINE))
        for step in dn.play(robot, "ridim", *state).steps:
            told = np.array([float(x) for x in answers[f"{step.name} {step.link}"].split(",")])
            np.testing.assert_allclose(told, np.ravel(step.value), rtol=6e-4, atol=1e-9)
        assert not re.search(r"^\s*tau \d = ", sheet, re.MULTILINE)
        found.append(state)
    assert not np.array_equal(*found)


@pytest.mark.parametrize("number", [6, 7])
def test_other_arms_and_recursions_have_worksheets_too(tmp_path: Path, number: int) -> None:
    sheet, key = _made(tmp_path, str(number), "--arm", "stanford-inverse")
    assert bundled_lessons()[number - 1].title in sheet
    assert "page 1 of" in key


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["11", "--out", "w.pdf"], "there are lessons 1 to 10"),
        (["3", "--out", "w.txt"], "a worksheet is a PDF"),
        (["3", "--out", "w.pdf", "--key", "w.pdf"], "the key needs a file of its own"),
        (["3", "--out", "w.pdf", "--seed", "-1"], "no whole number"),
        (["nothing.md", "--out", "w.pdf"], "nothing.md"),
        (["3", "--out", "w.pdf", "--arm", "snake-99"], "snake-99"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        code = main(["worksheet", *arguments])
    except SystemExit as stop:
        code = int(str(stop.code))
    assert code == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())
