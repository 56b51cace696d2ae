"""Garbage in cycles, collected by the window's thread alone.

Python collects in whichever thread has just made one object too many. Where that is a worker, it takes Qt's objects
apart there: Qt then holds a lock while it waits for the interpreter, the window has the interpreter and waits for the
lock, and both stand still for ever.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

EVERY = 100  # milliseconds: a compiler makes some 100,000 objects a second
MOST = (2000, 10, 100)  # new objects, collections of the young ones, and of the middle-aged, before the next
MOST_MIDDLE_AGED = 15_000  # objects that are looked at in one go: half of a frame
AWAY_FOR = 3000  # milliseconds
SETTLED_AFTER = 15_000  # milliseconds: start-up is over by then, whatever the first run does


class Collector(QObject):
    """Nothing is collected until the window has settled; what there is then is not looked at again while it is used.

    A full collection over all that the libraries make at start-up would stop the window for some 50 ms, and what a
    compiler leaves behind for longer. There is one when the user has gone to another program.
    """

    def __init__(self, parent: QObject, busy: Callable[[], bool] = lambda: False) -> None:
        """`busy`: whether something is being computed, so that there will be more to collect."""
        super().__init__(parent)
        gc.disable()
        self._busy = busy
        self._settled = False
        self._timer = QTimer(self, interval=EVERY)
        self._timer.timeout.connect(collect)
        self._away = QTimer(self, interval=AWAY_FOR)
        self._away.timeout.connect(self._tidy_up)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.applicationStateChanged.connect(self._follow)
        QTimer.singleShot(SETTLED_AFTER, self, self.settle)

    def settle(self) -> None:
        if not self._settled:
            self._settled = True
            gc.freeze()
            self._timer.start()

    def _follow(self, state: Qt.ApplicationState) -> None:
        self._away.stop() if state == Qt.ApplicationState.ApplicationActive else self._away.start()

    def _tidy_up(self) -> None:
        """Once every time that the user is away."""
        if self._settled and not self._busy():
            self._away.stop()
            gc.unfreeze()
            gc.collect()
            gc.freeze()


def collect() -> None:
    """As much as is due, here and now; of the young and the middle-aged never so much that it would be noticed."""
    counted = enumerate(zip(gc.get_count(), MOST, strict=True))
    due = [generation for generation, (count, most) in counted if count > most]
    if due:
        large = len(gc.get_objects(generation=1)) > MOST_MIDDLE_AGED
        gc.collect(max(due[-1], int(large)))
