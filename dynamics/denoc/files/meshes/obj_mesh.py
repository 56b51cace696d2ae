"""OBJ meshes: corners and faces. Groups, materials and all other lines are passed over."""

from __future__ import annotations

from array import array

import numpy as np

from denoc.files.meshes.mesh_reading import Reading, Triangles
from denoc.files.meshes.polygons import fans

MOST_LINES = 3_000_000


def obj_triangles(reading: Reading, data: bytes) -> list[Triangles]:
    """All groups as one mesh; polygons become fans."""
    if b"\\" in data:
        data = data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ")  # a line that goes on in the next one
    if max(data.count(b"\n"), data.count(b"\r")) > MOST_LINES:
        raise reading.error(f"has more than {MOST_LINES} lines")
    coordinates, references = array("d"), array("q")
    counts, known = array("q"), array("q")  # corners of each polygon, and how many there were before it
    for lines in reading.lines(data):
        points: list[bytes] = []
        named: list[bytes] = []
        for line in lines:
            words = line.partition(b"#")[0].split()
            if not words or words[0] not in (b"v", b"f"):
                continue
            if len(words) < 4:
                raise reading.error(f"has fewer than three numbers in {line[:40].decode('ascii', 'replace')!r}")
            if words[0] == b"v":
                points += words[1:4]
            else:
                named += words[1:]
                counts.append(len(words) - 1)
                known.append((len(coordinates) + len(points)) // 3)
        reading.count_numbers(len(points) + len(named))
        reading.need_faces(len(references) + len(named) - 2 * len(counts))
        coordinates.extend(reading.numbers(points))
        references.extend(reading.indices([word.partition(b"/")[0] for word in named]))
    corners = _from_zero(np.frombuffer(references, np.int64), np.repeat(*map(np.asarray, (known, counts))))
    vertices = np.frombuffer(coordinates, dtype=float).reshape(-1, 3)
    return [Triangles(vertices, fans(corners, np.asarray(counts)))]


def _from_zero(references: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Corners counted from 0, -1 for none. A file counts from 1, or back from the last one that it had so far."""
    corners = np.where(references > 0, references - 1, known + references)
    return np.where((references == 0) | (corners < 0), -1, corners)
