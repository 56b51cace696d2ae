"""The table of plots: which curves each one shows, with their names, axes and units."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from app.colours import joint_colours
from dynamics.kinematics import forward_kinematics
from dynamics.recording import Recording, Simulation
from dynamics.robot import Robot

PLANES = ("xy", "xz", "yz")
PALETTE = 7  # colours that are told apart at a glance


class Axis(NamedTuple):
    name: str
    unit: str

    @property
    def label(self) -> str:
        return f"{self.name} [{self.unit}]"


TIME = Axis("time", "s")


@dataclass(frozen=True, eq=False)
class Curve:
    """`joint` counts from 0 and is -1 for what belongs to no joint; such curves take colour `slot` of the palette."""

    name: str  # for people: "joint 2"
    symbol: str  # for files: "q2"
    x: np.ndarray
    y: np.ndarray
    joint: int = -1
    slot: int = 0
    x_symbol: str = "t"

    @property
    def key(self) -> str:
        """Under which it is shown and hidden, the same in every plot."""
        return f"joint {self.joint + 1}" if self.joint >= 0 else self.name

    def colour(self, joints: int, dark: bool) -> str:
        return joint_colours(joints, dark)[self.joint] if self.joint >= 0 else joint_colours(PALETTE, dark)[self.slot]


@dataclass(frozen=True, eq=False)
class Panel:
    """Curves over one pair of axes."""

    x: Axis
    y: Axis
    t: np.ndarray  # times of the samples
    curves: tuple[Curve, ...]
    equal: bool = False  # one scale for both axes

    @property
    def over_time(self) -> bool:
        return self.x is TIME


@dataclass(frozen=True, eq=False)
class Motion:
    """What is plotted; `tips` gives the positions of the tip where somebody has them already."""

    robot: Robot
    recording: Recording
    tips: Callable[[], np.ndarray] | None = None

    @cached_property
    def tip(self) -> np.ndarray:
        """(k, 3)"""
        if self.tips is not None:
            return self.tips()[: len(self.recording.t)]
        if not len(self.recording.t):
            return np.empty((0, 3))
        return forward_kinematics(self.robot, self.recording.q)[:, -1, :3, 3]


def empty_motion(robot: Robot) -> Motion:
    """Axes without curves."""
    none, wide = np.empty(0), np.empty((0, robot.n))
    return Motion(robot, Recording(none, wide, wide, wide, wide, none, none))


class Options(NamedTuple):
    """How angles are given, and the plane of the tip's path: empty for the one that it fills best."""

    degrees: bool = False
    plane: str = ""


@dataclass(frozen=True)
class Kind:
    """One plot of the table."""

    key: str
    name: str  # on its button
    title: str  # on paper
    panels: Callable[[Motion, Options], list[Panel]]
    over_time: bool = True
    forward_only: bool = False


class Quantity(NamedTuple):
    """A value per joint: field and symbol of the recording, and its axes for revolute and prismatic joints."""

    field: str
    symbol: str
    angular: Axis
    linear: Axis


POSITION = Quantity("q", "q", Axis("angle", "rad"), Axis("displacement", "m"))
RATE = Quantity("qd", "qd", Axis("rate", "rad/s"), Axis("rate", "m/s"))
ACCELERATION = Quantity("qdd", "qdd", Axis("acceleration", "rad/s²"), Axis("acceleration", "m/s²"))
TORQUE = Quantity("tau", "tau", Axis("torque", "N m"), Axis("force", "N"))


def joint_name(robot: Robot, joint: int) -> str:
    """Number and, where it has one of its own, name."""
    name = robot.links[joint].name
    number = f"joint {joint + 1}"
    return f"{number}: {name}" if name and not name.startswith("link ") else number


def joint_groups(robot: Robot) -> list[tuple[bool, list[int]]]:
    """Revolute joints and prismatic ones, each where there are any."""
    groups = [(kind, [i for i, link in enumerate(robot.links) if link.revolute == kind]) for kind in (True, False)]
    return [(kind, joints) for kind, joints in groups if joints]


def _scaled(quantity: Quantity, revolute: bool, degrees: bool) -> tuple[Axis, float]:
    axis = quantity.angular if revolute else quantity.linear
    if degrees and axis.unit.startswith("rad"):
        return Axis(axis.name, axis.unit.replace("rad", "°")), 180 / math.pi
    return axis, 1.0


def _values(motion: Motion, quantity: Quantity, joint: int, scale: float) -> np.ndarray:
    values = getattr(motion.recording, quantity.field)[:, joint]
    return values if scale == 1.0 else values * scale


def _per_joint(quantity: Quantity) -> Callable[[Motion, Options], list[Panel]]:
    def panels(motion: Motion, options: Options) -> list[Panel]:
        found = []
        for revolute, joints in joint_groups(motion.robot):
            axis, scale = _scaled(quantity, revolute, options.degrees)
            curves = (
                Curve(
                    joint_name(motion.robot, i),
                    f"{quantity.symbol}{i + 1}",
                    motion.recording.t,
                    _values(motion, quantity, i, scale),
                    joint=i,
                )
                for i in joints
            )
            found.append(Panel(TIME, axis, motion.recording.t, tuple(curves)))
        return found

    return panels


def _power(motion: Motion, _: Options) -> list[Panel]:
    r = motion.recording
    curves = (
        Curve(joint_name(motion.robot, i), f"power{i + 1}", r.t, r.tau[:, i] * r.qd[:, i], joint=i)
        for i in range(motion.robot.n)
    )
    return [Panel(TIME, Axis("power", "W"), r.t, tuple(curves))]


def _energy(motion: Motion, _: Options) -> list[Panel]:
    r = motion.recording
    rows = (("kinetic", r.kinetic, 4), ("potential", r.potential, 5), ("total", r.total, 6))
    curves = (Curve(name, name, r.t, values, slot=slot) for name, values, slot in rows)
    return [Panel(TIME, Axis("energy", "J"), r.t, tuple(curves))]


def _drift(motion: Motion, _: Options) -> list[Panel]:
    r = motion.recording
    drift = r.energy_drift if isinstance(r, Simulation) else np.zeros(len(r.t))
    return [Panel(TIME, Axis("drift", "J"), r.t, (Curve("drift", "drift", r.t, drift, slot=3),))]


def _tip(motion: Motion, _: Options) -> list[Panel]:
    t, rows = motion.recording.t, zip("xyz", motion.tip.T, (1, 2, 0), strict=True)
    curves = (Curve(f"tip {name}", name, t, values, slot=slot) for name, values, slot in rows)
    return [Panel(TIME, Axis("position", "m"), t, tuple(curves))]


def best_plane(tip: np.ndarray) -> str:
    """The plane that the path fills most: without the axis along which it spreads least."""
    if not len(tip):
        return PLANES[0]
    least = int(np.argmin(np.ptp(tip, axis=0)))
    return "xyz".replace("xyz"[least], "")


def _path(motion: Motion, options: Options) -> list[Panel]:
    plane = options.plane or best_plane(motion.tip)
    across, up = plane[0], plane[1]
    x, y = (motion.tip[:, "xyz".index(name)] for name in (across, up))
    curve = Curve("tip path", up, x, y, slot=1, x_symbol=across)
    return [Panel(Axis(across, "m"), Axis(up, "m"), motion.recording.t, (curve,), equal=True)]


def _phase(motion: Motion, options: Options) -> list[Panel]:
    found = []
    for revolute, joints in joint_groups(motion.robot):
        x_axis, x_scale = _scaled(POSITION, revolute, options.degrees)
        y_axis, y_scale = _scaled(RATE, revolute, options.degrees)
        curves = (
            Curve(
                joint_name(motion.robot, i),
                f"qd{i + 1}",
                _values(motion, POSITION, i, x_scale),
                _values(motion, RATE, i, y_scale),
                joint=i,
                x_symbol=f"q{i + 1}",
            )
            for i in joints
        )
        found.append(Panel(x_axis, y_axis, motion.recording.t, tuple(curves)))
    return found


KINDS = (
    Kind("angles", "Angles", "joint positions", _per_joint(POSITION)),
    Kind("rates", "Rates", "joint rates", _per_joint(RATE)),
    Kind("accelerations", "Accel.", "joint accelerations", _per_joint(ACCELERATION)),
    Kind("torques", "Torques", "joint torques", _per_joint(TORQUE)),
    Kind("power", "Power", "power of the joint torques", _power),
    Kind("energy", "Energy", "energy", _energy),
    Kind("drift", "Drift", "energy drift", _drift, forward_only=True),
    Kind("tip", "Tip", "position of the tip", _tip),
    Kind("path", "Path", "path of the tip", _path, over_time=False),
    Kind("phase", "Phase", "phase portrait", _phase, over_time=False),
)
PLOTS = {kind.key: kind for kind in KINDS}
