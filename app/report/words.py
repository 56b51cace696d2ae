"""A run in sentences: what drives it, and how it is computed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from app.joint_units import position_unit
from app.law_kinds import LAWS, law_of
from app.motion_kinds import KINDS, PROFILES, kind_of
from app.numbers import shown
from app.run_words import FORWARD_METHODS, INTEGRATORS, INVERSE_METHODS, LIMITS
from dynamics.motions import (
    ArcMotion,
    JointMotion,
    LineMotion,
    Motion,
    PoseMotion,
    SampledMotion,
    SineMotion,
    ViaMotion,
)
from dynamics.project import Project
from dynamics.robot import Robot
from dynamics.torque_laws import (
    ComputedTorque,
    ConstantTorque,
    ExpressionTorque,
    PdTorque,
    TableTorque,
    TorqueLaw,
    follows_motion,
)

LISTED = 12  # values of joints; more are left out
DIGITS = 5


def settings(project: Project) -> list[tuple[str, str]]:
    """What the run was asked to be: a name and some words, line by line."""
    run = project.run
    span = f"{run.duration:g} s, {run.samples} samples"
    if run.mode == "inverse":
        assert run.motion is not None
        return [
            ("Mode", "inverse dynamics: the torques of a given motion"),
            ("Motion", motion_words(project.robot, run.motion)),
            ("Formulation", INVERSE_METHODS[run.inverse_method]),
            ("Duration", span),
        ]
    lines = [
        ("Mode", "forward dynamics: the motion of given torques"),
        ("Torque law", law_words(project.robot, run.torque)),
    ]
    if not any(project.q0 + project.qd0):
        lines.append(("Initial state", "every joint at zero, at rest"))
    if follows_motion(run.torque) and run.motion is not None:
        lines.append(("Motion to follow", motion_words(project.robot, run.motion)))
    for name, limit in (("Torque limits", run.torque_limit), ("Speed limits", run.speed_limit)):
        if limit is not None:
            lines.append((name, f"{listed(limit)} (SI units)"))
    accuracy = f"step {run.step:g} s" if run.step else f"tolerances {run.rtol:g} relative, {run.atol:g} absolute"
    lines += [
        ("Formulation", FORWARD_METHODS[run.method]),
        ("Integrator", f"{INTEGRATORS[run.integrator]}; {accuracy}"),
        ("Duration", span),
    ]
    if any(math.isfinite(bound) for link in project.robot.links for bound in (link.lower, link.upper)):
        lines.append(("Joint limits", LIMITS[run.limits]))
    return lines


def law_words(robot: Robot, law: TorqueLaw) -> str:
    kind = LAWS[law_of(law)]
    match law:
        case ConstantTorque():
            return f"{kind}: {listed(law.values)} N m (N for slides)"
        case TableTorque():
            steps = "steps" if law.hold else "straight lines"
            return f"{kind}: {len(law.times)} rows from {law.times[0]:g} to {law.times[-1]:g} s, {steps} between them"
        case ExpressionTorque():
            named = [f"joint {k}: {text}" for k, text in enumerate(law.expressions, 1) if text]
            return "; ".join([kind, *named[:LISTED], *([f"and {len(named) - LISTED} more"] if named[LISTED:] else [])])
        case PdTorque():
            integral = f", ki {listed(law.ki)}" if law.ki is not None else ""
            target = f", to the target {pose(robot, law.target)}" if law.target is not None else ", along the motion"
            gravity = ", with gravity compensated" if law.gravity_compensation else ""
            return f"{kind}: kp {listed(law.kp)}, kd {listed(law.kd)}{integral}{target}{gravity}"
        case ComputedTorque():
            return f"{kind}: kp {listed(law.kp)} 1/s², kd {listed(law.kd)} 1/s"
    return kind


def motion_words(robot: Robot, motion: Motion) -> str:
    kind = KINDS[kind_of(motion)]
    match motion:
        case JointMotion():
            chosen = (motion.profile,) if isinstance(motion.profile, str) else motion.profile
            profiles = ", ".join(PROFILES[name] for name in dict.fromkeys(chosen))
            return f"{kind}, {profiles}: from {pose(robot, motion.start)} to {pose(robot, motion.end)}"
        case ViaMotion():
            return f"{kind}: {len(motion.points)} points up to {motion.times[-1]:g} s, {motion.order} spline"
        case SampledMotion():
            return f"{kind}: {len(motion.times)} rows up to {motion.times[-1]:g} s"
        case SineMotion():
            terms = sum(len(row) for row in motion.terms)
            return f"{kind}: {terms} terms about {pose(robot, motion.offset)}"
        case LineMotion():
            return f"{kind}, {PROFILES[motion.profile]}: by {_place(motion.displacement)}"
        case ArcMotion():
            turn = f"{math.degrees(motion.angle):.4g}° about {_place(motion.centre)}"
            return f"{kind}, {PROFILES[motion.profile]}: {turn}, normal ({listed(motion.normal)})"
        case PoseMotion():
            return f"{kind}, {PROFILES[motion.profile]}: {len(motion.poses)} poses"
    return kind


def listed(values: Iterable[float]) -> str:
    """Some numbers; equal ones once."""
    found = list(values)
    if len(found) > 1 and len(set(found)) == 1:
        return f"{shown(found[0], digits=DIGITS)} for every joint"
    texts = [shown(value, digits=DIGITS) for value in found[:LISTED]]
    return ", ".join(texts) + (", ..." if len(found) > LISTED else "")


def pose(robot: Robot, q: Sequence[float]) -> str:
    """Positions of the joints, in degrees and metres."""
    if len(q) > 1 and not any(q):
        return "zero"
    units = [position_unit(link, degrees=True) for link in robot.links]
    texts = [f"{shown(value, unit, DIGITS)} {unit.label}" for value, unit in zip(q, units, strict=True)]
    return ", ".join(text.replace(" °", "°") for text in texts[:LISTED]) + (", ..." if len(q) > LISTED else "")


def _place(place: tuple[float, float, float]) -> str:
    return f"({', '.join(shown(value, digits=DIGITS) for value in place)}) m"
