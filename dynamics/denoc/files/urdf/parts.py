"""What stands inside the links and joints of a URDF: places, bodies, things to draw."""

from __future__ import annotations

import numpy as np

from denoc.algebra.scalars import exact_cos_sin
from denoc.arm.conventions import as_tuples, turn_transform
from denoc.arm.robot import LARGEST_ANGLE, inertia_entries, inertia_matrix
from denoc.arm.visuals import Colour
from denoc.basics.checks import LARGEST
from denoc.files.text.strict_xml import Element
from denoc.files.urdf.tree import Shape, UrdfLink, UrdfVisual

MOMENTS = ("ixx", "iyy", "izz", "ixy", "iyz", "ixz")
ZERO = (0.0, 0.0, 0.0)


def with_inertial(link: UrdfLink, inertial: Element | None) -> UrdfLink:
    if inertial is None:
        return link
    pose = origin(inertial)
    mass = not_negative(inertial.need("mass"), "value")
    tensor = inertial.one("inertia")
    entries = [0.0] * 6 if tensor is None else [_moment(tensor, name) for name in MOMENTS]
    rotation = pose[:3, :3]
    turned = inertia_entries(rotation @ inertia_matrix(entries) @ rotation.T)
    return UrdfLink(link.name, True, mass, tuple(pose[:3, 3].tolist()), turned, link.visuals)


def _moment(tensor: Element, name: str) -> float:
    value = tensor.number(name, 0.0)
    if abs(value) > LARGEST:
        raise tensor.error(f"must be within {-LARGEST:g} and {LARGEST:g}", name, tensor.text(name))
    return value


def not_negative(element: Element, name: str, default: float | None = None) -> float:
    """A number that may be zero."""
    value = element.number(name, default)
    if not 0 <= value <= LARGEST:
        raise element.error(f"must be within 0 and {LARGEST:g}", name, element.text(name))
    return value


def origin(element: Element) -> np.ndarray:
    """The element's <origin> as a 4x4 transform."""
    found = element.one("origin")
    if found is None:
        return np.eye(4)
    xyz, rpy = found.numbers("xyz", 3, ZERO), found.numbers("rpy", 3, ZERO)
    for name, values, largest in (("xyz", xyz, LARGEST), ("rpy", rpy, LARGEST_ANGLE)):
        if max(abs(value) for value in values) > largest:
            raise found.error(f"must be within {-largest:g} and {largest:g}", name, found.text(name))
    transform = np.eye(4)
    transform[:3, :3] = _turned(*rpy)
    transform[:3, 3] = xyz
    return transform


def _turned(roll: float, pitch: float, yaw: float) -> np.ndarray:
    """Rot_z(yaw) Rot_y(pitch) Rot_x(roll); right angles are exact."""
    (cr, sr), (cp, sp) = exact_cos_sin(roll), exact_cos_sin(pitch)
    about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    about_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    return turn_transform(0.0, yaw)[:3, :3] @ about_y @ about_x


def visual_of(element: Element, owner: str, colours: dict[str, Colour]) -> UrdfVisual:
    element.owner = owner
    material = element.one("material")
    colour = None
    if material is not None:
        colour = colour_of(material) or colours.get(material.text("name", ""))
    return UrdfVisual(_shape(element.need("geometry")), as_tuples(origin(element)), colour)


def colour_of(material: Element) -> Colour | None:
    colour = material.one("color")
    return None if colour is None else colour.numbers("rgba", 4)  # type: ignore[return-value]


def _shape(geometry: Element) -> Shape:
    for kind in geometry.children:
        kind.owner = geometry.owner
        if kind.tag == "box":
            return Shape("box", kind.numbers("size", 3))
        if kind.tag == "cylinder":
            return Shape("cylinder", (kind.number("radius"), kind.number("length")))
        if kind.tag == "sphere":
            return Shape("sphere", (kind.number("radius"),))
        if kind.tag == "mesh":
            return Shape("mesh", kind.numbers("scale", 3, (1.0, 1.0, 1.0)), kind.text("filename"))
    raise geometry.error("is none of <box>, <cylinder>, <sphere> and <mesh>")
