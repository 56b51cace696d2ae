"""What is switched again and again leaves nothing behind; `python -m tests.long memory` measures it in MB."""

from __future__ import annotations

import gc
import weakref
from collections import Counter

from OpenGL import contextdata
from pytestqt.qtbot import QtBot

from denoc_studio.session.results import Run
from denoc_studio.window.main_window import MainWindow
from tests.long.window.switches import computed, docks, drawing, projects, smooth_gl, themes, turn, units


def objects() -> Counter[str]:
    """How many objects of each class there are, once what can go is gone."""
    turn()
    gc.collect()
    gc.collect()
    kinds = map(type, gc.get_objects())
    return Counter(kind.__name__ for kind in kinds if str(kind.__module__).startswith(("denoc_studio.", "PySide6.")))


def test_switches_leave_no_objects(window: MainWindow) -> None:
    """Of themes, units and docks."""
    for switch in (themes, units, docks):
        for k in range(8):  # until all that is drawn once has been drawn
            switch(window, k)
        before = objects()
        for k in range(8):
            switch(window, k)
        grown = {name: more for name, more in (objects() - before).items() if more >= 4}
        assert not grown, switch.__name__


def test_a_canvas_that_was_replaced_is_gone(window: MainWindow) -> None:
    """Those of OpenGL and those of the painter."""
    old = []
    for k in range(4):
        old.append(weakref.ref(window.arm._canvas.drawer))
        drawing(window, k)
    gc.collect()
    kept = [each() for each in old if each() is not None and each() is not window.arm._canvas.drawer]
    assert not kept


def test_opengl_keeps_nothing_of_contexts_that_are_gone(window: MainWindow) -> None:
    """PyOpenGL holds pointers by context."""
    for k in range(6):
        smooth_gl(window, k)
    assert len(contextdata.storedPointers) <= 1


def test_a_project_that_was_given_up_is_gone(qtbot: QtBot, window: MainWindow) -> None:
    """With its runs, once nobody computes or paints them; the one before the last may still be compared with."""
    projects(window, 0)
    run = window.session.document.results.current
    assert isinstance(run, Run)
    gone = [weakref.ref(run), weakref.ref(run.project)]
    del run
    for k in range(1, 4):
        projects(window, k)
    computed(window)

    def forgotten() -> bool:
        gc.collect()
        return all(each() is None for each in gone)

    qtbot.waitUntil(forgotten)
