"""Looking at plots and clicking on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.files.projects.project import Project, stream_project
from denoc.runs.recording import Chunk
from denoc.torques.torque_laws import PdTorque
from denoc_studio.panels.plots.legend_model import NAME
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run

Compute = Callable[..., Run]
DEGREE = 180 / np.pi


def strokes(panel: PlotPanel, key: str) -> dict:
    return {s.curve.key: s for item in panel.sheet.tile(key).items for s in item.curves.strokes}


def item(panel: PlotPanel, key: str | None = None):
    return panel.sheet.tile(key or panel.current_name).items[0]


def pixel(panel: PlotPanel, t: float, share: float = 0.3, key: str | None = None) -> QPoint:
    """Of time t in a plot, some way down."""
    place = item(panel, key)
    return QPoint(round(place.mapping.across(t)), round(place.frame.top() + share * place.frame.height()))


def legend_cells(panel: PlotPanel, column: int, plot: str = "") -> list[QModelIndex]:
    """Of the curves of a plot, the one in front unless another is named."""
    model = panel.legend.model
    cells = [model.index(row, column) for row in range(model.rowCount())]
    entries = [(cell, model.entry(cell)) for cell in cells]
    return [cell for cell, entry in entries if entry is not None and entry.plot == (plot or panel.current_name)]


def legend_click(
    qtbot: QtBot, panel: PlotPanel, curve: int, modifier=Qt.KeyboardModifier.NoModifier, column: int = NAME
) -> None:
    view = panel.legend.view
    place = view.visualRect(legend_cells(panel, column)[curve]).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, place)


def legend_texts(panel: PlotPanel, column: int, plot: str = "") -> list[str]:
    return [cell.data() for cell in legend_cells(panel, column, plot)]


def value_at_cursor(panel: PlotPanel, key: str) -> float:
    """Of a curve of the plot in front, in the plot's unit."""
    return panel.readings.value(panel.current_name, key, panel.readings.cursor)


def toggle(panel: PlotPanel, curve: int) -> None:
    """A curve of the legend's first plot."""
    panel.legend.model.toggle(panel.legend.model.entries[curve])


def pixels_of(panel: PlotPanel, colour: str, key: str | None = None) -> int:
    """How many pixels within the frame of the plot have this colour, as far as a screen of 16 bits can tell."""
    return int((np.abs(picture(panel, key) - QColor(colour).getRgb()[:3]).max(axis=-1) <= 40).sum())


def picture(panel: PlotPanel, key: str | None = None) -> np.ndarray:
    """What is to be seen within the frame of the plot, (height, width, 3)."""
    QApplication.processEvents()
    image = panel.canvas.picture().toImage().convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    whole = rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).astype(int)
    frame = item(panel, key).frame.toRect()
    return whole[frame.top() : frame.bottom(), frame.left() : frame.right()]


def following(**changes: object) -> Project:
    """The planar arm with friction that sticks, rotors and a payload, held to its motion by a weak PD law."""
    project = load("planar-3r-inverse")
    links = (
        replace(link, viscous=0.02, coulomb=0.15, rotor_inertia=1e-4, gear_ratio=10) for link in project.robot.links
    )
    robot = replace(project.robot, links=tuple(links), payload=(0.5, (0, 0, 0), (0,) * 6))
    law = PdTorque((30.0,) * 3, (1.0,) * 3, gravity_compensation=False)
    run = {"mode": "forward", "duration": 1.0, "samples": 101, "torque": law, **changes}
    return edits.set_run(replace(project, robot=robot), **run)


def arrive(document: Document, number: int, chunk: Chunk) -> None:
    """Samples of the current run as they come from the thread."""
    run = document.results.current
    if run is not None and run.number == number and run.running:
        run.samples.write(chunk)
    document.results.extend(number, chunk)


def compute(document: Document, playback: Playback, project: Project | None = None) -> Run:
    """The document's project, forward or inverse, or another one, here and now as its next run."""
    before, project = document.results.current, project or document.project
    run = Run(before.number + 1 if before else 1, project, document.step)
    document.results.start(run)
    for chunk in stream_project(project):
        arrive(document, run.number, chunk)
    playback.set_run(run.end, run.duration, run.job.times, True)
    return run
