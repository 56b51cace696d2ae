"""Project files: what is written reads back the same, and what cannot be used is refused in words."""

from __future__ import annotations

import json
import math
import os
import re
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dynamics
from dynamics import DynamicsError, Link, Project, ProjectError, Robot, RunSettings, load, run_project
from dynamics.io import files
from dynamics.io.strict_json import BadJson, parse
from dynamics.project import ConstantTorque, JointMotion, LineMotion
from tests.oracles.arms import random_arm

number = st.floats(-1e6, 1e6)
positive = st.floats(0, 1e6)
texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
names = st.text(st.characters(exclude_categories=("C", "Z")), max_size=8)


@st.composite
def projects(draw: st.DrawFn) -> Project:
    n = draw(st.integers(1, 5))
    row = st.tuples(*[st.floats(-1e4, 1e4)] * n)
    links = tuple(
        Link(
            joint=draw(st.sampled_from("RP")),
            a=draw(number),
            b=draw(number),
            alpha=draw(number),
            theta=draw(number),
            mass=draw(positive),
            com=draw(st.tuples(number, number, number)),
            inertia=(*draw(st.tuples(positive, positive, positive)), 0, 0, 0),
            viscous=draw(positive),
            lower=draw(st.one_of(st.just(-math.inf), st.floats(-10, 0))),
            upper=draw(st.one_of(st.just(math.inf), st.floats(0, 10))),
            name=draw(names),
        )
        for _ in range(n)
    )
    robot = Robot(
        draw(names),
        links,
        convention=draw(st.sampled_from(["standard", "modified"])),
        gravity=draw(st.tuples(number, number, number)),
        payload=draw(st.one_of(st.none(), st.just((1.5, (0.1, 0.2, 0.3), (1, 1, 1, 0, 0, 0))))),
        tool=draw(st.one_of(st.none(), st.just([[1, 0, 0, 0.3], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]))),
    )
    motion = draw(
        st.one_of(
            st.none(),
            st.builds(JointMotion, row, row, st.sampled_from(["cycloidal", "poly345"])),
            st.builds(LineMotion, row, st.tuples(number, number, number)),
        )
    )
    run = RunSettings(
        mode="forward" if motion is None else "inverse",
        duration=draw(st.floats(1e-3, 1e3)),
        samples=draw(st.integers(2, 100)),
        integrator=draw(st.sampled_from(["rk4", "dop853"])),
        torque=ConstantTorque(draw(row)),
        motion=motion,
    )
    return Project(draw(names), robot, draw(row), draw(row), run, draw(texts), "")


@given(projects())
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_save_load_save_is_byte_identical(tmp_path: Path, project: Project) -> None:
    path = tmp_path / "some.arm.json"
    project.save(path)
    first = path.read_bytes()
    again = load(path)
    assert again == project
    again.save(path)
    assert path.read_bytes() == first


def test_base_and_tool_survive(tmp_path: Path, rng: np.random.Generator) -> None:
    robot = random_arm(rng, 3)
    Project("loaded", robot, (0,) * 3, (0,) * 3).save(tmp_path / "loaded.arm.json")
    assert load(tmp_path / "loaded.arm.json").robot == robot


@pytest.fixture
def document() -> dict:
    path = Path(dynamics.__file__).parent.parent / "resources" / "planar-3r-free-fall.arm.json"
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
        (lambda d: d["robot"].update(links=[]), "links"),
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
        ('{"version": NaN}', "NaN"),
        ('{"version": Infinity}', "Infinity"),
        ('{"version": 1e400}', "1e400"),
        ('{"version": ' + "9" * 5000 + "}", "too many digits"),
        ('{"version": 1, "version": 1}', "twice"),
        (b"\xff\xfe{}", "UTF-8"),
        ("[" * 100000, "nested"),
        ('{"a":' * 1000, "nested"),
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
    @pytest.mark.parametrize("broken", ["fsync", "replace"])
    def test_a_failed_save_leaves_the_old_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
    ) -> None:
        path = tmp_path / "mine.arm.json"
        load("furuta").save(path)
        before = path.read_bytes()

        def fail(*_: object, **__: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, broken, fail)
        with pytest.raises(ProjectError, match=r"mine.arm.json: cannot be written: No space left"):
            load("scara").save(path)
        monkeypatch.undo()
        assert path.read_bytes() == before
        assert [item.name for item in tmp_path.iterdir()] == ["mine.arm.json"]

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
