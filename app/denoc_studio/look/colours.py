"""One colour a joint, the same in every view and on paper."""

from __future__ import annotations

from functools import lru_cache

# Okabe and Ito's palette: distinguishable with every common kind of colour blindness.
# Five more for the arms that are longer.
ON_LIGHT = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000",
    "#7A4B9D", "#8C564B", "#7F8C1A", "#2F4B7C", "#8A8A8A",
)  # fmt: skip
ON_DARK = (
    "#3D9BE0", "#F0813A", "#1FC196", "#DE93BC", "#F0B429", "#8CCBF2", "#E6E6E6",
    "#B48CE0", "#C69080", "#B9C84A", "#7C9BE8", "#9A9A9A",
)  # fmt: skip
AXIS_COLOURS = {"x": "#d9483b", "y": "#3fa34d", "z": "#3b7dd9"}  # of every triad
FROM_OUTSIDE = ("#b0177f", "#ff6ec7")  # on light and on dark: forces that the surroundings put on the arm
# What belongs to no joint, on light and on dark; the energies are too pale on white to be read as text.
QUANTITIES = {
    "kinetic": ("#E69F00", "#E69F00"),
    "potential": ("#56B4E9", "#56B4E9"),
    "ink": ("#1b1f24", "#e4e7eb"),
    "slate": ("#46515f", "#cfd6df"),
    # across the ends of a link, near its joint and far from it: Paul Tol's bright scheme
    **dict.fromkeys(("axial near", "bending near"), ("#4477AA", "#7CA6D8")),
    **dict.fromkeys(("axial far", "bending far"), ("#228833", "#6CC27A")),
    **dict.fromkeys(("shear near", "torsion near"), ("#AA3377", "#DE7FB4")),
    **dict.fromkeys(("shear far", "torsion far"), ("#B8860B", "#E0BE5A")),
    **{axis: (colour, colour) for axis, colour in AXIS_COLOURS.items()},
}
MANY = 12  # joints; more share a scale of colours
SCALE = ("#440154", "#3B528B", "#21918C", "#5EC962", "#FDE725")  # viridis, at equal distances
DARKEST_ON_DARK, LIGHTEST_ON_LIGHT = 0.18, 0.92  # the part of the scale that stands out


@lru_cache(maxsize=32)
def joint_colours(n: int, dark: bool = False) -> tuple[str, ...]:
    """n colours as #rrggbb."""
    if n <= MANY:
        palette = ON_DARK if dark else ON_LIGHT
        return tuple(palette[i % len(palette)] for i in range(n))
    low, high = (DARKEST_ON_DARK, 1.0) if dark else (0.0, LIGHTEST_ON_LIGHT)
    return tuple(_on_scale(low + (high - low) * i / (n - 1)) for i in range(n))


@lru_cache(maxsize=4096)
def components(colour: str) -> tuple[float, float, float]:
    """Red, green, blue from 0 to 1."""
    return tuple(int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))  # type: ignore[return-value]


@lru_cache(maxsize=4096)
def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it: 0 for black, 1 for white."""
    linear = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in components(colour))
    return sum(share * value for share, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """The ratio of two colours as WCAG 2 defines it, from 1 to 21: text needs 4.5, a line or an edge 3."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def readable_on(colour: str) -> str:
    """Black or white, whichever is read better there; at least 4.58 to 1 on any colour."""
    return max("#ffffff", "#000000", key=lambda text: contrast(text, colour))


@lru_cache(maxsize=4096)
def mixed(one: str, other: str, share: float) -> str:
    """`share` of the other colour in the one."""
    pairs = zip(components(one), components(other), strict=True)
    return "#" + "".join(f"{round(255 * (a + share * (b - a))):02x}" for a, b in pairs)


def _on_scale(place: float) -> str:
    k = min(int(place * (len(SCALE) - 1)), len(SCALE) - 2)
    return mixed(SCALE[k], SCALE[k + 1], place * (len(SCALE) - 1) - k)
