"""MP4 by the ffmpeg that the optional package imageio-ffmpeg brings along."""

from __future__ import annotations

import importlib.util
import shlex
import sys
import tempfile
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from denoc.basics.errors import DynamicsError
from denoc_studio.picture.film.frames import Film

if TYPE_CHECKING:
    from PIL import Image

PACKAGE = "imageio-ffmpeg"
QUALITY = ["-crf", "18", "-preset", "medium", "-movflags", "+faststart"]  # no loss that is seen; plays while it loads


def obstacle() -> str:
    """Why no MP4 can be written, with the command that mends it; empty where one can."""
    if importlib.util.find_spec("imageio_ffmpeg") is not None:
        return ""
    if getattr(sys, "frozen", False):
        return "MP4 is not in the standalone program, as ffmpeg's licence is the GPL: pip install 'denoc-studio[video]'"
    command = f"{shlex.quote(sys.executable or 'python')} -m pip install {PACKAGE}"
    return f"MP4 needs the package {PACKAGE}: {command}"


class Mp4Writer:
    """Takes frames in their order; `bytes` is the whole file then. `close` drops what is unfinished.

    The codec wants even sizes: an odd last row or column is left out.
    """

    def __init__(self, film: Film) -> None:
        if obstacle():
            raise DynamicsError(obstacle())
        import imageio_ffmpeg

        self._stack = ExitStack()
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="denoc-studio-"))
        self._path = Path(folder) / "film.mp4"
        width, height = film.size
        self._size = (width - width % 2, height - height % 2)
        self._sink: Generator[Any, Any, Any] = imageio_ffmpeg.write_frames(
            str(self._path),
            self._size,
            fps=film.pace.fps,
            codec="libx264",
            quality=None,
            macro_block_size=2,
            ffmpeg_log_level="error",
            output_params=QUALITY,
        )
        self._stack.callback(self._sink.close)
        with _InWords():
            self._sink.send(None)

    def add(self, image: Image.Image) -> None:
        with _InWords():
            self._sink.send(image.crop((0, 0, *self._size)).tobytes())

    def bytes(self) -> bytes:
        with _InWords():
            self._sink.close()
            return self._path.read_bytes()

    def close(self) -> None:
        self._stack.close()


class _InWords:
    """What ffmpeg cannot do, as an error with a reason."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, OSError | RuntimeError):
            lines = [line.strip() for line in str(error).splitlines() if line.strip()]
            raise DynamicsError(f"ffmpeg could not write the film: {lines[-1] if lines else error!r}") from None
