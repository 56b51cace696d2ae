"""The Actuators panel of an arm, alone and with a run that is judged."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.files.projects.project import stream_project
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.actuators.panel import ActuatorPanel
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from tests.support.studio.motors import SERVO
from tests.support.studio.plotting import Compute, arrive


@pytest.fixture
def document() -> Document:
    return Document(load("puma560"))


@pytest.fixture
def compute(document: Document, playback: Playback) -> Compute:
    """The document's run, here and now."""

    def run() -> Run:
        number = document.results.current.number + 1 if document.results.current else 1
        made = Run(number, document.project, document.step)
        document.results.start(made)
        for chunk in stream_project(document.project):
            arrive(document, number, chunk)
        playback.set_run(made.end, made.duration, made.job.times, True)
        return made

    return run


@pytest.fixture
def panel(
    qtbot: QtBot, document: Document, playback: Playback, preferences: Preferences, themes: Themes
) -> Iterator[ActuatorPanel]:
    made = ActuatorPanel(document, playback, preferences, themes)
    qtbot.addWidget(made)
    made.resize(780, 360)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.finish()


@pytest.fixture
def judged(qtbot: QtBot, document: Document, panel: ActuatorPanel, compute: Compute) -> ActuatorPanel:
    """With a run, and a motor at joint 2, which is selected."""
    document.edit(edits.set_actuator(document.project, 1, SERVO), "Choose")
    compute()
    document.select(1)
    qtbot.waitUntil(lambda: panel.study is not None and panel.study.rows[1].drive is not None)
    return panel
