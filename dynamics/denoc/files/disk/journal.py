"""A file that only grows: lines that were handed over are there after a crash, and a torn last line is not."""

from __future__ import annotations

import os
import zlib
from pathlib import Path
from types import TracebackType
from typing import Self

from denoc.basics.errors import ProjectError
from denoc.files.disk.files import read_bytes
from denoc.files.disk.paths import is_there
from denoc.files.disk.system_calls import sync
from denoc.files.disk.temporary_files import discard
from denoc.files.disk.versions import reason

MAX_BYTES = 4 * 1024**3


class Journal:
    """Lines of text in `path`, under a first line that says whose they are; each carries a check sum.

    `lines` are those that are there already. One that was given none goes away at the end. ProjectError where the file
    is somebody else's, or cannot be written.
    """

    def __init__(self, path: Path, title: str) -> None:
        self.path = path
        self.lines: list[str] = []
        whole = 0
        if is_there(path):
            whole = self._read(title)
        try:
            self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            os.ftruncate(self._handle, whole)
            os.lseek(self._handle, whole, os.SEEK_SET)
        except OSError as error:
            raise ProjectError(path, f"cannot be written: {reason(error)}") from None
        if not whole:
            self.append([title])
        self._bare = not self.lines

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._handle)
        if self._bare:
            self.remove()

    def append(self, lines: list[str]) -> None:
        """On the disk, and not only on their way there, when this returns."""
        rest = memoryview("".join(f"{_sum(line)} {line}\n" for line in lines).encode())
        try:
            while rest:
                rest = rest[os.write(self._handle, rest) :]
            sync(self._handle)
            self._bare = False
        except OSError as error:
            raise ProjectError(self.path, f"cannot be written: {reason(error)}") from None

    def remove(self) -> None:
        discard(self.path)

    def _read(self, title: str) -> int:
        """How many bytes of the file are whole lines."""
        found, whole = [], 0
        for line in read_bytes(self.path, MAX_BYTES).splitlines(keepends=True):
            check, _, text = line.rstrip(b"\n").decode(errors="replace").partition(" ")
            if not line.endswith(b"\n") or check != _sum(text):
                break
            found.append(text)
            whole += len(line)
        if found[:1] != [title]:
            raise ProjectError(self.path, "is what is left of something else; remove it, or write to another file")
        self.lines = found[1:]
        return whole


def _sum(line: str) -> str:
    return f"{zlib.crc32(line.encode()):08x}"
