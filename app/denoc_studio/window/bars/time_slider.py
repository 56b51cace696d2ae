"""A slider for time that shows how far the run has been computed."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from denoc_studio.look.colours import FROM_OUTSIDE
from denoc_studio.look.theme import Themes
from denoc_studio.plots.horizon import doubt_words
from denoc_studio.session.playback import Playback

MARGIN = 8.0
GROOVE = 4.0
HANDLE = 6.5
HATCHED = 6.0  # height of what is not reproducible, and of the mark where it begins:
MARK = 14
UNDER, PUSHED = 7.0, 3.0  # where the bars of pushes are below the middle, and how thick
TIP = "Time of the cursor [s]: click or drag"


class TimeSlider(QWidget):
    """Click or drag to a time; arrows step, Page Up and Down go a tenth, Home and End to the ends."""

    def __init__(self, playback: Playback, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playback = playback
        self._themes = themes
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAutoFillBackground(True)  # or what it lies on would be painted anew with it
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Time")
        self.setToolTip(TIP)
        playback.mark_changed.connect(self._redraw)
        playback.changed.connect(self._changed)
        themes.changed.connect(self._redraw)

    def sizeHint(self) -> QSize:
        return QSize(200, 24)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 24)

    def place_of(self, t: float) -> float:
        """Where time t is, in pixels from the left."""
        duration = self._playback.duration or 1.0
        return MARGIN + t / duration * (self.width() - 2 * MARGIN)

    def _changed(self) -> None:
        words = doubt_words(self._playback.doubtful_from)
        self.setToolTip(f"{TIP}; {words}" if words else TIP)
        self.update()

    def _redraw(self, _: object) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, playback = self._themes.current, self._playback
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for end, colour in (
            (playback.duration, theme.line),
            (playback.end, theme.muted),
            (playback.time, theme.ink),
        ):
            painter.setBrush(QColor(colour))
            width = max(self.place_of(end) - MARGIN, 0.0)
            painter.drawRoundedRect(QRectF(MARGIN, self.height() / 2 - GROOVE / 2, width, GROOVE), 2, 2)
        if playback.doubtful_from < playback.end:
            left, right = self.place_of(playback.doubtful_from), self.place_of(playback.end)
            doubt = QRectF(left, self.height() / 2 - HATCHED / 2, right - left, HATCHED)
            painter.fillRect(doubt, QColor(theme.hatch_base))
            painter.fillRect(doubt, QBrush(QColor(theme.edge), Qt.BrushStyle.BDiagPattern))
            played = min(self.place_of(playback.time), right) - left
            painter.fillRect(QRectF(left, self.height() / 2 - GROOVE / 2, max(played, 0.0), GROOVE), QColor(theme.ink))
            mark = QRect(round(self.place_of(playback.doubtful_from)) - 1, (self.height() - MARK) // 2, 2, MARK)
            painter.fillRect(mark, QColor(theme.warning_edge))
        for begin, end in playback.pushed:
            left = self.place_of(begin)
            width = max(self.place_of(end) - left, PUSHED / 2)
            painter.fillRect(QRectF(left, self.height() / 2 + UNDER, width, PUSHED), QColor(FROM_OUTSIDE[theme.dark]))
        painter.setBrush(QColor(theme.ink))
        painter.setPen(QColor(theme.text) if self.hasFocus() else QColor(theme.base))
        painter.drawEllipse(QPointF(self.place_of(playback.time), self.height() / 2), HANDLE, HANDLE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._playback.pause()
            self._seek(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._seek(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        playback, tenth = self._playback, self._playback.duration / 10
        moves = {
            Qt.Key.Key_PageUp: tenth,
            Qt.Key.Key_PageDown: -tenth,
            Qt.Key.Key_Home: -playback.time,
            Qt.Key.Key_End: playback.end - playback.time,
        }
        if event.key() in moves:
            playback.pause()
            playback.seek(playback.time + moves[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _seek(self, event: QMouseEvent) -> None:
        share = (event.position().x() - MARGIN) / max(self.width() - 2 * MARGIN, 1.0)
        self._playback.seek(share * self._playback.duration)
