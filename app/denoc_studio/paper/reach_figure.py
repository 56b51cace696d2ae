"""A map of the reach for paper: cells in colours, the outline, the tip, a scale; axes in metres."""

from __future__ import annotations

from typing import Any, Literal

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
        draw_map(sheet, sheet.subplots(), source)
        if title:
            name = shortened(source.robot.name, max(int(size[0] / LETTER) - len(words), 12))
            sheet.suptitle(f"{name}: {words}", fontsize="medium", parse_math=False)
    return Plot(sheet, f"{source.name}: {words}", grounds(source.quantity, source.found))


def draw_map(sheet: Any, axes: Any, source: MapSource, names: Literal["below", "beside", "nowhere"] = "below") -> None:
    """On axes of a figure, or of a part of one, with a scale; the names of what has a colour of its own stand below all
    of it, beside these axes, or nowhere."""
    found, key = source.found, source.quantity
    scale = scale_of(key, found)
    colours = pixels(key, found, scale, source.robot.n, dark=False) / 255
    axes.pcolormesh(found.x_edges, found.y_edges, colours, rasterized=True, zorder=0.5)
    axes.plot(*np.vstack([found.boundary, found.boundary[:1]]).T, color=LIGHT.text, linewidth=0.8)
    if source.tip is not None:
        x, y, off = place(found, np.array(source.tip))
        inside = abs(off) <= OFF * float(np.ptp(found.x_edges))
        look = {"fillstyle": "full", "markeredgecolor": "white"} if inside else {"fillstyle": "none"}
        axes.plot(x, y, "o", color=LIGHT.ink, **look)
    axes.set_aspect("equal")
    axes.set_xlabel(f"{found.axes[0]} [m]")
    axes.set_ylabel(f"{found.axes[1]} [m]")
    if key != "joint":
        mappable = ScalarMappable(Normalize(scale.low, scale.high), COLOURS)
        name = f"{QUANTITIES[key].title.lower()}{f' [{scale.unit}]' if scale.unit else ''}"
        sheet.colorbar(mappable, ax=axes, label=name, pad=0.02, extend="max" if scale.capped else "neither")
    if names != "nowhere":
        _name(sheet if names == "below" else axes, source)


def _name(place: Any, source: MapSource) -> None:
    """The colours that are no numbers, below a figure or beside axes."""
    joints = [shortened(joint_name(source.robot, joint), LONGEST) for joint in range(source.robot.n)]
    patches = [Patch(color=colour, label=name) for name, colour in legend(source.quantity, source.found, joints, False)]
    if not patches:
        return
    look: Any = {"loc": "center left", "bbox_to_anchor": (1.01, 0.5)}
    if isinstance(place, Figure):
        columns = min(len(patches), max(1, int(place.get_figwidth() / 1.6)))
        look = {"loc": "outside lower center", "ncols": columns}
    for text in place.legend(handles=patches, **look).get_texts():
        text.set_parse_math(False)
