"""An axis whose numbers are written as elsewhere in the window."""

from __future__ import annotations

import re

from PySide6.QtGui import QFontMetricsF

from denoc_studio.typesetting.numbers import MINUS
from denoc_studio.widgets.imports.graphs import pg

EXPONENT = re.compile(r"e\+?(-?)0*(?=\d)")  # of a number as Python writes it
APART = 6.0  # pixels between numbers beside each other


class NumberAxis(pg.AxisItem):
    """With real minus signs, and no zeros before an exponent; numbers beside each other do not touch."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        texts = super().tickStrings(values, scale, spacing)
        return [EXPONENT.sub(r"e\1", text).replace("-", MINUS) for text in texts]

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:
        levels = list(super().tickSpacing(low, high, size))
        if self.orientation != "bottom" or self.logMode or not high > low:
            return levels
        step = usual = levels[0][0]
        metrics = QFontMetricsF(self.style["tickFont"] or self.font())
        widest = max(map(metrics.horizontalAdvance, NumberAxis.tickStrings(self, [low, high], 1.0, usual)))
        while step < high - low and size * step < (widest + APART) * (high - low):
            step *= 2
        return levels if step == usual else [(step, 0.0), *levels]
