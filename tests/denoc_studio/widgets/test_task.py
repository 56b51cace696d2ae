"""Work beside the window: whoever hears that it is done may begin another at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

import denoc
from denoc.basics.cancelling import Cancelled
from denoc.basics.errors import DynamicsError
from denoc_studio.panels.exports.robot import RobotExport
from denoc_studio.widgets.beside import Beside, Reporter
from denoc_studio.widgets.newest_only import NewestOnly
from denoc_studio.widgets.task import Task
from denoc_studio.window.main_window import MainWindow


@pytest.fixture
def owner(qapp: QObject) -> QObject:
    return QObject()


def refuse(*_: object) -> None:
    raise DynamicsError("no")


def test_a_task_is_over_before_it_tells(qtbot: QtBot, owner: QObject) -> None:
    heard: list[object] = []
    for work in (lambda _: 7, refuse):
        task = Task(work, owner)
        task.over.connect(lambda task=task: heard.append(("over", task.isRunning())))
        task.done.connect(heard.append)
        task.failed.connect(heard.append)
        with qtbot.waitSignal(task.destroyed):
            task.start()
    assert heard == [("over", False), 7, ("over", False), "no"]


def test_the_newest_is_asked_from_an_answer(qtbot: QtBot, owner: QObject) -> None:
    answers, newest = [], NewestOnly(owner)

    def take(answer: int) -> None:
        answers.append(answer)
        if answer < 5:
            newest.ask(lambda: answer + 1)

    newest.done.connect(take)
    newest.ask(lambda: 0)
    newest.ask(lambda: 1)  # in the place of the first, of which nothing is told
    qtbot.waitUntil(lambda: answers[-1:] == [5])
    assert answers == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("work", [lambda reporter: 7, refuse])
def test_another_begins_when_one_has_told_its_end(work: object, qtbot: QtBot, owner: QObject) -> None:
    beside, told = Beside(owner), []

    def again(what: object) -> None:
        told.append(what)
        assert not beside.busy
        if len(told) == 1:
            beside.start(work)

    for signal in (beside.done, beside.failed):
        signal.connect(again)
    beside.ended.connect(lambda: told.append("ended"))
    beside.start(work)
    qtbot.waitUntil(lambda: "ended" in told)
    assert told[0] == told[1] != "ended"
    assert told[2:] == ["ended"], "of two that follow each other the last one's end is told"


def test_what_is_given_up_ends_without_a_word(qtbot: QtBot, owner: QObject) -> None:
    beside, told = Beside(owner), []

    def work(reporter: Reporter) -> None:
        reporter.cancel.wait()
        raise Cancelled

    for signal in (beside.done, beside.failed):
        signal.connect(told.append)
    beside.start(work)
    with qtbot.waitSignal(beside.ended):
        beside.stop()
    assert not told
    assert not beside.busy


def test_a_file_may_follow_a_file(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    export: RobotExport = window.exports
    paths: list[Path] = []
    messages: list[str] = []
    export.message.connect(messages.append)

    def more(*_: object) -> None:
        paths.append(tmp_path / f"{len(paths)}.urdf")
        export.write(paths[-1])

    export.noted.connect(lambda *_: more() if len(paths) < 4 else None)
    more()
    qtbot.waitUntil(lambda: len(messages) == 4)
    assert messages == [f"Wrote {path}" for path in paths]
    assert all(denoc.load_urdf(path).n == window.session.document.robot.n for path in paths)
