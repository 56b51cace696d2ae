"""The choices of a run in words."""

from __future__ import annotations

import math
import re

from denoc.files.projects.project import Project, RunSettings
from denoc.motions.motion_data import ArcMotion, JointMotion, LineMotion, Motion, PoseMotion, SampledMotion, SineMotion
from denoc.torques.controller_model import KNOWING
from denoc.torques.torque_laws import FreeFall, PdTorque, TableTorque
from denoc_studio.project.law_kinds import knowable, model_of
from denoc_studio.project.motion_kinds import PROFILES

FORWARD_METHODS = {
    "denoc": "DeNOC, O(n)",
    "walker-orin": "Walker and Orin, O(n³)",
    "normalized": "normalized quasi-velocities",
    "unnormalized": "unnormalized quasi-velocities",
}
INVERSE_METHODS = {"denoc": "DeNOC", "kane": "Kane"}
RECURSIONS = {  # that are played
    "ridim": "RIDIM: torques of a motion",
    "kane": "Kane: torques of a motion",
    "gim": "Composite bodies: the inertia matrix",
    "udu": "UDU^T: joints out from the tip",
    "rfdsim": "RFDSIM: accelerations of torques",
    "unnormalized": "Quasi-velocities, unnormalized",
    "normalized": "Quasi-velocities, normalized",
}
INTEGRATORS = {
    "dopri5": "Dormand-Prince 5(4)",
    "verner65": "Verner 6(5)",
    "dop853": "DOP853, order 8",
    "rk4": "Runge-Kutta 4, fixed step",
    "radau": "Radau IIA, stiff",
}
LIMITS = {"none": "ignored", "stop": "the run stops there", "bounce": "spring and damper"}

KNOWN = {"masses": "link masses", "payload": "payload", "tip_wrench": "tip wrench", "friction": "friction"}


def controller_in_words(project: Project) -> str:
    """Where a controller leads the arm and what it does not know of it."""
    law, words = project.run.torque, []
    if isinstance(law, PdTorque):
        words.append("to the motion" if law.target is None else "to a target")
        if law.gravity_compensation:
            words.append("gravity compensated")
    there, model = knowable(project), model_of(law)
    unknown = [
        name for field, name in KNOWN.items() if field in there and getattr(model, field) != getattr(KNOWING, field)
    ]
    if there:
        words.append(f"does not know: {', '.join(unknown)}" if unknown else "knows the arm")
    return ", ".join(words)


def limits_in_words(project: Project) -> str:
    """Which limits a forward run keeps to."""
    run, words = project.run, []
    motors = [name for name in ("torque", "speed") if getattr(run, f"{name}_limit") is not None]
    if motors and not isinstance(run.torque, FreeFall):
        words.append(f"{' and '.join(motors)} of the motors")
    if run.limits != "none":
        words.append(f"joints: {LIMITS[run.limits]}")
    return ", ".join(words) or "none"


def table_in_words(law: TableTorque) -> str:
    steps = ", in steps" if law.hold else ""
    return f"{len(law.times)} rows, {law.times[0]:g} to {law.times[-1]:g} s{steps}"


def motion_in_words(motion: Motion, degrees: bool) -> str:
    """What a motion has besides its joints."""
    match motion:
        case JointMotion():
            return PROFILES[motion.profile] if isinstance(motion.profile, str) else "one profile for each joint"
        case SineMotion():
            count = max([0, *map(len, motion.terms)])
            return f"{count} for each joint"
        case SampledMotion():
            return f"{len(motion.times)} rows, 0 to {motion.times[-1]:g} s"
        case LineMotion():
            return f"by {', '.join(f'{x:.3g}' for x in motion.displacement)} m, {PROFILES[motion.profile]}"
        case ArcMotion():
            angle = f"{math.degrees(motion.angle):.4g}°" if degrees else f"{motion.angle:.4g} rad"
            return f"{angle}, {PROFILES[motion.profile]}"
        case PoseMotion():
            return f"{len(motion.poses)}, {PROFILES[motion.profile]}"
    return f"{len(motion.times)}, {motion.order}"


def numerics_in_words(run: RunSettings) -> str:
    """How a run is computed, in one line."""
    if run.mode == "inverse":
        return INVERSE_METHODS[run.inverse_method]
    words = [FORWARD_METHODS[run.method], INTEGRATORS[run.integrator]]
    if run.integrator != "rk4":
        words.append(f"rtol {short_number(run.rtol)}")
    if run.step is not None:
        words.append(f"steps of {'' if run.integrator == 'rk4' else 'at most '}{short_number(run.step)} s")
    return ", ".join(words)


def short_number(value: float) -> str:
    """Three digits, and no zero that leads the exponent: 1e-8."""
    return re.sub(r"e([+-])0+", r"e\1", f"{value:.3g}")
