"""A list that the wheel passes by: a panel scrolled over it must not change a choice. Its words are not cut off."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QToolTip, QWidget

from denoc_studio.look.theme import fusion

PADDING = 2  # pixels beside the words


class Combo(QComboBox):
    """Turns with the wheel only while it has the focus. A choice that is too long keeps both its ends, and a tip tells
    it whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def fitting(self) -> str:
        """The choice as there is room for it."""
        return self._option().currentText

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), self._option()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self.fitting != self.currentText():
            QToolTip.showText(event.globalPos(), "\n".join(filter(None, (self.currentText(), self.toolTip()))), self)
            return True
        return super().event(event)

    def _option(self) -> QStyleOptionComboBox:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = fusion().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width() - PADDING
        text = self.fontMetrics().elidedText(option.currentText, Qt.TextElideMode.ElideMiddle, room)
        option.currentText = text
        return option

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
