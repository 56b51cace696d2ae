"""Unsaved work survives: a copy within seconds, offered at the next start, never written over the document."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc import Project, load
from denoc.arm.visuals import Visual
from denoc.files.disk.versions import version_of
from denoc_studio.project import edits
from denoc_studio.session import recovery_store
from denoc_studio.session.document import Document
from denoc_studio.session.file_lock import FileLock
from denoc_studio.session.recovery import Recovery
from denoc_studio.session.recovery_store import Slot, leftovers, origin_of
from denoc_studio.window.files.recovery_dialog import describe
from tests.support.patience import SECONDS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recovery"


@pytest.fixture
def start(qapp: QApplication, folder: Path) -> Iterator[Callable[..., tuple[Document, Recovery]]]:
    """Sessions without their windows, with a short delay."""
    made: list[Recovery] = []

    def make(project: Project | None = None, path: Path | None = None) -> tuple[Document, Recovery]:
        document = Document(project or load("furuta"))
        document.path, document.version = path, version_of(path) if path is not None and path.exists() else None
        recovery = Recovery(document, folder, document)
        recovery._timer.setInterval(30)
        made.append(recovery)
        return document, recovery

    yield make
    for recovery in made:
        recovery.close()


def change(document: Document, a: float = 0.77) -> None:
    document.edit(edits.change_link(document.project, 0, a=a), "Set a of link 1")


def crash(recovery: Recovery) -> None:
    """What the system does when a process dies: the lock is free, the files stay."""
    recovery._timer.stop()
    recovery._do(lambda: None)
    recovery._busy.result()
    if recovery._slot is not None:
        recovery._slot.close(keep=True)
        recovery._slot = None


def copies(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.arm.json")) if folder.exists() else []


def kept(folder: Path, project: Project) -> bool:
    return any(path.exists() and load(path) == project for path in copies(folder))


class TestKeeping:
    def test_a_change_is_kept_and_a_save_removes_the_copy(self, qtbot: QtBot, start, folder: Path, tmp_path: Path):
        document, _ = start()
        qtbot.wait(80)
        assert not folder.exists(), "nothing was changed"
        change(document)
        qtbot.waitUntil(lambda: kept(folder, document.project))
        document.project.save(tmp_path / "mine.arm.json")
        document.saved(tmp_path / "mine.arm.json")
        qtbot.waitUntil(lambda: not copies(folder))

    def test_undoing_everything_removes_it_too(self, qtbot: QtBot, start, folder: Path) -> None:
        document, _ = start()
        change(document)
        qtbot.waitUntil(lambda: bool(copies(folder)))
        document.undo_stack.undo()
        qtbot.waitUntil(lambda: not copies(folder))

    def test_a_burst_of_changes_does_not_put_it_off(self, qtbot: QtBot, start, folder: Path) -> None:
        document, recovery = start()
        recovery._timer.setInterval(150)
        begun = time.monotonic()
        while not copies(folder):
            change(document, a=time.monotonic() - begun)
            qtbot.wait(5)
            assert time.monotonic() - begun < SECONDS
        qtbot.waitUntil(lambda: kept(folder, document.project))

    def test_the_window_does_not_wait_for_the_disk(self, qtbot: QtBot, start, monkeypatch: pytest.MonkeyPatch) -> None:
        document, recovery = start()
        sync, reached, ready = os.fsync, threading.Event(), threading.Event()
        monkeypatch.setattr(os, "fsync", lambda handle: (reached.set(), ready.wait(SECONDS), sync(handle)))
        change(document)
        qtbot.waitUntil(reached.is_set)
        for _ in range(50):
            QApplication.processEvents()
        assert recovery._busy is not None
        assert not recovery._busy.done(), "the disk is still at it"
        ready.set()

    def test_closing_leaves_nothing(self, qtbot: QtBot, start, folder: Path) -> None:
        document, recovery = start()
        change(document)
        qtbot.waitUntil(lambda: bool(copies(folder)))
        recovery.close()
        assert list(folder.iterdir()) == []

    def test_a_full_disk_is_told_once(self, qtbot: QtBot, start, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        document, recovery = start()
        told: list[str] = []
        recovery.failed.connect(told.append)

        def fail(*_: object) -> int:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "write", fail)
        for a in (0.1, 0.2):
            change(document, a)
            qtbot.wait(80)
            recovery._busy.result()
        qtbot.waitUntil(lambda: bool(told))
        assert len(told) == 1
        assert "No space left" in told[0]
        monkeypatch.undo()
        qtbot.waitUntil(lambda: kept(folder, document.project))


class TestLeftovers:
    def test_it_comes_back_with_its_file(self, qtbot: QtBot, start, folder: Path, tmp_path: Path) -> None:
        path = tmp_path / "mine.arm.json"
        load("furuta").save(path)
        before = path.read_bytes()
        document, recovery = start(load(path), path)
        change(document)
        qtbot.waitUntil(lambda: bool(copies(folder)))
        crash(recovery)

        (leftover,) = leftovers(folder)
        assert leftover.project == document.project
        assert leftover.target == path
        assert str(path) in describe(leftover)
        again, other = start()
        other.adopt(leftover)
        assert again.project == document.project
        assert again.path == path
        assert again.modified
        assert path.read_bytes() == before, "only saving touches the document"
        other._busy.result()
        assert copies(folder), "it stays protected"
        again.saved(path)
        qtbot.waitUntil(lambda: not copies(folder))

    def test_a_file_that_changed_meanwhile_is_not_saved_over(self, qtbot: QtBot, start, folder: Path, tmp_path: Path):
        path = tmp_path / "mine.arm.json"
        load("furuta").save(path)
        document, recovery = start(load(path), path)
        change(document)
        qtbot.waitUntil(lambda: bool(copies(folder)))
        crash(recovery)
        load("scara").save(path)
        (leftover,) = leftovers(folder)
        assert leftover.path == path
        assert leftover.target is None
        assert "changed or removed" in describe(leftover)
        leftover.slot.close()

    def test_a_save_of_somebody_else_before_the_copy_is_noticed(
        self, qtbot: QtBot, start, folder: Path, tmp_path: Path
    ):
        """What counts is the version that the work began with, not the one on disk when the copy is made."""
        path = tmp_path / "mine.arm.json"
        load("furuta").save(path)
        document, recovery = start(load(path), path)
        load("scara").save(path)
        change(document)
        qtbot.waitUntil(lambda: bool(copies(folder)))
        crash(recovery)
        (leftover,) = leftovers(folder)
        assert leftover.target is None
        leftover.slot.close()

    def test_two_crashed_windows_are_both_offered(self, qtbot: QtBot, start, folder: Path, tmp_path: Path) -> None:
        """On one file, too; closing a window that recovered one leaves the other."""
        path = tmp_path / "mine.arm.json"
        load("furuta").save(path)
        (one, first), (two, second) = start(load(path), path), start(load(path), path)
        change(one, 0.11)
        change(two, 0.22)
        qtbot.waitUntil(lambda: len(copies(folder)) == 2)
        crash(first)
        crash(second)
        found = leftovers(folder)
        assert {each.project.robot.links[0].a for each in found} == {0.11, 0.22}
        _, third = start()
        third.adopt(found[0])
        found[1].slot.close(keep=True)
        third.close()
        (left,) = leftovers(folder)
        assert left.project == found[1].project
        left.slot.close()

    def test_what_can_neither_be_read_nor_moved_stays(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        slot = Slot.new(folder)
        slot.write(load("scara"), origin_of(None))
        slot.project_file.write_bytes(b"{")
        slot.close(keep=True)
        monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(30, "Read-only file system")))
        assert leftovers(folder) == []
        assert slot.project_file.read_bytes() == b"{"

    def test_what_was_saved_just_before_the_end_is_not_offered(self, qtbot: QtBot, start, folder: Path, tmp_path: Path):
        path = tmp_path / "mine.arm.json"
        document, recovery = start(path=path)
        change(document)
        qtbot.waitUntil(lambda: bool(copies(folder)))
        crash(recovery)
        document.project.save(path)
        assert leftovers(folder) == []
        assert list(folder.iterdir()) == []

    def test_live_windows_are_left_alone(self, qtbot: QtBot, start, folder: Path) -> None:
        one, _ = start()
        two, second = start(load("scara"))
        change(one)
        change(two)
        qtbot.waitUntil(lambda: len(copies(folder)) == 2)
        assert leftovers(folder) == []
        crash(second)
        (leftover,) = leftovers(folder)
        assert leftover.project == two.project
        assert leftovers(folder) == [], "one window asks, not every one"
        leftover.slot.close(keep=True)
        assert kept(folder, one.project)
        assert kept(folder, two.project)

    @pytest.mark.parametrize("data", [b"", b"{", b"\0" * 100, b'{"version": 99}', b"[" * 100_000, b'{"version": 1}'])
    def test_a_damaged_copy_is_moved_aside_and_logged(
        self, folder: Path, data: bytes, caplog: pytest.LogCaptureFixture
    ) -> None:
        slot = Slot.new(folder)
        slot.write(load("scara"), origin_of(None))
        slot.project_file.write_bytes(data)
        slot.close(keep=True)
        with caplog.at_level(logging.WARNING):
            assert leftovers(folder) == []
        assert "moved aside" in caplog.text
        assert [path.name for path in folder.iterdir()] == [slot.project_file.name + ".damaged"]
        assert leftovers(folder) == []

    @pytest.mark.parametrize("note", [b"", b"{", b'{"path": 3}', b'{"path": "/no/where", "digest": "x"}', b"\xff"])
    def test_a_damaged_note_costs_only_the_files_name(self, folder: Path, note: bytes) -> None:
        slot = Slot.new(folder)
        slot.write(load("scara"), origin_of(None))
        slot.origin_file.write_bytes(note)
        slot.close(keep=True)
        (leftover,) = leftovers(folder)
        assert leftover.project == load("scara")
        assert leftover.target is None
        leftover.slot.close()

    def test_meshes_far_away_are_found_again(self, folder: Path, tmp_path: Path) -> None:
        pose = tuple(map(tuple, np.eye(4).tolist()))
        mesh = Visual(1, "mesh", (1.0, 1.0, 1.0), pose, mesh=tmp_path / "elsewhere" / "link.stl")
        project = replace(load("scara"), visuals=(mesh, Visual(2, "sphere", (0.1,), pose)))
        slot = Slot.new(folder)
        slot.write(project, origin_of(None))
        slot.close(keep=True)
        (leftover,) = leftovers(folder)
        assert leftover.project == project
        leftover.slot.close()

    def test_no_folder_no_leftovers(self, tmp_path: Path) -> None:
        assert leftovers(tmp_path / "none") == []
        (tmp_path / "file").write_text("")
        assert leftovers(tmp_path / "file") == []

    def test_litter_goes(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        live = Slot.new(folder)
        for name in ("a.lock", "b.json", ".c.arm.json.012345.tmp"):
            (folder / name).write_text("")
        assert leftovers(folder) == []
        assert len(list(folder.iterdir())) == 4, "it may be somebody's who is just beginning"
        monkeypatch.setattr(recovery_store, "ABANDONED", -10.0)
        assert leftovers(folder) == []
        assert len(list(folder.iterdir())) == 1, "a lock that is held stays"
        live.close()


def test_a_lock_is_anothers_until_it_is_released(tmp_path: Path) -> None:
    first = FileLock(tmp_path / "lock")
    with pytest.raises(BlockingIOError):
        FileLock(tmp_path / "lock")
    first.release(remove=False)
    FileLock(tmp_path / "lock").release(remove=True)
    assert not (tmp_path / "lock").exists()
