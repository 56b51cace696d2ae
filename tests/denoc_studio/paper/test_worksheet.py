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
from denoc_studio.paper.worksheet import _state as _state_of

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


def test_other_arms_have_worksheets_too(tmp_path: Path) -> None:
    sheet, key = _made(tmp_path, "7", "--arm", "cart-pole")
    assert bundled_lessons()[6].title in sheet
    assert "page 1 of" in key
    assert "shifted by (-0.8, 0, 0) m, turned by 180° (rows 0 0 1; 0 -1 0; 1 0 0)" in sheet


def test_the_printed_numbers_alone_lead_to_the_key(tmp_path: Path) -> None:
    sheet, key = _made(tmp_path, "9")
    rows = re.findall(r"^ +(\d) +(R +)?(-?\d.*)", sheet, re.MULTILINE)
    found = [[float(x) for x in re.findall(r"-?\d[\d.e-]*", row)] for _, _, row in rows]
    geometry, bodies, joints, state = found[:6], found[6:12], found[12:18], np.array(found[18:24])
    links = [
        dn.Link("R", a, b, np.radians(alpha), 0.0, body[0], tuple(body[1:4]), tuple(body[4:]), *joint[:4])
        for (a, b, alpha), body, joint in zip(geometry, bodies, joints, strict=True)
    ]
    reached = dn.forward_dynamics(dn.Robot("as printed", tuple(links), gravity=(0.0, 0.0, -9.81)), *state.T)
    told = re.findall(r"^\s*qdd \d = (.+)$", key.replace("−", "-"), re.MULTILINE)
    np.testing.assert_allclose(reached, np.array(told, float), rtol=2e-3)


def test_a_state_lies_within_limits_away_from_zero() -> None:
    window = ((0.5, 1.0), (-3.0, -2.0), (0.333, 0.333), (-np.inf, np.inf))
    links = [
        dn.Link("P" if k == 0 else "R", a=1.0, mass=1.0, lower=low, upper=up) for k, (low, up) in enumerate(window)
    ]
    lower, upper = np.array(window).T
    found = [_state_of(dn.Robot("away", tuple(links)), seed).q for seed in range(20)]
    assert all((lower <= q).all() and (q <= upper).all() for q in found)
    assert (np.ptp(found, axis=0) > 0).tolist() == [True, True, False, True]


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
