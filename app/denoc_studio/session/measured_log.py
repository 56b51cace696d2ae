"""The measured log that stands beside the document: laid over its runs, and what an arm is identified from.

It is read from a file that the user picks and belongs to the session: a project never names files to be read.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from denoc.studies.identification.measurement import Measurement


class Log(NamedTuple):
    """A measurement and what it is called: the name of its file, from a stranger."""

    name: str
    measurement: Measurement


class MeasuredLog(QObject):
    """At most one log; `changed` tells of another one, or of none."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.current: Log | None = None

    def put(self, log: Log | None) -> None:
        if log is not self.current:
            self.current = log
            self.changed.emit()
