"""A function carried out beside the window, with what it returns or why it could not, in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal

from denoc.basics.errors import DynamicsError


class Task(QThread):
    """`work` is given a function that it may call with a text, and with a share from 0 to 1, to say how far it is.

    What came of it is told when the thread has ended: first `over`, by which its owner lets go of it, so that whoever
    hears `done` or `failed` may begin another at once. It deletes itself then.
    """

    message = Signal(str)
    reached = Signal(float)
    over = Signal()
    done = Signal(object)
    failed = Signal(str)

    def __init__(self, work: Callable[[Callable[..., None]], Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._outcome: Callable[[], None] = lambda: None
        self.finished.connect(self._end)

    def _tell(self, text: str, share: float | None = None) -> None:
        self.message.emit(text)
        if share is not None:
            self.reached.emit(share)

    def run(self) -> None:
        try:
            result = self._work(self._tell)
        except (DynamicsError, OSError) as error:
            self._outcome = partial(self.failed.emit, str(error))
        except Exception as error:  # whatever happens here, the window lives on and says so
            self._outcome = partial(self.failed.emit, f"{type(error).__name__}: {error}")
        else:
            self._outcome = partial(self.done.emit, result)

    def _end(self) -> None:
        self.over.emit()
        self._outcome()
        self.deleteLater()
