"""A file that somebody else writes too: noticed when saving and meanwhile, asked about, neither version lost."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.files.projects.project_file import read_project
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.project import edits
from denoc_studio.session import disk_watch
from denoc_studio.session.document import Document
from denoc_studio.window.files.changed_dialog import Answer, ChangedDialog
from denoc_studio.window.files.file_manager import FileManager
from denoc_studio.window.main_window import MainWindow
from denoc_studio.window.start import open_window
from tests.support.patience import SECONDS
from tests.support.two_writers import others

Files = tuple[FileManager, Document]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "mine.arm.json"
    load("planar-3r-free-fall").save(path)
    return path


@pytest.fixture
def open_file(qtbot: QtBot, preferences: Preferences, themes: Themes, path: Path) -> Callable[[], Files]:
    """Windows on one file, without their panels."""

    def make() -> Files:
        document, window = Document(load("furuta")), QWidget()
        qtbot.addWidget(window)
        files = FileManager(document, preferences, themes, window)
        files.open_path(path)
        return files, document

    return make


@pytest.fixture
def answer(qtbot: QtBot) -> Callable[[Answer], list[str]]:
    """Clicks in the next dialog about a changed file; the list gets what that says."""
    texts: list[str] = []

    def click(wanted: Answer) -> list[str]:
        def look() -> None:
            dialog = QApplication.activeModalWidget()
            if not isinstance(dialog, ChangedDialog):
                QTimer.singleShot(20, look)
                return
            cells = [dialog.table.item(row, k).text() for row in range(dialog.table.rowCount()) for k in range(3)]
            texts.extend([*dialog.texts, *cells])
            qtbot.mouseClick(dialog.buttons[wanted], Qt.MouseButton.LeftButton)

        QTimer.singleShot(20, look)
        return texts

    return click


def change(document: Document, a: float) -> None:
    document.edit(edits.change_link(document.project, 0, a=a), "Set a of link 1")


def length(path: Path) -> float:
    return load(path).robot.links[0].a


class TestSaving:
    def test_the_second_window_is_asked_and_keeps_both(self, open_file, answer, path: Path) -> None:
        """Whatever the second window saves later, the first one's work stays."""
        (one, first), (two, second) = open_file(), open_file()
        change(first, 0.11)
        assert one.save()
        change(second, 0.22)
        texts = answer(Answer.KEEP)
        assert two.save()
        assert texts[0] == "mine.arm.json was changed on disk."
        assert texts[-3:] == ["link 1, a", "0.11 m", "0.22 m"]
        assert length(path) == 0.22
        assert [length(kept) for kept in others(path)] == [0.11]
        for a in (0.33, 0.44):
            change(second, a)
            assert two.save(), "it is its own file again"
        assert [length(kept) for kept in others(path)] == [0.11]

    def test_cancel_changes_nothing(self, open_file, answer, path: Path) -> None:
        files, document = open_file()
        change(document, 0.22)
        edits.change_link(load(path), 0, a=0.11).save(path)
        before = path.read_bytes()
        answer(Answer.NOTHING)
        assert not files.save()
        assert document.modified
        assert path.read_bytes() == before

    def test_reload_can_be_undone(self, open_file, answer, path: Path) -> None:
        files, document = open_file()
        change(document, 0.22)
        edits.change_link(load(path), 0, a=0.11).save(path)
        answer(Answer.RELOAD)
        assert not files.save()
        assert document.robot.links[0].a == 0.11
        assert not document.modified
        document.undo_stack.undo()
        assert document.robot.links[0].a == 0.22
        assert document.modified
        assert files.save(), "what is on disk is known now"

    def test_save_as_leaves_the_file_alone(self, open_file, answer, path: Path, choose) -> None:
        files, document = open_file()
        change(document, 0.22)
        edits.change_link(load(path), 0, a=0.11).save(path)
        choose(path.with_name("other.arm.json"))
        answer(Answer.SAVE_AS)
        assert files.save()
        assert (length(path), length(path.with_name("other.arm.json"))) == (0.11, 0.22)
        assert document.path == path.with_name("other.arm.json")

    def test_save_as_over_a_file_keeps_that_one(self, open_file, path: Path, choose) -> None:
        files, document = open_file()
        target = path.with_name("other.arm.json")
        load("scara").save(target)
        choose(target)
        assert files.save_as()
        for a in (0.1, 0.2):
            change(document, a)
            assert files.save()
        assert [load(kept) for kept in others(target)] == [load("scara")]

    def test_a_file_that_is_gone_is_asked_about(self, open_file, answer, path: Path) -> None:
        files, document = open_file()
        change(document, 0.22)
        path.unlink()
        texts = answer(Answer.NOTHING)
        assert not files.save()
        assert texts[0] == "mine.arm.json is no longer there."
        assert not path.exists()
        answer(Answer.KEEP)
        assert files.save()
        assert length(path) == 0.22

    def test_a_link_in_its_place_is_asked_about(self, open_file, answer, path: Path) -> None:
        files, document = open_file()
        change(document, 0.22)
        elsewhere = path.with_name("elsewhere.txt")
        path.rename(elsewhere)
        path.symlink_to(elsewhere)
        before = elsewhere.read_bytes()
        texts = answer(Answer.NOTHING)
        assert not files.save()
        assert texts[0] == f"mine.arm.json leads to {elsewhere} now."
        assert elsewhere.read_bytes() == before

    def test_what_is_no_project_can_be_overruled_but_not_reloaded(self, open_file, answer, path: Path) -> None:
        files, document = open_file()
        change(document, 0.22)
        path.write_bytes(b"half a fi")
        texts = answer(Answer.RELOAD)  # which is grey
        QTimer.singleShot(200, lambda: QApplication.activeModalWidget().reject())
        assert not files.save()
        assert "It cannot be opened now: it is not JSON" in texts[1]
        answer(Answer.KEEP)
        assert files.save()
        assert [kept.read_bytes() for kept in others(path)] == [b"half a fi"]

    def test_a_change_after_the_answer_is_asked_about_again(self, open_file, path: Path, answer) -> None:
        files, document = open_file()
        change(document, 0.22)
        edits.change_link(load(path), 0, a=0.11).save(path)
        files.shared.keep(disk_watch.look_at(path))
        edits.change_link(load(path), 0, a=0.12).save(path)
        texts = answer(Answer.NOTHING)
        assert not files.save()
        assert "0.12 m" in texts
        assert length(path) == 0.12


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("EVERY", "AGAIN", "COLLECT"):
        monkeypatch.setattr(disk_watch, name, 15)


class TestWatching:
    @pytest.fixture
    def window(self, qtbot: QtBot, preferences: Preferences, path: Path, quick: None) -> MainWindow:
        preferences["recompute"] = False
        window = open_window(load(path), path, preferences)
        qtbot.addWidget(window, before_close_func=lambda window: window.session.document.undo_stack.setClean())
        qtbot.waitExposed(window)
        return window

    def test_what_others_save_is_told_and_can_be_taken(self, qtbot: QtBot, window: MainWindow, path: Path) -> None:
        notice, document = window.disk_notice, window.session.document
        qtbot.wait(150)
        assert not notice.isVisible()
        os.utime(path, (1, 1))
        qtbot.wait(150)
        assert not notice.isVisible(), "the same bytes"
        edits.change_link(load(path), 0, a=0.11).save(path)
        qtbot.waitUntil(notice.isVisible)
        assert not document.modified, "nothing of this window is lost"
        qtbot.mouseClick(notice.reload, Qt.MouseButton.LeftButton)
        assert document.robot.links[0].a == 0.11
        assert not document.modified
        assert not notice.isVisible()
        qtbot.wait(150)
        assert not notice.isVisible()

    def test_what_is_put_back_is_no_news_any_more(self, qtbot: QtBot, window: MainWindow, path: Path) -> None:
        before = path.read_bytes()
        load("scara").save(path)
        qtbot.waitUntil(window.disk_notice.isVisible)
        path.write_bytes(before)
        qtbot.waitUntil(lambda: not window.disk_notice.isVisible())

    def test_kept_is_saved_over_with_a_copy(self, qtbot: QtBot, window: MainWindow, path: Path) -> None:
        load("scara").save(path)
        qtbot.waitUntil(window.disk_notice.isVisible)
        qtbot.mouseClick(window.disk_notice.keep, Qt.MouseButton.LeftButton)
        assert not window.disk_notice.isVisible()
        assert window.session.document.modified, "the file is another one"
        qtbot.wait(150)
        assert not window.disk_notice.isVisible(), "it was answered"
        assert window.files.save()
        assert load(path).name == "planar-3r-free-fall"
        assert [load(kept).name for kept in others(path)] == ["scara"]
        assert "the other version is kept as mine (other version" in window.status.currentMessage()

    def test_the_differences_are_shown(self, qtbot: QtBot, window: MainWindow, path: Path, answer) -> None:
        replace(load(path), q0=(0.1, 0.2, 0.3)).save(path)
        qtbot.waitUntil(window.disk_notice.isVisible)
        texts = answer(Answer.RELOAD)
        qtbot.mouseClick(window.disk_notice.details, Qt.MouseButton.LeftButton)
        assert "0.1, 0.2, 0.3" in texts
        assert window.session.document.project.q0 == (0.1, 0.2, 0.3)
        assert not window.disk_notice.isVisible()

    def test_a_file_that_is_gone_makes_the_document_unsaved(self, qtbot: QtBot, window: MainWindow, path: Path) -> None:
        path.unlink()
        qtbot.waitUntil(window.disk_notice.isVisible)
        assert window.session.document.modified
        assert not window.disk_notice.reload.isEnabled()
        qtbot.mouseClick(window.disk_notice.keep, Qt.MouseButton.LeftButton)
        assert window.files.save()
        assert path.exists()

    def test_work_that_was_saved_here_and_replaced_counts_as_unsaved(self, qtbot: QtBot, window, path: Path) -> None:
        document = window.session.document
        change(document, 0.22)
        assert window.files.save()
        load("scara").save(path)
        qtbot.waitUntil(window.disk_notice.isVisible)
        assert document.modified

    def test_becoming_active_looks_at_once(self, qtbot: QtBot, window: MainWindow, path: Path) -> None:
        watch = window.files.shared.watch
        watch._timer.stop()
        other = QWidget()
        qtbot.addWidget(other)
        other.show()
        qtbot.waitExposed(other)
        other.activateWindow()
        qtbot.waitUntil(other.isActiveWindow)
        qtbot.waitUntil(lambda: not watch._busy)
        load("scara").save(path)
        window.activateWindow()
        qtbot.waitUntil(window.disk_notice.isVisible)

    def test_a_drive_that_does_not_answer_stops_nothing(
        self, qtbot: QtBot, window: MainWindow, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One look hangs; the window goes on, begins no other one, and closes."""
        answers, begun, ended = threading.Event(), [], []

        def hang(_: Path) -> None:
            begun.append(1)
            ended.append(answers.wait(SECONDS))

        monkeypatch.setattr(disk_watch, "_stamp", hang)
        qtbot.waitUntil(lambda: bool(begun))
        qtbot.wait(180)  # time for a dozen looks
        assert len(begun) == 1
        window.close()
        assert not ended, "nobody has waited for it"
        answers.set()

    @pytest.mark.skipif(os.name == "nt", reason="pipes")
    def test_a_pipe_in_its_place_is_not_waited_for(self, qtbot: QtBot, window: MainWindow, path: Path) -> None:
        path.unlink()
        os.mkfifo(path)
        qtbot.waitUntil(window.disk_notice.isVisible)
        assert not window.disk_notice.reload.isEnabled()


def test_a_file_that_changed_before_the_window_was_there(qtbot: QtBot, preferences: Preferences, path: Path, answer):
    """Read by the command line, replaced by somebody, then opened: saving asks."""
    project = load(path)
    load("scara").save(path)
    window = open_window(project, path, preferences)
    qtbot.addWidget(window, before_close_func=lambda window: window.session.document.undo_stack.setClean())
    answer(Answer.NOTHING)
    assert not window.files.save()
    assert read_project(path)[0] == load("scara")
