"""The two sets of colours, light and dark, without Qt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    """Colours as #rrggbb."""

    dark: bool
    window: str  # panels
    base: str  # fields, tables, plots
    text: str
    muted: str  # secondary text, axes
    line: str  # borders, grid
    accent: str  # selection, time cursor
    on_accent: str  # text on it
    warning: str
    error: str
    scene_top: str  # background of the arm view
    scene_bottom: str
    metal: str  # links


LIGHT = Theme(
    dark=False,
    window="#f3f4f6",
    base="#ffffff",
    text="#1b1f24",
    muted="#5b6470",
    line="#d3d8de",
    accent="#2563c9",
    on_accent="#ffffff",
    warning="#9a6700",
    error="#c62828",
    scene_top="#fbfcfe",
    scene_bottom="#d5dce5",
    metal="#8f9aa8",
)
DARK = Theme(
    dark=True,
    window="#22262c",
    base="#191c21",
    text="#e4e7eb",
    muted="#9aa4b1",
    line="#3a414b",
    accent="#5b9bff",
    on_accent="#10131a",
    warning="#e0a93b",
    error="#ff7068",
    scene_top="#2c333d",
    scene_bottom="#14171b",
    metal="#aab4c0",
)
