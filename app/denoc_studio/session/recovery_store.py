"""Recovery files: one slot a session, in the user's data folder, locked while its session lives.

A slot is an ordinary project file, `ID.arm.json`, that any version of the program opens; beside it stand `ID.json`,
which says what the project's own file was, and `ID.lock`.
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec
from platformdirs import user_data_path

from denoc.basics.errors import DynamicsError
from denoc.files.disk.files import read_bytes, save_bytes
from denoc.files.disk.paths import is_file, whole_path
from denoc.files.disk.versions import Version, digest, version_of
from denoc.files.projects.project import Project
from denoc.files.projects.project_file import SUFFIX, load_project, project_bytes
from denoc.files.text.strict_json import BadJson, parse
from denoc_studio.session.file_lock import FileLock

LOG = logging.getLogger("denoc_studio.recovery")
MOST = 20  # slots that are looked at, the newest
ABANDONED = 3600.0  # seconds after which what belongs to no project is litter
DAMAGED = ".damaged"


class Origin(msgspec.Struct, frozen=True):
    """The file that the project was opened from or saved to, "" for none; a digest of what it held then, and where its
    name led, "" where that is not known.

    `meshes` are the files of the project's visuals, "" for none: a copy of the project stands far from them.
    """

    path: str = ""
    digest: str = ""
    meshes: tuple[str, ...] = ()
    place: str = ""


def recovery_folder() -> Path:
    return user_data_path("denoc-studio", appauthor=False) / "recovery"


def origin_of(path: Path | None, version: Version | None = None) -> Origin:
    """Of a document with this file, which held this version when it was read or written."""
    if path is None:
        return Origin()
    known = version or Version("", "")
    return Origin(str(whole_path(path)), known.digest, place=known.place)


class Slot:
    """One session's recovery files, held by its lock."""

    def __init__(self, stem: Path, lock: FileLock) -> None:
        self.project_file = stem.with_name(stem.name + SUFFIX)
        self.origin_file = stem.with_name(stem.name + ".json")
        self._lock = lock
        self._stuck = False  # whether it holds something unreadable that could not be moved

    @classmethod
    def new(cls, folder: Path) -> Slot:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        stem = folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}-{secrets.token_hex(4)}"
        return cls(stem, FileLock(stem.with_name(stem.name + ".lock")))

    def write(self, project: Project, origin: Origin) -> None:
        meshes = tuple("" if visual.mesh is None else str(visual.mesh) for visual in project.visuals)
        bare = replace(project, visuals=tuple(replace(visual, mesh=None) for visual in project.visuals))
        save_bytes(self.origin_file, msgspec.json.encode(msgspec.structs.replace(origin, meshes=meshes)))
        save_bytes(self.project_file, project_bytes(bare, self.project_file))

    def clear(self) -> None:
        """Nothing to recover, for now."""
        for path in (self.project_file, self.origin_file):
            with contextlib.suppress(OSError):
                path.unlink()

    def set_aside(self) -> None:
        """What cannot be read is nobody's to remove: another version of the program may know it."""
        try:
            os.replace(self.project_file, self.project_file.with_name(self.project_file.name + DAMAGED))
        except OSError:
            self._stuck = True

    def close(self, *, keep: bool = False) -> None:
        keep = keep or self._stuck
        if not keep:
            self.clear()
        self._lock.release(remove=not keep)

    def origin(self) -> Origin:
        """What is known of it; a damaged note is none."""
        try:
            return msgspec.convert(parse(read_bytes(self.origin_file)), Origin)
        except (DynamicsError, BadJson, msgspec.ValidationError):
            return Origin()


class Leftover(NamedTuple):
    """What a session left that did not end properly; its slot is held until it is answered."""

    slot: Slot
    project: Project
    path: Path | None  # the project's own file
    version: Version | None  # of that file, where it is still as the session knew it
    time: float  # when it was written, in seconds since 1970

    @property
    def target(self) -> Path | None:
        """Where saving may go without asking."""
        return self.path if self.version is not None else None


def leftovers(folder: Path) -> list[Leftover]:
    """The newest first. What other windows still work on is left alone; damaged files are moved aside and logged."""
    found = []
    for stem in _stems(folder)[:MOST]:
        try:
            slot = Slot(stem, FileLock(stem.with_name(stem.name + ".lock")))
        except OSError:  # its session lives, or another one asks about it just now
            continue
        leftover = _read(slot)
        if leftover is None:
            slot.close()
        else:
            found.append(leftover)
    return found


def _stems(folder: Path) -> list[Path]:
    """The slots with a project, the newest first; what nobody holds or needs is removed."""
    with contextlib.suppress(OSError):
        entries = list(folder.iterdir())
        files = {item.name.removesuffix(SUFFIX): item for item in entries if item.name.endswith(SUFFIX)}
        for item in entries:
            litter = item.suffix in (".lock", ".json", ".tmp") and item.stem not in files and item not in files.values()
            if litter and time.time() - _written(item) > ABANDONED:
                with contextlib.suppress(OSError):
                    FileLock(item).release(remove=True)
        newest = sorted(files.values(), key=_written, reverse=True)
        return [folder / item.name.removesuffix(SUFFIX) for item in newest]
    return []


def _read(slot: Slot) -> Leftover | None:
    """None where nothing would be lost, or nothing can be read."""
    path = slot.project_file
    if not is_file(path):
        return None
    try:
        project, data = load_project(path), path.read_bytes()
    except (DynamicsError, OSError) as error:
        LOG.warning("a recovery file cannot be used and was moved aside: %s", error)
        slot.set_aside()
        return None
    origin = slot.origin()
    project = _with_meshes(project, origin.meshes)
    original = Path(origin.path) if origin.path else None
    if original is None:
        return Leftover(slot, project, None, None, _written(path))
    now = version_of(original)
    if now.digest == digest(data):  # it was saved just before the end
        return None
    known = Version(origin.place or now.place, origin.digest)  # older copies do not know the place
    return Leftover(slot, project, original, now if now == known and not now.absent else None, _written(path))


def _with_meshes(project: Project, meshes: tuple[str, ...]) -> Project:
    if len(meshes) != len(project.visuals):
        return project
    pairs = zip(project.visuals, meshes, strict=True)
    return replace(project, visuals=tuple(replace(v, mesh=Path(mesh) if mesh else None) for v, mesh in pairs))


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
