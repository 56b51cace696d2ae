"""The picture of time against the number of joints."""

from __future__ import annotations

from pathlib import Path

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter, ScalarFormatter

from denoc_studio.bench.growth import WALKER_ORIN, Growth
from denoc_studio.look.colours import ON_LIGHT as COLOURS
from denoc_studio.paper.drawing import SIZE, STYLE

COLOUR = dict(zip(("inverse", "forward", WALKER_ORIN.function), COLOURS, strict=False))


def save(growth: Growth, path: Path) -> None:
    """The suffix of the file chooses the format."""
    with matplotlib.rc_context(STYLE):
        draw(growth).savefig(path)


def draw(growth: Growth) -> Figure:
    """Double logarithmic: a colour for each function, ours solid."""
    figure = Figure(figsize=SIZE, layout="constrained")
    axes = figure.add_subplot(xscale="log", yscale="log", xlabel="joints", ylabel="time per state [ns]")
    for curve, timings in growth.curves.items():
        style = "o-" if curve.engine == "ours" else "s--"
        times = [timing.best * 1e9 for timing in timings.values()]
        axes.plot(list(timings), times, style, color=COLOUR[curve.function], markersize=3, label=curve.label)
    at = growth.crossover()
    if at is not None:
        axes.axvline(at, color="0.5", linestyle=":", linewidth=0.8)
        axes.text(at, 0.02, f" O(n) faster from n = {at} on", color="0.35", transform=axes.get_xaxis_transform())
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(ScalarFormatter())
        axis.set_minor_formatter(NullFormatter())
    axes.legend()
    return figure
