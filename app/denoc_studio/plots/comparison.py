"""One run minus another, curve by curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from denoc_studio.plots.cause_series import place_in_stack
from denoc_studio.plots.curves import Axis, Curve, Panel
from denoc_studio.plots.motion import Motion
from denoc_studio.plots.series import Kind, Options


class Pinned(NamedTuple):
    """The run that another one is compared with, and what it is called."""

    motion: Motion
    name: str


def panels_of(kind: Kind, motion: Motion, options: Options, minus: Pinned | None) -> list[Panel]:
    """What a plot shows of a run, or of its difference from another; of a log it is the run's own."""
    panels = kind.panels(motion, options)
    return (
        panels if minus is None or kind.needs == "measured" else difference(panels, kind.panels(minus.motion, options))
    )


def difference(panels: Sequence[Panel], others: Sequence[Panel]) -> list[Panel]:
    """Curves over time minus those of another run, at the samples that lie within both; others stay as they are.

    A curve without a counterpart, as that of a joint that the other arm does not have, is left out. A layer without one
    is zero there: layers sum to their panel's total, of the difference too.
    """
    return [_minus(panel, others) if panel.over_time else panel for panel in panels]


def _minus(panel: Panel, others: Sequence[Panel]) -> Panel:
    other = next((p for p in others if (p.x, p.y) == (panel.x, panel.y)), None)
    axis = Axis(f"Δ {panel.y.name}", panel.y.unit)
    if other is None or not len(other.t):
        return Panel(panel.x, axis, panel.t[:0], ())
    t = panel.t[: int(np.searchsorted(panel.t, other.t[-1], side="right"))]
    own, known = ({curve.key: curve for curve in each.curves} for each in (panel, other))
    either = {curve.key: curve for curve in (*other.layers, *panel.curves)}
    curves = [
        _curve(curve, t, own.get(key), known.get(key), other.t)
        for key, curve in either.items()
        if curve.area or key in known
    ]
    return Panel(panel.x, axis, t, tuple(sorted(curves, key=place_in_stack)))


def _curve(curve: Curve, t: np.ndarray, own: Curve | None, other: Curve | None, times: np.ndarray) -> Curve:
    """As this one looks; the values of a missing one are zero."""
    values = own.y[: len(t)] if own is not None else np.zeros(len(t))
    if other is not None:
        same = len(times) >= len(t) and np.array_equal(times[: len(t)], t)
        values = values - (other.y[: len(t)] if same else np.interp(t, times, other.y))
    return replace(curve, symbol=f"{curve.symbol}_difference", x=t, y=values)
