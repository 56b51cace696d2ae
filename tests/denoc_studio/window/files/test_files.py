"""Open, save, recent files; unsaved work is asked for; a file that cannot be used changes nothing."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from denoc import load, save_urdf
from denoc.basics.errors import DynamicsError
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.run import Run
from denoc_studio.window.files import file_manager
from denoc_studio.window.files.file_manager import FileManager
from denoc_studio.window.notes_dialog import NotesDialog

Button = QMessageBox.StandardButton


@pytest.fixture
def files(qtbot: QtBot, document: Document, preferences: Preferences, themes: Themes) -> FileManager:
    window = QWidget()
    qtbot.addWidget(window)
    return FileManager(document, preferences, themes, window)


@pytest.fixture
def answer(qtbot: QtBot) -> Callable[[QMessageBox.StandardButton], list[str]]:
    """Clicks this button in the next message box; the list gets the box's text."""
    texts: list[str] = []

    def click(button: QMessageBox.StandardButton) -> list[str]:
        def look() -> None:
            box = QApplication.activeModalWidget()
            if isinstance(box, QMessageBox):
                texts.append(box.text())
                box.button(button).click()
            else:
                QTimer.singleShot(20, look)

        QTimer.singleShot(20, look)
        return texts

    return click


@pytest.fixture
def choose_file(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    def choose(path: Path) -> None:
        for name in ("getOpenFileName", "getSaveFileName"):
            monkeypatch.setattr(QFileDialog, name, lambda *_, path=path: (str(path), ""))

    return choose


def change(document: Document) -> None:
    document.edit(edits.change_link(document.project, 0, a=0.77), "Set a of link 1")


def test_a_urdf_file_opens_untitled(
    files: FileManager, document: Document, tmp_path: Path, choose_file: Callable[[Path], None], qtbot: QtBot
) -> None:
    """Saving asks for a name: a project is never written over the URDF it came from."""
    urdf = tmp_path / "arm.urdf"
    save_urdf(load("ur5").robot, urdf)
    before = urdf.read_bytes()
    files.open_path(urdf)
    qtbot.waitUntil(lambda: document.robot.n == 6)
    assert document.path is None
    choose_file(tmp_path / "saved.arm.json")
    assert files.save()
    assert urdf.read_bytes() == before
    assert load(tmp_path / "saved.arm.json").robot == document.project.robot


def test_saved_and_opened_again_it_is_the_same(
    document: Document, files: FileManager, choose_file: Callable[[Path], None], tmp_path: Path
) -> None:
    change(document)
    saved = document.project
    choose_file(tmp_path / "mine")
    assert files.save()
    path = tmp_path / "mine.arm.json"
    assert document.path == path
    assert not document.modified
    document.replace(load("scara"))
    files.open_path(path)
    assert document.project == replace(saved, name="mine")
    first = path.read_bytes()
    assert files.save()
    assert path.read_bytes() == first
    assert files.recent == [path]


def test_a_project_takes_the_name_of_its_file(
    document: Document, files: FileManager, choose_file: Callable[[Path], None], tmp_path: Path
) -> None:
    change(document)
    choose_file(tmp_path / "mine.arm.json")
    outdated: list[object] = []
    document.run_outdated.connect(outdated.append)
    assert files.save_as()
    assert document.project.name == load(tmp_path / "mine.arm.json").name == "mine"
    assert document.name == "mine.arm.json"
    assert not document.modified
    assert outdated == []  # its run is the same
    choose_file(tmp_path / "other.json")
    assert files.save_as()
    assert document.project.name == "other"
    document.undo_stack.undo()
    assert document.modified
    document.undo_stack.redo()
    assert not document.modified
    document.edit(replace(document.project, name="An arm, as told"), "Name it")
    choose_file(tmp_path / "An-arm-as-told.arm.json")  # as it is proposed
    assert files.save_as()
    assert document.project.name == "An arm, as told"
    document.edit(replace(document.project, name="told again"), "Name it")
    assert files.save()
    assert load(document.path).name == "told again"


@pytest.mark.parametrize("button", [Button.Save, Button.Cancel])
def test_the_name_of_a_urdf_is_asked_about(
    document: Document,
    files: FileManager,
    choose_file: Callable[[Path], None],
    answer: Callable[[QMessageBox.StandardButton], list[str]],
    tmp_path: Path,
    button: QMessageBox.StandardButton,
) -> None:
    choose_file(tmp_path / "arm.urdf")
    texts = answer(button)
    assert files.save_as() == (button == Button.Save)
    assert "File > Export the robot writes one" in texts[0]
    assert [path.name for path in tmp_path.iterdir() if "arm." in path.name] == (
        ["arm.arm.json"] if button == Button.Save else []
    )


def test_new_is_untitled(document: Document, files: FileManager) -> None:
    files.new()
    assert (document.name, document.robot.name, document.robot.n) == ("untitled", "untitled", 1)
    assert "chain" not in document.project.description


class TestNotes:
    def test_one_step_that_reaches_the_run(self, qtbot: QtBot, document: Document) -> None:
        document.results.start(Run(1, document.project))
        dialog = NotesDialog(document)
        qtbot.addWidget(dialog)
        dialog.name.setText("lab 3")
        dialog.description.setPlainText("It falls.\nThen it swings.")
        dialog.source.setPlainText("measured")
        before = document.project
        dialog.accept()
        assert document.project == replace(
            before, name="lab 3", description="It falls.\nThen it swings.", source="measured"
        )
        assert document.undo_stack.count() == 1
        run = document.results.current
        assert run is not None
        assert run.project.name == "lab 3"
        assert not run.stale
        document.undo_stack.undo()
        assert document.project == before
        assert run.project.name == before.name

    @pytest.mark.parametrize(
        ("name", "description", "reason"),
        [
            (" ", "", "Name: a name is needed"),
            ("x" * 300, "", "Name: up to 200"),
            ("x", "y" * 10_001, "Description: a t"),
        ],
    )
    def test_refused_in_words(self, qtbot: QtBot, document: Document, name: str, description: str, reason: str) -> None:
        dialog = NotesDialog(document)
        qtbot.addWidget(dialog)
        before = document.project
        dialog.name.setText(name)
        dialog.description.setPlainText(description)
        dialog.show()
        dialog.accept()
        assert dialog.isVisible()
        assert dialog.message.text().startswith(reason)
        assert document.project is before


def test_cancel_keeps_what_was_not_saved(
    document: Document, files: FileManager, answer: Callable[[QMessageBox.StandardButton], list[str]]
) -> None:
    change(document)
    texts = answer(Button.Cancel)
    files.open_example("scara")
    assert document.robot.links[0].a == 0.77
    assert "has been changed" in texts[0]


def test_discard_gives_it_up(
    document: Document, files: FileManager, answer: Callable[[QMessageBox.StandardButton], list[str]]
) -> None:
    change(document)
    answer(Button.Discard)
    files.open_example("scara")
    assert document.project == load("scara")


def test_a_long_arm_is_made_ready_beside_the_window(files: FileManager, document: Document, qtbot: QtBot) -> None:
    files.open_example("chain-40")
    qtbot.waitUntil(lambda: document.robot.n == 40)
    files.open_example("chain-50")
    files.open_example("scara")
    assert document.project.name == "scara"
    files.finish()
    qtbot.wait(50)
    assert document.project.name == "scara"


def test_an_edit_while_a_long_arm_is_made_ready_is_asked_about(
    files: FileManager, document: Document, qtbot: QtBot, answer: Callable[[QMessageBox.StandardButton], list[str]]
) -> None:
    for asked, (button, joints) in enumerate([(Button.Cancel, document.robot.n), (Button.Discard, 40)], 1):
        texts = answer(button)
        files.open_example("chain-40")
        change(document)
        qtbot.waitUntil(lambda texts=texts, asked=asked: len(texts) == asked)
        assert "has been changed" in texts[-1]
        assert document.robot.n == joints
        document.undo_stack.undo()


def test_a_long_arm_that_cannot_be_made_ready_says_so(
    files: FileManager,
    document: Document,
    qtbot: QtBot,
    answer: Callable[[QMessageBox.StandardButton], list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: object) -> None:
        raise DynamicsError("no room for its meshes")

    monkeypatch.setattr(file_manager, "make_ready", refuse)
    before, texts = document.project, answer(Button.Ok)
    files.open_example("chain-40")
    qtbot.waitUntil(lambda: len(texts) == 1)
    assert "no room for its meshes" in texts[0]
    assert document.project is before


def test_save_first_writes_it(
    document: Document,
    files: FileManager,
    answer: Callable[[QMessageBox.StandardButton], list[str]],
    choose_file: Callable[[Path], None],
    tmp_path: Path,
) -> None:
    change(document)
    choose_file(tmp_path / "kept.arm.json")
    answer(Button.Save)
    files.new()
    assert load(tmp_path / "kept.arm.json").robot.links[0].a == 0.77
    assert document.robot.n == 1


def test_a_file_that_cannot_be_read_leaves_the_document_alone(
    document: Document, files: FileManager, answer: Callable[[QMessageBox.StandardButton], list[str]], tmp_path: Path
) -> None:
    before = document.project
    path = tmp_path / "bad.arm.json"
    path.write_text('{"version": 1, "name": "x", "robot": {"name": "r", "links": [{"mass": -1}]}}')
    texts = answer(Button.Ok)
    files.open_path(path)
    assert document.project == before
    assert "bad.arm.json" in texts[0]


def test_a_failed_save_keeps_the_document_modified(
    document: Document, files: FileManager, answer: Callable[[QMessageBox.StandardButton], list[str]], tmp_path: Path
) -> None:
    change(document)
    document.path = tmp_path / "no" / "such" / "folder.arm.json"
    texts = answer(Button.Ok)
    assert not files.save()
    assert document.modified
    assert "folder.arm.json" in texts[0]


@pytest.mark.parametrize("room", [0, 1, 100, 1000])
def test_a_full_disk_loses_nothing(
    document: Document,
    files: FileManager,
    answer: Callable[[QMessageBox.StandardButton], list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    room: int,
) -> None:
    path = tmp_path / "mine.arm.json"
    document.path = path
    assert files.save()
    before = path.read_bytes()
    change(document)
    left, write = [room], os.write

    def full(handle: int, data: memoryview) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        count = write(handle, data[: left[0]])
        left[0] -= count
        return count

    monkeypatch.setattr(os, "write", full)
    texts = answer(Button.Ok)
    assert not files.save()
    monkeypatch.undo()
    assert "The arm was not saved" in texts[0]
    assert "mine.arm.json: cannot be written: No space left on device" in texts[0]
    assert document.modified
    assert document.robot.links[0].a == 0.77
    assert path.read_bytes() == before
    assert files.save(), "and with room again it works"
    assert load(path) == document.project
    assert (tmp_path / "mine.arm.json~").read_bytes() == before


def test_recent_files_are_few_and_the_newest_is_first(
    document: Document, files: FileManager, preferences: Preferences, tmp_path: Path
) -> None:
    paths = [tmp_path / f"arm{k}.arm.json" for k in range(13)]
    for path in paths:
        document.project.save(path)
        files.open_path(path)
    files.open_path(paths[8])
    assert len(files.recent) == 10
    assert files.recent[:2] == [paths[8], paths[12]]
    preferences.settings.setValue("recent", 17)
    assert files.recent == []
