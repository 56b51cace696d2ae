"""The settings file, looked at before Qt reads it.

Qt's form of settings can hold objects, which PySide makes by unpickling: reading such a file runs what it says. Only
what this program writes is let through: plain texts and numbers, lists of them, and bytes. Everything else is kept
aside, and the settings begin anew.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import tempfile
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QSettings, QStandardPaths

from denoc.basics.errors import DynamicsError
from denoc.files.disk.files import read_bytes

LOG = logging.getLogger("denoc_studio.settings")
LARGEST = 256 * 1024  # bytes
ASIDE = ".refused"  # after the name of a file that was not read

# As Qt writes a line, and no more: no continued lines, no quotes in the middle, no escapes that stand for "@" (hex 40).
_ESCAPE = r"\\(?:[abfnrtv\"\\]|0(?![0-9])|x(?!0*40(?![0-9a-f]))[0-9a-f]{1,4}(?![0-9a-fA-F]))"
_START = r"(?:@@|@ByteArray\(|@String\(|@Invalid\(\)|(?!@))"
_QUOTED = rf'"{_START}(?:[^"\\]|{_ESCAPE})*+"'
_BARE = rf'(?![\s"]){_START}(?:[^",;=\\]|{_ESCAPE})*+'
_VALUE = rf"(?:{_QUOTED}|{_BARE})"
_LINE = re.compile(rf"\s*|\[[\w%.\- ]+\]|[\w%.\\\-]+={_VALUE}(?:, {_VALUE})*+")


def open_settings(path: Path | None = None) -> tuple[QSettings, str]:
    """The user's settings, and what there is to say about them: "" where all is well. Never an error."""
    path = path or usual_path()
    note = ""
    try:
        if os.path.lexists(path):
            check(path)
    except (DynamicsError, OSError) as why:
        path, note = _aside(path, str(why))
    settings = QSettings(str(path), QSettings.Format.IniFormat)
    settings.setFallbacksEnabled(False)
    return settings, note


def usual_path() -> Path:
    """Where Qt keeps settings by itself on Linux."""
    config = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return Path(config) / "denoc-studio" / "denoc-studio.conf"


def check(path: Path) -> None:
    """A DynamicsError unless the file holds only what this program may have written."""
    try:
        text = read_bytes(path, LARGEST).decode("utf-8")
    except UnicodeDecodeError:
        raise DynamicsError(f"{path}: it is no text") from None
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), 1):
        if not _LINE.fullmatch(line):
            raise DynamicsError(f"{path}: line {number} is none that this program writes")


def refuse_pickles() -> None:
    """From now on Qt makes no Python objects of bytes, wherever they come from: a file dialog's own settings, a drop.

    PySide asks for `pickle.loads` once, when it meets the first such object, and keeps what it got.
    """
    data = QByteArray()
    stream = QDataStream(data, QIODevice.OpenModeFlag.WriteOnly)
    stream.writeQVariant(_Nothing())
    real = pickle.loads
    pickle.loads = _no_object  # type: ignore[assignment]
    try:
        QDataStream(data).readQVariant()
    finally:
        pickle.loads = real


class _Nothing:
    """Something that is no Qt value."""


def _no_object(data: Any) -> None:
    LOG.debug("a Python object of %d bytes was not made", len(data))


def _aside(path: Path, why: str) -> tuple[Path, str]:
    """Where settings are kept instead, and what to say; what was there has another name."""
    LOG.warning("the settings are not used: %s", why)
    names = [f"{path.name}{ASIDE}", *(f"{path.name}{ASIDE}-{number}" for number in range(2, 100))]
    try:
        name = next(name for name in names if not os.path.lexists(path.with_name(name)))
        path.rename(path.with_name(name))
    except (OSError, StopIteration):
        elsewhere = Path(tempfile.mkdtemp()) / path.name
        return elsewhere, f"the file cannot be used; all is as at a first start this time ({why})"
    return path, f"the file could not be used and is kept as {name}; all is as at a first start ({why})"
