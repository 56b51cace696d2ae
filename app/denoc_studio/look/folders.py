"""Where the user's files are: what was opened last, and where new ones are likely to be wanted."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths

from denoc.files.disk.paths import home, is_folder


def recent_files(settings: QSettings) -> list[Path]:
    """The newest first."""
    stored = settings.value("recent")
    paths = stored if isinstance(stored, list) else [stored]  # Qt gives a list of one as its only entry
    return [Path(path) for path in paths if isinstance(path, str)]


def usual_folder(settings: QSettings) -> Path:
    """Where files went last, or where the last project is, or the user's documents: whichever there is."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    projects = [path.parent for path in recent_files(settings)[:1]]
    places = [settings.value("export/folder"), *projects, documents]
    return next((Path(str(place)) for place in places if place and is_folder(str(place))), home())
