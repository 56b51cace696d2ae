"""Equations, what their terms come to in a run, and their outline: found beside the window."""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal

from denoc.arm.robot import Robot
from denoc.basics.cancelling import cancellable
from denoc.basics.errors import DynamicsError
from denoc.runs.recording import Recording
from denoc.symbolic.equations import Equations, equations
from denoc_studio.lessons.term_nodes import refusal
from denoc_studio.lessons.torque_outline import Branch, Extent, Sorting, extent_of, outline
from denoc_studio.session.run import Run
from denoc_studio.widgets.newest_only import NewestOnly


class Asked(NamedTuple):
    """The equations of a robot, with a wrench on its tip or without; the outline for these joints, counted from 1. What
    is small in it is said by the run, if any."""

    robot: Robot
    wrench: bool
    joints: tuple[int, ...]
    sorting: Sorting
    run: Run | None

    def same_equations(self, other: Asked) -> bool:
        return self.wrench == other.wrench and self.robot == other.robot


class Found(NamedTuple):
    asked: Asked
    equations: Equations
    extent: Extent | None
    outline: tuple[Branch, ...]


class Finder(QObject):
    """Asked again and again, it computes only what has not been found yet; what nobody waits for is given up."""

    done = Signal(object)  # Found
    refused = Signal(str)  # in words

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: Asked | None = None
        self._found: Found | None = None  # the newest: parts of it serve the next
        self._given_up = threading.Event()
        self._answers = NewestOnly(self)
        self._answers.done.connect(self._put)
        self._answers.failed.connect(self._refuse)

    def ask(self, asked: Asked) -> None:
        if asked == self._asked:
            return
        self._asked = asked
        self._given_up.set()
        flag = self._given_up = threading.Event()
        known = self._found
        recording = None if asked.run is None else asked.run.recording
        self._answers.ask(lambda: _find(asked, recording, known, flag))

    def finish(self) -> None:
        self._given_up.set()
        self._answers.wait()

    def _put(self, found: Found | str) -> None:
        if isinstance(found, str):
            self._refuse(found)
        else:
            self._found = found
            self.done.emit(found)

    def _refuse(self, reason: str) -> None:
        self._found = None
        self.refused.emit(reason)


def _find(asked: Asked, recording: Recording | None, known: Found | None, flag: threading.Event) -> Found | str:
    """Or why there are none."""
    with cancellable(flag):
        if known is not None and asked.same_equations(known.asked):
            found = known.equations
        else:
            known = None
            try:
                found = equations(asked.robot, tip_wrench=asked.wrench)
            except DynamicsError:
                return refusal(asked.robot)
            still = np.zeros(asked.robot.n)
            found.values(still, still, still)  # prepared here, not in the window's thread
        extent = None
        if recording is not None:
            same = known is not None and known.asked.run is asked.run
            extent = known.extent if known is not None and same else extent_of(found, recording)
        lines = outline(found, asked.joints, asked.sorting, extent, checked=extent is not None)
        return Found(asked, found, extent, lines)
