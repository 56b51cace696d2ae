"""Saving is all or nothing, whatever the disk does, and keeps the version before."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from denoc import ProjectError, load
from denoc.files.disk.files import save_bytes
from denoc.files.projects import project_file
from tests.support.saving import Killed, KilledCopies

FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.arm.json"
    load("furuta").save(path)
    return path


def listing(path: Path) -> list[str]:
    return sorted(item.name for item in path.parent.iterdir())


def refused(path: Path, words: str) -> None:
    """Saving fails in these words, and everything is as it was."""
    before = path.read_bytes()
    with pytest.raises(ProjectError, match=f"mine.arm.json: {words}"):
        load("scara").save(path)
    assert path.read_bytes() == before
    assert listing(path) == ["mine.arm.json"]


def test_a_write_that_fails_anywhere(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(project_file.project_bytes(load("scara"), mine))
    write = os.write
    for room in range(0, size, max(1, size // 100)):
        left = [room]

        def part(handle: int, data: memoryview, left: list[int] = left) -> int:
            if not left[0]:
                raise FULL
            count = write(handle, data[: left[0]])
            left[0] -= count
            return count

        monkeypatch.setattr(os, "write", part)
        refused(mine, "cannot be written: No space left")


@pytest.mark.parametrize("answer", [0, -1])
def test_a_write_that_goes_nowhere_ends(mine: Path, monkeypatch: pytest.MonkeyPatch, answer: int) -> None:
    monkeypatch.setattr(os, "write", lambda *_: answer)
    refused(mine, "cannot be written: not every byte")


def test_short_writes_are_gone_on_with(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:7]))
    load("scara").save(mine)
    monkeypatch.undo()
    assert load(mine) == load("scara")


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Inside, the system itself cuts writes short at this size and then refuses them."""
    import resource

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@pytest.mark.skipif(os.name == "nt", reason="resource limits")
def test_a_system_that_takes_no_more(mine: Path) -> None:
    size = len(project_file.project_bytes(load("scara"), mine))
    before = mine.read_bytes()
    for room in range(0, size, 97):
        with largest_file(room), pytest.raises(ProjectError, match=r"mine\.arm\.json: cannot be written: File too"):
            load("scara").save(mine)
        assert mine.read_bytes() == before
    assert listing(mine) == ["mine.arm.json"]
    with largest_file(size):
        load("scara").save(mine)
    assert load(mine) == load("scara")


@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
def test_any_other_call_that_fails(mine: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    scara = load("scara")
    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail)
        with pytest.raises(ProjectError, match="cannot be written: Input/output error"):
            scara.save(mine)
    assert load(mine) == load("furuta")
    assert not [name for name in listing(mine) if name.endswith(".tmp")]


def _second_fsync(code: int) -> Callable[[int], None]:
    calls, sync = [0], os.fsync

    def fsync(handle: int) -> None:
        calls[0] += 1
        if calls[0] == 2:
            raise OSError(code, os.strerror(code))
        sync(handle)

    return fsync


@pytest.mark.skipif(os.name == "nt", reason="folders are not synchronised there")
def test_a_folder_that_is_not_confirmed_is_no_success(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", _second_fsync(errno.EIO))
    with pytest.raises(ProjectError, match="was written, but the disk does not confirm it"):
        load("scara").save(mine)
    assert load(mine) == load("scara"), "it is whole, all the same"


@pytest.mark.skipif(os.name == "nt", reason="folders are not synchronised there")
def test_a_file_system_that_cannot_confirm_folders_is_enough(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", _second_fsync(errno.EINVAL))
    load("scara").save(mine)
    assert load(mine) == load("scara")


class TestBackup:
    def test_the_version_before_is_kept(self, mine: Path) -> None:
        before = mine.read_bytes()
        load("scara").save(mine)
        assert listing(mine) == ["mine.arm.json", "mine.arm.json~"]
        assert (mine.parent / "mine.arm.json~").read_bytes() == before
        load("ur5").save(mine)
        assert load(mine.parent / "mine.arm.json~") == load("scara")

    def test_saving_the_same_again_keeps_the_older_one(self, mine: Path) -> None:
        load("scara").save(mine)
        load("scara").save(mine)
        assert load(mine.parent / "mine.arm.json~") == load("furuta")

    def test_the_document_is_there_at_every_moment(self, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        seen: list[str] = []
        for name in ("write", "fsync", "link", "replace", "unlink"):
            call = getattr(os, name)

            def watched(*given: object, call: Callable = call) -> object:
                done = call(*given)
                seen.append(load(mine).name)
                return done

            monkeypatch.setattr(os, name, watched)
        load("scara").save(mine)
        monkeypatch.undo()
        assert seen[0] == "furuta"
        assert seen[-1] == "scara"
        assert seen == sorted(seen)

    def test_without_hard_links_it_is_copied(self, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def no_links(*_: object) -> None:
            raise OSError(errno.EPERM, "Operation not permitted")

        monkeypatch.setattr(os, "link", no_links)
        load("scara").save(mine)
        assert load(mine.parent / "mine.arm.json~") == load("furuta")

    def test_a_backup_that_cannot_be_made_stops_nothing(self, mine: Path) -> None:
        (mine.parent / "mine.arm.json~").mkdir()
        load("scara").save(mine)
        assert load(mine) == load("scara")
        assert listing(mine) == ["mine.arm.json", "mine.arm.json~"]

    def test_a_save_that_fails_after_the_backup_can_be_repeated(self, mine: Path, monkeypatch: pytest.MonkeyPatch):
        replace = os.replace

        def fail_for_the_document(source: Path, target: Path) -> None:
            if target == mine:
                raise OSError(errno.EIO, "Input/output error")
            replace(source, target)

        monkeypatch.setattr(os, "replace", fail_for_the_document)
        with pytest.raises(ProjectError):
            load("scara").save(mine)
        monkeypatch.undo()
        assert load(mine) == load(mine.parent / "mine.arm.json~") == load("furuta")
        load("scara").save(mine)
        assert load(mine.parent / "mine.arm.json~") == load("furuta")
        assert listing(mine) == ["mine.arm.json", "mine.arm.json~"]


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder.arm.json").mkdir()
    os.mkfifo(tmp_path / "pipe.arm.json")
    for name in ("folder", "pipe"):
        with pytest.raises(ProjectError, match="cannot be written: it is not a file"):
            load("scara").save(tmp_path / f"{name}.arm.json")
    assert (tmp_path / "pipe.arm.json").is_fifo()


def test_a_protected_file_is_not_replaced(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everything
    refused(mine, "cannot be written: it is write-protected")


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    for name in ("a\0b", "x" * 300):
        with pytest.raises(ProjectError, match="cannot be written"):
            save_bytes(tmp_path / name, b"")


def test_what_could_not_be_opened_again_is_not_written(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scara = load("scara")
    monkeypatch.setattr(project_file, "MAX_BYTES", 1000)
    with pytest.raises(ProjectError, match="could not be opened again"):
        scara.save(mine)
    monkeypatch.undo()
    assert load(mine) == load("furuta")


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("kind", [Killed, KilledCopies])
def test_kills_lose_nothing_that_was_acknowledged(tmp_path: Path, kind: type[Killed]) -> None:
    killed = kind(tmp_path)
    for _ in range(4):
        killed.once(saves=20)
    assert killed.acknowledged >= 4
