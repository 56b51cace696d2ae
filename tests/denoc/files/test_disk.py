"""Files that others write too: what is replaced is what was expected; bytes reach the disk; litter goes."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest

from denoc import ProjectError
from denoc.files.disk import system_calls, temporary_files
from denoc.files.disk.files import read_bytes, save_bytes
from denoc.files.disk.versions import FileChanged, absent, version_of


def others(folder: Path) -> list[bytes]:
    return sorted(path.read_bytes() for path in folder.iterdir() if "(other version" in path.name)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


class TestExpected:
    def test_what_is_as_it_was_is_replaced(self, tmp_path: Path) -> None:
        path = tmp_path / "a.arm.json"
        first = save_bytes(path, b"1", expected=absent(path)).version
        assert first == version_of(path)
        second = save_bytes(path, b"2", expected=first).version
        os.utime(path, (1, 1))  # a date is no content
        save_bytes(path, b"3", expected=second)
        assert path.read_bytes() == b"3"

    def test_anything_else_is_not(self, tmp_path: Path) -> None:
        path = tmp_path / "a.arm.json"
        known = save_bytes(path, b"1").version
        path.write_bytes(b"2")
        with pytest.raises(FileChanged, match="was changed meanwhile") as caught:
            save_bytes(path, b"3", expected=known)
        assert caught.value.found == version_of(path)
        path.unlink()
        with pytest.raises(FileChanged, match="was removed meanwhile") as caught:
            save_bytes(path, b"3", expected=known)
        assert caught.value.found.absent
        assert names(tmp_path) == []
        path.write_bytes(b"2")
        with pytest.raises(FileChanged):
            save_bytes(path, b"3", expected=absent(path))
        assert names(tmp_path) == ["a.arm.json"]
        assert path.read_bytes() == b"2"

    def test_a_link_in_its_place_is_noticed_even_with_the_same_bytes(self, tmp_path: Path) -> None:
        path, other = tmp_path / "a.arm.json", tmp_path / "other"
        known = save_bytes(path, b"1").version
        path.unlink()
        other.write_bytes(b"1")
        path.symlink_to(other)
        with pytest.raises(FileChanged):
            save_bytes(path, b"2", expected=known)
        assert other.read_bytes() == b"1"
        save_bytes(path, b"2", expected=version_of(path), keep=True)
        assert path.is_symlink()
        assert (other.read_bytes(), others(tmp_path)) == (b"2", [b"1"])

    def test_a_change_while_the_new_bytes_are_written_is_noticed(self, tmp_path: Path, monkeypatch) -> None:
        path = tmp_path / "a.arm.json"
        known = save_bytes(path, b"1").version
        fsync = os.fsync

        def somebody_saves(handle: int) -> None:
            path.write_bytes(b"theirs")
            fsync(handle)

        monkeypatch.setattr(os, "fsync", somebody_saves)
        with pytest.raises(FileChanged):
            save_bytes(path, b"2", expected=known)
        assert path.read_bytes() == b"theirs"
        assert names(tmp_path) == ["a.arm.json"]

    def test_two_processes_take_turns(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(system_calls, "PATIENCE", 0.1)
        path, seen = tmp_path / "a.arm.json", []
        replace = os.replace

        def look(*given: Path) -> None:
            handle = os.open(tmp_path, os.O_RDONLY)
            try:
                system_calls.fcntl.flock(handle, system_calls.fcntl.LOCK_EX | system_calls.fcntl.LOCK_NB)
            except BlockingIOError:
                seen.append("held")
            finally:
                os.close(handle)
            replace(*given)

        monkeypatch.setattr(os, "replace", look)
        save_bytes(path, b"1")
        assert seen == ["held"]
        with system_calls.alone_in(tmp_path):
            save_bytes(path, b"2")  # nobody waits for ever
        assert path.read_bytes() == b"2"


class TestKept:
    def test_no_later_save_takes_its_name(self, tmp_path: Path) -> None:
        path = tmp_path / "v1.2 of mine.arm.json"
        for data in (b"0", b"1", b"2", b"3"):
            save_bytes(path, data, keep=True)
        save_bytes(path, b"4", backup=True)
        save_bytes(path, b"5", backup=True)
        assert others(tmp_path) == [b"0", b"1", b"2"]
        assert all(n.startswith("v1.2 of mine (other version 20") for n in names(tmp_path) if "other" in n)
        assert all(name.endswith((".arm.json", "~")) for name in names(tmp_path))

    def test_the_same_bytes_are_not_kept_twice(self, tmp_path: Path) -> None:
        path = tmp_path / "a.arm.json"
        assert save_bytes(path, b"1", keep=True).kept is None
        assert save_bytes(path, b"1", keep=True).kept is None
        assert names(tmp_path) == ["a.arm.json"]

    def test_without_hard_links_it_is_copied(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def no_links(*_: object) -> None:
            raise OSError(errno.EPERM, "Operation not permitted")

        monkeypatch.setattr(os, "link", no_links)
        path = tmp_path / "a.arm.json"
        path.write_bytes(b"theirs")
        kept = save_bytes(path, b"mine", keep=True).kept
        assert kept is not None
        assert kept.read_bytes() == b"theirs"

    def test_what_cannot_be_kept_is_not_replaced(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "a.arm.json"
        path.write_bytes(b"theirs")

        def fail(*_: object) -> None:
            raise OSError(errno.EIO, "Input/output error")

        monkeypatch.setattr(os, "link", fail)
        monkeypatch.setattr("denoc.files.disk.files.open_plain", fail)
        with pytest.raises(ProjectError, match="Input/output error"):
            save_bytes(path, b"mine", keep=True)
        assert path.read_bytes() == b"theirs"
        assert names(tmp_path) == ["a.arm.json"]

    def test_a_failed_replacement_leaves_no_second_copy(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "a.arm.json"
        path.write_bytes(b"theirs")
        monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(errno.EIO, "Input/output error")))
        with pytest.raises(ProjectError):
            save_bytes(path, b"mine", keep=True)
        assert names(tmp_path) == ["a.arm.json"]


class TestHeld:
    """Windows refuses to replace a file that another program has open."""

    def refusals(self, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
        left, replace = [count], os.replace

        def held(*given: Path) -> None:
            left[0] -= 1
            if left[0] >= 0:
                error = PermissionError(errno.EACCES, "Access is denied")
                error.winerror = 5
                raise error
            replace(*given)

        monkeypatch.setattr(os, "replace", held)

    def test_tried_again(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refusals(monkeypatch, 3)
        save_bytes(tmp_path / "a", b"1")
        assert (tmp_path / "a").read_bytes() == b"1"

    def test_not_for_ever(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(system_calls, "PATIENCE", 0.1)
        self.refusals(monkeypatch, 10**9)
        with pytest.raises(ProjectError, match="Access is denied"):
            save_bytes(tmp_path / "a", b"1")
        assert names(tmp_path) == []

    def test_what_is_final_elsewhere_is_told_at_once(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        calls = []

        def refuse(*given: Path) -> None:
            calls.append(given)
            raise PermissionError(errno.EACCES, "Permission denied")

        monkeypatch.setattr(os, "replace", refuse)
        with pytest.raises(ProjectError, match="Permission denied"):
            save_bytes(tmp_path / "a", b"1")
        assert len(calls) == 1


@pytest.mark.parametrize("works", [True, False])
def test_macs_are_asked_for_more_than_fsync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, works: bool) -> None:
    asked: list[str] = []
    fsync = os.fsync

    def control(handle: int, command: int) -> int:
        asked.append(f"fcntl {command}")
        if not works:
            raise OSError(errno.ENOTSUP, "Operation not supported")
        return 0

    monkeypatch.setattr(system_calls.fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(system_calls.fcntl, "fcntl", control)
    monkeypatch.setattr(os, "fsync", lambda handle: (asked.append("fsync"), fsync(handle)))
    save_bytes(tmp_path / "a", b"1")
    assert asked == (["fcntl 51", "fsync"] if works else ["fcntl 51", "fsync", "fsync"])  # the last is the folder's


class TestLitter:
    LEFT = ".mine.arm.json.denoc-0123456789ab.tmp"

    def test_old_files_of_killed_saves_go(self, tmp_path: Path) -> None:
        old = time.time() - temporary_files.OLD - 60
        foreign = (
            ".mine.arm.json.0123456789ab.tmp",
            "x.denoc-0123456789ab.tmp",
            ".a.denoc-0123456789abc.tmp",
            ".b.tmp",
        )
        for name in (self.LEFT, *foreign):
            (tmp_path / name).write_bytes(b"")
            os.utime(tmp_path / name, (old, old))
        (tmp_path / ".folder.denoc-0123456789ab.tmp").mkdir()
        os.utime(tmp_path / ".folder.denoc-0123456789ab.tmp", (old, old))
        young = ".young.denoc-0123456789ab.tmp"
        (tmp_path / young).write_bytes(b"")
        save_bytes(tmp_path / "mine.arm.json", b"1")
        assert set(names(tmp_path)) == {"mine.arm.json", ".folder.denoc-0123456789ab.tmp", young, *foreign}

    @pytest.mark.skipif(not hasattr(os, "getuid"), reason="users")
    def test_those_of_others_stay(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / self.LEFT).write_bytes(b"")
        os.utime(tmp_path / self.LEFT, (1, 1))
        monkeypatch.setattr(os, "getuid", lambda: 54321)
        save_bytes(tmp_path / "a", b"1")
        assert self.LEFT in names(tmp_path)

    def test_a_killed_save_leaves_what_is_swept_away(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The name that a save gives is the one that is looked for."""
        seen: list[str] = []
        fsync = os.fsync
        monkeypatch.setattr(os, "fsync", lambda handle: (seen.extend(names(tmp_path)), fsync(handle)))
        save_bytes(tmp_path / "mine.arm.json", b"1")
        assert temporary_files._OURS.fullmatch(seen[0])

    def test_a_folder_is_not_searched_at_every_save(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        searched: list[object] = []
        scandir = os.scandir
        monkeypatch.setattr(os, "scandir", lambda place: (searched.append(place), scandir(place))[1])
        for number in range(5):
            save_bytes(tmp_path / f"{number}", b"1")
        assert len(searched) == 1


@pytest.mark.parametrize("name", ["\N{ROBOT FACE}" * 60 + ".json", "é" * 120 + ".arm.json", "x" * 246 + ".arm.json"])
def test_the_longest_names_that_a_file_can_have(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"theirs")
    kept = save_bytes(path, b"mine", keep=True).kept
    assert kept is not None
    assert (path.read_bytes(), kept.read_bytes()) == (b"mine", b"theirs")


@pytest.mark.skipif(os.name == "nt", reason="pipes")
def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert version_of(tmp_path / "pipe").problem == "it is not a file"
    with pytest.raises(ProjectError, match="cannot be read: it is not a file"):
        read_bytes(tmp_path / "pipe")


@pytest.mark.parametrize("name", ["a\0b", "x" * 300, "loop"])
def test_names_without_a_file(tmp_path: Path, name: str) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert version_of(tmp_path / name).problem
