"""Frames that are painted beside the window's thread: it goes on meanwhile, and what comes on the screen is whole."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from threading import Event, current_thread, main_thread
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc import play
from denoc_studio.panels.arm import overlay as arm_overlay
from denoc_studio.panels.arm import painter_canvas
from denoc_studio.panels.arm.painted_frames import FramePainter, WantedFrame
from denoc_studio.panels.arm.painter_canvas import PainterCanvas
from denoc_studio.panels.arm.view import ArmView
from denoc_studio.picture.arm.symbols.highlight import highlight
from denoc_studio.picture.image import raster
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from tests.support.patience import SECONDS
from tests.support.studio.arm_pictures import seen


def test_the_window_goes_on_while_a_frame_is_painted(
    make_arm: Callable[..., ArmView], playback: Playback, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = make_arm()
    seen(view)
    begun, go_on, paint = Event(), Event(), FramePainter.paint

    def slowly(brush: FramePainter, wanted: WantedFrame) -> QImage:
        begun.set()
        assert go_on.wait(SECONDS)
        return paint(brush, wanted)

    monkeypatch.setattr(FramePainter, "paint", slowly)
    frames: list[int] = []
    view.painted.connect(lambda: frames.append(1))
    view.look_from("top")
    qtbot.waitUntil(begun.is_set)
    for _ in range(3):
        view.look_from("front")
        view.repaint()
    assert not frames  # what was there is shown meanwhile
    go_on.set()
    qtbot.waitUntil(lambda: len(frames) >= 2)  # the one under way, and one for all that has changed since
    qtbot.wait(50)
    assert len(frames) <= 3  # and a smooth one, once all is at rest


def test_a_highlight_does_not_wait_for_the_frame_under_way(
    make_arm: Callable[..., ArmView], document: Document, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = make_arm()
    seen(view)
    begun, go_on, paint = Event(), Event(), FramePainter.paint
    ends: list[str] = []

    def watched(brush: FramePainter, wanted: WantedFrame) -> QImage:
        begun.set()
        assert go_on.wait(SECONDS)
        ends.append("abandoned")
        frame = paint(brush, wanted)
        ends[-1] = "lit" if wanted.motif.options.highlight is not None else "plain"
        return frame

    monkeypatch.setattr(FramePainter, "paint", watched)
    robot = document.robot
    played = play(robot, "ridim", *[[0.3] * robot.n] * 3)
    view.look_from("top")
    qtbot.waitUntil(begun.is_set)
    view.set_highlight(highlight(robot, played, played.of("t")[0], "t"))
    go_on.set()
    qtbot.waitUntil(lambda: len(ends) >= 2 and view._canvas.drawer.settled)
    assert ends[:2] == ["abandoned", "lit"]


def test_texts_are_written_by_the_windows_thread(
    make_arm: Callable[..., ArmView], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads that write at once can wait for each other for ever, see `arm_frames`."""
    view = make_arm()
    seen(view)
    threads, paint, write = [], FramePainter.paint, painter_canvas.write_on

    def painted(brush: FramePainter, wanted: WantedFrame) -> QImage:
        picture = wanted.motif.picture
        assert picture.labels
        bare = SimpleNamespace(picture=replace(picture, labels=[], caption="", gravity=None))
        frame, without = paint(FramePainter(), wanted), paint(FramePainter(), wanted._replace(motif=bare))
        assert frame == without
        return frame

    def written(frame: QImage, wanted: WantedFrame) -> set[arm_overlay.Placed]:
        before = frame.copy()
        placed = write(frame, wanted)
        assert frame != before
        threads.append(current_thread())
        return placed

    monkeypatch.setattr(FramePainter, "paint", painted)
    monkeypatch.setattr(painter_canvas, "write_on", written)
    view.look_from("top")
    seen(view)
    assert set(threads) == {main_thread()}


def test_what_is_on_the_screen_is_the_whole_frame(
    make_arm: Callable[..., ArmView], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though only what has changed of it is painted, texts that move included."""
    raster.prepare()
    screen, regions, paint = QImage(500, 400, QImage.Format.Format_RGB32), [], PainterCanvas.paintEvent

    def painted(self: PainterCanvas, event: QPaintEvent) -> None:
        paint(self, event)
        regions.append(event.rect())
        painter = QPainter(screen)
        painter.setClipRegion(event.region())
        painter.drawImage(0, 0, self._frame)
        painter.end()

    monkeypatch.setattr(PainterCanvas, "paintEvent", painted)
    view = make_arm()
    canvas = view._canvas.drawer
    assert isinstance(canvas, PainterCanvas)
    for k in range(12):
        monkeypatch.setattr(ArmView, "_shown_q", lambda _, k=k: np.array([0.3, 0.4, 0.5]) + 0.04 * k)
        with qtbot.waitSignal(view.painted):
            view._refresh()
        qtbot.waitUntil(lambda: canvas.settled and not canvas._new)
        assert screen == canvas._frame
    assert any(each != canvas.rect() for each in regions)


def test_a_frame_that_cannot_be_painted_is_told_and_the_next_one_comes(
    make_arm: Callable[..., ArmView], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = make_arm()
    before = seen(view)
    paint, broken = FramePainter.paint, [True]

    def first_not(brush: FramePainter, wanted: WantedFrame) -> QImage:
        if broken.pop() if broken else False:
            raise ValueError("no colours left")
        return paint(brush, wanted)

    monkeypatch.setattr(FramePainter, "paint", first_not)
    with qtbot.captureExceptions() as found:
        view.look_from("top")
        qtbot.waitUntil(lambda: bool(found))
    assert "no colours left" in str(found[0][1])
    view.look_from("side")
    assert np.abs(seen(view) - before).mean() > 1


def test_a_view_goes_while_it_is_painted(make_arm: Callable[..., ArmView], monkeypatch: pytest.MonkeyPatch) -> None:
    view = make_arm()
    seen(view)
    done, paint = [], FramePainter.paint

    def slowly(brush: FramePainter, wanted: WantedFrame) -> QImage:
        try:
            return paint(brush, wanted)  # or it is abandoned
        finally:
            time.sleep(0.1)
            done.append(wanted)

    monkeypatch.setattr(FramePainter, "paint", slowly)
    view.look_from("top")
    QApplication.processEvents()
    view.finish()
    assert done
    view.look_from("side")  # nothing is painted any more, and nothing breaks
    QApplication.processEvents()
    assert len(done) == 1


def test_what_is_hidden_is_painted_when_it_is_shown(
    make_arm: Callable[..., ArmView], document: Document, qtbot: QtBot
) -> None:
    view = make_arm()
    before = seen(view)
    view.hide()
    view.look_from("top")
    QApplication.processEvents()
    view.show()
    qtbot.waitExposed(view)
    assert np.abs(seen(view) - before).mean() > 1
