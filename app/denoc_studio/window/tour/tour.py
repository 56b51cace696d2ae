"""The tour: which card is shown, what it points at, and when it goes on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDockWidget, QScrollArea, QWidget

from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.window.tour.card import TourCard
from denoc_studio.window.tour.ring import Ring, area_of
from denoc_studio.window.tour.steps import STEPS, Deed, Toured

FOLLOW = 100  # milliseconds: panels move without telling what is in them
DONE = "done"
AROUND = 3  # pixels between a target and its ring


class Tour(QObject):
    """Left by Esc where nothing else wants that key, or by the card's cross; begun again where it was left."""

    def __init__(self, window: QWidget, preferences: Preferences, themes: Themes) -> None:
        super().__init__(window)
        self._window: Toured = window  # type: ignore[assignment]
        self._frame, self._preferences, self._themes = window, preferences, themes
        self.step = -1  # none is shown
        self.card: TourCard | None = None
        self._rings: list[Ring] = []
        self._heeded: list[tuple[SignalInstance, Callable[..., None]]] = []
        self._timer = QTimer(self, interval=FOLLOW)
        self._timer.timeout.connect(self._follow)

    @property
    def opened(self) -> bool:
        return self.step >= 0

    def begin(self) -> None:
        """At the step where it was left, or at the first."""
        kept = self._preferences["tour"]
        if self.card is None:
            self.card = TourCard(self._frame, self._themes)
            self.card.moved_on.connect(self.move)
            self.card.closed.connect(self.leave)
        self._frame.installEventFilter(self)
        self._go(int(kept) - 1 if kept.isdigit() else 0)

    def move(self, by: int) -> None:
        if self.step + by >= len(STEPS):
            self._close(DONE)
        elif self.step + by >= 0:
            self._go(self.step + by)

    def leave(self) -> None:
        self._close(str(self.step + 1))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys come to the window when nobody else has taken them."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            self.leave()
            return True
        if event.type() == QEvent.Type.Resize:
            QTimer.singleShot(0, self, self._follow)
        return False

    def _go(self, step: int) -> None:
        assert self.card is not None
        self._let_go()
        self.step = step
        self._preferences["tour"] = str(step + 1)
        for target in STEPS[step].targets(self._window):
            if target is not None:
                _bring(target)
        for deed in STEPS[step].deeds(self._window):
            slot = partial(self._heard, deed)
            deed.signal.connect(slot)
            self._heeded.append((deed.signal, slot))
        self.card.show_step(STEPS[step], step + 1, len(STEPS))
        self._timer.start()
        QTimer.singleShot(0, self, self._follow)  # when the panels have their places

    def _heard(self, deed: Deed, *_told: object) -> None:
        if deed.counts():
            step = self.step
            self._let_go()
            QTimer.singleShot(0, self, lambda: self.move(1) if self.step == step else None)

    def _follow(self) -> None:
        """The marks and the card to where the targets are now."""
        if not self.opened or self.card is None:
            return
        found = (target for target in STEPS[self.step].targets(self._window) if target is not None)
        areas = [area for area in (area_of(target, self._frame) for target in found) if not area.isEmpty()]
        while len(self._rings) < len(areas):
            self._rings.append(Ring(self._frame, self._themes))
        for ring in self._rings[len(areas) :]:
            ring.hide()
        whole = self._frame.rect()
        for ring, area in zip(self._rings, areas, strict=False):
            ring.put(area.adjusted(-AROUND, -AROUND, AROUND, AROUND) & whole)
        self.card.point_at(areas[0] if areas else QRect(whole.center(), whole.center()))

    def _let_go(self) -> None:
        for signal, slot in self._heeded:
            with suppress(RuntimeError):  # what it belonged to is gone
                signal.disconnect(slot)
        self._heeded.clear()

    def _close(self, kept: str) -> None:
        self._let_go()
        self._timer.stop()
        self._frame.removeEventFilter(self)
        self._preferences["tour"] = kept
        self.step = -1
        for part in (*self._rings, self.card):
            if part is not None:
                part.hide()


def _bring(target: QWidget) -> None:
    """Into sight: its panel is opened and raised, and scrolled to it; the keyboard stays where it is."""
    above: QWidget | None = target
    while above is not None:
        if isinstance(above, QDockWidget):
            above.show()
            above.raise_()
        if isinstance(above, QScrollArea) and above is not target:
            above.ensureWidgetVisible(target)
        above = above.parentWidget()
