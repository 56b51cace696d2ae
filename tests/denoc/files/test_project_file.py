"""Project files: what is written reads back the same, and what cannot be used is refused in words."""

from __future__ import annotations

import json
import math
import os
import re
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from denoc import DynamicsError, Project, ProjectError, Robot, RunSettings, View, load, run_project
from denoc.files.disk import files
from denoc.files.projects.plot_view import PLOT_NAMES
from denoc.files.projects.project import JointMotion
from denoc.files.projects.project_file import save_project
from denoc.files.text.strict_json import BadJson, parse
from denoc_studio.plots.series import PLOTS
from tests.support.oracles.arms import random_arm
from tests.support.oracles.projects import projects
from tests.support.places import RESOURCES
from tests.support.saving import save_load_save


@given(projects())
@settings(
    max_examples=40,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_save_load_save_is_byte_identical(tmp_path: Path, project: Project) -> None:
    save_load_save(project, tmp_path / "some.arm.json")


def test_base_and_tool_survive(tmp_path: Path, rng: np.random.Generator) -> None:
    robot = random_arm(rng, 3)
    Project("loaded", robot, (0,) * 3, (0,) * 3).save(tmp_path / "loaded.arm.json")
    assert load(tmp_path / "loaded.arm.json").robot == robot


@pytest.fixture
def document() -> dict:
    path = RESOURCES / "planar-3r-free-fall.arm.json"
    return json.loads(path.read_text())


def refused(tmp_path: Path, content: str | bytes | dict) -> ProjectError:
    path = tmp_path / "bad.arm.json"
    data = json.dumps(content) if isinstance(content, dict) else content
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    with pytest.raises(ProjectError) as caught:
        load(path)
    assert str(path) in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda d: d.update(version=2), "version"),
        (lambda d: d.pop("version"), "version"),
        (lambda d: d.update(color="red"), "color"),
        (lambda d: d.pop("robot"), "robot"),
        (lambda d: d["robot"]["links"][1].update(mass=-1), "link 2, field 'mass'"),
        (lambda d: d["robot"]["links"][1].update(mass="heavy"), "link 2, field 'mass': Expected"),
        (lambda d: d["robot"]["links"][0].update(joint="S"), "link 1, field 'joint'.*'R' or 'P'"),
        (lambda d: d["robot"]["links"][2].update(inertia=[1, 2, 3]), "link 3, field 'inertia'"),
        (lambda d: d["robot"]["links"][2].update(inertia=[1, 1, -2, 0, 0, 0]), "link 3, field 'inertia'"),
        (lambda d: d["robot"].update(links=[]), "field 'robot.links'"),
        (lambda d: d["robot"].update(payload={"mass": -1, "com": [0] * 3, "inertia": [0] * 6}), "'robot.payload.mass'"),
        (lambda d: d["initial"].update(q=[0, 0]), "initial.q"),
        (lambda d: d["run"].update(duration=-1), "run.duration"),
        (lambda d: d["run"].update(duration=True), "duration"),
        (lambda d: d["run"].update(samples=10**9), "samples"),
        (lambda d: d["run"].update(integrator="euler"), "run.integrator.*dop853"),
        (lambda d: d["run"].update(mode="inverse"), "motion"),
        (lambda d: d["run"].update(motion={"kind": "warp"}), "motion"),
        (lambda d: d["run"].update(torque={"law": "constant", "values": [1]}), "torque"),
        (lambda d: d["run"].update(duration=1e300), "run.duration"),
        (lambda d: d["run"].update(rtol=1e-300), "run.rtol"),
        (lambda d: d["run"].update(integrator="rk4", step=1e-300), "run.step"),
        (lambda d: d["initial"].update(q=[1e308, 0, 0]), "link 1, field 'initial.q'"),
        (lambda d: d["robot"].update(name="\ud800"), "name"),
        (lambda d: d.update(name="a\u0000b"), "name"),
        (lambda d: d["robot"].update(base=[[1, 0, 0, 0]] * 4), "base"),
        (lambda d: d["robot"].update(tool=[[1e300, 0, 0, 0]] * 4), "field 'robot.tool': must be within"),
        (lambda d: d["robot"].update(links=[{}] * 10_001), "robot.links.*1 to 10000 links"),
        (lambda d: d["robot"].update(name="x" * 201), "name.*200"),
        (lambda d: d["run"].update(mode="x" * 20_000), r"run.mode': Invalid enum value 'x{100,200}\.\.\., possible"),
        (lambda d: d["run"].update(mode="x - at `$.y`"), r"field 'run.mode': Invalid enum value"),
        (lambda d: d.update(description="x" * 10_001), "description.*10000"),
        (lambda d: d["robot"]["links"][0].update(mass=10**400), "link 1, field 'mass'"),
    ],
)
def test_a_bad_field_is_named(tmp_path: Path, document: dict, edit, words: str) -> None:
    edit(document)
    assert re.search(words, str(refused(tmp_path, document)))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "not JSON"),
        ("{", "not JSON.*line 1"),
        ("[]", "not a project"),
        ("null", "not a project"),
        ('{"version": "1"}', 'reads version 1, not "1"'),
        ('{"version": NaN}', "NaN"),
        ('{"version": Infinity}', "Infinity"),
        ('{"version": 1e400}', "1e400"),
        ('{"version": ' + "9" * 5000 + "}", "too many digits"),
        ('{"version": 1, "version": 1}', "twice"),
        (b"\xff\xfe{}", "UTF-8"),
        ("[" * 100000, "nested more than 32"),
        ('{"a":' * 1000, "nested more than 32"),
        ('{"robot": {"links": [{}, {"mass": NaN}]}}', "link 2, field 'mass': contains NaN"),
        ('{"robot": {"links": [{"com": [0, 0, 1e400]}]}}', r"link 1, field 'com\[2\]': contains 1e400"),
        ('{"run": {"step": 1, "step": -Infinity, "step": 2}}', "field 'run.step': gives the field 'step' twice"),
        ('{"a": NaN, "a": 1}', "field 'a': gives the field 'a' twice"),
        ('{"a": {"b": NaN}, "a": 1}', "field 'a': gives the field 'a' twice"),
        ('{"robot": {"links": [{}, "\\ud800"]}}', "link 2, field 'links': contains half a character"),
        ('{"robot": {"\\udfff": 1}}', "field 'robot': has a field whose name contains half"),
        ('{"' + "k" * 500 + '": 1}', "name is longer than 200"),
        ("[" + "0," * 2_000_001 + "0]", "more than 2000000 values"),
        ("{" + '"a":1,' * 500_001 + '"b":1}', "more than 500000 fields"),
        ("[" + "[]," * 500_001 + "0]", "more than 500000 lists"),
        ('"' + '\\"' * 1_000_000, "not JSON"),
    ],
)
def test_text_that_is_no_project(tmp_path: Path, content: str | bytes, words: str) -> None:
    assert re.search(words, str(refused(tmp_path, content)))


def test_brackets_in_texts_are_no_nesting() -> None:
    assert parse(json.dumps({"a": "[{" * 100 + '"'}).encode()) == {"a": "[{" * 100 + '"'}
    with pytest.raises(BadJson):
        parse(b'{"a": ' + b"[" * 40 + b"]" * 40 + b"}")


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.arm.json"
    path.write_bytes(b" " * 1000)
    with pytest.raises(ProjectError, match="larger"):
        files.read_bytes(path, limit=999)


def test_a_folder_is_no_project(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match="cannot be read"):
        load(tmp_path)


class TestSaving:
    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(ProjectError, match="cannot be written"):
            load("furuta").save(tmp_path / "nowhere" / "mine.arm.json")

    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        target = tmp_path / "real" / "mine.arm.json"
        load("furuta").save(target)
        (tmp_path / "link.arm.json").symlink_to(target)
        load("scara").save(tmp_path / "link.arm.json")
        assert (tmp_path / "link.arm.json").is_symlink()
        assert load(target).name == "scara"

    @pytest.mark.parametrize("path", [None, "", 3])
    def test_nothing_to_write_to(self, path: object) -> None:
        with pytest.raises(DynamicsError, match="name of a file"):
            load("furuta").save(path)

    def test_a_new_file_has_ordinary_rights(self, tmp_path: Path) -> None:
        load("furuta").save(tmp_path / "mine.arm.json")
        (tmp_path / "other").write_text("")
        assert (tmp_path / "mine.arm.json").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_project_checks_itself(planar: Robot) -> None:
    with pytest.raises(DynamicsError, match="qd0"):
        Project("x", planar, (0, 0, 0), (0, math.nan, 0))
    with pytest.raises(DynamicsError, match="run"):
        Project("x", planar, (0, 0, 0), (0, 0, 0), RunSettings(mode="sideways"))
    with pytest.raises(DynamicsError, match="end"):
        Project("x", planar, (0, 0, 0), (0, 0, 0), RunSettings(motion=JointMotion((0, 0, 0), (0, 0, math.nan))))
    with pytest.raises(DynamicsError, match="description"):
        Project("x", planar, (0, 0, 0), (0, 0, 0), description=5)
    with pytest.raises(DynamicsError, match="no motion"):
        Project("x", planar, (0, 0, 0), (0, 0, 0)).motion()
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"mode": "sideways"}, RunSettings)


def test_torques_beyond_all_numbers_are_no_result(planar: Robot) -> None:
    run = RunSettings(mode="inverse", duration=1e-9, samples=5, motion=JointMotion((0, 0, 0), (1e6, 0, 0)))
    assert np.isfinite(run_project(Project("fast", planar, (0, 0, 0), (0, 0, 0), run)).tau).all()


def test_a_fifo_is_no_project(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ProjectError, match="not a file"):
        load(tmp_path / "pipe")


class TestView:
    """Which plots are shown travels with the project and is no part of what is computed."""

    def test_comes_back_and_older_files_have_none(self, tmp_path: Path) -> None:
        project = load("planar-3r-inverse")
        assert project.view == View()
        save_project(project, tmp_path / "plain.arm.json")
        assert json.loads((tmp_path / "plain.arm.json").read_text())["view"] == {}
        view = View(plots=("torques", "causes"), layout="beside", hidden=("joint 2", "gravity"))
        shown = replace(project, view=view)
        save_project(shown, tmp_path / "shown.arm.json")
        again = load(tmp_path / "shown.arm.json")
        assert again.view == view
        assert again == project
        assert again.same_run(project)

    @pytest.mark.parametrize(
        ("view", "words"),
        [
            ({"plots": ["angels"]}, r"view.plots\[0\].*angels.*possible: angles, rates"),
            ({"plots": ["angles", "angles"]}, "view.plots.*different"),
            ({"plots": ["angles", "rates", "tip", "path", "phase"]}, "view.plots.*4"),
            ({"layout": "above"}, "view.layout.*above.*possible: below"),
            ({"hidden": ["x" * 201]}, "view.hidden.*200"),
            ({"hidden": ["x"] * 1001}, "view.hidden.*1000"),
        ],
    )
    def test_refused_with_its_place(self, tmp_path: Path, view: dict[str, object], words: str) -> None:
        path = tmp_path / "bad.arm.json"
        save_project(load("planar-3r-inverse"), path)
        document = json.loads(path.read_text())
        path.write_text(json.dumps({**document, "view": view}))
        with pytest.raises(ProjectError, match=words):
            load(path)

    def test_names_every_plot_there_is(self) -> None:
        assert set(PLOT_NAMES) == set(PLOTS)
