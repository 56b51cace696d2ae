"""The two sets of colours, light and dark, without Qt."""

from __future__ import annotations

from dataclasses import dataclass

from denoc_studio.look.colours import mixed


@dataclass(frozen=True)
class Theme:
    """Colours as #rrggbb."""

    dark: bool
    window: str  # panels
    base: str  # fields, tables, plots
    text: str
    muted: str  # secondary text, axes
    line: str  # borders, grid
    ink: str  # the one button that matters, the time cursor, what has the keyboard
    on_ink: str  # text on it
    select: str  # behind what is chosen
    hover: str
    slate: str  # the tip and its trace
    warning: str
    warning_base: str  # behind such text, in a box with this edge:
    warning_edge: str
    error: str
    good: str  # a tick, never text
    raised: str  # what lies over the window
    edge: str  # borders of controls
    hatch: str  # lines over what is not reproducible, on:
    hatch_base: str
    scene_top: str  # background of the arm view
    scene_bottom: str
    metal: str  # links

    @property
    def disabled(self) -> str:
        """Words and icons of what cannot be used now: fainter than any other text, and still to be made out."""
        return mixed(self.text, self.window, 0.6)

    @property
    def refused(self) -> str:
        """Behind a value that cannot be used."""
        return mixed(self.base, self.error, 0.1)


LIGHT = Theme(
    dark=False,
    window="#f3f4f6",
    base="#ffffff",
    text="#1b1f24",
    muted="#56606c",
    line="#d3d8de",
    ink="#26313d",
    on_ink="#ffffff",
    select="#dde3ea",
    hover="#e8ebef",
    slate="#46515f",
    warning="#855800",
    warning_base="#fff3d1",
    warning_edge="#b37f19",
    error="#b3261e",
    good="#1d6b3c",
    raised="#ffffff",
    edge="#7f8894",
    hatch="#dde0e4",
    hatch_base="#f1f2f4",
    scene_top="#f8f9fb",
    scene_bottom="#e4e8ed",
    metal="#8f9aa8",
)
DARK = Theme(
    dark=True,
    window="#22262c",
    base="#191c21",
    text="#e4e7eb",
    muted="#aab4c0",
    line="#3a414b",
    ink="#dfe4ea",
    on_ink="#16191d",
    select="#3a434e",
    hover="#2f353e",
    slate="#cfd6df",
    warning="#e9b548",
    warning_base="#3a2f14",
    warning_edge="#967526",
    error="#ff8a82",
    good="#63c98b",
    raised="#2b3038",
    edge="#76808d",
    hatch="#39404a",
    hatch_base="#1d2126",
    scene_top="#20242a",
    scene_bottom="#15181c",
    metal="#aab4c0",
)
