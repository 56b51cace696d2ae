"""A map of the reach for paper: cells in colours, the outline, the tip, a scale; axes in metres."""

from __future__ import annotations

from typing import Any

import matplotlib
import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from denoc_studio.look.colours import SCALE
from denoc_studio.look.palettes import LIGHT
from denoc_studio.paper.drawing import Size, shortened, style
from denoc_studio.paper.figures import Plot
from denoc_studio.paper.reach_export import MapSource
from denoc_studio.plots.reach.planes import place
from denoc_studio.plots.reach.quantities import QUANTITIES, grounds, scale_of
from denoc_studio.plots.reach.shades import legend, pixels
from denoc_studio.plots.series import joint_name

COLOURS = LinearSegmentedColormap.from_list("reach", list(SCALE))
LETTER = 0.085  # inches across, of a title
OFF = 1e-3  # of the map: a tip so far off the plane is not in it
LONGEST = 24  # letters of a name


def reach_figure(source: MapSource, size: Size, *, title: bool = True) -> Plot:
    """The map of this size in inches."""
    words = QUANTITIES[source.quantity].title.lower()
    with matplotlib.rc_context(style(size[0])):
        sheet = Figure(figsize=size, layout="constrained")
        draw_map(sheet, source)
        if title:
            name = shortened(source.robot.name, max(int(size[0] / LETTER) - len(words), 12))
            sheet.suptitle(f"{name}: {words}", fontsize="medium", parse_math=False)
    return Plot(sheet, f"{source.name}: {words}", grounds(source.quantity, source.found))


def draw_map(sheet: Any, source: MapSource) -> None:
    """On a figure or a part of one, with all that its colours mean."""
    found, key, axes = source.found, source.quantity, sheet.subplots()
    scale = scale_of(key, found)
    colours = pixels(key, found, scale, source.robot.n, dark=False) / 255
    axes.pcolormesh(found.x_edges, found.y_edges, colours, rasterized=True, zorder=0.5)
    axes.plot(*np.vstack([found.boundary, found.boundary[:1]]).T, color=LIGHT.text, linewidth=0.8)
    if source.tip is not None:
        x, y, off = place(found, np.array(source.tip))
        inside = abs(off) <= OFF * float(np.ptp(found.x_edges))
        axes.plot(x, y, "o", color=LIGHT.ink, fillstyle="full" if inside else "none", markeredgecolor=LIGHT.ink)
    axes.set_aspect("equal")
    axes.set_xlabel(f"{found.axes[0]} [m]")
    axes.set_ylabel(f"{found.axes[1]} [m]")
    if key != "joint":
        mappable = ScalarMappable(Normalize(scale.low, scale.high), COLOURS)
        name = f"{QUANTITIES[key].title.lower()}{f' [{scale.unit}]' if scale.unit else ''}"
        sheet.colorbar(mappable, ax=axes, label=name, pad=0.02, extend="max" if scale.capped else "neither")
    names = [shortened(joint_name(source.robot, joint), LONGEST) for joint in range(source.robot.n)]
    patches = [Patch(color=colour, label=name) for name, colour in legend(key, found, names, dark=False)]
    if patches:
        columns = max(1, int(sheet.get_figure().get_figwidth() / 1.6))
        shown = sheet.legend(handles=patches, loc="outside lower center", ncols=min(len(patches), columns))
        for text in shown.get_texts():
            text.set_parse_math(False)
