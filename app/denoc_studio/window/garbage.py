"""Garbage in cycles, collected by the window's thread alone.

Python collects in whichever thread has just made one object too many. Where that is a worker, it takes Qt's objects
apart there: Qt then holds a lock while it waits for the interpreter, the window has the interpreter and waits for the
lock, and both stand still for ever.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY = 500  # milliseconds
MOST = (2000, 10, 10)  # new objects, collections of the young ones, and of the middle-aged, before the next
SETTLED_AFTER = 15_000  # milliseconds: start-up is over by then, whatever the first run does


class Collector(QObject):
    """Nothing is collected until the window has settled; what there is then stays, and is never looked at again.

    A full collection over all that the libraries make at start-up would stop the window for some 50 ms.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._settled = False
        self._timer = QTimer(self, interval=EVERY)
        self._timer.timeout.connect(collect)
        QTimer.singleShot(SETTLED_AFTER, self, self.settle)

    def settle(self) -> None:
        if not self._settled:
            self._settled = True
            gc.freeze()
            self._timer.start()


def collect() -> None:
    """As much as is due, here and now."""
    counted = enumerate(zip(gc.get_count(), MOST, strict=True))
    due = [generation for generation, (count, most) in counted if count > most]
    if due:
        gc.collect(due[-1])
