"""The table of plots: which curves each one shows, with their names, axes and units."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.files.projects.project import Project
from denoc.runs.recording import Simulation
from denoc_studio.plots.cause_series import cause_panel
from denoc_studio.plots.curves import TIME, Axis, Curve, Panel
from denoc_studio.plots.limits import limit_lines
from denoc_studio.plots.load_series import bearing_panels, link_panels
from denoc_studio.plots.measured import Overlay
from denoc_studio.plots.motion import Motion, column, has_reference

PLANES = ("xy", "xz", "yz")


class Options(NamedTuple):
    """How angles are given, the plane of the tip's path (empty for the one that it fills best), the joint looked at,
    the quantity whose residual is plotted (empty for the one that tells most)."""

    degrees: bool = False
    plane: str = ""
    joint: int = 0
    residual: str = ""


@dataclass(frozen=True)
class Kind:
    """One plot of the table."""

    key: str
    name: str  # on its button
    title: str  # on paper
    panels: Callable[[Motion, Options], list[Panel]]
    over_time: bool = True
    needs: Literal["", "forward", "reference", "pushes", "measured"] = ""

    def fits(self, project: Project, measured: bool = False) -> bool:
        """Does a run of this project have it, with a measured log or without?"""
        if self.needs == "measured":
            return measured
        if self.needs == "reference":
            return has_reference(project)
        if self.needs == "pushes" and not project.run.pushes:
            return False
        return not self.needs or project.run.mode == "forward"


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
MEASURABLE = {quantity.field: quantity for quantity in (POSITION, RATE, ACCELERATION, TORQUE)}
LOADS = ("bearings", "link")  # plots of several quantities, none of which is the plot's own
STATE = ("q", "qd", "qdd")  # what a reference gives, in its order


def joint_name(robot: Robot, joint: int) -> str:
    """Number and, where it has one of its own, name."""
    name = robot.links[joint].own_name
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


def _curves(
    robot: Robot, joints: list[int], symbol: str, t: np.ndarray, values: Callable[[int], np.ndarray]
) -> tuple[Curve, ...]:
    """One a joint, whose values (k,) are given."""
    return tuple(Curve(joint_name(robot, i), symbol.format(i + 1), t, values(i), joint=i) for i in joints)


def _per_joint(quantity: Quantity) -> Callable[[Motion, Options], list[Panel]]:
    def panels(motion: Motion, options: Options) -> list[Panel]:
        robot, t, found = motion.robot, motion.recording.t, []
        reference = motion.reference if quantity.symbol in STATE else None
        for revolute, joints in joint_groups(robot):
            axis, scale = _scaled(quantity, revolute, options.degrees)
            followed: tuple[Curve, ...] = ()
            if reference is not None:
                wanted = reference[:, STATE.index(quantity.symbol)]
                values = partial(column, wanted, scale=scale)
                followed = _curves(robot, joints, f"{quantity.symbol}{{}}_ref", t[: len(wanted)], values)
            values = partial(motion.column, quantity.field, scale=scale)
            curves = _curves(robot, joints, f"{quantity.symbol}{{}}", t, values)
            limits = limit_lines(motion, quantity.field, joints, scale)
            logged, unsure = _measured(motion, quantity, joints, scale)
            behind = motion.bands.of(quantity.field, quantity.symbol, joints, scale) if motion.bands is not None else ()
            found.append(
                Panel(
                    TIME,
                    axis,
                    t,
                    curves,
                    references=followed,
                    limits=limits,
                    measured=logged,
                    unsure=unsure,
                    bands=behind,
                )
            )
        return found

    return panels


def _measured(
    motion: Motion, quantity: Quantity, joints: list[int], scale: float
) -> tuple[tuple[Curve, ...], tuple[Curve, ...]]:
    """What a log has of these joints, and its ends that are not to be believed."""
    log = motion.measured
    laid = log.laid.get(quantity.field) if log is not None else None
    if log is None or laid is None or not len(laid.t):
        return (), ()
    there = [i for i in joints if i in laid.joints]
    parts = (laid.rows, slice(0, laid.rows.start + 1), slice(max(laid.rows.stop - 1, 0), len(laid.t)))
    times = [laid.t[part] for part in parts]

    def curves(k: int) -> tuple[Curve, ...]:
        columns = ((i, log.column(quantity.field, "values", i, scale)[parts[k]]) for i in there)
        name, symbol = "joint {} log", f"{quantity.symbol}{{}}_measured"
        return tuple(
            Curve(name.format(i + 1), symbol.format(i + 1), times[k], y, joint=i, measured=True) for i, y in columns
        )

    ends = (*curves(1), *curves(2)) if laid.filtered else ()
    return curves(0), tuple(curve for curve in ends if len(curve.x) > 1)


def _residual(motion: Motion, options: Options) -> list[Panel]:
    """What was measured minus what the run has, at the log's times."""
    log, name = motion.measured, options.residual
    if log is not None and name not in log.laid:
        name = log.first
    quantity = MEASURABLE.get(name, TORQUE)
    found = []
    for revolute, joints in joint_groups(motion.robot):
        axis, scale = _scaled(quantity, revolute, options.degrees)
        t, curves = _residuals(log, quantity, motion.robot, joints, scale)
        found.append(Panel(TIME, Axis(f"{axis.name} residual", axis.unit), t, curves))
    return [panel for panel in found if panel.curves] or found[:1]


def _residuals(
    log: Overlay | None, quantity: Quantity, robot: Robot, joints: list[int], scale: float
) -> tuple[np.ndarray, tuple[Curve, ...]]:
    laid = log.laid.get(quantity.field) if log is not None else None
    if log is None or laid is None or laid.common is None:
        return np.empty(0), ()
    there = [i for i in joints if i in laid.joints]
    values = partial(log.column, quantity.field, "residual", scale=scale)
    return laid.common, _curves(robot, there, f"{quantity.symbol}{{}}_residual", laid.common, values)


def _error(motion: Motion, options: Options) -> list[Panel]:
    """How far each joint is behind what it was to follow."""
    q, found = motion.recording.q, []
    error = np.zeros_like(q) if motion.reference is None else motion.reference[:, 0] - q[: len(motion.reference)]
    t = motion.recording.t[: len(error)]
    for revolute, joints in joint_groups(motion.robot):
        axis, scale = _scaled(POSITION, revolute, options.degrees)
        curves = _curves(motion.robot, joints, "e{}", t, partial(column, error, scale=scale))
        found.append(Panel(TIME, Axis(f"{axis.name} error", axis.unit), t, curves))
    return found


def _causes(motion: Motion, options: Options) -> list[Panel]:
    joint = min(options.joint, motion.robot.n - 1)
    axis = TORQUE.angular if motion.robot.links[joint].revolute else TORQUE.linear
    return [cause_panel(motion, joint, axis)]


def _bearings(motion: Motion, _: Options) -> list[Panel]:
    return bearing_panels(motion, [joint_name(motion.robot, i) for i in range(motion.robot.n)])


def _link(motion: Motion, options: Options) -> list[Panel]:
    return link_panels(motion, min(options.joint, motion.robot.n - 1))


def _power(motion: Motion, _: Options) -> list[Panel]:
    r, joints = motion.recording, list(range(motion.robot.n))
    curves = _curves(motion.robot, joints, "power{}", r.t, lambda i: r.tau[:, i] * r.qd[:, i])
    return [Panel(TIME, Axis("power", "W"), r.t, curves)]


def _energy(motion: Motion, _: Options) -> list[Panel]:
    r = motion.recording
    rows = (("kinetic", r.kinetic, "kinetic"), ("potential", r.potential, "potential"), ("total", r.total, "ink"))
    curves = (Curve(name, name, r.t, values, quantity=quantity) for name, values, quantity in rows)
    return [Panel(TIME, Axis("energy", "J"), r.t, tuple(curves))]


def _drift(motion: Motion, _: Options) -> list[Panel]:
    r = motion.recording
    drift = r.energy_drift if isinstance(r, Simulation) else np.zeros(len(r.t))
    return [Panel(TIME, Axis("drift", "J"), r.t, (Curve("drift", "drift", r.t, drift),))]


def _tip(motion: Motion, _: Options) -> list[Panel]:
    t, rows = motion.recording.t[: len(motion.tip)], zip("xyz", motion.tip.T, strict=True)
    curves = (Curve(f"tip {name}", name, t, values, quantity=name) for name, values in rows)
    return [Panel(TIME, Axis("position", "m"), t, tuple(curves))]


def _push(motion: Motion, _: Options) -> list[Panel]:
    """The force of all pushes together, world axes."""
    found = motion.derived("pushes", 0)
    t, names = motion.recording.t[: len(found)], (("x", "x"), ("y", "y"), ("z", "z"), ("size", "ink"))
    rows = zip(names, found.T, strict=True)
    curves = (Curve(f"push {name}", f"push_{name}", t, values, quantity=q) for (name, q), values in rows)
    return [Panel(TIME, Axis("force", "N"), t, tuple(curves))]


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
    curve = Curve("tip path", up, x, y, quantity="slate", x_symbol=across)
    t = motion.recording.t[: len(motion.tip)]
    return [Panel(Axis(across, "m"), Axis(up, "m"), t, (curve,), equal=True)]


def _phase(motion: Motion, options: Options) -> list[Panel]:
    found = []
    for revolute, joints in joint_groups(motion.robot):
        x_axis, x_scale = _scaled(POSITION, revolute, options.degrees)
        y_axis, y_scale = _scaled(RATE, revolute, options.degrees)
        curves = (
            Curve(
                joint_name(motion.robot, i),
                f"qd{i + 1}",
                motion.column("q", i, x_scale),
                motion.column("qd", i, y_scale),
                joint=i,
                x_symbol=f"q{i + 1}",
            )
            for i in joints
        )
        found.append(Panel(x_axis, y_axis, motion.recording.t, tuple(curves)))
    return found


def heading(kind: Kind, panels: Sequence[Panel], k: int) -> str:
    """What stands above panel k of a plot: the plot's name above the first, above others their own quantity."""
    quantity = panels[k].y.name.removeprefix("Δ ")
    own = k == 0 and kind.key not in (*LOADS, "residual")
    name = kind.name if own or not kind.over_time else quantity.capitalize()
    if kind.key == "causes":
        name = f"By cause, {quantity.rpartition(' of ')[2]}"
    return name if quantity == panels[k].y.name else f"Δ {name}"


KINDS = (
    Kind("angles", "Angles", "joint positions", _per_joint(POSITION)),
    Kind("rates", "Rates", "joint rates", _per_joint(RATE)),
    Kind("accelerations", "Accel.", "joint accelerations", _per_joint(ACCELERATION)),
    Kind("torques", "Torques", "joint torques", _per_joint(TORQUE)),
    Kind("causes", "By cause", "joint torque by cause", _causes),
    Kind("bearings", "Bearings", "bearing loads of the joints", _bearings),
    Kind("link", "Link", "loads across the ends of a link", _link),
    Kind("push", "Push", "force of the pushes", _push, needs="pushes"),
    Kind("residual", "Residual", "measured minus modelled", _residual, needs="measured"),
    Kind("error", "Error", "tracking error", _error, needs="reference"),
    Kind("power", "Power", "power of the joint torques", _power),
    Kind("energy", "Energy", "energy", _energy),
    Kind("drift", "Drift", "energy drift", _drift, needs="forward"),
    Kind("tip", "Tip", "position of the tip", _tip),
    Kind("path", "Path", "path of the tip", _path, over_time=False),
    Kind("phase", "Phase", "phase portrait", _phase, over_time=False),
)
PLOTS = {kind.key: kind for kind in KINDS}
