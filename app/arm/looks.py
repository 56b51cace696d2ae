"""The colours of the arm's picture in either theme."""

from __future__ import annotations

from app.arm.picture import Look
from app.palettes import Theme


def look_of(theme: Theme) -> Look:
    return Look(theme.dark, theme.scene_top, theme.scene_bottom, theme.metal, theme.accent, theme.text, theme.muted)
