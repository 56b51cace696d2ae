"""A spin box for numbers: no zeros at their end, and a decimal comma is as good as a point where it is no doubt one."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox

from denoc_studio.project.entry.numbers import comma_doubt
from denoc_studio.widgets.fields.reading_tip import tell_reading


class PlainSpin(QDoubleSpinBox):
    def __init__(self, low: float, high: float, decimals: int, suffix: str, tip: str) -> None:
        super().__init__()
        self.setDecimals(decimals)
        self.setRange(low, high)
        self.setSuffix(suffix)
        self.setToolTip(tip)
        self._before = self.value()  # that what is being typed takes the place of
        self.valueChanged.connect(self._follow)
        self.editingFinished.connect(lambda: self._follow(self.value()))

    def textFromValue(self, value: float) -> str:
        text = f"{value:.{self.decimals()}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text

    def validate(self, text: str, place: int) -> Any:
        """The comma stays as it was typed: three digits later it may be in doubt."""
        found: Any = super().validate(text.replace(",", "."), place)
        return QValidator.State.Intermediate if comma_doubt(text) else found[0], text, place

    def fixup(self, text: str) -> str:
        """Typed to the end in doubt: the value is the one before again, and why is said."""
        doubt = comma_doubt(text)
        tell_reading(self, self.rect(), doubt)
        return f"{self.textFromValue(self._before)}{self.suffix()}" if doubt else text

    def _follow(self, value: float) -> None:
        if not self.lineEdit().isModified():
            self._before = value

    def valueFromText(self, text: str) -> float:
        return super().valueFromText(text.replace(",", "."))
