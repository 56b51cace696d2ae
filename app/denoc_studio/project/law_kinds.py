"""The torque laws in words, and one of each kind to begin with."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from denoc.basics.errors import shorten
from denoc.files.projects.project import Project
from denoc.functions.api import mass_matrix
from denoc.kernels.dispatch import READY
from denoc.torques.controller_model import ControllerModel
from denoc.torques.expressions import ExpressionError
from denoc.torques.formula_functions import CONSTANTS, FUNCTIONS
from denoc.torques.torque_laws import (
    ComputedTorque,
    ConstantTorque,
    ExpressionTorque,
    FreeFall,
    PdTorque,
    PerJoint,
    TableTorque,
    TorqueLaw,
    compensates,
)
from denoc_studio.project.edits import OWN_LIMITS
from denoc_studio.project.entry.joint_units import rate_unit, torque_unit
from denoc_studio.project.entry.numbers import with_unit
from denoc_studio.project.motion_kinds import stroke_from

LAWS = {
    "free": "none: free fall",
    "constant": "constant",
    "table": "table over time (CSV)",
    "expression": "formula for each joint",
    "pd": "PID",
    "computed": "computed torque",
}
LIMITS = {"torque_limit": ("torque", torque_unit), "speed_limit": ("speed", rate_unit)}  # of the motors
KP, KD = 100.0, 20.0  # 1/s^2 and 1/s: an error decays within half a second, without overshoot


def law_of(law: TorqueLaw) -> str:
    return str(law.__struct_config__.tag)


def default_law(project: Project, kind: str) -> TorqueLaw:
    """A law of this kind; the gains of a PD suit the arm's inertia."""
    n = project.robot.n
    match kind:
        case "constant":
            return ConstantTorque((0.0,) * n)
        case "table":
            return TableTorque((0.0, project.run.duration), ((0.0,) * n,) * 2)
        case "expression":
            return ExpressionTorque(("",) * n)
        case "pd":
            inertia = np.diag(mass_matrix(project.robot, project.q0, kernels=READY))
            kp, kd = (tuple(_round(gain * value) for value in inertia.tolist()) for gain in (KP, KD))
            target = None if project.run.motion is not None else stroke_from(project.robot, project.q0)
            return PdTorque(kp, kd, target=target)
        case "computed":
            return ComputedTorque((KP,) * n, (KD,) * n)
    return FreeFall()


def model_of(law: TorqueLaw) -> ControllerModel:
    """What the law knows of the arm; the arm as it is where nothing else is said or needed."""
    model = law.model if isinstance(law, PdTorque | ComputedTorque) and compensates(law) else None
    return model or ControllerModel()


def knowable(project: Project) -> frozenset[str]:
    """What there is to know for the project's controller: fields of its model that change its torques."""
    robot, run = project.robot, project.run
    if not compensates(run.torque):
        return frozenset()
    computed = isinstance(run.torque, ComputedTorque)
    found = {
        "masses": True,
        "payload": robot.payload is not None,
        "friction": computed and not all(link.frictionless for link in robot.links),
        "tip_wrench": run.tip_wrench is not None,
    }
    return frozenset(name for name, there in found.items() if there)


def default_limit(project: Project, name: str) -> PerJoint:
    """What the joints' own drives can do; inf, none, where that is not known: a figure is never made up."""
    return tuple(getattr(link, OWN_LIMITS[name]) for link in project.robot.links)


def limit_words(project: Project, degrees: bool) -> str:
    """Which motors of a forward run are without a limit, and which have more than their joint can do."""
    return ". ".join(words for name in LIMITS for words in _limit_words(project, name, degrees))


def _limit_words(project: Project, name: str, degrees: bool) -> Iterator[str]:
    limits, (what, unit_of) = getattr(project.run, name), LIMITS[name]
    if limits is None:
        return
    own, links = default_limit(project, name), project.robot.links
    free = [k for k, limit in enumerate(limits) if math.isinf(limit) and math.isinf(own[k])]
    if free:
        yield f"No {what} limit is known of {_numbered(free, len(limits))}, and none is used until it is typed"
    more = [f"{k + 1} ({with_unit(own[k], unit_of(links[k], degrees))})" for k in range(len(own)) if limits[k] > own[k]]
    if more:
        yield f"More {what} than the joint itself can do: joint{'s' if len(more) > 1 else ''} {shorten(more)}"


def _numbered(joints: Sequence[int], n: int) -> str:
    if len(joints) == n:
        return "the joints" if n > 1 else "the joint"
    return f"joint{'s' if len(joints) > 1 else ''} {shorten([str(joint + 1) for joint in joints])}"


def formula_hint(n: int) -> str:
    """What a formula may be made of."""
    joints = "q1, qd1" if n == 1 else f"q1 to q{n}, qd1 to qd{n}"
    functions = ", ".join(function.usage for function in FUNCTIONS.values())
    return (
        f"t [s], {joints} [rad, m, rad/s, m/s], {', '.join(CONSTANTS)}\n"
        f"+ - * / ^ and {functions}\nAs in: 5*sin(2*pi*t) - 0.3*qd1"
    )


def reason_of(error: ExpressionError) -> str:
    """The place once, and first: that is where the eye goes next."""
    reason = error.reason.removesuffix(f" (column {error.column})").replace(f" at column {error.column}", "")
    return f"character {error.column}: {reason}"


def _round(value: float) -> float:
    """To two digits, for reading."""
    return float(f"{value:.2g}")
