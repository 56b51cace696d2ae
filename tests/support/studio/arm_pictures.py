"""What the tests of the arm view see, and how they move the mouse."""

from __future__ import annotations

import time

import numpy as np
from PySide6.QtCore import QEventLoop, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc_studio.panels.arm.view import ArmView

PATIENCE = 300.0  # seconds


def pixels(image: QImage) -> np.ndarray:
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(bytes(image.constBits()), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).astype(int)


def seen(view: ArmView) -> np.ndarray:
    """What the view shows now."""
    if view.canvas_name == "OpenGL":
        return pixels(view._canvas.drawer.grabFramebuffer())
    until = time.monotonic() + PATIENCE
    while not view._canvas.drawer.settled:
        assert time.monotonic() < until, "the view does not come to rest"
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
    return pixels(view.grab().toImage())


def inked(picture: np.ndarray) -> int:
    """How many pixels are much darker or more colourful than the light background."""
    return int(((picture.max(axis=2) - picture.min(axis=2) > 60) | (picture.max(axis=2) < 120)).sum())


def middle_of(view: ArmView, index: int) -> QPoint:
    """Where link `index` is on the screen."""
    arm = view._arm()
    rods = arm.scene.rods(arm.scene.frames(arm.q))
    own = np.flatnonzero(rods.links == index)
    longest = own[np.argmax(np.linalg.norm(rods.ends - rods.starts, axis=1)[own])]
    x, y, _ = view.camera.project((rods.starts[longest] + rods.ends[longest]) / 2, view.width(), view.height())
    return QPoint(round(x), round(y))


def wheel(view: ArmView, notches: int, at: QPoint) -> None:
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.mapToGlobal(at)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


def drag(qtbot: QtBot, view: ArmView, start: QPoint, end: QPoint, button: Qt.MouseButton) -> None:
    qtbot.mousePress(view, button, pos=start)
    for share in (0.25, 0.5, 0.75, 1.0):
        qtbot.mouseMove(view, start + (end - start) * share)
    qtbot.mouseRelease(view, button, pos=end)


LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
