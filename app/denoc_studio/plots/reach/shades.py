"""The colours of a map's cells: a perceptual scale for numbers, the joints' own colours for joints."""

from __future__ import annotations

import numpy as np

from denoc.studies.reach import ReachMap
from denoc_studio.look.colours import components, joint_colours
from denoc_studio.look.palettes import DARK, LIGHT
from denoc_studio.plots.many.scales import shade
from denoc_studio.plots.reach.quantities import Scale, beyond, numbers


def no_hold_colour(dark: bool) -> str:
    """Of cells where the arm cannot hold itself: no hue, since there is no value."""
    return (DARK if dark else LIGHT).edge


def pixels(key: str, found: ReachMap, scale: Scale, joints: int, dark: bool) -> np.ndarray:
    """One pixel a cell, (rows, columns, 4) of 0 to 255, the first row lowest; clear where nothing is reached."""
    if key == "joint":
        palette = np.array([components(colour) for colour in (*joint_colours(joints, dark), "#ffffff")])
        colours = palette[found.joints]  # -1, no joint limits: the last one, taken over below
        top = shade(np.ones(found.joints.shape), dark)
        colours = np.where((found.joints < 0)[..., None], top, colours)
    else:
        colours = shade((numbers(key, found) - scale.low) / (scale.high - scale.low), dark)
    colours = np.where(beyond(key, found)[..., None], components(no_hold_colour(dark)), colours)
    clear = np.where(found.reached, 1.0, 0.0)[..., None]
    return np.rint(255 * np.concatenate([colours * clear, clear], axis=-1)).astype(np.uint8)


def legend(key: str, found: ReachMap, names: list[str], dark: bool) -> list[tuple[str, str]]:
    """Name and colour of what is drawn in colours of its own: the joints that limit somewhere, and no hold."""
    entries = []
    if key == "joint":
        held = found.joints[found.reached & ~beyond(key, found)]
        colours = joint_colours(len(names), dark)
        entries = [(names[joint], colours[joint]) for joint in np.unique(held) if joint >= 0]
        if (held < 0).any():
            top = shade(np.ones(1), dark)[0]
            entries.append(("none", "#" + "".join(f"{round(255 * x):02x}" for x in top)))
    if beyond(key, found).any():
        entries.append(("cannot hold itself", no_hold_colour(dark)))
    return entries
