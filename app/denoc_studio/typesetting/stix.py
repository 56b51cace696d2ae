"""The STIX fonts that come with matplotlib: where they are, and the sizes of their glyphs, read from the files' tables.

Without matplotlib, whose import takes a second, and without Qt: the window and paper place the same glyphs alike.
"""

from __future__ import annotations

import importlib.util
import struct
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

FILES = {
    "roman": "STIXGeneral.ttf",
    "italic": "STIXGeneralItalic.ttf",
    "bold": "STIXGeneralBol.ttf",
    "bold italic": "STIXGeneralBolIta.ttf",
    "size 1": "STIXSizOneSymReg.ttf",  # brackets and roots, each larger than the one before
    "size 2": "STIXSizTwoSymReg.ttf",
    "size 3": "STIXSizThreeSymReg.ttf",
    "size 4": "STIXSizFourSymReg.ttf",
}
UNKNOWN = "\N{WHITE SQUARE}"  # for a character that the fonts lack


class Glyph(NamedTuple):
    """Its font, which may be another than was asked for, its number there; advance and ink in em, y downwards."""

    font: str
    number: int
    advance: float
    left: float
    top: float
    right: float
    bottom: float


class Metrics(Protocol):
    """What a layout asks for."""

    def glyph(self, character: str, font: str) -> Glyph: ...

    def __hash__(self) -> int: ...  # layouts keep what they have measured


class Stix:
    """The glyphs' sizes; each font is read when it is first needed, each glyph once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Glyph] = {}

    def glyph(self, character: str, font: str) -> Glyph:
        """Of one character: from the upright font where this one lacks it, and a square where that does too."""
        found = self._known.get((character, font))
        if found is None:
            wanted = " " if character.isspace() else character
            tries = ((wanted, font), (wanted, "roman"), (UNKNOWN, "roman"))
            sign, has_it = next((sign, name) for sign, name in tries if sign in _tables(name))
            found = self._known[character, font] = _tables(has_it).glyph(sign, has_it)
        return found


STIX = Stix()


def font_file(font: str) -> Path:
    """Of a name of FILES."""
    spec = importlib.util.find_spec("matplotlib")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("matplotlib, which has the fonts for equations, is not installed")
    return Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf" / FILES[font]


class _Tables:
    """Of one TrueType file: characters to glyphs, advances, and the glyphs' boxes."""

    def __init__(self, data: bytes) -> None:
        count = struct.unpack_from(">H", data, 4)[0]
        records = (struct.unpack_from(">4sLLL", data, 12 + 16 * k) for k in range(count))
        self._data = data
        self._place = {name.decode("latin-1"): offset for name, _, offset, _ in records}
        head = self._place["head"]
        self._em = struct.unpack_from(">H", data, head + 18)[0]
        self._long = struct.unpack_from(">h", data, head + 50)[0] == 1
        self._advances = struct.unpack_from(">H", data, self._place["hhea"] + 34)[0]
        self._glyphs = self._characters()

    def __contains__(self, character: str) -> bool:
        return ord(character) in self._glyphs

    def glyph(self, character: str, font: str) -> Glyph:
        index = self._glyphs[ord(character)]
        width = self._number(">H", "hmtx", 4 * min(index, self._advances - 1))
        step = 4 if self._long else 2
        start, end = (
            self._number(">L" if self._long else ">H", "loca", step * k) * (1 if self._long else 2)
            for k in (index, index + 1)
        )
        box = (0, 0, 0, 0)  # of a blank
        if end > start:
            box = struct.unpack_from(">4h", self._data, self._place["glyf"] + start + 2)
        left, low, right, high = (value / self._em for value in box)
        return Glyph(font, index, width / self._em, left, -high, right, -low)

    def _number(self, form: str, table: str, offset: int) -> int:
        return int(struct.unpack_from(form, self._data, self._place[table] + offset)[0])

    def _characters(self) -> dict[int, int]:
        """From a subtable of format 4, which all of these fonts have."""
        data, cmap = self._data, self._place["cmap"]
        count = struct.unpack_from(">H", data, cmap + 2)[0]
        places = (cmap + struct.unpack_from(">HHL", data, cmap + 4 + 8 * k)[2] for k in range(count))
        table = next(place for place in places if struct.unpack_from(">H", data, place)[0] == 4)
        half = struct.unpack_from(">H", data, table + 6)[0] // 2
        columns = [
            struct.unpack_from(f">{half}{kind}", data, table + start)
            for kind, start in (("H", 14), ("H", 16 + 2 * half), ("h", 16 + 4 * half), ("H", 16 + 6 * half))
        ]
        found = {}
        for k, (end, start, delta, offset) in enumerate(zip(*columns, strict=True)):
            for code in range(start, min(end, 0xFFFE) + 1):
                index = code
                if offset:
                    place = table + 16 + 6 * half + 2 * k + offset + 2 * (code - start)
                    index = struct.unpack_from(">H", data, place)[0]
                if not offset or index:
                    found[code] = (index + delta) & 0xFFFF
        return found


@cache
def _tables(font: str) -> _Tables:
    return _Tables(font_file(font).read_bytes())
