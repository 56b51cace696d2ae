"""Patches of the joints' colours, for the headers of tables."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPixmap

from app.colours import joint_colours

SIDE = 10  # pixels


def joint_chip(joint: int, n: int, dark: bool) -> QPixmap:
    """That of one of n joints; made when it is painted, since a long arm has many that are not."""
    chip = QPixmap(SIDE, SIDE)
    chip.fill(QColor(joint_colours(n, dark)[joint]))
    return chip
