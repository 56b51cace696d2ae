"""The only labels with markup in them."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel


class RichLabel(QLabel):
    """Rich text that is ours; every name in it is escaped. `theme.STYLE` knows this class by its name."""
