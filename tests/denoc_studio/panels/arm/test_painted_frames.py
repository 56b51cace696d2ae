"""Frames of the arm that carry on the one before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QApplication

from denoc import load, play
from denoc_studio.look.palettes import LIGHT
from denoc_studio.panels.arm import painted_frames
from denoc_studio.panels.arm.painted_frames import Abandoned, FramePainter, WantedFrame
from denoc_studio.picture.arm.compose import ArmState, Motif, Options, Trace
from denoc_studio.picture.arm.picture import picture_colours
from denoc_studio.picture.arm.run_at_time import first_view
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.arm.symbols.highlight import highlight
from denoc_studio.picture.image.raster_loops import FRESH

ROBOT = load("planar-3r-free-fall").robot
SCENE = Scene(ROBOT)
START = np.array([0.3, 0.4, 0.5])
CAMERA = first_view(SCENE, START).fitted(SCENE.outline(START), 1.5)
OPTIONS = Options(picture_colours(LIGHT), frozenset({"trace", "limits", "grid", "labels"}))
ANGLES = np.linspace(0, 6, 200)
REACH = SCENE.size.reach
PATH = SCENE.foot() + REACH * np.stack([np.cos(ANGLES), 0.2 * np.sin(3 * ANGLES), 0.7 * np.sin(ANGLES)], axis=1)


def wanted(k: int, **changes: object) -> WantedFrame:
    """Frame k of a motion along a path."""
    trace = Trace(PATH[: 50 + k], PATH[49 + k :])
    motif = Motif(ArmState(SCENE, START + 0.03 * k), OPTIONS, None, trace)
    return WantedFrame(motif, CAMERA, QSize(300, 200), 1.0, QFont(), fine=True, compiled=True)._replace(**changes)


@pytest.fixture
def carried(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of every frame, whether it was painted on the one before."""
    found: list[bool] = []
    paint = painted_frames.paint_foreground
    monkeypatch.setattr(
        painted_frames, "paint_foreground", lambda *given: found.append(given[-1] is not None) or paint(*given)
    )
    return found


def test_they_are_as_painted_alone(qapp: QApplication, carried: list[bool]) -> None:
    """From elsewhere, coarser, without the path, a link pointed at, a symbol over all: whatever the one before was."""
    played = play(ROBOT, "ridim", START, START, START)
    motif, bare = wanted(0).motif, replace(OPTIONS, visible=frozenset({"grid"}))
    odd = [
        {"camera": CAMERA.orbited(20, 5)},
        {"fine": False},
        {"motif": replace(motif, trace=None)},
        {"motif": replace(motif, trace=None, options=bare)},
        {"motif": replace(motif, options=replace(OPTIONS, hovered=1))},
        {"motif": replace(motif, options=replace(OPTIONS, highlight=highlight(ROBOT, played, played.of("t")[0], "t")))},
        {"size": QSize(320, 220)},
    ]
    brush, k = FramePainter(), 0
    for changes in odd:
        for each in ({}, {}, {}, changes, changes, {}):
            k += 1
            assert brush.paint(wanted(k, **each)) == FramePainter().paint(wanted(k, **each)), (k, each)
    assert any(carried)


def test_while_the_camera_stands_still_only_what_changes_is_painted(qapp: QApplication, carried: list[bool]) -> None:
    brush = FramePainter()
    for k in range(6):
        brush.paint(wanted(k))
    assert carried == [False, False, True, True, True, True]
    blocks = brush._raster._blocks
    assert np.count_nonzero(blocks & FRESH) < 0.6 * np.count_nonzero(blocks)


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_nothing_changes_but_where_it_is_told(qapp: QApplication, carried: list[bool], ratio: float) -> None:
    brush, told = FramePainter(), []
    before = brush.paint(wanted(0, ratio=ratio))
    for k in range(1, 20):
        frame = brush.paint(wanted(k, ratio=ratio))
        told.append(brush.changed)
        if brush.changed is not None:
            painter = QPainter(before)
            painter.setClipRect(brush.changed)
            painter.drawImage(0, 0, frame)
            painter.end()
            assert before == frame
            assert brush.changed.width() * brush.changed.height() < 0.9 * 300 * 200
        before = frame
    assert [each is not None for each in told] == carried[1:]
    brush.paint(wanted(20, ratio=ratio, camera=CAMERA.orbited(20, 5)))
    assert brush.changed is None


def test_one_that_was_abandoned_is_not_carried_on(qapp: QApplication, carried: list[bool]) -> None:
    brush = FramePainter()
    for k in range(3):
        brush.paint(wanted(k))
    go_on, left = brush._go_on, [2]

    def stop_in_the_middle() -> None:
        left[0] -= 1
        brush.abandoned = left[0] == 0
        go_on()

    brush._go_on = stop_in_the_middle  # type: ignore[method-assign]
    with pytest.raises(Abandoned):
        brush.paint(wanted(9))
    brush._go_on, brush.abandoned = go_on, False  # type: ignore[method-assign]
    assert brush.paint(wanted(4)) == FramePainter().paint(wanted(4))
