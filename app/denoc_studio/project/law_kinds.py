"""The torque laws in words, and one of each kind to begin with."""

from __future__ import annotations

import math

import numpy as np

from app.motion_kinds import stroke_from
from dynamics.api import gravity_torque, mass_matrix
from dynamics.controller_model import ControllerModel
from dynamics.expressions import ExpressionError
from dynamics.formula_functions import CONSTANTS, FUNCTIONS
from dynamics.project import Project
from dynamics.torque_laws import (
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

LAWS = {
    "free": "none: free fall",
    "constant": "constant",
    "table": "table over time (CSV)",
    "expression": "formula for each joint",
    "pd": "PID",
    "computed": "computed torque",
}
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
            inertia = np.diag(mass_matrix(project.robot, project.q0))
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
    friction = any(link.viscous or link.coulomb for link in robot.links)
    found = {
        "masses": True,
        "payload": robot.payload is not None,
        "friction": friction and isinstance(run.torque, ComputedTorque),
        "tip_wrench": run.tip_wrench is not None,
    }
    return frozenset(name for name, there in found.items() if there and compensates(run.torque))


def default_limit(project: Project, name: str) -> PerJoint:
    """Torques that hold the arm twice over where it starts, at least 1; a turn or a metre a second."""
    if name == "speed_limit":
        return tuple(2 * math.pi if link.revolute else 1.0 for link in project.robot.links)
    return tuple(max(1.0, _round(2 * abs(value))) for value in gravity_torque(project.robot, project.q0).tolist())


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
