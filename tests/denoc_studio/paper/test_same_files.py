"""Files hold the same bytes whichever kernels are ready when they are written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from denoc import Gear, Motor, Payload, PdTorque, Project, load, run_project
from denoc.files.tables.recording_csv import csv_text
from denoc.kernels.dispatch import kernels_of
from denoc.runs.recording import Recording
from denoc.torques.actuators import Actuator
from denoc_studio.command_line.render import write_report
from denoc_studio.paper import table
from denoc_studio.paper.actuator_report import ReportOrder, ReportSource
from denoc_studio.paper.figures import MOTION, figure
from denoc_studio.picture.film.frames import Film, FilmLook, Pace
from denoc_studio.picture.film.recorded_run import RecordedRun
from denoc_studio.plots.moment import Moment
from denoc_studio.plots.motion import motion_of
from denoc_studio.plots.series import KINDS, PLOTS, Options
from denoc_studio.plots.tables.inspector.entries import entries, summary
from denoc_studio.project import edits
from tests.support.ready_kernels import prepare_everything

WRENCH = (0.1, -0.2, 0.3, 1.0, 2.0, -0.5)


def held() -> Project:
    """A planar arm with everything that a plot can show, held by a controller."""
    project = load("planar-3r-free-fall")
    links = tuple(
        replace(link, viscous=0.1, coulomb=0.05, rotor_inertia=1e-4, gear_ratio=50.0) for link in project.robot.links
    )
    robot = replace(
        project.robot, links=links, payload=Payload(0.4, (0.05, 0.0, 0.0), (1e-3, 1e-3, 1e-3, 0.0, 0.0, 0.0))
    )
    law = PdTorque((60.0,) * 3, (4.0,) * 3, gravity_compensation=True, target=(0.4, -0.2, 0.3))
    run = msgspec.structs.replace(project.run, duration=0.4, samples=41, torque=law, tip_wrench=WRENCH)
    project = replace(project, robot=robot, run=run)
    return edits.set_actuators(project, (Actuator(Motor("motor", 0.3, 1.0, 400.0), Gear(50.0)),) * 3)


def all_of(project: Project, recording: Recording, folder: Path) -> dict[str, object]:
    """Everything that is written of a recording, by what it is."""
    motion = motion_of(project, recording)
    found: dict[str, object] = {"csv": csv_text(project.robot, recording)}
    for kind in KINDS:
        if kind.fits(project):
            found[f"data of {kind.key}"] = table.text(PLOTS[kind.key].panels(motion, Options()))
            if kind.key == "angles" or not kind.over_time:  # the others are drawn alike, from the data above
                found[f"figure of {kind.key}"] = figure(project, motion, kind.key).export("svg")
    found["figure of the motion"] = figure(project, motion, MOTION).export("svg")
    found["lab report"] = write_report(project, recording, "held", folder / "lab.pdf").read_bytes()
    page = folder / "actuators.pdf"
    ReportOrder(page).write(ReportSource(project, recording, "", "held", degrees=True), lambda _: None)
    found["actuator report"] = page.read_bytes()
    film = Film(RecordedRun(project, recording), FilmLook(160, 120), Pace())
    found["film"] = film.image(film.count - 1).tobytes()
    moment = Moment(project.robot, recording.q[3], recording.qd[3], recording.qdd[3], recording.tau[3], WRENCH)
    found["inspector"] = [(entry.look(moment, 1, True).grid.text, summary(moment)) for entry in entries()]
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    return tmp_path


def test_files_do_not_depend_on_the_kernels_that_are_ready(folder: Path) -> None:
    project = held()
    recording = run_project(project)
    before = all_of(project, recording, folder)
    prepare_everything(project.robot)
    assert not kernels_of(project.robot).best["inverse denoc"].kernel.generic
    after = all_of(project, recording, folder)
    assert [name for name in before if before[name] != after[name]] == []
