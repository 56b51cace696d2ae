"""URDF files as trees of links and joints. Every refusal names the file, the element, the attribute and the value."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator
from pathlib import Path

from denoc.arm.conventions import as_tuples
from denoc.basics.checks import check_name
from denoc.basics.errors import DynamicsError, ProjectError, shorten
from denoc.files.disk.files import file_path
from denoc.files.disk.paths import is_folder
from denoc.files.text.file_kinds import kind_of_root
from denoc.files.text.file_names import URDF
from denoc.files.text.strict_xml import Element, read_xml
from denoc.files.text.xacro_text import is_template, unescaped
from denoc.files.urdf.meshes import mesh_folder
from denoc.files.urdf.parts import colour_of, not_negative, origin, visual_of, with_inertial
from denoc.files.urdf.tree import GRAVITY, KINDS, UrdfJoint, UrdfLink, UrdfTree

MAX_LINKS = 5000
TEMPLATE = "is a xacro template; expand it first: xacro FILE > robot.urdf"


def read_urdf(path: object) -> UrdfTree:
    """The tree of links and joints of a URDF file: a `UrdfTree`.

    `path` is the file, or a folder that has only one, also in its `urdf` folder. For arms that are only a part of it:
    pick a chain from `tree.chains()` and hand its ends to `chain_robot`. xacro must have been expanded. ProjectError
    names the file, the element and the attribute that cannot be read.

    >>> notes = dn.save_urdf(dn.load("ur5").robot, "ur5.urdf")
    >>> tree = dn.read_urdf("ur5.urdf")
    >>> tree.root, len(tree.joints)
    ('base_link', 7)
    """
    given = file_path(path, "a file or a folder")
    file = _the_file(given) if is_folder(given) else given
    return urdf_tree(read_xml(file), file, given if is_folder(given) else None)


def urdf_tree(root: Element, file: Path, folder: Path | None = None) -> UrdfTree:
    """Of the file's root element; meshes lie below `folder`, or where the file's package says."""
    if root.tag != "robot":
        raise root.error(f"is no URDF: its root element is not <robot>; it is {kind_of_root(root.tag)}")
    _read_dollars(root)
    links = _links(root)
    joints = _joints(root, {link.name for link in links})
    name = root.text("name", "") or file.stem
    return UrdfTree(
        path=file,
        folder=mesh_folder(file) if folder is None else folder,
        name=_checked_name(root, name),
        links=links,
        joints=joints,
        root=_root(file, links, joints),
        gravity=_gravity(root),
    )


def _the_file(folder: Path) -> Path:
    """The only URDF of a folder, else of its `urdf` folder."""
    for place in (folder, folder / "urdf"):
        try:
            items = list(place.iterdir()) if is_folder(place) else []
        except OSError as error:
            raise ProjectError(place, f"cannot be read: {error.strerror or error}") from None
        found = sorted(item for item in items if item.suffix.lower() == URDF)
        if len(found) == 1:
            return found[0]
        if found:
            names = shorten([item.name for item in found])
            raise ProjectError(place, f"holds several URDF files, name one of them: {names}")
    raise ProjectError(folder, f"holds no *{URDF} file, nor does its folder 'urdf'")


def _read_dollars(root: Element) -> None:
    """Refuse templates; where dollars are escaped, take them for what they stand for."""
    waiting = [(root, False)]
    while waiting:
        element, ignored = waiting.pop()
        ignored = ignored or element.tag in IGNORED
        if element.tag.startswith("xacro:") and not ignored:
            raise element.error(TEMPLATE)
        for name, value in element.attributes.items():
            if is_template(value) and not ignored:
                raise element.error(TEMPLATE, name, value)
            element.attributes[name] = unescaped(value)
        waiting += [(child, ignored) for child in element.children]


IGNORED = ("gazebo", "transmission", "ros2_control")  # what other programs keep in the file


def _links(root: Element) -> tuple[UrdfLink, ...]:
    colours = {}
    for material in root.all("material"):
        colour = colour_of(material)
        if colour is not None:
            colours[material.text("name", "")] = colour
    found: dict[str, UrdfLink] = {}
    elements = root.all("link")
    if len(elements) > MAX_LINKS:
        raise root.error(f"has more than {MAX_LINKS} links")
    for element in elements:
        name = _name(element, "link", found)
        visuals = tuple(visual_of(each, element.owner, colours) for each in element.all("visual") if each.children)
        found[name] = with_inertial(UrdfLink(name, visuals=visuals), element.one("inertial"))
    if not found:
        raise root.error("has no <link>")
    return tuple(found.values())


def _name(element: Element, what: str, taken: Container[str]) -> str:
    name = _checked_name(element, element.text("name"))
    element.owner = f"{what} {name!r}"
    if name in taken:
        raise element.error("the name is there twice", "name", name)
    return name


def _checked_name(element: Element, name: str) -> str:
    try:
        return check_name(name, "name")
    except DynamicsError as error:
        raise element.error(error.reason, "name", name) from None


def _joints(root: Element, links: set[str]) -> tuple[UrdfJoint, ...]:
    rotors = _rotors(root)
    found: dict[str, UrdfJoint] = {}
    carriers: dict[str, str] = {}
    for element in root.all("joint"):
        name = _name(element, "joint", found)
        joint = found[name] = _joint(element, name, links, rotors.get(name, (0.0, 1.0)))
        if joint.child in carriers:
            reason = f"link {joint.child!r} hangs on joint {carriers[joint.child]!r} already: a loop is no tree"
            raise element.error(reason, "name", name)
        carriers[joint.child] = name
    return tuple(found.values())


def _joint(element: Element, name: str, links: set[str], rotor: tuple[float, float]) -> UrdfJoint:
    kind = element.text("type")
    if kind not in KINDS:
        raise element.error(f"no joint type; possible: {', '.join(KINDS)}", "type", kind)
    ends = []
    for end in ("parent", "child"):
        holder = element.need(end)
        ends.append(holder.text("link"))
        if ends[-1] not in links:
            raise holder.error("there is no such link", "link", ends[-1])
    mimic, axis, limit = element.one("mimic"), element.one("axis"), element.one("limit")
    dynamics = element.one("dynamics") or Element(element.path, "dynamics", {}, element.line)
    viscous, coulomb = (not_negative(dynamics, each, 0.0) for each in ("damping", "friction"))
    return UrdfJoint(
        name,
        kind,
        parent=ends[0],
        child=ends[1],
        origin=as_tuples(origin(element)),
        axis=(1.0, 0.0, 0.0) if axis is None else axis.numbers("xyz", 3),  # type: ignore[arg-type]
        lower=0.0 if limit is None else limit.number("lower", 0.0),
        upper=0.0 if limit is None else limit.number("upper", 0.0),
        has_range=limit is not None and bool(limit.attributes.keys() & {"lower", "upper"}),
        effort=_endless(limit, "effort"),
        velocity=_endless(limit, "velocity"),
        viscous=viscous,
        coulomb=coulomb,
        mimics="" if mimic is None else mimic.text("joint"),
        rotor_inertia=rotor[0],
        gear_ratio=rotor[1],
    )


def _endless(limit: Element | None, name: str) -> float:
    """An attribute of a <limit> that may be missing or infinite."""
    if limit is None or limit.text(name, "inf").strip().lower().lstrip("+") in ("inf", "infinity"):
        return math.inf
    return limit.number(name)


def _rotors(root: Element) -> dict[str, tuple[float, float]]:
    """Rotor inertia and gear ratio by joint, as Drake writes them into a transmission."""
    found = {}
    for transmission in root.all("transmission"):
        for joint, actuator in _pairs(transmission):
            inertia, ratio = (actuator.one(f"drake:{name}") for name in ("rotor_inertia", "gear_ratio"))
            if inertia is not None:
                gear = 1.0 if ratio is None else ratio.number("value")
                found[joint.text("name", "")] = (not_negative(inertia, "value"), gear)
    return found


def _pairs(transmission: Element) -> Iterator[tuple[Element, Element]]:
    """Each joint of a transmission with its actuator."""
    return zip(transmission.all("joint"), transmission.all("actuator"), strict=False)


def _gravity(root: Element) -> tuple[float, float, float]:
    """URDF does not speak of gravity; its extension for MuJoCo may."""
    extension = root.one("mujoco")
    option = None if extension is None else extension.one("option")
    return GRAVITY if option is None else option.numbers("gravity", 3, GRAVITY)  # type: ignore[return-value]


def _root(path: Path, links: tuple[UrdfLink, ...], joints: tuple[UrdfJoint, ...]) -> str:
    """The one link that hangs on nothing; every other one hangs on it."""
    children = {joint.child for joint in joints}
    roots = [link.name for link in links if link.name not in children]
    if not roots:
        raise ProjectError(path, "its joints form a loop: every link hangs on another one")
    if len(roots) > 1:
        raise ProjectError(path, f"has several roots, which no joint connects: {shorten(roots)}")
    below: dict[str, list[str]] = {}
    for joint in joints:
        below.setdefault(joint.parent, []).append(joint.child)
    reached, waiting = set[str](), roots.copy()
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting += below.get(name, [])
    loop = [link.name for link in links if link.name not in reached]
    if loop:
        raise ProjectError(path, f"its joints form a loop: {shorten(loop)} hang on each other")
    return roots[0]
