"""A run in sentences: what drives it, and how it is computed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from denoc.arm.robot import Robot
from denoc.files.projects.project import Project, RunSettings
from denoc.motions.joint_trajectories import RAMP
from denoc.motions.motion_data import (
    ArcMotion,
    JointMotion,
    LineMotion,
    Motion,
    PoseMotion,
    SampledMotion,
    SineMotion,
    ViaMotion,
    Weights,
)
from denoc.motions.tip_task import WHOLE_POSE
from denoc.torques.torque_laws import (
    ComputedTorque,
    ConstantTorque,
    ExpressionTorque,
    PdTorque,
    TableTorque,
    TorqueLaw,
    follows_motion,
)
from denoc_studio.paper.report.drive import LISTED, counted
from denoc_studio.project.entry.joint_units import position_unit
from denoc_studio.project.entry.numbers import shown
from denoc_studio.project.law_kinds import LAWS, knowable, law_of, model_of
from denoc_studio.project.motion_kinds import KINDS, PROFILES, kind_of
from denoc_studio.project.pushes import span_words
from denoc_studio.project.run_words import FORWARD_METHODS, INTEGRATORS, INVERSE_METHODS, LIMITS
from denoc_studio.project.tip_motions import POSITION_ONLY, tip_position

DIGITS = 5
FORMULAS, PUSHES = 30, 10  # listed one by one


def settings(project: Project) -> list[tuple[str, str]]:
    """What the run was asked to be: a name and some words, line by line."""
    run = project.run
    span = f"{run.duration:g} s, {run.samples} samples"
    if run.mode == "inverse":
        assert run.motion is not None
        return [
            ("Mode", "inverse dynamics: the torques of a given motion"),
            ("Motion", motion_words(project.robot, run.motion)),
            *_wrench(run),
            ("Formulation", INVERSE_METHODS[run.inverse_method]),
            ("Duration", span),
        ]
    lines = [
        ("Mode", "forward dynamics: the motion of given torques"),
        ("Torque law", law_words(project.robot, run.torque)),
        *_formulas(run.torque),
        *_belief(project),
        *_wrench(run),
        *_pushes(run),
    ]
    if not any(project.q0 + project.qd0):
        lines.append(("Initial state", "every joint at zero, at rest"))
    if follows_motion(run.torque) and run.motion is not None:
        lines.append(("Motion to follow", motion_words(project.robot, run.motion)))
    for name, limit in (("Torque limits", run.torque_limit), ("Speed limits", run.speed_limit)):
        if limit is not None:
            lines.append((name, f"{listed(limit)} (SI units{', ∞: none' if math.inf in limit else ''})"))
    accuracy = f"step {run.step:g} s" if run.step else f"tolerances {run.rtol:g} relative, {run.atol:g} absolute"
    lines += [
        ("Formulation", FORWARD_METHODS[run.method]),
        ("Integrator", f"{INTEGRATORS[run.integrator]}; {accuracy}"),
        ("Duration", span),
    ]
    if any(math.isfinite(bound) for link in project.robot.links for bound in (link.lower, link.upper)):
        lines.append(("Joint limits", LIMITS[run.limits] + _spring(run)))
    return lines


def _wrench(run: RunSettings) -> list[tuple[str, str]]:
    if run.tip_wrench is None:
        return []
    moment, force = (_numbers(part) for part in (run.tip_wrench[:3], run.tip_wrench[3:]))
    return [("Tip wrench", f"moment ({moment}) N m, force ({force}) N: what acts on the tip all the time, world axes")]


def _pushes(run: RunSettings) -> list[tuple[str, str]]:
    """A spring each, one a line."""
    lines = [
        f"link {push.link}, {span_words(push)}: spring of {push.stiffness:g} N/m, damper of {push.damping:g} N s/m"
        for push in run.pushes[:PUSHES]
    ]
    more = len(run.pushes) - len(lines)
    lines += [f"... ({more} more, in the project file)"] if more else []
    return [("Pushes" if k == 0 else "", line) for k, line in enumerate(lines)]


def _belief(project: Project) -> list[tuple[str, str]]:
    """Where the controller computes with another arm than this one, or could know of a wrench."""
    model, there, parts = model_of(project.run.torque), knowable(project), []
    if model.masses is not None and set(model.masses) != {1.0}:
        parts.append(f"link masses and inertias, in % of the true ones: {listed(100 * m for m in model.masses)}")
    if "payload" in there and model.payload != 1:
        parts.append(f"{shown(100 * model.payload, digits=DIGITS)} % of the payload" if model.payload else "no payload")
    if "friction" in there and not model.friction:
        parts.append("no friction")
    told = [f"believes in {'; '.join(parts)}"] if parts else []
    if "tip_wrench" in there:
        told.append(f"{'knows' if model.tip_wrench else 'does not know'} the tip wrench")
    return [("Controller's model", f"the controller {', and '.join(told)}")] if told else []


def _formulas(law: TorqueLaw) -> list[tuple[str, str]]:
    """One a line."""
    if not isinstance(law, ExpressionTorque):
        return []
    named = [(f"  joint {k}", text) for k, text in enumerate(law.expressions, 1) if text.strip()]
    more = [("", f"... ({len(named) - FORMULAS} more, in the project file)")] if named[FORMULAS:] else []
    return [*named[:FORMULAS], *more]


def _spring(run: RunSettings) -> str:
    given = [("stiffness", run.limit_stiffness, "N m/rad, N/m"), ("damping", run.limit_damping, "N m s/rad, N s/m")]
    if run.limits != "bounce":
        return ""
    return "".join(f", {name} {value:g} ({unit})" for name, value, unit in given if value is not None)


def law_words(robot: Robot, law: TorqueLaw) -> str:
    kind = LAWS[law_of(law)]
    match law:
        case ConstantTorque():
            return f"{kind}: {listed(law.values)} N m (N for slides)"
        case TableTorque():
            steps = "steps" if law.hold else "straight lines"
            rows = counted(len(law.times), "row")
            return f"{kind}: {rows} from {law.times[0]:g} to {law.times[-1]:g} s, {steps} between them"
        case ExpressionTorque():
            driven = sum(1 for text in law.expressions if text.strip())
            return f"{kind}; no torque in the others" if driven < robot.n else kind
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
            ramp = f" (ramps of {motion.ramp:g} of the time)" if "trapezoidal" in chosen and motion.ramp != RAMP else ""
            return f"{kind}, {profiles}{ramp}: from {pose(robot, motion.start)} to {pose(robot, motion.end)}"
        case ViaMotion():
            return f"{kind}: {counted(len(motion.points), 'point')} up to {motion.times[-1]:g} s, {motion.order} spline"
        case SampledMotion():
            given = ["positions", *(["rates"] if motion.qd else []), *(["accelerations"] if motion.qdd else [])]
            rows = counted(len(motion.times), "row")
            return f"{kind}: {rows} of {', '.join(given)} from 0 to {motion.times[-1]:g} s"
        case SineMotion():
            terms = sum(len(row) for row in motion.terms)
            return f"{kind}: {counted(terms, 'term')} about {pose(robot, motion.offset)}"
        case LineMotion():
            start = motion.point or tip_position(robot, motion.start)
            end = tuple(x + dx for x, dx in zip(start, motion.displacement, strict=True))
            way = f"from {_place(start)} by {_place(motion.displacement)} to {_place(end)}"
            return f"{kind}, {PROFILES[motion.profile]}: {way}; {_keeping(robot, motion)}"
        case ArcMotion():
            turn = f"{math.degrees(motion.angle):.4g}° about {_place(motion.centre)}"
            way = f"from {_place(tip_position(robot, motion.start))} by {turn}, normal ({_numbers(motion.normal)})"
            turning = ", the tip turning with it" if motion.turning else ""
            return f"{kind}, {PROFILES[motion.profile]}: {way}{turning}; {_keeping(robot, motion)}"
        case PoseMotion():
            count = counted(len(motion.poses), "pose")
            way = f"{count}, from {_place(tip_position(robot, motion.start))}"
            return f"{kind}, {PROFILES[motion.profile]}: {way}; {_keeping(robot, motion)}"
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


def _keeping(robot: Robot, motion: LineMotion | ArcMotion | PoseMotion) -> str:
    """From which joint state, and what the tip keeps to."""
    guess = "joints first tried at" if isinstance(motion, LineMotion) and motion.point else "joints at the start"
    pull = f", idle joints drawn to their middles at {motion.pull:g}" if motion.pull else ""
    return f"{guess} {pose(robot, motion.start)}; keeps to {_task(motion.task)}{pull}"


def _task(task: Weights) -> str:
    if task == WHOLE_POSE:
        return "position and orientation"
    if task == POSITION_ONLY:
        return "position only"
    return f"weights {_numbers(task)} (turns about and moves along x, y, z)"


def _place(place: Sequence[float]) -> str:
    return f"({_numbers(place)}) m"


def _numbers(values: Iterable[float]) -> str:
    return ", ".join(shown(value, digits=DIGITS) for value in values)
