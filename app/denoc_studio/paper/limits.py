"""The joints' limits in a figure: thin lines, the stretches in which they are reached, and words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from denoc_studio.plots.curves import Limit
from denoc_studio.plots.limits import reaching

LIMIT = "limit"  # the id of its lines
LINE: Any = {"linewidth": 0.6, "linestyle": (0, (8, 2, 1, 2)), "zorder": 1.5, "gid": LIMIT}
FAINT = 0.12  # of a stretch's colour
TOLD = 4  # sentences; the rest are counted


def draw_limits(ax: Any, limits: Sequence[Limit], joints: int, *, alone: bool = False) -> None:
    """Into axes that have their curves: a limit far outside leaves their range as it is. `alone` is the joint there."""
    low, high = ax.get_ylim()
    shown = reaching((low, high), limits) or (low, high)
    for limit in limits:
        colour = limit.colour(joints, dark=False)
        for level in (limit.value, -limit.value):
            if shown[0] <= level <= shown[1]:
                ax.axhline(level, color=colour, **LINE)
        for begin, end in limit.spans.tolist():
            ax.axvspan(begin, end, facecolor=colour, alpha=FAINT, linewidth=0, zorder=0.4)
    if limits:
        margin = 0.02 * (shown[1] - shown[0])
        ax.set_ylim(shown[0] - margin * (shown[0] < low), shown[1] + margin * (shown[1] > high))
    told = sorted((limit for limit in limits if limit.words), key=lambda limit: -np.ptp(limit.spans, axis=1).sum())
    _tell(ax, [_short(limit) if alone else limit.words for limit in told])


def limits_seen(axes: Iterable[Any]) -> bool:
    """Whether a limit's line is in one of them."""
    return any(line.get_gid() == LIMIT for ax in axes for line in ax.lines)


def _short(limit: Limit) -> str:
    """Where its joint is named already."""
    return limit.words.removeprefix(f"joint {limit.joint + 1} ").removesuffix(" of the time")


def _tell(ax: Any, words: list[str]) -> None:
    """Above the curves, at the left."""
    more = [f"and {len(words) - TOLD} more"] if len(words) > TOLD else []
    text = "; ".join([*words[:TOLD], *more])
    if text:
        ax.set_title(text, fontsize=6.5, loc="left", pad=3, parse_math=False, wrap=True)
