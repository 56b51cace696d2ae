"""Parts of the robot in a few words, for where they are folded away."""

from __future__ import annotations

import math

from denoc.arm.robot import Link, Payload, Triple
from denoc.runs.problem.job import Wrench
from denoc_studio.project.entry.joint_units import position_unit
from denoc_studio.project.entry.numbers import shown

FEW = 3  # digits
NONE = "none"


def body_words(link: Link) -> str:
    return f"{_brief(link.mass)} kg"


def joint_words(link: Link, degrees: bool) -> str:
    """Its limits, then its friction and drive, where there are any."""
    unit = position_unit(link, degrees)
    low, high = ("" if math.isinf(value) else shown(value, unit, FEW) for value in (link.lower, link.upper))
    limits = {
        (False, False): "no limits",
        (True, False): f"from {low}",
        (False, True): f"up to {high}",
        (True, True): f"{low} to {high}",
    }[bool(low), bool(high)]
    if low or high:
        limits += unit.label if unit.label == "°" else f" {unit.label}"
    parts = [limits, "no friction" if link.frictionless else "friction"]
    if link.rotor_inertia:
        parts.append("rotor")
    return ", ".join(parts)


def gravity_words(gravity: Triple) -> str:
    """Its size, and the axis that it is along."""
    along = [(axis, value) for axis, value in zip("xyz", gravity, strict=True) if value]
    if not along:
        return NONE
    size = _brief(math.hypot(*gravity))
    (axis, value), *others = along
    return f"{size}, oblique" if others else f"{size} along {'-' if value < 0 else '+'}{axis}"


def payload_words(payload: Payload | None) -> str:
    return NONE if payload is None else f"{_brief(payload.mass)} kg"


def wrench_words(wrench: Wrench | None) -> str:
    """The sizes of its force and its moment."""
    if wrench is None:
        return NONE
    moment, force = math.hypot(*wrench[:3]), math.hypot(*wrench[3:])
    parts = [f"{_brief(force)} N"] if force or not moment else []
    return ", ".join([*parts, f"{_brief(moment)} N m"] if moment else parts)


def _brief(value: float) -> str:
    return shown(value, digits=FEW)
