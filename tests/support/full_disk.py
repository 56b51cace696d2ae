"""A disk that fails at any moment of a save, met through a document and its file manager.

The old file stays, or the new one is there whole; the document stays unsaved; no temporary file is left.
"""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from denoc.files.examples import load
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.project import edits
from denoc_studio.session.disk_watch import look_at
from denoc_studio.session.document import Document
from denoc_studio.window.files.file_manager import FileManager

CALLS = ("write", "write", "write", "fsync", "replace", "open", "link")
ERRORS = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS, errno.ESTALE)
LONG = 4000  # bytes of a project's file, about


class FailingSave:
    """One document whose next save meets a failing disk; each seed another moment and another error."""

    def __init__(self, place: Path, seed: int) -> None:
        self.path = place / "mine.arm.json"
        self.complaints: list[str] = []
        self._random = random.Random(seed)
        self._parent = QWidget()
        preferences = Preferences(QSettings(str(place / "settings.ini"), QSettings.Format.IniFormat))
        self.document = Document(load("furuta"), self._parent)
        self.files = FileManager(self.document, preferences, Themes(preferences, self._parent), self._parent)
        self.files._complain = lambda _, error: self.complaints.append(str(error))  # type: ignore[method-assign]
        load("planar-3r-free-fall").save(self.path)
        self.files.open_path(self.path)
        changed = edits.change_link(self.document.project, 0, a=self._random.random())
        self.document.edit(changed, "Set a of link 1")
        if self._random.random() < 0.3:  # the save is to replace what somebody else has written
            load("scara").save(self.path)
            self.files.shared.keep(look_at(self.path))

    def check(self) -> bool:
        """Whether the save failed, as it should; some failures are none: a backup that cannot be made."""
        before, listing = self.path.read_bytes(), self._names()
        with failing(self._random):
            done = self.files.save()
        unconfirmed = any("does not confirm" in text for text in self.complaints)
        if done or unconfirmed:
            assert load(self.path) == self.document.project, "the new file is whole"
        else:
            assert self.path.read_bytes() == before, "the old file is as it was"
            assert self._names() - listing <= {"mine.arm.json~"}, "nothing else is left"
        assert self.document.modified == (not done)
        assert bool(self.complaints) == (not done), "a failure is told"
        assert not [name for name in self._names() if name.endswith(".tmp")], "no temporary file is left"
        if not done and not unconfirmed:
            assert self.files.save(), "with room again it works"
            assert load(self.path) == self.document.project
        return not done

    def end(self) -> None:
        self.files.finish()
        self._parent.deleteLater()

    def _names(self) -> set[str]:
        return {item.name for item in self.path.parent.iterdir()}


@contextmanager
def failing(chance: random.Random) -> Iterator[None]:
    """Inside, one of the system's calls fails once so many bytes or calls were good."""
    name, code = chance.choice(CALLS), chance.choice(ERRORS)
    room = chance.randrange(LONG) if name == "write" else chance.randrange(3)
    real = getattr(os, name)

    def call(*given: Any, **named: Any) -> Any:
        nonlocal room
        if room <= 0:
            raise OSError(code, os.strerror(code))
        if name == "write":
            count = real(given[0], given[1][:room])
            room -= count
            return count
        room -= 1
        return real(*given, **named)

    with patch.object(os, name, call):
        yield
