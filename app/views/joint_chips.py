"""Patches of the joints' colours, for the headers of tables."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPixmap

from app.colours import joint_colours

SIDE = 10  # pixels


def joint_chips(n: int, dark: bool) -> list[QPixmap]:
    """One a joint."""
    chips = []
    for colour in joint_colours(n, dark):
        chip = QPixmap(SIDE, SIDE)
        chip.fill(QColor(colour))
        chips.append(chip)
    return chips
