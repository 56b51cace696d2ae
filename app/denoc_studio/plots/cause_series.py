"""The torque of one joint by cause: names, colours and hatches of the causes, and their panel."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.studies.causes import CAUSES
from denoc_studio.plots.curves import TIME, Axis, Curve, Panel
from denoc_studio.plots.limits import limit_lines
from denoc_studio.plots.motion import Motion

NOISE = 1e-13  # of the largest part: below it a cause is rounding noise


class Cause(NamedTuple):
    """As it is called and drawn. Colours are Paul Tol's light scheme, made for areas and for every kind of eye."""

    name: str
    short: str  # for the head of a column
    colour: str
    hatch: str  # on paper


LOOKS = {
    "inertia": Cause("inertia", "inertia", "#77AADD", ""),
    "coriolis": Cause("Coriolis, centrifugal", "Coriolis", "#EE8866", "////"),
    "gravity": Cause("gravity", "gravity", "#EEDD88", ""),
    "friction": Cause("friction", "friction", "#FFAABB", "...."),
    "rotor": Cause("rotor", "rotor", "#44BB99", "\\\\\\\\"),
    "payload": Cause("payload", "payload", "#BBCC33", "xxxx"),
    "tip_wrench": Cause("tip wrench", "tip wrench", "#99DDFF", "----"),
    "push": Cause("push", "push", "#AAAA00", "++++"),
    "stop": Cause("joint limit", "limit", "#BBBBBB", "||||"),
}
STACK = [cause.name for cause in LOOKS.values()]
TOTAL = "torque"


def cause_panel(motion: Motion, joint: int, axis: Axis) -> Panel:
    """Layers of the causes that are not zero, and the torque as a line over them."""
    parts = motion.derived("causes", joint)
    t = motion.recording.t[: len(parts)]
    symbol = f"tau{joint + 1}"
    layers = []
    for k in acting(parts):
        look = LOOKS[CAUSES[k]]
        layers.append(Curve(look.name, f"{symbol}_{CAUSES[k]}", t, parts[:, k], area=look.colour))
    total = Curve(TOTAL, symbol, t, motion.recording.tau[: len(parts), joint])
    named = Axis(f"{axis.name} of joint {joint + 1}", axis.unit)
    return Panel(TIME, named, t, (*layers, total), limits=limit_lines(motion, "tau", [joint], 1.0))


def place_in_stack(curve: Curve) -> int:
    """Layers in the order of the causes, other curves behind them."""
    return STACK.index(curve.name) if curve.area else len(STACK)


def acting(parts: np.ndarray) -> list[int]:
    """Columns of parts (k, causes) that are more than rounding noise."""
    if not len(parts):
        return []
    largest = np.array([max(np.fmax.reduce(part), -np.fmin.reduce(part)) for part in parts.T])
    return [k for k, value in enumerate(largest) if value > NOISE * largest.max()]
