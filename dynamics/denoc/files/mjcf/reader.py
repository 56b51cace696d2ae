"""MJCF files as trees of bodies and joints, in the form of a URDF's tree.

A body is a link, its joints come one after another before it, and named sites are links of their own that are fixed to
it, so that one of them can be the tip. What no serial arm has is refused or noted by its name.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from denoc.arm.conventions import as_tuples
from denoc.arm.visuals import Colour
from denoc.basics.checks import check_name
from denoc.basics.errors import DynamicsError, shorten
from denoc.files.mjcf.bodies import Geom, body_of, visuals_of
from denoc.files.mjcf.drives import Drives, drives_of, is_limited, joint_bound
from denoc.files.mjcf.settings import Settings, bounded, settings_of
from denoc.files.text.free_names import free_name
from denoc.files.text.strict_xml import Element
from denoc.files.urdf.meshes import mesh_folder
from denoc.files.urdf.parts import not_negative
from denoc.files.urdf.tree import GRAVITY, Shape, UrdfJoint, UrdfLink, UrdfTree, UrdfVisual

DEEPEST = 1100  # levels of nested bodies
MAX_BODIES = 5000
WORLD = "world"
REFUSED = ("include", "replicate", "composite", "flexcomp", "attach", "plugin")
KINDS = {"hinge": "revolute", "slide": "prismatic", "ball": "ball", "free": "floating"}
LEFT_OUT = {
    "equality": "equality constraints are left out",
    "tendon": "tendons are left out",
}


class _Place(NamedTuple):
    """A body, or a frame that only moves what stands in it."""

    element: Element
    link: str  # what it moves with
    pose: np.ndarray  # (4, 4), in that link
    childclass: str


@dataclass
class _Found:
    """What the walk through the bodies has found so far."""

    links: dict[str, UrdfLink] = field(default_factory=dict)
    joints: dict[str, UrdfJoint] = field(default_factory=dict)
    sites: list[tuple[str, str, np.ndarray]] = field(default_factory=list)  # name, link, pose
    notes: dict[str, list[str]] = field(default_factory=dict)

    def note(self, words: str, name: str) -> None:
        self.notes.setdefault(words, []).append(name)


def mjcf_tree(root: Element, file: Path) -> UrdfTree:
    """Of the file's root element, <mujoco>. ProjectError names the element and the attribute that cannot be read."""
    settings = settings_of(root)
    found = _Found()
    _walk(root, settings, drives_of(root, settings), found)
    for name, link, pose in found.sites:
        if name not in found.links:
            found.links[name] = UrdfLink(name)
            called = free_name(f"{name} is fixed", found.joints)
            found.joints[called] = UrdfJoint(called, "fixed", link, name, as_tuples(pose))
    _note_sections(root, found)
    name = root.text("model", "") or file.stem
    return UrdfTree(
        path=file,
        folder=mesh_folder(file),
        name=_checked(root, name, "model"),
        links=tuple(found.links.values()),
        joints=tuple(found.joints.values()),
        root=WORLD,
        gravity=_gravity(root, found),
        notes=tuple(f"{words}: {shorten(names)}" for words, names in found.notes.items()),
    )


def _walk(root: Element, settings: Settings, drives: Drives, found: _Found) -> None:
    meshes, colours = _meshes(root, settings), _colours(root, settings)
    found.links[WORLD] = UrdfLink(WORLD)
    for joint in drives.lopsided:
        found.note("torque limits that differ by direction are taken as the smaller one that is not zero", joint)
    waiting = [_Place(each, WORLD, np.eye(4), each.text("childclass", "")) for each in root.all("worldbody")]
    if not waiting:
        raise root.error("has no <worldbody>")
    while waiting:
        place = waiting.pop()
        inside = list(place.element.children)
        ahead: list[_Place] = []
        link, pose = place.link, place.pose
        if place.element.tag == "body":
            link, pose = _add_body(place, settings, drives, found)
            geoms = _geoms(place, pose, settings)
            visuals = [each for geom in geoms for each in visuals_of(geom, settings, meshes, colours)]
            found.links[link] = _weighed(place.element, found.links[link], pose, geoms, settings, found, tuple(visuals))
        for child in inside:
            if child.tag in REFUSED:
                raise child.error("is not read: save the model from MuJoCo as one plain file first")
            if child.tag in ("body", "frame"):
                childclass = child.text("childclass", place.childclass)
                here = pose @ settings.pose(child)
                ahead.append(_Place(child, link, here, childclass))
            elif child.tag == "site" and child.text("name", ""):
                site = settings.of(child, place.childclass)
                found.sites.append((_checked(child, child.text("name")), link, pose @ settings.pose(site)))
        waiting += ahead[::-1]


def _add_body(place: _Place, settings: Settings, drives: Drives, found: _Found) -> tuple[str, np.ndarray]:
    """Its link with the joints that lead there: (name of the link, the body's frame in the link's), (4, 4).

    A link's frame is on its last joint."""
    element = place.element
    if len(found.links) > MAX_BODIES:
        raise element.error(f"the model has more than {MAX_BODIES} bodies")
    name = element.text("name", "") or free_name(f"body{len(found.links)}", found.links)
    element.owner = f"body {name!r}"
    if _checked(element, name) in found.links:
        raise element.error("the name is there twice", "name", name)
    if element.number("gravcomp", 0.0) != 0:
        found.note("gravity compensation of bodies is left out", name)
    free = [_as_joint(each) for each in element.all("freejoint")]
    joints = [settings.of(each, place.childclass) for each in element.all("joint")] + free
    parent, pose = place.link, place.pose
    anchor = np.zeros(3)
    for number, joint in enumerate(joints):
        child = name if joint is joints[-1] else free_name(f"{name} before joint {number + 2}", found.links)
        at = np.array(bounded(joint, "pos", joint.numbers("pos", 3, (0.0, 0.0, 0.0))))
        _add_joint(joint, parent, child, pose @ _shift(at - anchor), settings, drives, found)
        found.links[child] = UrdfLink(child, True)
        parent, pose, anchor = child, np.eye(4), at
    if not joints:
        fixed = free_name(f"{name} is fixed", found.joints)
        found.joints[fixed] = UrdfJoint(fixed, "fixed", parent, name, as_tuples(pose))
        found.links[name] = UrdfLink(name)
    return name, _shift(-anchor)


def _shift(vector: np.ndarray) -> np.ndarray:
    out = np.eye(4)
    out[:3, 3] = vector
    return out


def _as_joint(free: Element) -> Element:
    return Element(free.path, "joint", {"type": "free", **free.attributes}, free.line, free.owner)


def _add_joint(
    element: Element, parent: str, child: str, pose: np.ndarray, settings: Settings, drives: Drives, found: _Found
) -> None:
    name = element.text("name", "") or free_name(f"joint{len(found.joints) + 1}", found.joints)
    element.owner = f"joint {name!r}"
    if _checked(element, name) in found.joints:
        raise element.error("the name is there twice", "name", name)
    kind = element.text("type", "hinge")
    if kind not in KINDS:
        raise element.error(f"no joint type; possible: {', '.join(KINDS)}", "type", kind)
    scale = settings.angle if kind == "hinge" else 1.0
    reference = element.number("ref", 0.0) * scale
    limited = is_limited(element, "range", "limited", settings) and kind in ("hinge", "slide")
    low, high = element.numbers("range", 2, (0.0, 0.0)) if limited else (0.0, 0.0)
    own, lopsided = joint_bound(element, settings)
    if lopsided:
        found.note("torque limits that differ by direction are taken as the smaller one that is not zero", name)
    if reference:
        found.note("joints are counted from the pose of the file, not from their 'ref'", name)
    if element.number("stiffness", 0.0) or "springdamper" in element.attributes:
        found.note("springs of joints are left out", name)
    found.joints[name] = UrdfJoint(
        name,
        "continuous" if kind == "hinge" and not limited else KINDS[kind],
        parent,
        child,
        as_tuples(pose),
        axis=element.numbers("axis", 3, (0.0, 0.0, 1.0)),  # type: ignore[arg-type]
        lower=low * scale - reference,
        upper=high * scale - reference,
        has_range=limited,
        effort=min(own, drives.limits.get(name, math.inf)),
        viscous=not_negative(element, "damping", 0.0),
        coulomb=not_negative(element, "frictionloss", 0.0),
        rotor_inertia=not_negative(element, "armature", 0.0),
    )


def _geoms(place: _Place, pose: np.ndarray, settings: Settings) -> list[Geom]:
    """Those of the body itself, also in frames inside it, with their classes' attributes."""
    found = []
    waiting = [(place.element, pose, place.childclass)]
    while waiting:
        holder, here, childclass = waiting.pop()
        for child in holder.children:
            if child.tag == "frame":
                waiting.append((child, here @ settings.pose(child), child.text("childclass", childclass)))
            elif child.tag == "geom":
                geom = settings.of(child, childclass)
                geom.owner = place.element.owner
                found.append(Geom(geom, here))
            elif child.tag in ("joint", "freejoint") and holder.tag == "frame":
                raise child.error("a joint inside a <frame> is not read: save the model from MuJoCo first")
    return found


def _weighed(
    element: Element,
    link: UrdfLink,
    pose: np.ndarray,
    geoms: list[Geom],
    settings: Settings,
    found: _Found,
    visuals: tuple[UrdfVisual, ...],
) -> UrdfLink:
    """The link with what moves with it."""
    body = body_of(element.one("inertial"), pose, geoms, settings)
    if body is None:
        return UrdfLink(link.name, visuals=visuals)
    moments = np.linalg.eigvalsh(body.inertia)
    if settings.balanced and moments[2] > (moments[0] + moments[1]) * (1 + 1e-9):
        found.note("inertias that MuJoCo balances are taken as they are written", link.name)
    return UrdfLink(link.name, True, *body.entries, visuals)


def _meshes(root: Element, settings: Settings) -> dict[str, Shape]:
    found = {}
    for section in root.all("asset"):
        for element in section.all("mesh"):
            mesh = settings.of(element, "")
            file = mesh.text("file", "")
            if file:
                path = f"{settings.meshes.rstrip('/')}/{file}" if settings.meshes else file
                name = mesh.text("name", "") or Path(file.replace("\\", "/")).stem
                found[name] = Shape("mesh", mesh.numbers("scale", 3, (1.0, 1.0, 1.0)), path)
    return found


def _colours(root: Element, settings: Settings) -> dict[str, Colour]:
    materials = [settings.of(each, "") for section in root.all("asset") for each in section.all("material")]
    return {each.text("name", ""): each.numbers("rgba", 4, (1.0, 1.0, 1.0, 1.0)) for each in materials}  # type: ignore[misc]


def _gravity(root: Element, found: _Found) -> tuple[float, float, float]:
    gravity = GRAVITY
    for option in root.all("option"):
        gravity = option.numbers("gravity", 3, gravity)  # type: ignore[assignment]
        for medium in ("density", "viscosity"):
            if option.number(medium, 0.0) != 0:
                found.note("forces of a fluid are left out", medium)
        for flag in option.all("flag"):
            if flag.text("gravity", "enable") == "disable":
                gravity = (0.0, 0.0, 0.0)
    return gravity


def _note_sections(root: Element, found: _Found) -> None:
    for child in root.children:
        if child.tag in REFUSED:
            raise child.error("is not read: save the model from MuJoCo as one plain file first")
        if child.tag in LEFT_OUT:
            for each in child.children:
                found.note(LEFT_OUT[child.tag], each.text("name", "") or each.tag)


def _checked(element: Element, name: str, attribute: str = "name") -> str:
    try:
        return check_name(name, attribute)
    except DynamicsError as error:
        raise element.error(error.reason, attribute, name) from None
