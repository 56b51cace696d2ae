"""Films and pictures of the arm into files: which ones there will be, and writing them.

What draws and writes them is imported when it does: the dialogs, which open at a click, need only the orders.
"""

from __future__ import annotations

import io
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from denoc.basics.errors import ProjectError
from denoc.files.disk.files import save_bytes
from denoc.files.projects.project import Project
from denoc.runs.recording import Recording
from denoc_studio.picture.arm.camera import Camera
from denoc_studio.picture.arm.picture import Picture
from denoc_studio.picture.film.frames import Film, FilmLook, Pace
from denoc_studio.picture.film.recorded_run import RecordedRun

if TYPE_CHECKING:
    from PIL import Image

    from denoc_studio.picture.film.gif import GifWriter
    from denoc_studio.picture.film.mp4 import Mp4Writer

FORMATS = ("gif", "mp4", "frames")
OFTEN = 0.1  # seconds between two words about how far it is

Tell = Callable[[str, float], object]


class Cancelled(Exception):
    """Somebody has asked for the end; nothing of the film is left."""


class Writer(Protocol):
    def add(self, image: Image.Image) -> None: ...

    def finish(self) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class FilmSource:
    """A run, and the one that is shown as its ghost."""

    project: Project
    recording: Recording
    ghost: tuple[Project, Recording] | None = None

    @property
    def takes(self) -> tuple[RecordedRun, RecordedRun | None]:
        return RecordedRun(self.project, self.recording), RecordedRun(*self.ghost) if self.ghost is not None else None


@dataclass(frozen=True)
class FilmOrder:
    """What is wanted of a source."""

    formats: tuple[str, ...]
    look: FilmLook
    pace: Pace
    folder: Path
    name: str

    def files(self, source: FilmSource) -> list[Path]:
        return film_paths(self.folder, self.name, self.formats)

    def write(self, source: FilmSource, tell: Tell) -> None:
        take, ghost = source.takes
        shoot(Film(take, self.look, self.pace, ghost), self.files(source), tell)


@dataclass(frozen=True)
class PictureSource:
    """The arm as the window shows it, and what is written into the picture."""

    picture: Picture
    camera: Camera
    words: tuple[str, ...] = ()

    def image(self, width: int, height: int) -> Image.Image:
        from denoc_studio.picture.image.painter import ImagePainter

        return ImagePainter(self.camera, width, height).image(self.picture, self.words)


@dataclass(frozen=True)
class PictureOrder:
    """One picture as PNG."""

    width: int
    height: int
    path: Path

    def files(self, source: PictureSource) -> list[Path]:
        return [self.path]

    def write(self, source: PictureSource, tell: Callable[[str], object]) -> None:
        tell(self.path.name)
        save_bytes(self.path, png(source.image(self.width, self.height)))


def film_paths(folder: Path, stem: str, formats: Sequence[str]) -> list[Path]:
    """A file for each format; single frames get a folder of their own."""
    names = {"gif": f"{stem}.gif", "mp4": f"{stem}.mp4", "frames": f"{stem}-frames"}
    return [folder / names[name] for name in FORMATS if name in formats]


def shoot(film: Film, paths: Sequence[Path], tell: Tell, cancelled: Callable[[], bool] = lambda: False) -> None:
    """Every frame is drawn once for all files; each of them is there whole or not at all."""
    with ExitStack() as stack:
        writers: list[Writer] = [stack.enter_context(closing(_writer(film, path))) for path in paths]
        told = 0.0
        for frame in range(film.count):
            if cancelled():
                raise Cancelled
            if time.monotonic() - told > OFTEN:
                told = time.monotonic()
                tell(f"frame {frame} of {film.count}", frame / film.count)
            image = film.image(frame)
            for writer in writers:
                writer.add(image)
        tell(f"frame {film.count} of {film.count}", 1.0)
        for writer in writers:
            writer.finish()


def png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _writer(film: Film, path: Path) -> Writer:
    if path.suffix == ".gif":
        from denoc_studio.picture.film.gif import GifWriter

        return _File(path, GifWriter(film))
    if path.suffix == ".mp4":
        from denoc_studio.picture.film.mp4 import Mp4Writer

        return _File(path, Mp4Writer(film))
    return _Frames(path)


class _File:
    """A film that is saved when it is complete."""

    def __init__(self, path: Path, writer: GifWriter | Mp4Writer) -> None:
        self._path, self._writer = path, writer
        self.add = writer.add
        self.close = writer.close

    def finish(self) -> None:
        save_bytes(self._path, self._writer.bytes())


class _Frames:
    """Numbered pictures in a folder, where they are put when all are drawn; those of a longer film that was there
    before are removed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stem = folder.name.removesuffix("-frames")
        self._count = 0
        try:
            self._unfinished = Path(tempfile.mkdtemp(".tmp", f".{folder.name}.", folder.parent))
        except OSError as error:
            raise ProjectError(folder, f"cannot be made: {error.strerror or error}") from None

    def add(self, image: Image.Image) -> None:
        save_bytes(self._unfinished / f"{self._stem}-{self._count:05d}.png", png(image))
        self._count += 1

    def finish(self) -> None:
        try:
            self._folder.mkdir(exist_ok=True)
            for path in self._unfinished.iterdir():
                path.replace(self._folder / path.name)
        except OSError as error:
            raise ProjectError(self._folder, f"cannot be written: {error.strerror or error}") from None
        numbered = re.compile(re.escape(self._stem) + r"-(\d{5})\.png")
        for path in self._folder.iterdir():
            found = numbered.fullmatch(path.name)
            if found and int(found[1]) >= self._count:
                path.unlink()

    def close(self) -> None:
        shutil.rmtree(self._unfinished, ignore_errors=True)
