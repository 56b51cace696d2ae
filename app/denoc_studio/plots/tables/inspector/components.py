"""How the components of a played value are called, and in which units each of them is."""

from __future__ import annotations

import numpy as np

from denoc.playing.play import Step
from denoc_studio.look.plain_text import in_signs

SIXES = {
    "twist": ("ωx", "ωy", "ωz", "vx", "vy", "vz"),
    "rate": ("ω̇x", "ω̇y", "ω̇z", "v̇x", "v̇y", "v̇z"),
    "wrench": ("nx", "ny", "nz", "fx", "fy", "fz"),
}
THREES = ("x", "y", "z")


def row_names(step: Step) -> tuple[str, ...]:
    """Of a vector's components, or of a matrix's rows; a mass matrix makes wrenches, so they are a wrench's."""
    if np.ndim(step.value) == 0:
        return ()
    if len(step.value) == len(THREES):
        return THREES
    if step.symbol.kind in ("wrench", "mass"):
        return SIXES["wrench"]
    return SIXES["rate" if "s^2" in step.units else "twist"]


def column_names(step: Step) -> tuple[str, ...]:
    """Of a matrix: a mass matrix makes wrenches of twist rates, its rate of twists."""
    if len(step.value) == len(THREES):
        return THREES
    return SIXES["twist" if "/s" in step.units else "rate"]


def plain(names: tuple[str, ...]) -> tuple[str, ...]:
    """With primes instead of dots above the letters, which few fonts of a window set."""
    return tuple(name.replace("\N{COMBINING DOT ABOVE}", "′") for name in names)


def cell_units(step: Step) -> np.ndarray:
    """Of every entry of the value, as text of the same shape."""
    units = [in_signs(unit) for unit in step.units.split("; ")]
    if step.symbol.kind == "mass":
        angular, mixed, linear = units
        return np.array([[angular, mixed], [mixed, linear]]).repeat(3, axis=0).repeat(3, axis=1)
    return np.repeat(units, 3) if len(units) > 1 else np.full(np.shape(step.value), units[0])
