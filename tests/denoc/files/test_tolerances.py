"""Tolerances in project files: they come back as they were, and what cannot be is refused by its place."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import denoc as dn

GIVEN = (dn.Tolerance("robot.links[1].mass", 0.05, "normal"), dn.Tolerance("initial.q[0]", 0.01))


def written(tmp_path: Path, **changes: Any) -> Path:
    path = tmp_path / "a.arm.json"
    replace(dn.load("planar-3r-inverse"), tolerances=GIVEN).save(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    return path


def test_they_come_back_and_change_no_run(tmp_path: Path) -> None:
    found = dn.load(written(tmp_path))
    plain = dn.load("planar-3r-inverse")
    assert found.tolerances == GIVEN
    assert found != plain
    assert found.same_run(plain)


def test_a_file_without_them_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.arm.json"
    dn.load("puma560").save(path)
    before = path.read_bytes()
    dn.load(path).save(path)
    assert path.read_bytes() == before
    assert b"tolerances" not in before


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"path": "robot.links[9].mass"}, r"'tolerances\[0\].path': there is no robot.links\[9\].*got 'robot"),
        ({"path": "robot.links[0].upper"}, r"'tolerances\[0\].path': has no finite number.*robot.links\[0\].upper"),
        ({"path": "run.samples"}, r"'tolerances\[0\].path': runs are compared"),
        ({"path": "robot._computed"}, r"'tolerances\[0\].path': there is no robot._computed"),
        ({"path": "robot.links[0].mass.real"}, r"'tolerances\[0\].path': there is no"),
        ({"spread": -1.0}, r"'tolerances\[0\].spread': must be above zero \(got -1.0\)"),
        ({"kind": "round"}, r"'tolerances\[0\].kind': .*possible: uniform, normal"),
        ({"other": 1}, r"'tolerances\[0\]': .*'other'"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place_and_value(tmp_path: Path, entry: dict[str, Any], words: str) -> None:
    whole = {"path": "robot.links[0].mass", "spread": 0.1, **entry}
    with pytest.raises(dn.DynamicsError, match=words):
        dn.load(written(tmp_path, tolerances=[whole]))


def test_two_of_one_number_are_refused(tmp_path: Path) -> None:
    two = [{"path": path, "spread": 0.1} for path in ("q0[0]", "initial.q[0]")]
    with pytest.raises(dn.DynamicsError, match=r"two tolerances \(got 'initial.q\[0\]'\)"):
        dn.load(written(tmp_path, tolerances=two))


def test_what_could_not_be_opened_again_is_not_saved(tmp_path: Path) -> None:
    project = replace(dn.load("planar-3r-inverse"), tolerances=[dn.Tolerance("robot.links[8].mass", 1.0)])
    with pytest.raises(dn.DynamicsError, match=r"robot.links\[8\]"):
        project.save(tmp_path / "a.arm.json")
    assert not (tmp_path / "a.arm.json").exists()
