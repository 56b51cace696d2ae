"""A spin box for numbers: no zeros at their end, and a decimal comma is as good as a point."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QDoubleSpinBox


class PlainSpin(QDoubleSpinBox):
    def __init__(self, low: float, high: float, decimals: int, suffix: str, tip: str) -> None:
        super().__init__()
        self.setDecimals(decimals)
        self.setRange(low, high)
        self.setSuffix(suffix)
        self.setToolTip(tip)

    def textFromValue(self, value: float) -> str:
        text = f"{value:.{self.decimals()}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text

    def validate(self, text: str, place: int) -> Any:
        return super().validate(text.replace(",", "."), place)

    def valueFromText(self, text: str) -> float:
        return super().valueFromText(text.replace(",", "."))
