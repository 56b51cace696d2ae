"""One geometry of a COLLADA document as triangles, in its own frame and unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from denoc.files.meshes.mesh_reading import Reading, Triangles
from denoc.files.meshes.polygons import fans, strips, triangle_count
from denoc.files.text.strict_xml import Element

MOST_INPUTS = 64  # indices of one corner


def geometry_parts(geometry: Element, reading: Reading) -> Iterator[Triangles]:
    """One for each of its primitives that has faces; with the corners that these use, and no others."""
    mesh = geometry.one("mesh")
    if mesh is None:
        return
    sources = {source.text("id", ""): source for source in mesh.all("source")}
    positions: dict[str, np.ndarray] = {}
    for primitive in mesh.children:
        if primitive.tag not in SPREAD:
            continue
        corners, counts = _corners(primitive, reading)
        if not len(corners):
            continue
        reading.need_faces(triangle_count(counts))
        source = _source(mesh, primitive, sources)
        name = source.text("id")
        if name not in positions:
            positions[name] = _positions(source, reading)
        used, faces = np.unique(SPREAD[primitive.tag](corners, counts), return_inverse=True)
        if len(used):
            if used[0] < 0 or used[-1] >= len(positions[name]):
                raise primitive.error("has faces with corners that are not there")
            yield Triangles(positions[name][used], faces.reshape(-1, 3))


def _corners(primitive: Element, reading: Reading) -> tuple[np.ndarray, np.ndarray]:
    """(indices of the corners (c,), how many of them each polygon has (k,))."""
    offsets = {each.text("semantic"): _whole(each, "offset", MOST_INPUTS) for each in primitive.all("input")}
    if "VERTEX" not in offsets:
        raise primitive.error("has no <input> of its corners")
    width = 1 + max(offsets.values())
    found = []
    for text in primitive.all("p"):
        indices = reading.integers(text.content)
        if len(indices) % width:
            raise text.error(f"{len(indices)} indices are no corners of {width} each")
        found.append(indices[offsets["VERTEX"] :: width])
    corners = np.concatenate(found) if found else np.zeros(0, dtype=np.int64)
    if primitive.tag == "triangles":
        counts = np.full(len(corners) // 3, 3)
    elif primitive.tag == "polylist":
        vcount = primitive.one("vcount")
        counts = np.zeros(0, dtype=np.int64) if vcount is None else reading.integers(vcount.content)
    else:
        counts = np.array([len(each) for each in found], dtype=np.int64)
    if counts.sum() != len(corners) or counts.min(initial=0) < 0:
        raise primitive.error(f"its polygons have {counts.sum()} corners, and {len(corners)} are there")
    return corners, counts


def _source(mesh: Element, primitive: Element, sources: dict[str, Element]) -> Element:
    """Where the positions of a primitive's corners are."""
    (vertex,) = [each for each in primitive.all("input") if each.text("semantic") == "VERTEX"][-1:]
    name = vertex.text("source").removeprefix("#")
    for vertices in mesh.all("vertices"):
        for entry in vertices.all("input"):
            if vertices.text("id", "") == name and entry.text("semantic") == "POSITION":
                reference = entry.text("source")
                if reference.removeprefix("#") not in sources:
                    raise entry.error("there is no such <source> in this mesh", "source", reference)
                return sources[reference.removeprefix("#")]
    raise vertex.error("there are no such <vertices>", "source", name)


def _positions(source: Element, reading: Reading) -> np.ndarray:
    """(v, 3): as many as there are numbers for, whatever its counts say."""
    values = reading.floats(source.need("float_array").content)
    technique = source.one("technique_common")
    accessor = None if technique is None else technique.one("accessor")
    if accessor is None:
        raise source.error("has no <accessor>")
    width = _whole(accessor, "stride", MOST_INPUTS, len(accessor.all("param")))
    if width < 3:
        raise accessor.error("three coordinates are needed", "stride", width)
    values = values[_whole(accessor, "offset", len(values)) :]
    return values[: len(values) // width * width].reshape(-1, width)[:, :3]


def _whole(element: Element, name: str, largest: int, default: int = 0) -> int:
    value = element.number(name, default)
    if not (0 <= value <= largest and value == int(value)):
        raise element.error(f"a whole number from 0 to {largest} is needed", name, element.text(name))
    return int(value)


SPREAD: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "triangles": fans,
    "polylist": fans,
    "polygons": fans,
    "trifans": fans,
    "tristrips": strips,
}
