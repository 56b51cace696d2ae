"""What every decoder of meshes keeps to: work in small pieces, numbers counted before they are kept.

So a file costs time and memory in proportion to its own length, whatever counts it claims, and other threads get
their turn between two pieces.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from denoc.basics.errors import ProjectError

PIECE = 32 * 1024  # bytes that are taken to pieces at once
MOST_NUMBERS = 12_000_000  # that are kept of one file: coordinates and indices
LONGEST_LINE = 1024 * 1024  # bytes; a face with very many corners is a long line
LONGEST_WORD = 1000
LARGEST_INDEX = 2**31 - 1
SHOWN = 40  # characters of a word that is no number

T = TypeVar("T")

_BLANK = re.compile(rb"\s")
_END_OF_LINE = re.compile(rb"[\r\n]")


class Triangles(NamedTuple):
    vertices: np.ndarray  # (v, 3)
    faces: np.ndarray  # (f, 3), indices


def _go_on() -> None:
    """Somebody still waits for the mesh."""


class Reading:
    """One file on its way to triangles. `pause` is called between pieces and may raise to end it all."""

    def __init__(self, path: Path, most_faces: int, pause: Callable[[], None] = _go_on) -> None:
        self.path = path
        self.pause = pause
        self._most_faces = most_faces
        self._numbers = 0

    def error(self, reason: str) -> ProjectError:
        return ProjectError(self.path, reason)

    def need_faces(self, count: int) -> None:
        """Refuse a file that has so many, before there is room for them."""
        if count > self._most_faces:
            raise self.error(f"has more than {self._most_faces} faces")

    def count_numbers(self, count: int) -> None:
        """Counts numbers that are about to be kept; ProjectError where a mesh has too many of them."""
        self._numbers += count
        if self._numbers > MOST_NUMBERS:
            raise self.error(f"has more than {MOST_NUMBERS} numbers")

    def floats(self, text: bytes | bytearray) -> np.ndarray:
        """The numbers of a text, which stand between white space, (n,)."""
        return self._array(text, float, self.numbers)

    def integers(self, text: bytes | bytearray) -> np.ndarray:
        """The whole numbers of a text, which stand between white space, (n,)."""
        return self._array(text, np.int64, self.indices)

    def numbers(self, words: Sequence[bytes]) -> list[float]:
        """The words as numbers; inf and nan are among them."""
        return self._converted(words, float, "a number")

    def indices(self, words: Sequence[bytes]) -> list[int]:
        found = self._converted(words, int, "an index")
        if found and not -LARGEST_INDEX <= min(found) <= max(found) <= LARGEST_INDEX:
            raise self.error(f"has an index beyond {LARGEST_INDEX}")
        return found

    def _converted(self, words: Sequence[bytes], kind: Callable[[bytes], T], what: str) -> list[T]:
        if b"_" not in b" ".join(words):  # which Python takes for a separator of thousands
            with contextlib.suppress(ValueError):
                return list(map(kind, words))
        wrong = next(word for word in words if not _is(word, kind))
        raise self.error(f"has {wrong[:SHOWN].decode('ascii', 'replace')!r} where {what} is needed")

    def _array(
        self, text: bytes | bytearray, dtype: type, slowly: Callable[[Sequence[bytes]], list[Any]]
    ) -> np.ndarray:
        """The words are counted before there is room for their values."""
        counts = [len(piece.split()) for piece in self._words(text)]
        self.count_numbers(sum(counts))
        found: np.ndarray = np.empty(sum(counts), dtype)
        place = 0
        for piece, count in zip(self._words(text), counts, strict=True):
            try:
                values = np.fromstring(piece, dtype, sep=" ") if count else found[:0]
            except (ValueError, DeprecationWarning):  # how numpy says that a word is no number
                values = found[:0]
            if len(values) != count:
                values = np.array(slowly(piece.split()), dtype)
            found[place : place + count] = values
            place += count
        return found

    def _words(self, text: bytes | bytearray) -> Iterator[bytes]:
        return self._pieces(text, _BLANK, LONGEST_WORD, "word")

    def lines(self, text: bytes) -> Iterator[list[bytes]]:
        """The lines of a text, a list of some at a time."""
        return (piece.splitlines() for piece in self._pieces(text, _END_OF_LINE, LONGEST_LINE, "line"))

    def _pieces(self, text: bytes | bytearray, end: re.Pattern[bytes], longest: int, what: str) -> Iterator[bytes]:
        start = 0
        while start < len(text):
            stop = start + PIECE
            found = end.search(text, stop, stop + longest)
            if found is None and stop + longest < len(text):
                raise self.error(f"has a {what} of more than {longest} bytes")
            stop = found.end() if found is not None else len(text)
            self.pause()
            yield bytes(text[start:stop])
            start = stop


def _is(word: bytes, kind: Callable[[bytes], object]) -> bool:
    try:
        kind(word)
    except ValueError:
        return False
    return b"_" not in word
