"""The triangles of a COLLADA document, placed by its scene, in metres.

Its up axis is left alone, as RViz does: a URDF says how a mesh is turned. Images, effects and other files are not read.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from denoc.files.meshes.collada_geometry import geometry_parts
from denoc.files.meshes.mesh_reading import Reading, Triangles
from denoc.files.text.strict_xml import Element, parse_xml

MOST_NODES = 20_000  # visited: nodes may be used again and again inside each other
DRAWN = ("node", "instance_node", "instance_geometry")
TEXTS = ("float_array", "p", "vcount", "matrix", "translate", "rotate", "scale")


def dae_triangles(reading: Reading, data: bytes) -> list[Triangles]:
    """The triangles of a COLLADA file, one mesh for each part of its scene, in m."""
    root = parse_xml(reading.path, data, TEXTS, reading.pause)
    named = _named(root)
    unit = _unit(root)
    geometries: dict[str, list[Triangles]] = {}
    parts, count = [], 0
    for geometry, matrix in _placed(_scene(root, named), named):
        name = geometry.text("id")
        if name not in geometries:
            geometries[name] = list(geometry_parts(geometry, reading))
        for vertices, faces in geometries[name]:
            count += len(faces)
            reading.need_faces(count)
            parts.append(Triangles(unit * (vertices @ matrix[:3, :3].T + matrix[:3, 3]), faces))
    return parts


def _named(root: Element) -> dict[tuple[str, str], Element]:
    """All elements that have an id, by tag and id."""
    found = {}
    waiting = [root]
    while waiting:
        element = waiting.pop()
        waiting += element.children
        if "id" in element.attributes:
            found[element.tag, element.attributes["id"]] = element
    return found


def _referred(element: Element, tag: str, named: dict[tuple[str, str], Element]) -> Element:
    """What a reference leads to, in this file."""
    url = element.text("url")
    if not url.startswith("#"):
        raise element.error("leads out of the file, which is not followed", "url", url)
    if (tag, url[1:]) not in named:
        raise element.error(f"there is no such <{tag}>", "url", url)
    return named[tag, url[1:]]


def _unit(root: Element) -> float:
    """In metres, as the whole document has it; one without any is in metres."""
    asset = root.one("asset")
    unit = None if asset is None else asset.one("unit")
    if unit is None:
        return 1.0
    metres = unit.number("meter", 1.0)
    if metres <= 0:
        raise unit.error("no unit of length", "meter", metres)
    return metres


def _scene(root: Element, named: dict[tuple[str, str], Element]) -> Element:
    scene = root.one("scene")
    instance = None if scene is None else scene.one("instance_visual_scene")
    if instance is None:
        raise root.error("has no scene")
    return _referred(instance, "visual_scene", named)


def _placed(scene: Element, named: dict[tuple[str, str], Element]) -> Iterator[tuple[Element, np.ndarray]]:
    """Geometries with the transforms of all nodes above them."""
    waiting = [(scene, np.eye(4))]
    visited = 0
    while waiting:
        element, above = waiting.pop()
        visited += 1
        if element.tag == "instance_geometry":
            yield _referred(element, "geometry", named), above
            continue
        node = _referred(element, "node", named) if element.tag == "instance_node" else element
        drawn = [child for child in node.children if child.tag in DRAWN]
        if visited + len(waiting) + len(drawn) > MOST_NODES:
            raise scene.error(f"has more than {MOST_NODES} nodes")
        if drawn:  # others hold a camera or a light
            here = above @ _transform(node)
            waiting += [(child, here) for child in reversed(drawn)]


def _transform(node: Element) -> np.ndarray:
    """(4, 4): its steps one after the other."""
    result = np.eye(4)
    for step in node.children:
        if step.tag in NUMBERS:
            result = result @ _step(step)
        elif step.tag in ("lookat", "skew"):
            raise step.error("is not understood")
    return result


NUMBERS = {"matrix": 16, "translate": 3, "rotate": 4, "scale": 3}


def _step(step: Element) -> np.ndarray:
    step.attributes["its text"] = step.content[:4096].decode("ascii")
    values = np.array(step.numbers("its text", NUMBERS[step.tag]))
    if step.tag == "matrix":
        return values.reshape(4, 4)
    result = np.eye(4)
    if step.tag == "translate":
        result[:3, 3] = values
    elif step.tag == "scale":
        result[:3, :3] = np.diag(values)
    else:
        result[:3, :3] = _rotation(values[:3], math.radians(values[3]))
    return result


def _rotation(axis: np.ndarray, angle: float) -> np.ndarray:
    """(3, 3); about no axis there is none."""
    length = float(np.linalg.norm(axis))
    x, y, z = axis / length if 0 < length < math.inf else np.zeros(3)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
