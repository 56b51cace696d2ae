"""A few words at the first start, over the arm; they go away by themselves."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Theme, Themes
from denoc_studio.widgets.rich_label import RichLabel

TEXT = (
    "<b>Drag</b> the background to turn the view, a link to pose the arm, with <b>Ctrl</b> to push it. "
    "Change a number in the table and watch. "
    "<b>Space</b> plays and pauses, <b>Ctrl+Z</b> undoes, <b>F1</b> lists the keys."
)
SHOWN_FOR = 20_000  # milliseconds
MARGIN = 12
AXES = 104  # pixels in the corner that belong to the world's axes


class Hint(QFrame):
    tour = Signal()  # is wanted

    def __init__(self, over: QWidget, preferences: Preferences, themes: Themes) -> None:
        super().__init__(over)
        self._over = over
        self._preferences = preferences
        self.setObjectName("hint")
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 4, 6)
        words = RichLabel(TEXT)
        words.setWordWrap(True)
        row.addWidget(words, 1)
        tour = QPushButton("Tour")
        tour.setToolTip("Five steps through the window; also in the Help menu")
        tour.clicked.connect(self.dismiss)
        tour.clicked.connect(self.tour)
        row.addWidget(tour, 0, Qt.AlignmentFlag.AlignVCenter)
        close = QToolButton()
        close.setText("×")
        close.setAutoRaise(True)
        close.setToolTip("Do not show this again")
        close.setAccessibleName("Close the hint")
        close.clicked.connect(self.dismiss)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.dismiss)
        over.installEventFilter(self)
        themes.changed.connect(self._colour)
        self._colour(themes.current)
        self.hide() if preferences["hint_seen"] else self.show_again()

    def show_again(self) -> None:
        self.show()
        self.raise_()
        self._place()
        self._timer.start(SHOWN_FOR)

    def dismiss(self) -> None:
        self._preferences["hint_seen"] = True
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _place(self) -> None:
        width = min(self._over.width() - 2 * MARGIN - AXES, 560)
        self.resize(width, self.heightForWidth(width))
        self.move(self._over.width() - width - MARGIN, self._over.height() - self.height() - MARGIN)

    def _colour(self, theme: Theme) -> None:
        self.setStyleSheet(
            f"QFrame#hint {{ background: {theme.base}; border: 1px solid {theme.ink}; border-radius: 6px; }}"
        )
