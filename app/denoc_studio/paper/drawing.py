"""Panels of the table drawn for paper: light, in colours and line styles that survive every printer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import matplotlib
import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure, SubFigure

from denoc_studio.look.colours import MANY, joint_colours, mixed
from denoc_studio.look.palettes import LIGHT
from denoc_studio.paper.limits import draw_limits
from denoc_studio.plots.cause_series import LOOKS
from denoc_studio.plots.curves import TIME, Curve, Panel
from denoc_studio.plots.decimation import Envelope
from denoc_studio.plots.horizon import doubt_words
from denoc_studio.plots.many.bands import Band
from denoc_studio.plots.stacking import edges, telling_rows

STYLES = ("-", "--", "-.", ":")
SIZE = (6.3, 3.6)  # inches: the width of a page
NARROW = 4.5  # inches: in a narrower figure the legend stands below the curves
LOWEST = 0.8  # inches: a small panel that can still be read
ENTRY = 0.19  # inches: a line of a legend
FINE = 1000  # stretches of a stack: more cannot be told apart on paper
HATCHES = {cause.name: cause.hatch for cause in LOOKS.values()}
REFERENCE: Any = {"linewidth": 0.7, "linestyle": (0, (5, 2))}
WIDER = 1.25  # times as wide as usual: lines of pale colours
BEHIND: Any = {"linewidth": 1.0, "linestyle": (0, (1, 1.8))}  # another run, dotted as on the screen
RINGS = 24  # at most, on a measured curve
MEASURED: Any = {"linewidth": 0.6, "marker": "o", "markersize": 3.2, "markerfacecolor": "none", "markeredgewidth": 0.7}
PALER = 0.45  # of white: the run's own curve, in the same colour, is to be seen in the noise
BAND: Any = {"alpha": 0.2, "linewidth": 0.0, "zorder": 1.5}
UNSURE: Any = {"linewidth": 0.5, "alpha": 0.35}
DISSIMILAR = 30.0  # times as large: beside such a curve another one lies flat on the axis
ROUNDING = 1e-12  # of the largest value: below it a curve is rounding noise
Size = tuple[float, float]

STYLE: Any = {
    "font.size": 9.0,
    "font.family": "DejaVu Sans",
    "axes.grid": True,
    "grid.alpha": 0.35,
    "grid.linewidth": 0.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 1.4,
    "hatch.linewidth": 0.5,
    "legend.frameon": False,
    "pdf.fonttype": 42,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "denoc-studio",
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
}


def style(width: float) -> Any:
    """The style of a figure of this width in inches: smaller letters in a narrow column."""
    return STYLE if width >= NARROW else {**STYLE, "font.size": 8.0, "lines.linewidth": 1.1}


def draw(
    panels: Sequence[Panel],
    joints: int,
    size: Size | None = None,
    sheet: SubFigure | None = None,
    behind: Sequence[Panel] = (),
) -> tuple[Any, list[Any]]:
    """A figure with one axes a panel, or one a joint where the joints' curves differ too much in size.

    On `sheet`, a part of a larger figure, where one is given; `size` is that part's then. `behind` are the panels of
    another run, whose curves are dotted.
    """
    panels = [_quiet(panel) for panel in panels]
    count = _small_count(panels)
    if count and _room_for(count, size):
        return _small_panels(panels, joints, size, sheet, behind)
    return _stacked(panels, joints, size, sheet, behind)


def rows(panels: Sequence[Panel]) -> int:
    """How many axes stand one above the other in a figure that is as high as it likes."""
    return -(-_small_count([_quiet(panel) for panel in panels]) // _across(None)) or len(panels)


def _small_count(panels: Sequence[Panel]) -> int:
    """Small panels, one a joint, where the joints' curves differ too much in size; 0 where they share axes."""
    curves = [curve for panel in panels for curve in panel.curves]
    jointwise = all(panel.over_time for panel in panels) and all(curve.joint >= 0 for curve in curves)
    return len(curves) if jointwise and 1 < len(curves) <= MANY and _dissimilar(curves) else 0


def _counterpart(panel: Panel, behind: Sequence[Panel], joints: int) -> list[Curve]:
    """The lines of another run that belong on the axes of this panel."""
    same = next((other for other in behind if (other.x, other.y) == (panel.x, panel.y)), None)
    shown = {curve.key for curve in panel.curves}
    return [] if same is None else [curve for curve in same.lines if curve.key in shown and curve.joint < joints]


def shade(axes: Sequence[Any], since: float, end: float) -> None:
    """What cannot be reproduced, in light grey, with words in the first of the axes over time."""
    if not since < end:
        return
    for ax in axes:
        ax.axvspan(since, end, facecolor=LIGHT.hatch_base, edgecolor=LIGHT.hatch, hatch="////", linewidth=0, zorder=0.5)
        ax.axvline(since, color=LIGHT.warning_edge, linewidth=0.7, linestyle=(0, (4, 3)), zorder=0.6)
    late = since > (sum(axes[0].get_xlim()) / 2)
    axes[0].annotate(
        doubt_words(since),
        (end if late else since, 0.0),
        xytext=(-3 if late else 4, 4),
        xycoords=axes[0].get_xaxis_transform(),
        textcoords="offset points",
        ha="right" if late else "left",
        fontsize=6.5,
        color=LIGHT.warning,
        bbox={"facecolor": LIGHT.hatch_base, "edgecolor": "none", "alpha": 0.85, "pad": 1.0},
    )


def _stacked(
    panels: Sequence[Panel], joints: int, size: Size | None, sheet: SubFigure | None, behind: Sequence[Panel]
) -> tuple[Any, list[Any]]:
    over_time = panels[0].over_time
    size = size or (SIZE[0], SIZE[1] * (1.0 if len(panels) == 1 else 1.35))
    figure = sheet or Figure(figsize=size, layout="constrained")
    ratios = [1 if panel.y.name == "drift" and len(panels) > 1 else 3 for panel in panels]
    grid = figure.subplots(len(panels), 1, sharex=over_time, squeeze=False, height_ratios=ratios)
    axes = list(grid[:, 0])
    for ax, panel in zip(axes, panels, strict=True):
        _curves(ax, panel, joints, behind)
        ax.set_ylabel(panel.y.label)
        if not over_time:
            ax.set_xlabel(panel.x.label)
        if panel.equal:
            ax.set_aspect("equal", adjustable="datalim")
    axes[-1].set_xlabel(panels[-1].x.label)
    figure.align_ylabels(axes)
    _legends(figure, size, axes, panels, joints)
    return figure, axes


def _curves(ax: Any, panel: Panel, joints: int, behind: Sequence[Panel]) -> None:
    if panel.layers:
        _layers(ax, panel)
    lines = panel.lines
    groups = _coinciding(lines) if panel.over_time else [[curve] for curve in lines]
    for group in groups:
        first = group[0]
        place = first.joint if first.joint >= 0 else lines.index(first)
        ax.plot(first.x, first.y, label=_label(group), **_look(first, place, joints))
    for curves, look in ((panel.references, REFERENCE), (_counterpart(panel, behind, joints), BEHIND)):
        for curve in curves:
            ax.plot(curve.x, curve.y, color=curve.colour(joints, dark=False), **look)
    _logged(ax, panel.measured, panel.unsure, joints)
    _bands(ax, panel.bands, joints)
    if not any(curve.y.any() for curve in panel.curves):
        ax.set_ylim(-1, 1)
    draw_limits(ax, panel.limits, joints)


def _logged(ax: Any, measured: Sequence[Curve], unsure: Sequence[Curve], joints: int) -> None:
    """What was measured: a thin line with rings, its ends that a filter has spoilt pale; beneath the run's curves."""
    for curve in unsure:
        ax.plot(*_thinned(curve), color=curve.colour(joints, dark=False), zorder=1.8, **UNSURE)
    for curve in measured:
        x, y = _thinned(curve)
        every = max(len(x) // RINGS, 1)
        first = max(curve.joint, 0) * every // 3 % every  # those of one joint stand between those of the next
        colour = curve.colour(joints, dark=False)
        pale = mixed(colour, "#ffffff", PALER)
        ax.plot(x, y, color=pale, markeredgecolor=colour, markevery=(first, every), zorder=1.9, **MEASURED)


def _bands(ax: Any, bands: Sequence[Band], joints: int) -> None:
    """Where many runs have the curves: those of a joint lie on one another."""
    for band in bands:
        ax.fill_between(band.t, band.lower, band.upper, color=band.colour(joints, dark=False), **BAND)


def _thinned(curve: Curve) -> tuple[np.ndarray, np.ndarray]:
    """No more points than paper shows."""
    if len(curve.x) <= 2 * FINE:
        return curve.x, curve.y
    envelope = Envelope(curve.x, float(curve.x[0]), float(curve.x[-1]), FINE)
    return envelope.x, envelope.of([curve.y])[0]


def _layers(ax: Any, panel: Panel) -> None:
    """The stack, with hatches that tell its layers apart without colour."""
    layers = panel.layers
    total = np.sum([curve.y for curve in layers], axis=0)
    rows = telling_rows(panel.t, total, (panel.t[0], panel.t[-1]), FINE)
    above, below = edges([curve.y[rows] for curve in layers])
    for k, curve in enumerate(layers):
        look = {"facecolor": curve.area, "edgecolor": mixed(curve.area, "#000000", 0.4), "hatch": HATCHES[curve.name]}
        for side, label in ((above, curve.name), (below, None)):
            ax.fill_between(panel.t[rows], side[k], side[k + 1], label=label, linewidth=0.0, **look)


def _legends(figure: Any, size: Size, axes: list[Any], panels: Sequence[Panel], joints: int) -> None:
    width, lines = size[0], max(int((size[1] - 0.5) / len(panels) / ENTRY), 3)
    if joints > MANY and any(curve.joint >= 0 for panel in panels for curve in panel.curves):
        scale = LinearSegmentedColormap.from_list("joints", joint_colours(joints))
        figure.colorbar(ScalarMappable(Normalize(1, joints), scale), ax=axes, label="joint", pad=0.02)
    elif width < NARROW:
        named = {label: handle for ax in axes for handle, label in zip(*ax.get_legend_handles_labels(), strict=True)}
        if len(named) > 1:
            columns = max(1, min(len(named), int(width / 1.0)))
            legend = figure.legend(list(named.values()), list(named), loc="outside lower center", ncols=columns)
            _plain(legend)
    else:
        for ax, panel in zip(axes, panels, strict=True):
            if len(panel.curves) > 1 or len(panels) > 1 or panel.curves[0].joint >= 0:
                columns = -(-len(ax.get_legend_handles_labels()[1]) // lines)
                _plain(ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), ncols=columns, columnspacing=1.0))


def _plain(legend: Any) -> None:
    """Names are names, never formulas."""
    for text in legend.get_texts():
        text.set_parse_math(False)


def _across(size: Size | None) -> int:
    """Small panels beside each other."""
    return 1 if size is not None and size[0] < NARROW else 2


def _room_for(count: int, size: Size | None) -> bool:
    return size is None or size[1] >= LOWEST * -(-count // _across(size)) + 0.6


def _small_panels(
    panels: Sequence[Panel], joints: int, size: Size | None, sheet: SubFigure | None, behind: Sequence[Panel]
) -> tuple[Any, list[Any]]:
    pairs = sorted(((curve, panel) for panel in panels for curve in panel.curves), key=lambda pair: pair[0].joint)
    across = _across(size)
    rows = -(-len(pairs) // across)
    figure = sheet or Figure(figsize=size or (SIZE[0], 1.25 * rows + 0.6), layout="constrained")
    axes = list(figure.subplots(rows, across, sharex=True, squeeze=False).flat)
    for ax, (curve, panel) in zip(axes, pairs, strict=False):
        ax.plot(curve.x, curve.y, color=curve.colour(joints, dark=False))
        for others, look in ((panel.references, REFERENCE), (_counterpart(panel, behind, joints), BEHIND)):
            for other in (other for other in others if other.key == curve.key):
                ax.plot(other.x, other.y, color=other.colour(joints, dark=False), **look)
        of_joint = [[each for each in curves if each.joint == curve.joint] for curves in (panel.measured, panel.unsure)]
        _logged(ax, of_joint[0], of_joint[1], joints)
        _bands(ax, [band for band in panel.bands if band.key == curve.key], joints)
        draw_limits(ax, [limit for limit in panel.limits if limit.key == curve.key], joints, alone=True)
        ax.set_title(shortened(curve.name, 24), fontsize=8.5, loc="right", pad=3, parse_math=False)
        ax.set_ylabel(panel.y.label, fontsize=8 if across > 1 else 7)
        ax.ticklabel_format(axis="y", scilimits=(-3, 4), useMathText=True)
    used = axes[: len(pairs)]
    for ax in axes[len(pairs) :]:
        ax.set_visible(False)
    for ax in used[-across:]:
        ax.tick_params(labelbottom=True)
        ax.set_xlabel(TIME.label)
    figure.align_ylabels(used)
    return figure, used


def _quiet(panel: Panel) -> Panel:
    """Curves that are rounding noise beside the others become flat."""
    if not panel.over_time or not len(panel.t):
        return panel
    sizes = [float(np.abs(_finite(curve)).max()) for curve in panel.curves]
    floor = ROUNDING * max(sizes)
    curves = (_flat(curve) if 0.0 < size <= floor else curve for curve, size in zip(panel.curves, sizes, strict=True))
    return replace(panel, curves=tuple(curves))


def _finite(curve: Curve) -> np.ndarray:
    """Its values that are numbers; zero where there are none."""
    found = curve.y[np.isfinite(curve.y)]
    return found if len(found) else np.zeros(1)


def _flat(curve: Curve) -> Curve:
    return replace(curve, y=np.zeros(len(curve.y)))


def _coinciding(curves: Sequence[Curve]) -> list[list[Curve]]:
    """Curves of joints that lie on one another, together: the legend names them all."""
    size = max(max(float(np.abs(_finite(curve)).max()) for curve in curves), 1e-300)
    groups: list[list[Curve]] = []
    for curve in curves:
        for group in groups:
            if curve.joint >= 0 and np.abs(curve.y - group[0].y).max() < 1e-6 * size:
                group.append(curve)
                break
        else:
            groups.append([curve])
    return groups


def _dissimilar(curves: Sequence[Curve]) -> bool:
    """Would some curves lie flat on the axis beside the others?"""
    swings = np.array([float(np.ptp(_finite(curve))) for curve in curves])
    visible = swings[swings > 1e-9 * max(float(swings.max()), 1e-300)]
    return len(visible) > 1 and float(visible.max()) > DISSIMILAR * float(visible.min())


def _label(group: Sequence[Curve]) -> str:
    if len(group) > 1:
        return "joints " + ", ".join(str(curve.joint + 1) for curve in group)
    return shortened(group[0].name, 21)


def _look(curve: Curve, place: int, joints: int) -> dict[str, Any]:
    """Colour and line style."""
    colour = curve.colour(joints, dark=False)
    if curve.joint >= 0 and joints > MANY:
        return {"color": colour, "linewidth": 0.8}
    look = {"color": colour, "linestyle": STYLES[(place // 7 + place) % len(STYLES)]}
    wide = {"linewidth": WIDER * matplotlib.rcParams["lines.linewidth"]}
    return {**look, **wide} if curve.wide(joints, dark=False) else look


def shortened(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 3] + "..."
