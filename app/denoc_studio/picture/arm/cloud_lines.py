"""Many arms at a moment as thin lines, coloured by how far each has parted from the run that they lie beside."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc_studio.look.colours import LIGHTEST_ON_LIGHT
from denoc_studio.picture.arm.picture import ColourKey, Lines
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.plots.many.cloud import Cloud
from denoc_studio.plots.many.scales import Decades, shade

SHADES = 24  # of the scale
OPACITY = {False: 0.28, True: 0.34}  # on light and on dark
STROKES = 1500  # of these opacities; more are fainter
FAINTEST = 0.25  # of these opacities
SHORT = 1e-6  # of the reach: such a piece of an arm is a point
TITLE = "distance from the run"


class CloudAt(NamedTuple):
    """A cloud at a time in s."""

    cloud: Cloud
    t: float


def cloud_scale(cloud: Cloud, scene: Scene) -> Decades:
    """From what the spread of the starts makes of the arm's reach to the reach itself."""
    reach = max(scene.size.reach, 1e-9)
    return Decades.around(max(0.3 * cloud.spread * reach, 1e-9 * reach), reach)


def polylines(scene: Scene, q: np.ndarray) -> np.ndarray:
    """Arms in states (k, n) as lines from foot to tip, (k, 2n + 1, 3): both ends of every offset, then the tip."""
    corners, n = scene.corners(q), scene.robot.n
    ends = np.stack([corners[:, :n], corners[:, n : 2 * n]], axis=2).reshape(len(q), 2 * n, 3)
    return np.concatenate([ends, corners[:, 2 * n :]], axis=1)


def parted(arms: np.ndarray) -> np.ndarray:
    """How far the arms (k, m, 3) are from the first of them, (k,): the largest distance of the same points."""
    apart = arms - arms[0]
    return np.sqrt(np.einsum("kmi,kmi->km", apart, apart).max(axis=1))


def cloud_lines(scene: Scene, at: CloudAt, dark: bool) -> Lines | None:
    """The arms of a cloud, without those that did not come so far; None where there are none, or not the run itself."""
    q = at.cloud.states(at.t)
    known = np.isfinite(q).all(axis=1)
    if not known[0] or known.sum() < 2:
        return None
    arms = polylines(scene, q[known])
    places = cloud_scale(at.cloud, scene).places(parted(arms)[1:])
    arms = arms[1:]
    lengths = np.linalg.norm(np.diff(arms[0], axis=0), axis=1)
    slides = np.repeat([not link.revolute for link in scene.robot.links], 2)
    pieces = np.flatnonzero((lengths > SHORT * scene.size.reach) | slides)
    points = np.stack([arms[:, pieces], arms[:, pieces + 1]], axis=2).reshape(-1, 2, 3)
    colours = palette(dark, len(arms))[np.rint(places * (SHADES - 1)).astype(np.intp)]
    each = np.broadcast_to(colours[:, None, None], (len(arms), len(pieces), 2, 4))
    return Lines(points, each.reshape(-1, 2, 4))


def palette(dark: bool, count: int) -> np.ndarray:
    """Colours along the scale, (SHADES, 4), for so many arms."""
    opacity = OPACITY[dark] * min(1.0, max(math.sqrt(STROKES / max(count, 1)), FAINTEST))
    return np.concatenate([_hues(dark), np.full((SHADES, 1), opacity)], axis=1)


def _hues(dark: bool) -> np.ndarray:
    """Red, green and blue, (SHADES, 3); those that are too pale on a light ground are left out."""
    return shade(np.linspace(0, 1 if dark else LIGHTEST_ON_LIGHT, SHADES), dark)


def cloud_key(scene: Scene, at: CloudAt, dark: bool) -> ColourKey:
    """What the colours mean."""
    colours = tuple("#" + "".join(f"{round(255 * part):02x}" for part in colour) for colour in _hues(dark).tolist())
    return ColourKey(TITLE, colours, cloud_scale(at.cloud, scene).ends)


class Parting(NamedTuple):
    """How far the arms of a cloud are from the run's own at the times t (m,): `lengths` (3, m) in m are the 5th, 50th
    and 95th percentile, nan where none of them, or not the run, came so far."""

    t: np.ndarray
    lengths: np.ndarray


def parting(scene: Scene, cloud: Cloud, most: int = 200) -> Parting:
    """Over the whole run, at no more than so many of its times."""
    rows = np.unique(np.linspace(0, len(cloud.runs.t) - 1, min(most, len(cloud.runs.t))).astype(int))
    lengths = np.full((3, len(rows)), np.nan)
    for place, row in enumerate(rows.tolist()):
        q = cloud.runs.q[:, row]
        known = np.isfinite(q).all(axis=1)
        if known[0] and known.sum() > 1:
            lengths[:, place] = np.percentile(parted(polylines(scene, q[known]))[1:], (5.0, 50.0, 95.0))
    return Parting(cloud.runs.t[rows], lengths)
