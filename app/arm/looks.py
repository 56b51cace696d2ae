"""The colours of the arm's picture in either theme."""

from __future__ import annotations

from app.arm.picture import Look
from app.palettes import Theme


def look_of(theme: Theme) -> Look:
    scene = (theme.dark, theme.scene_top, theme.scene_bottom, theme.metal)
    return Look(*scene, theme.accent, theme.text, theme.muted, theme.error)
