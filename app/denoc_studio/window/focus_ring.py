"""A frame over the panel that the keyboard works in."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from denoc_studio.look.theme import Themes

WIDTH = 2  # pixels


class FocusRing(QWidget):
    """Lies over the edge of `panel` and nothing else of it, so that what moves inside is painted as without it."""

    def __init__(self, panel: QWidget, themes: Themes) -> None:
        super().__init__(panel)
        self._panel = panel
        self._themes = themes
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        panel.installEventFilter(self)
        themes.changed.connect(lambda _: self.update())
        self.hide()

    def put(self, on: bool) -> None:
        if on != self.isVisibleTo(self._panel):
            self._place()
            self.setVisible(on)
            self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(self._themes.current.text))

    def _place(self) -> None:
        whole = self._panel.rect()
        self.setGeometry(whole)
        self.setMask(QRegion(whole).subtracted(QRegion(whole.adjusted(WIDTH, WIDTH, -WIDTH, -WIDTH))))
