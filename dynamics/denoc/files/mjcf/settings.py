"""What a model says once for all its elements: the compiler's settings, and defaults by classes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from denoc.arm.robot import LARGEST_ANGLE
from denoc.arm.rotations import rotation_matrix
from denoc.basics.checks import LARGEST
from denoc.files.text.strict_xml import Element

MAIN = "main"  # the class of what names none
ORIENTATIONS = ("quat", "axisangle", "xyaxes", "zaxis", "euler")
AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
ZERO = (0.0, 0.0, 0.0)


@dataclass
class Settings:
    """Of the whole file; angles of the file times `angle` are radians."""

    angle: float = math.pi / 180
    autolimits: bool = True
    euler: str = "xyz"
    geoms: str = "auto"  # whether masses come of geoms: "auto" where a body has no <inertial>
    groups: tuple[float, float] = (0.0, 5.0)  # of geoms that have mass
    least_mass: float = 0.0
    least_inertia: float = 0.0
    balanced: bool = False
    meshes: str = ""  # the folder they are in, as the file names it
    defaults: dict[str, dict[str, dict[str, str]]] = field(default_factory=lambda: {MAIN: {}})

    def of(self, element: Element, childclass: str) -> Element:
        """The element with the attributes that its class gives it; its own come first."""
        name = element.text("class", "") or childclass or MAIN
        if name not in self.defaults:
            raise element.error("there is no such default class", "class", name)
        given = self.defaults[name].get(element.tag, {})
        if any(each in element.attributes for each in ORIENTATIONS):
            given = {key: value for key, value in given.items() if key not in ORIENTATIONS}
        attributes = given | element.attributes
        return Element(element.path, element.tag, attributes, element.line, element.owner, element.children)

    def pose(self, element: Element) -> np.ndarray:
        """Position and orientation, (4, 4)."""
        out = np.eye(4)
        out[:3, 3] = bounded(element, "pos", element.numbers("pos", 3, ZERO))
        given = [name for name in ORIENTATIONS if name in element.attributes]
        if len(given) > 1:
            raise element.error(f"one orientation is needed, not {' and '.join(given)}", given[1])
        if given:
            out[:3, :3] = self._rotation(element, given[0])
        return out

    def _rotation(self, element: Element, name: str) -> np.ndarray:
        values = np.array(element.numbers(name, {"quat": 4, "axisangle": 4, "xyaxes": 6}.get(name, 3)))
        if name == "quat":
            w, *vector = (values / _length(element, name, values)).tolist()
            sine = math.hypot(*vector)
            return rotation_matrix(np.array(vector) * (2 * math.atan2(sine, w) / sine if sine > 0 else 2.0))
        if name == "axisangle":
            axis = values[:3] / _length(element, name, values[:3])
            return rotation_matrix(axis * self.radians(element, name, values[3]))
        if name == "xyaxes":
            x = values[:3] / _length(element, name, values[:3])
            y = values[3:] - (x @ values[3:]) * x
            y = y / _length(element, name, y)
            return np.column_stack([x, y, np.cross(x, y)])
        if name == "zaxis":
            return from_z(values / _length(element, name, values))
        out = np.eye(3)
        for letter, angle in zip(self.euler, values, strict=True):
            turn = rotation_matrix(np.array(AXES[letter.lower()]) * self.radians(element, name, angle))
            out = out @ turn if letter.islower() else turn @ out
        return out

    def radians(self, element: Element, name: str, angle: float) -> float:
        return float(bounded(element, name, (angle * self.angle,), LARGEST_ANGLE)[0])


def from_z(direction: np.ndarray) -> np.ndarray:
    """The shortest turn that takes z to this direction, (3, 3)."""
    axis = np.cross((0.0, 0.0, 1.0), direction)
    sine = float(np.linalg.norm(axis))
    angle = math.atan2(sine, float(direction[2]))
    return rotation_matrix(axis * (angle / sine) if sine > 0 else np.array((angle, 0.0, 0.0)))


def _length(element: Element, name: str, vector: np.ndarray) -> float:
    found = math.hypot(*vector)
    if not 1e-9 < found < LARGEST:
        raise element.error("no direction", name, element.text(name))
    return found


def bounded(element: Element, name: str, values: tuple[float, ...], largest: float = LARGEST) -> tuple[float, ...]:
    """The values. ProjectError where one is larger, which squares of it would not bear."""
    if max(map(abs, values)) > largest:
        raise element.error(f"must be within {-largest:g} and {largest:g}", name, element.text(name))
    return values


def settings_of(root: Element) -> Settings:
    """What <compiler> and <default> say."""
    out = Settings()
    for compiler in root.all("compiler"):
        _take_compiler(out, compiler)
    waiting = [(each, dict[str, dict[str, str]]()) for each in root.all("default")]
    for each, _ in waiting:
        each.attributes.setdefault("class", MAIN)
    while waiting:
        element, given = waiting.pop()
        name = element.text("class")
        if name != MAIN and name in out.defaults:
            raise element.error("the class is there twice", "class", name)
        own = out.defaults.setdefault(name, {}) if name == MAIN else {}
        own |= {tag: dict(values) for tag, values in given.items()}
        for child in element.children:
            if child.tag != "default":
                own[child.tag] = own.get(child.tag, {}) | child.attributes
        out.defaults[name] = own
        waiting += [(child, own) for child in element.children if child.tag == "default"]
    return out


def _take_compiler(out: Settings, compiler: Element) -> None:
    angle = _one_of(compiler, "angle", ("degree", "radian"), "degree" if out.angle != 1 else "radian")
    out.angle = 1.0 if angle == "radian" else math.pi / 180
    out.autolimits = _true(compiler, "autolimits", out.autolimits)
    out.euler = compiler.text("eulerseq", out.euler)
    if len(out.euler) != 3 or not set(out.euler) <= set("xyzXYZ"):
        raise compiler.error("three letters of x, y, z are needed", "eulerseq", out.euler)
    _one_of(compiler, "coordinate", ("local",), "local")
    out.geoms = _one_of(compiler, "inertiafromgeom", ("auto", "true", "false"), out.geoms)
    out.groups = compiler.numbers("inertiagrouprange", 2, out.groups)  # type: ignore[assignment]
    out.least_mass = compiler.number("boundmass", out.least_mass)
    out.least_inertia = compiler.number("boundinertia", out.least_inertia)
    out.balanced = _true(compiler, "balanceinertia", out.balanced)
    out.meshes = compiler.text("meshdir", compiler.text("assetdir", out.meshes))
    if compiler.number("settotalmass", -1.0) > 0:
        raise compiler.error("masses that are scaled to a total are not read", "settotalmass")


def _true(element: Element, name: str, default: bool) -> bool:
    return _one_of(element, name, ("true", "false"), "true" if default else "false") == "true"


def _one_of(element: Element, name: str, possible: tuple[str, ...], default: str) -> str:
    text = element.text(name, default)
    if text not in possible:
        raise element.error(f"only {' and '.join(possible)} are read", name, text)
    return text
