"""What a body of MuJoCo weighs and looks like: its <inertial>, or its geoms with their densities."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from denoc.arm.conventions import as_tuples
from denoc.arm.rigid_body import Body
from denoc.arm.robot import Inertia, inertia_matrix
from denoc.arm.solids import box, cylinder, sphere
from denoc.arm.visuals import Colour
from denoc.basics.checks import LARGEST
from denoc.files.mjcf.settings import Settings, bounded, from_z
from denoc.files.text.strict_xml import Element
from denoc.files.urdf.parts import not_negative
from denoc.files.urdf.tree import Shape, UrdfVisual

SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "box": 3, "ellipsoid": 3}
FORMLESS = ("plane", "hfield")  # these have no mass
SHOWN = 2  # the last group of geoms that MuJoCo shows unasked
NOTHING = 1e-12  # kg, kg m^2: a least mass that stands for none
WATER = 1000.0  # kg/m^3, the usual density


class Geom(NamedTuple):
    """A geom with its class's attributes, and the frame that it is placed in, seen from its link."""

    element: Element
    frame: np.ndarray  # (4, 4)


class Solid(NamedTuple):
    """A geom: its kind, half sizes in metres, and where it is."""

    kind: str
    sizes: tuple[float, ...]
    pose: np.ndarray  # (4, 4)

    @property
    def volume(self) -> float:
        """The volume of the geom, in m^3."""
        a, b, c = (*self.sizes, 0.0, 0.0)[:3]
        if self.kind == "box":
            return 8 * a * b * c
        if self.kind == "ellipsoid":
            return 4 / 3 * math.pi * a * b * c
        ball, barrel = 4 / 3 * math.pi * a**3, math.pi * a * a * 2 * b
        return {"sphere": ball, "cylinder": barrel, "capsule": ball + barrel}[self.kind]

    def body(self, mass: float) -> Body:
        """Of this mass, in the frame that its pose is given in."""
        a, b, c = (*self.sizes, 0.0, 0.0)[:3]
        if self.kind == "box":
            moments = box(mass, 2 * a, 2 * b, 2 * c)
        elif self.kind == "ellipsoid":
            moments = (mass * (b * b + c * c) / 5, mass * (c * c + a * a) / 5, mass * (a * a + b * b) / 5, 0, 0, 0)
        elif self.kind == "sphere":
            moments = sphere(mass, a)
        else:
            moments = cylinder(mass, a, 2 * b)
            if self.kind == "capsule":
                moments = _capsule(mass, a, 2 * b)
        return Body(mass, np.zeros(3), inertia_matrix(moments)).moved(self.pose)


def _capsule(mass: float, radius: float, length: float) -> Inertia:
    """A cylinder of this length with two half balls, whose mass centres lie 3/8 radius beyond its ends."""
    balls = mass * 4 * radius / (4 * radius + 3 * length) if radius > 0 else 0.0
    xx, _, zz, *_ = cylinder(mass - balls, radius, length)
    own = sphere(balls, radius)[0]
    across = xx + own + balls * length * (2 * length + 3 * radius) / 8
    return (across, across, zz + own, 0.0, 0.0, 0.0)


def solid_of(geom: Element, settings: Settings) -> Solid | None:
    """None for what has no body of its own: a mesh, a plane, a field of heights."""
    kind = geom.text("type", "mesh" if "mesh" in geom.attributes else "sphere")
    if kind not in SIZES:
        if kind not in (*FORMLESS, "mesh", "sdf"):
            raise geom.error("no type of geom", "type", kind)
        return None
    texts = geom.text("size", "").split()
    sizes = geom.numbers("size", len(texts)) if texts else ()
    if any(not 0 <= size <= LARGEST for size in sizes):
        raise geom.error(f"must be within 0 and {LARGEST:g}", "size", geom.text("size"))
    if "fromto" not in geom.attributes or kind == "sphere":
        if len(sizes) < SIZES[kind]:
            raise geom.error(f"a {kind} has {SIZES[kind]} sizes, not {len(sizes)}", "size")
        return Solid(kind, sizes[: SIZES[kind]], settings.pose(geom))
    ends = np.array(bounded(geom, "fromto", geom.numbers("fromto", 6))).reshape(2, 3)
    between = ends[1] - ends[0]
    length = float(np.linalg.norm(between))
    if not 1e-9 < length < LARGEST or not sizes:
        raise geom.error("two different points and a size are needed", "fromto", geom.text("fromto"))
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = from_z(between / length), ends.mean(axis=0)
    across = (sizes[0],) if kind in ("capsule", "cylinder") else (sizes[0], sizes[0])
    return Solid(kind, (*across, length / 2), pose)


def body_of(inertial: Element | None, pose: np.ndarray, geoms: list[Geom], settings: Settings) -> Body | None:
    """What the body weighs, in its link's frame; `pose` is its own there. None where nothing says it."""
    if inertial is not None and settings.geoms != "true":
        return _bounded(_written(inertial, settings).moved(pose), settings)
    if settings.geoms == "false":
        return None
    found: Body | None = None
    for geom, frame in geoms:
        low, high = settings.groups
        body = _weighed(geom, settings) if low <= geom.number("group", 0.0) <= high else None
        if body is not None:
            body = body.moved(frame)
            found = body if found is None else found.joined(body)
    return None if found is None else _bounded(found, settings)


def _written(inertial: Element, settings: Settings) -> Body:
    pose = settings.pose(inertial)
    mass = not_negative(inertial, "mass")
    if "fullinertia" in inertial.attributes:
        xx, yy, zz, xy, xz, yz = inertial.numbers("fullinertia", 6)
        moments = (xx, yy, zz, xy, yz, xz)
    else:
        xx, yy, zz = inertial.numbers("diaginertia", 3, (0.0, 0.0, 0.0))
        moments = (xx, yy, zz, 0.0, 0.0, 0.0)
    if max(map(abs, moments)) > LARGEST:
        raise inertial.error(f"must be within {-LARGEST:g} and {LARGEST:g}", "diaginertia")
    return Body(mass, np.zeros(3), inertia_matrix(moments)).moved(pose)


def _weighed(geom: Element, settings: Settings) -> Body | None:
    """None for what weighs nothing."""
    given = not_negative(geom, "mass") if "mass" in geom.attributes else None
    density = not_negative(geom, "density", WATER)
    if (density if given is None else given) == 0:
        return None
    solid = solid_of(geom, settings)
    if solid is None:
        if geom.text("type", "mesh") in FORMLESS:
            return None
        raise geom.error("its mass comes of a mesh, which is not weighed: give the body an <inertial>", "mesh")
    if geom.text("shellinertia", "false") != "false":
        raise geom.error("the inertia of a shell is not read: give the body an <inertial>", "shellinertia")
    return solid.body(density * solid.volume if given is None else given)


def _bounded(body: Body, settings: Settings) -> Body:
    """With the least mass and moments that the file asks for, but for those that only stand for zero."""
    mass = max(body.mass, settings.least_mass) if settings.least_mass > NOTHING else body.mass
    if settings.least_inertia <= NOTHING:
        return body._replace(mass=mass)
    moments, axes = np.linalg.eigh(body.inertia)
    return Body(mass, body.com, axes @ np.diag(np.maximum(moments, settings.least_inertia)) @ axes.T)


def visuals_of(
    placed: Geom, settings: Settings, meshes: dict[str, Shape], colours: dict[str, Colour]
) -> list[UrdfVisual]:
    """What is drawn of a geom: nothing of those that only touch."""
    geom, frame = placed
    if geom.number("group", 0.0) > SHOWN:
        return []
    given = "rgba" in geom.attributes
    colour: Any = geom.numbers("rgba", 4) if given else colours.get(geom.text("material", ""))
    solid = solid_of(geom, settings)
    shapes = _shapes(solid) if solid is not None else []
    if solid is None and geom.text("mesh", "") in meshes:
        shapes = [(meshes[geom.text("mesh")], settings.pose(geom))]
    return [UrdfVisual(shape, as_tuples(frame @ pose), colour) for shape, pose in shapes]


def _shapes(solid: Solid) -> list[tuple[Shape, np.ndarray]]:
    if solid.kind == "box":
        return [(Shape("box", tuple(2 * size for size in solid.sizes)), solid.pose)]
    if solid.kind == "sphere":
        return [(Shape("sphere", solid.sizes), solid.pose)]
    if solid.kind == "ellipsoid":
        return []
    radius, half = solid.sizes
    found = [(Shape("cylinder", (radius, 2 * half)), solid.pose)]
    if solid.kind == "capsule":
        for end in (-half, half):
            pose = solid.pose.copy()
            pose[:3, 3] += end * pose[:3, 2]
            found.append((Shape("sphere", (radius,)), pose))
    return found
