"""Friction as it is measured, in a link's own checks, its project file, what other programs get of it, and print."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from denoc import (
    DynamicsError,
    Link,
    Project,
    ProjectError,
    Robot,
    latex_tables,
    load,
    load_urdf,
    save_mjcf,
    save_urdf,
    toolbox_snippet,
)
from denoc.arm.friction import NO_FRICTION
from denoc.files.projects.project_file import load_project, project_bytes
from denoc.files.writers.toolbox import save_toolbox

NEW = ("breakaway", "stribeck_speed", "viscous_negative", "coulomb_negative", "breakaway_negative")
MEASURED = Link(
    a=0.4, mass=1.0, viscous=0.3, coulomb=2.0, breakaway=3.0, stribeck_speed=0.1,
    viscous_negative=0.5, coulomb_negative=1.0, breakaway_negative=2.5, name="arm",
)  # fmt: skip
PLAIN = Link("P", mass=1.0, viscous=4.0, coulomb=7.0)
ARM = Robot("two", (MEASURED, PLAIN))


def project(robot: Robot = ARM) -> Project:
    return Project("p", robot, (0.0,) * robot.n, (0.0,) * robot.n)


class TestLink:
    def test_what_is_left_out_is_as_the_other(self) -> None:
        assert Link(coulomb=2.0).breakaways == (2.0, 2.0)
        assert Link(coulomb=2.0, coulomb_negative=3.0).breakaways == (2.0, 3.0)
        assert Link(coulomb=2.0, breakaway=4.0, coulomb_negative=3.0).breakaways == (4.0, 4.0)
        assert MEASURED.breakaways == (3.0, 2.5)
        assert Link(coulomb=2.0, breakaway=2).friction == Link(coulomb=2.0, stribeck_speed=1.0).friction

    @pytest.mark.parametrize(
        ("field", "entries"),
        [
            ("breakaway", {"coulomb": 2.0, "breakaway": 1.9}),
            ("breakaway", {"coulomb": 2.0, "breakaway": 3.0, "coulomb_negative": 3.1}),
            ("breakaway_negative", {"coulomb": 2.0, "breakaway_negative": 1.9}),
            ("breakaway_negative", {"breakaway_negative": math.nan}),
            ("breakaway", {"breakaway": -1.0}),
            ("coulomb_negative", {"coulomb_negative": -1.0}),
            ("viscous_negative", {"viscous_negative": "x"}),
            ("stribeck_speed", {"stribeck_speed": None}),
            ("stribeck_speed", {"stribeck_speed": 1e-12}),
            ("stribeck_speed", {"stribeck_speed": math.inf}),
        ],
    )
    def test_refusals_name_the_field(self, field: str, entries: dict[str, object]) -> None:
        with pytest.raises(DynamicsError) as error:
            Link(**entries)
        assert error.value.field == field

    def test_a_breakaway_below_coulomb_friction_is_refused_with_both(self) -> None:
        with pytest.raises(DynamicsError, match=r"link 1.*must not be below Coulomb friction: 3 and 3\.5"):
            ARM.with_link(0, coulomb=3.5)

    def test_without_friction(self) -> None:
        assert replace(MEASURED, **NO_FRICTION).frictionless
        assert Link(stribeck_speed=1.0).frictionless
        assert not Link(breakaway=1.0).frictionless
        assert not Link(viscous_negative=1.0).frictionless
        assert set(NO_FRICTION) == {"viscous", "coulomb", *NEW}
        assert all(getattr(Link(), name) == none for name, none in NO_FRICTION.items())


class TestProjectFile:
    def test_comes_back(self, tmp_path: Path) -> None:
        path = tmp_path / "p.arm.json"
        project().save(path)
        assert load_project(path).robot == ARM
        first, second = json.loads(path.read_text())["robot"]["links"]
        assert [first[name] for name in NEW] == [3.0, 0.1, 0.5, 1.0, 2.5]
        assert not set(NEW) & second.keys()

    @pytest.mark.parametrize("name", ["puma560", "scara"])
    def test_files_without_it_stay_as_they_are(self, name: str, tmp_path: Path) -> None:
        data = project_bytes(load(name), tmp_path / "x.arm.json")
        assert not any(field.encode() in data for field in NEW)

    @pytest.mark.parametrize(
        ("name", "value"), [("breakaway", 1.0), ("stribeck_speed", -1.0), ("coulomb_negative", "x"), ("stribek", 1.0)]
    )
    def test_what_cannot_be_is_refused_by_name(self, name: str, value: object, tmp_path: Path) -> None:
        path = tmp_path / "p.arm.json"
        project().save(path)
        document = json.loads(path.read_text())
        document["robot"]["links"][1][name] = value
        path.write_text(json.dumps(document))
        with pytest.raises(ProjectError, match=rf"link 2.*{name}"):
            load_project(path)


class TestOtherPrograms:
    def test_notes_say_what_is_left_out_and_the_mean_is_written(self, tmp_path: Path) -> None:
        for save, whose in ((save_urdf, "URDF"), (save_mjcf, "MuJoCo"), (save_toolbox, "the toolbox")):
            notes = save(ARM, tmp_path / "file")
            assert any(note.startswith(f"{whose} has no breakaway friction") for note in notes)
            assert any("both directions" in note for note in notes)
            kept = [Link(viscous=0.1, coulomb=1.0, coulomb_negative=2.0 if save is save_toolbox else None)]
            assert not any("friction" in note for note in save(replace(ARM, links=kept), tmp_path / "file"))
        save_urdf(ARM, tmp_path / "arm.urdf")
        back = load_urdf(tmp_path / "arm.urdf").links
        assert [(link.viscous, link.coulomb) for link in back] == [(0.4, 1.5), (4.0, 7.0)]

    def test_mujoco_takes_the_file(self, tmp_path: Path) -> None:
        mujoco = pytest.importorskip("mujoco")
        save_mjcf(ARM, tmp_path / "arm.xml")
        model = mujoco.MjModel.from_xml_path(str(tmp_path / "arm.xml"))
        assert np.allclose(model.dof_damping, [0.4, 4.0])
        assert np.allclose(model.dof_frictionloss, [1.5, 7.0])

    def test_the_toolbox_has_coulomb_friction_both_ways(self) -> None:
        assert "Tc=[2.0, -1.0]" in toolbox_snippet(ARM)

    def test_tables_have_columns_for_it_where_it_is(self) -> None:
        text = latex_tables(ARM)
        assert "viscous $+/-$ & Coulomb $+/-$ & breakaway $+/-$ & Stribeck" in text
        assert r"0.3 / 0.5 N\,m\,s/rad & 2 / 1 N\,m & 3 / 2.5 N\,m & 5.72958$^\circ$/s" in text
        assert r"4 N\,s/m & 7 N & 7 N & 0 m/s" in text
        printed = str(ARM)
        for words in ("viscous +/-", "0.3 / 0.5", "breakaway +/-", "3 / 2.5", "5.72958 deg/s"):
            assert words in printed
        plain = replace(ARM, links=(PLAIN,))
        assert "breakaway" not in latex_tables(plain) + str(plain)
