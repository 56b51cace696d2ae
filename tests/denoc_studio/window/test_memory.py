"""What is switched again and again leaves nothing behind; `python -m tests.long memory` measures it in MB."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from pathlib import Path

import pytest
from OpenGL import contextdata
from PySide6.QtCore import QObject, QThread
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from denoc_studio.lessons.shelf import bundled_lessons
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.exports import file_export
from denoc_studio.panels.exports.export_dialog import ExportDialog
from denoc_studio.panels.exports.file_export import FileExport
from denoc_studio.panels.lessons.card_menu import CardMenu
from denoc_studio.session.run import Run
from denoc_studio.window.main_window import MainWindow
from tests.long.window.switches import computed, docks, drawing, projects, smooth_gl, themes, turn, units
from tests.support.studio.showing import action


def objects() -> Counter[str]:
    """How many objects of each class there are, once what can go is gone."""
    turn()
    gc.collect()
    gc.collect()
    kinds = map(type, gc.get_objects())
    return Counter(kind.__name__ for kind in kinds if str(kind.__module__).startswith(("denoc_studio.", "PySide6.")))


@pytest.mark.usefixtures("newer")
def test_switches_leave_no_objects(window: MainWindow) -> None:
    """Of themes, units and docks: none in every second switch, after those that draw all that is drawn once."""
    for switch, times in ((themes, 4), (units, 8), (docks, 8)):
        for k in range(times):
            switch(window, k)
        before = objects()
        for k in range(times):
            switch(window, k)
        grown = {name: more for name, more in (objects() - before).items() if more >= times // 2}
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


def children(owner: QObject, kind: type[QObject]) -> int:
    """How many of a kind there are below the owner, once what can go is gone."""
    turn()
    return len(owner.findChildren(kind))


def test_what_was_copied_is_gone(qtbot: QtBot, window: MainWindow) -> None:
    """With the thread that made it, and the run that it was made of."""
    window.session.run()
    computed(window)
    before = children(window, QThread)
    for copy in (action(window, "Copy the picture of the arm"), window.plots.copy_data_action):
        for _ in range(2):
            copy.trigger()
            assert len(window.findChildren(QThread)) == before + 1
            qtbot.waitUntil(lambda: children(window, QThread) == before)


def test_a_file_that_was_written_leaves_no_thread(
    qtbot: QtBot, preferences: Preferences, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Written:
        def __init__(self, *_: object) -> None: ...

        def write(self, _: object) -> list[Path]:
            return [tmp_path]

    monkeypatch.setattr(file_export, "Export", Written)
    owner = QWidget()
    qtbot.addWidget(owner)
    export = FileExport(owner, preferences.settings)
    export.write(None, None, tmp_path)  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: not export.busy)
    assert children(owner, QThread) == 0


def test_an_export_that_was_closed_is_gone(window: MainWindow) -> None:
    """With the run that it was to export."""
    window.session.run()
    computed(window)
    for name in ("Export the animation", "Export the picture of the arm", "Lab report", "Export this plot"):
        action(window, name).trigger()
        dialog = window.arm_export.dialog or window.plots._export.dialog
        assert dialog is not None, name
        dialog.reject()
        assert children(window, ExportDialog) == 0, name


def test_the_cards_of_a_lesson_have_one_group(qtbot: QtBot) -> None:
    menu = CardMenu()
    qtbot.addWidget(menu)
    lesson = bundled_lessons()[0]
    for card in range(3):
        menu.show_place(lesson, card % len(lesson.cards), frozenset())
    assert children(menu, QActionGroup) == 1
