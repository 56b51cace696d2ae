"""Fonts besides the one that Qt gives the program: digits of one width."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QApplication


def numeral_font() -> QFont:
    """Digits of one width, a little smaller than the text."""
    return _fixed_font(_size())


def numeral_width(text: str) -> float:
    """Pixels that a text takes in that font."""
    return _width(text, _size())


def _size() -> float:
    return QApplication.font().pointSizeF() * 0.9


# Made once: some are asked for sixty times a second.
@cache
def _fixed_font(size: float) -> QFont:
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(max(size, 7.0))
    return font


@cache
def _width(text: str, size: float) -> float:
    return QFontMetricsF(_fixed_font(size)).horizontalAdvance(text)


def scaled_pixels(pixels: float) -> float:
    """A length that goes with the user's font size: `pixels` beside a text of 13."""
    screen = QApplication.primaryScreen()
    dots = screen.logicalDotsPerInchY() if screen is not None else 96.0
    return QApplication.font().pointSizeF() * dots / 72 * pixels / 13


def scaled_font(pixels: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The program's font at another size: `pixels` beside a text of 13; its digits are of one width."""
    return _sans_font(*_sans(pixels), weight)


def scaled_width(text: str, pixels: float, weight: QFont.Weight = QFont.Weight.Normal) -> int:
    """Pixels that a text takes in that font."""
    return _sans_width(text, *_sans(pixels), weight)


def _sans(pixels: float) -> tuple[str, float]:
    font = QApplication.font()
    return font.family(), font.pointSizeF() * pixels / 13


@cache
def _sans_font(family: str, size: float, weight: QFont.Weight) -> QFont:
    font = QFont(family)
    font.setPointSizeF(max(size, 6.5))
    font.setWeight(weight)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


@cache
def _sans_width(text: str, family: str, size: float, weight: QFont.Weight) -> int:
    return QFontMetrics(_sans_font(family, size, weight)).horizontalAdvance(text)
