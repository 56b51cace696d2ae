"""What the player shows of one moment: the recursion in both kinds of axes, beside another method; in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from denoc.functions.api import forward_dynamics, inverse_dynamics, mass_matrix
from denoc.kernels.dispatch import SHARED
from denoc.playing.play import Played, Step
from denoc.studies.agreement import TINY, size_of
from denoc_studio.look.plain_text import in_signs
from denoc_studio.plots.moment import Moment, played_at

OTHER: dict[str, tuple[Callable[..., np.ndarray], str, str]] = {  # the method that a recursion's result is held against
    "ridim": (inverse_dynamics, "kane", "Kane"),
    "kane": (inverse_dynamics, "denoc", "DeNOC"),
    "rfdsim": (forward_dynamics, "walker-orin", "Walker and Orin"),
    "unnormalized": (forward_dynamics, "denoc", "DeNOC"),
    "normalized": (forward_dynamics, "denoc", "DeNOC"),
}
AGREES = 1e-6


class Shown(NamedTuple):
    """What was computed for the cursor: both kinds of axes, and how far another method's result is from it, (n,),
    relative to the size of what adds up to it; empty where there is no other."""

    played: Played
    world: Played
    apart: np.ndarray
    inertia: np.ndarray
    when: str


def show_recursion(moment: Moment, recursion: str, as_printed: bool, when: str) -> Shown:
    """Everything that a player needs, at once."""
    played = played_at(moment, recursion, as_printed=as_printed)
    apart = np.empty(0)
    if recursion in OTHER:
        dynamics, method, _ = OTHER[recursion]
        third = moment.qdd if dynamics is inverse_dynamics else moment.tau
        other = partial(dynamics, moment.robot, method=method, tip_wrench=moment.wrench, kernels=SHARED)
        size = max(size_of(other, moment.q, moment.qd, third), TINY)
        apart = np.abs(other(moment.q, moment.qd, third) - played.result) / size
    inertia = mass_matrix(moment.robot, moment.q, kernels=SHARED)
    return Shown(played, played.in_world(), apart, inertia, when)


def place_in_words(step: Step) -> str:
    kind = {"twist": "angular part, then linear part", "wrench": "moment, then force"}.get(step.symbol.kind, "")
    axes = f"axes of {step.axes}" if step.axes.startswith("link") else f"{step.axes} axes" if step.axes else ""
    units = in_signs(step.units) if step.units != "1" else "a pure number"
    return ", ".join(filter(None, (kind, f"at {step.point}" if step.point else "", axes, units)))


def elsewhere(step: Step) -> str:
    return f"{step.symbol.elsewhere}." if step.symbol.elsewhere else ""


def duel_in_words(step: Step, shown: Shown) -> str:
    """Of a result: how well another method agrees with it; empty for others."""
    if step.name not in ("tau", "qdd") or not len(shown.apart):
        return ""
    apart, name = shown.apart[step.link - 1], OTHER[shown.played.recursion][2]
    return f"{name}: agrees to {apart:.0e}" if apart < AGREES else f"{name}: differs by {apart:.2g} of its size"
