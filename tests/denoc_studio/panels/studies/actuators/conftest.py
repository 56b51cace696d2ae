"""The Actuators panel of an arm, alone and with a run that is judged."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from denoc import load
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.actuators.panel import ActuatorPanel
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from tests.support.studio.motors import SERVO
from tests.support.studio.plotting import Compute


@pytest.fixture
def document() -> Document:
    return Document(load("puma560"))


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
def judged(qtbot: QtBot, document: Document, panel: ActuatorPanel, computed: Compute) -> ActuatorPanel:
    """With a run, and a motor at joint 2, which is selected."""
    document.edit(edits.set_actuator(document.project, 1, SERVO), "Choose")
    computed()
    document.select(1)
    qtbot.waitUntil(lambda: panel.study is not None and panel.study.rows[1].drive is not None)
    return panel
