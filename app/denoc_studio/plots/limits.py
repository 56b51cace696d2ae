"""What the joints' drives can do beside the curves of a run: lines, stretches where they are reached, and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from denoc.runs.recording import Simulation
from denoc.studies.drive_limits import Reached
from denoc_studio.plots.curves import Limit
from denoc_studio.plots.motion import Motion
from denoc_studio.plots.ranges import Range, flat

REACH = 1.3  # times as wide a range may become for a limit's sake
NONE = np.empty((0, 2))


def limit_lines(motion: Motion, field: str, joints: Iterable[int], scale: float) -> tuple[Limit, ...]:
    """The limits of the torques ("tau") or rates ("qd") of these joints, as they are shown."""
    if motion.bounds is None or field not in ("tau", "qd"):
        return ()
    values = motion.bounds.torque if field == "tau" else motion.bounds.rate
    known = {use.joint: use for use in (motion.torques_reached if field == "tau" else motion.rates_reached)}
    found = []
    for joint in joints:
        use = known.get(joint)
        spans, signs = (NONE, NONE[:, 0]) if use is None else (use.spans, use.signs)
        if np.isfinite(values[joint]):
            words = "" if use is None else sentence(motion, field, use)
            found.append(Limit(joint, float(values[joint]) * scale, spans, signs, words))
    return tuple(found)


def words_of(motion: Motion, plot: str = "") -> str:
    """Which joints are at their limits or beyond them, and for how much of the time; empty where none is.

    In the plots of torques and of rates, those of that plot.
    """
    fields = {"torques": ("tau",), "rates": ("qd",)}.get(plot, ("tau", "qd"))
    return "; ".join(words for field in fields for words in _grouped(motion, field))


def _grouped(motion: Motion, field: str) -> Iterator[str]:
    """A sentence for all joints of which the same can be said, those first that are there longest."""
    uses = motion.torques_reached if field == "tau" else motion.rates_reached
    for beyond in (True, False):
        alike = sorted((use for use in uses if use.exceeded == beyond), key=lambda use: -use.share)
        if alike:
            others = [f"joint {use.joint + 1} {percent(use.share)}" for use in alike[1:]]
            yield ", ".join([sentence(motion, field, alike[0]), *others])


def sentence(motion: Motion, field: str, use: Reached) -> str:
    """As "joint 2 saturated 12 % of the time", of the joint's torque or its rate."""
    limit = "limit" if field == "tau" else "speed limit"
    saturated = field == "tau" and isinstance(motion.recording, Simulation)
    verb = f"exceeds its {limit}" if use.exceeded else "saturated" if saturated else f"at its {limit}"
    return f"joint {use.joint + 1} {verb} {percent(use.share)} of the time"


def percent(share: float) -> str:
    """Two digits; never none of what there is some of, nor all where something is left."""
    value = 100 * share
    if value >= 99.5:
        return "100 %" if value >= 100 - 1e-6 else "more than 99 %"
    if value >= 9.95:
        return f"{value:.0f} %"
    return f"{value:.1f} %" if value >= 0.1 else "less than 0.1 %"


def reaching(own: Range | None, limits: Sequence[Limit]) -> Range | None:
    """The range with those limits that make it at most `REACH` times as wide: one far outside is not to be seen."""
    if own is None or flat(own):
        return own
    low, high = own
    for level in (sign * limit.value for limit in limits for sign in (1.0, -1.0)):
        wide = max(own[1], level) - min(own[0], level)
        if wide <= REACH * (own[1] - own[0]):
            low, high = min(low, level), max(high, level)
    return low, high
