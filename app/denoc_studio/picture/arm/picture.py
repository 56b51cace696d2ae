"""What is to be drawn, in world axes and colours, for whichever canvas draws it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from denoc_studio.look.palettes import Theme
from denoc_studio.picture.meshes.primitives import Mesh, joined


class PictureColours(NamedTuple):
    """Of the arm's picture, as #rrggbb."""

    dark: bool
    top: str  # of the background
    bottom: str
    metal: str
    slate: str  # the tip and its trace
    text: str
    muted: str
    warning: str = "#c62828"
    lit: str = "#26313d"  # a quantity that is shown on the arm


def picture_colours(theme: Theme) -> PictureColours:
    """Those of a theme."""
    scene = (theme.dark, theme.scene_top, theme.scene_bottom, theme.metal)
    lit = "#ffffff" if theme.dark else theme.ink
    return PictureColours(*scene, theme.slate, theme.text, theme.muted, theme.error, lit)


class Solid(NamedTuple):
    mesh: Mesh
    colours: np.ndarray  # (v, 4), red, green, blue and opacity from 0 to 1


class Lines(NamedTuple):
    points: np.ndarray  # (k, 2, 3)
    colours: np.ndarray  # (k, 2, 4)
    width: float = 1.0  # pixels


class Label(NamedTuple):
    point: np.ndarray
    text: str
    colour: str
    ring: str = ""  # round what is selected
    kept: bool = False  # in the picture, also where its point is not


class ColourKey(NamedTuple):
    """What a scale of colours means: its title, the colours from one end to the other, and what stands at the ends."""

    title: str
    colours: tuple[str, ...]
    ends: tuple[str, str]


@dataclass(frozen=True)
class Picture:
    """`under` lies beneath everything, then `cloud`, thin lines behind the solids, whose colours are those of `key`;
    `lines` are amid the solids; `gravity` is an acceleration or nothing.

    `over` are solids that nothing hides, each over those before; only a window draws them.
    """

    look: PictureColours
    solid: Solid
    translucent: Solid
    under: Lines | None = None
    lines: Lines | None = None
    labels: list[Label] = field(default_factory=list)
    gravity: np.ndarray | None = None
    caption: str = ""
    over: tuple[Solid, ...] = ()
    cloud: Lines | None = None
    key: ColourKey | None = None


def joined_solids(solids: list[Solid]) -> Solid:
    """Several solids as one; what hides nothing is left out, and a single one handed on as it is."""
    solids = [solid for solid in solids if len(solid.mesh.faces)]
    if len(solids) == 1:
        return solids[0]
    colours = [solid.colours for solid in solids] or [np.empty((0, 4))]
    return Solid(joined([solid.mesh for solid in solids]), np.concatenate(colours))


def joined_lines(parts: list[Lines]) -> Lines | None:
    """Lines of one width as one, a single part as it is; None where there are none."""
    if len(parts) < 2:
        return parts[0] if parts else None
    points, colours = (np.concatenate([getattr(part, name) for part in parts]) for name in ("points", "colours"))
    return Lines(points, colours, max(part.width for part in parts))
