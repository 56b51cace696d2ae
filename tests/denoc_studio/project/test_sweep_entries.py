"""Entries that a sweep varies: words and units of every number of a project, and a project with a run's entries."""

from __future__ import annotations

import math
from dataclasses import replace

import msgspec
import pytest

import denoc as dn
from denoc.studies.sweeps.entries import Template
from denoc_studio.project.sweep_entries import entries_of, found_entry, last_mass, unit_of, with_run


@pytest.mark.parametrize("name", ["planar-3r-inverse", "scara", "snake-10", "ur5e"])
def test_every_entry_is_found_by_its_words_and_by_its_path(name: str) -> None:
    project = dn.load(name)
    entries = entries_of(project)
    assert len({entry.words for entry in entries}) == len(entries)
    assert [entry.path for entry in entries] == Template(project).paths()
    for entry in entries:
        assert found_entry(project, entries, entry.words.upper()) is entry
        assert found_entry(project, entries, f" {entry.path} ") is entry
        low, high = entry.range
        assert low < high
    assert last_mass(entries).path == f"robot.links[{project.robot.n - 1}].mass"


def test_a_short_path_and_a_part_that_only_one_has_are_found() -> None:
    project = dn.load("planar-3r-inverse")
    entries = entries_of(project)
    assert found_entry(project, entries, "q0[1]").words == "start, q2"
    assert found_entry(project, entries, "duration").path == "run.duration"
    assert found_entry(project, entries, "link 2, com y").path == "robot.links[1].com[1]"
    for text, reason in (
        ("", "is needed"),
        ("gravity", "3 entries"),
        ("run.mode", "not a number"),
        ("weight", "no entry has"),
    ):
        with pytest.raises(dn.DynamicsError, match=reason):
            found_entry(project, entries, text)


def test_the_numbers_of_a_long_table_are_found_by_their_paths_only() -> None:
    times = tuple(k / 100 for k in range(200))
    motion = dn.SampledMotion(times, tuple((t, t, t) for t in times))
    project = dn.load("planar-3r-inverse")
    project = replace(project, run=msgspec.structs.replace(project.run, duration=1.99, motion=motion))
    entries = entries_of(project)
    assert not [entry for entry in entries if entry.path.startswith("run.motion")]
    assert found_entry(project, entries, "run.motion.q[150][1]").value == 1.5


def test_units_are_those_of_the_window() -> None:
    scara = dn.load("scara")
    sliding = next(k for k, link in enumerate(scara.robot.links) if not link.revolute)
    expected = {
        "robot.links[0].alpha": "°",
        "robot.links[0].max_speed": "°/s",
        f"robot.links[{sliding}].max_speed": "m/s",
        f"initial.q[{sliding}]": "m",
        f"robot.links[{sliding}].coulomb": "N",
        "q0[0]": "°",
        "robot.gravity[2]": "m/s²",
        "run.rtol": "",
    }
    assert {path: unit_of(scara, path, True).label for path in expected} == expected
    assert unit_of(scara, "q0[0]", False).label == "rad"


def test_a_run_changes_its_entries_and_nothing_else() -> None:
    project = dn.load("ur5e")
    motors = (None,) * project.robot.n
    project = replace(project, actuators=motors)
    made = with_run(project, {"robot.links[1].mass": 3.0, "q0[0]": math.pi / 4})
    assert (made.robot.links[1].mass, made.q0[0]) == (3.0, math.pi / 4)
    assert (made.actuators, made.visuals, made.view) == (project.actuators, project.visuals, project.view)
    back = with_run(made, {"robot.links[1].mass": project.robot.links[1].mass, "q0[0]": project.q0[0]})
    assert back == project
