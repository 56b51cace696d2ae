"""The arm at evenly spaced instants, for paper."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from denoc.functions.kinematics import skeleton
from denoc_studio.look.colours import ON_LIGHT
from denoc_studio.paper.drawing import NARROW, SIZE, Size
from denoc_studio.plots.motion import Motion

INSTANTS = 9


def strobe(motion: Motion, size: Size | None = None) -> Figure:
    """Early instants pale, and the path of the tip; in the plane where there is one, else in space."""
    r, path = motion.recording, motion.tip
    rows = np.unique(np.linspace(0, len(r.t) - 1, INSTANTS).astype(int))
    lines = [skeleton(motion.robot, q) for q in r.q[rows]]
    spread = np.ptp(np.vstack([path, *lines]), axis=0)
    flat = int(np.argmin(spread))
    planar = spread[flat] < 1e-9 * max(float(spread.max()), 1e-12)
    figure = Figure(figsize=size or (SIZE if planar else (SIZE[0], 4.8)), layout="constrained")
    ax: Any = figure.add_subplot() if planar else figure.add_subplot(projection="3d")
    across = [axis for axis in range(3) if not planar or axis != flat]
    look = {"color": ON_LIGHT[0], "linewidth": 1.8, "marker": "o", "markersize": 2.5}
    for k, (row, line) in enumerate(zip(rows, lines, strict=True)):
        label = f"t = {r.t[row]:g} s" if k in (0, len(lines) - 1) else None
        ax.plot(*line[:, across].T, alpha=0.25 + 0.75 * k / max(1, len(lines) - 1), label=label, **look)
    ax.plot(*path[:, across].T, color=ON_LIGHT[1], linewidth=0.7, label="path of the tip")
    ax.plot(*lines[0][:1, across].T, color="black", marker="s", markersize=5, linestyle="none", label="base")
    for axis, name in zip(across, ("set_xlabel", "set_ylabel", "set_zlabel"), strict=False):
        getattr(ax, name)(f"{'xyz'[axis]} [m]")
    if planar:
        ax.set_aspect("equal", adjustable="datalim")
    else:
        _equal_box(ax, min(1.0, figure.get_figheight() / 4.8))
    if figure.get_figwidth() < NARROW:
        figure.legend(loc="outside lower center", ncols=2)
    elif planar:
        ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5))
    else:
        figure.legend(loc="outside right center")
    return figure


def _equal_box(ax: Any, share: float) -> None:
    """Equal scales on three axes, with room for the ticks of a short one; `share` of the usual height is there."""
    limits = np.array([ax.get_xlim(), ax.get_ylim(), ax.get_zlim()])
    middle, length = limits.mean(axis=1), np.ptp(limits, axis=1)
    length = np.maximum(length, 0.45 * length.max())
    for set_limits, centre, size in zip((ax.set_xlim, ax.set_ylim, ax.set_zlim), middle, length, strict=True):
        set_limits(centre - size / 2, centre + size / 2)
    ax.set_box_aspect(length, zoom=0.8 if share == 1.0 else 0.68)
    for axis in (ax.xaxis, ax.yaxis, ax.zaxis):
        axis.set_major_locator(MaxNLocator(4 if share > 0.7 else 3))
        axis.set_tick_params(labelsize=8 if share > 0.7 else 6.5, pad=3 * share)
        axis.labelpad = 8 * share**2
