"""STL meshes, binary and as text."""

from __future__ import annotations

import re
from array import array
from itertools import islice

import numpy as np

from denoc.files.meshes.mesh_reading import Reading, Triangles

HEAD, FACE = 84, 50  # bytes before the faces, and of one
AT_ONCE = 1000  # corners
_FACE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("colour", "<u2")])
_CORNER = re.compile(rb"\bvertex\s+(\S{1,200})\s+(\S{1,200})\s+(\S{1,200})(?!\S)")


def stl_triangles(reading: Reading, data: bytes) -> list[Triangles]:
    """A file whose length is that of its count of faces is binary, even where it begins with `solid`."""
    count = int.from_bytes(data[80:HEAD], "little")
    if len(data) == HEAD + FACE * count:
        reading.need_faces(count)
        return [_separate(np.frombuffer(data, _FACE, offset=HEAD)["corners"].reshape(-1, 3).astype(float))]
    if data.lstrip()[:5].lower() == b"solid":
        return [_separate(_corners(reading, data.lower()))]
    raise reading.error(f"is cut off or no STL: it should hold {count} faces and has {len(data)} bytes")


def _corners(reading: Reading, text: bytes) -> np.ndarray:
    """(3 f, 3) of a text in small letters."""
    count = text.count(b"endfacet")
    reading.need_faces(count)
    found = array("d")
    matches = _CORNER.finditer(text)
    while some := list(islice(matches, AT_ONCE)):
        reading.pause()
        found.extend(reading.numbers([word for match in some for word in match.groups()]))
        if len(found) > 9 * count:
            break
    if len(found) != 9 * count:
        raise reading.error(f"is cut off or no STL: its {count} faces do not have three corners each")
    return np.frombuffer(found, dtype=float).reshape(-1, 3)


def _separate(corners: np.ndarray) -> Triangles:
    """Faces that share no corner."""
    return Triangles(corners, np.arange(len(corners)).reshape(-1, 3))
