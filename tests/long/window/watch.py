"""What is watched while a window is used: gaps of its event loop, errors that nobody caught, its memory."""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import logging
import os
import re
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

from PySide6.QtCore import Qt, QTimer, qInstallMessageHandler
from PySide6.QtGui import QPixmapCache

from benchmarks.window import memory as resident
from benchmarks.window import wait
from denoc.kernels.background import WORKSHOP
from denoc_studio.window.crash_log import LOG, _from_qt

__all__ = ["Complaints", "Gaps", "end_if_stuck", "memory", "wait"]

PROBE = 2  # milliseconds between two looks at the clock
SAMPLE = 0.02  # seconds between two looks at what the window's thread does
HANG = 5.0  # seconds
COMPILED = 50.0  # seconds
LONGEST = 2000  # characters of what an exception tells
OWN = re.compile(r"/(denoc_studio|denoc)/")
HARMLESS = (
    "propagateSizeHints",  # a platform without a window manager
    "This plugin does not support",
    "occurs outside target window",  # QTest, of a click into a window that has just become smaller
    "QStandardPaths: runtime directory",
    "Could not parse stylesheet",  # counted by its own name where it matters
)


class Gaps:
    """The longest time between turns of the event loop since `reset`: how much of it the thread worked, and where.

    `busiest` is the most that it worked in any turn, `own` the longest without the time in which the thread was ready
    and others had the processors: other processes lengthen a gap, and these hardly. The rest of `own` beyond `busiest`
    it waited for a lock or the interpreter. Where it is, a signal asks the window's thread itself: frames that another
    thread holds may die there, and Qt's objects with them.
    """

    def __init__(self, told_from: float = 0.05, on_hang: Callable[[float, str], None] | None = None) -> None:
        """`on_hang` is told of gaps longer than `hang()`, once they are over."""
        self._told_from, self._on_hang = told_from, on_hang
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._look)
        self._queue = Queue()
        self.reset()
        self._timer.start(PROBE)
        signal.signal(signal.SIGALRM, self._sample)
        signal.setitimer(signal.ITIMER_REAL, SAMPLE, SAMPLE)

    def reset(self) -> None:
        self.worst, self.busy, self.busiest, self.where = 0.0, 0.0, 0.0, ""
        self.own, self.own_where = 0.0, ""
        self._seen = ""
        self._last, self._worked, self._queued = time.perf_counter(), time.thread_time(), self._queue.seconds()

    def close(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        self._timer.stop()
        self._queue.close()

    def _look(self) -> None:
        now, worked, queued = time.perf_counter(), time.thread_time(), self._queue.seconds()
        gap, busy = now - self._last, worked - self._worked
        own = gap - (queued - self._queued)
        self.busiest = max(self.busiest, busy)
        if own > self.own:
            self.own, self.own_where = own, self._seen
        if gap > self.worst:
            self.worst, self.busy, self.where = gap, busy, self._seen
        if gap > hang() and self._on_hang is not None:
            self._on_hang(gap, self._seen)
        self._last, self._worked, self._queued, self._seen = now, worked, queued, ""

    def _sample(self, _number: int, frame: FrameType | None) -> None:
        if not self._seen and time.perf_counter() - self._last > self._told_from:
            self._seen = place_of(frame)


class Queue:
    """How long this thread has been ready to work, in all, and had to wait for a processor; 0 where that is not told.

    It is told by Linux, in ns, as the second number of `schedstat`.
    """

    def __init__(self) -> None:
        try:
            self._file = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        except OSError:
            self._file = -1

    def seconds(self) -> float:
        return 1e-9 * int(os.pread(self._file, 100, 0).split()[1]) if self._file >= 0 else 0.0

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def hang() -> float:
    """From how many seconds on a gap is a hang: longer where other processes have the machine."""
    return HANG * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def place_of(frame: FrameType | None, depth: int = 5) -> str:
    """The innermost lines of our own code from a frame on, "file:line function < ..."."""
    own: list[str] = []
    while frame is not None and len(own) < depth:
        if OWN.search(frame.f_code.co_filename):
            own.append(f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno} {frame.f_code.co_name}")
        frame = frame.f_back
    return " < ".join(own)


class Complaints(logging.Handler):
    """Errors that nobody caught, and what Qt warns of; `take` gives those since the last time."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._found: list[str] = []
        LOG.addHandler(self)
        qInstallMessageHandler(_from_qt)

    def emit(self, record: logging.LogRecord) -> None:
        words = record.getMessage()
        if record.exc_info:
            words += f": {logging.Formatter().formatException(record.exc_info)[-LONGEST:]}"
        from_qt = record.name == "denoc_studio.qt"
        if (record.levelno >= logging.ERROR or from_qt) and not any(each in words for each in HARMLESS):
            self._found.append(f"{'Qt: ' if from_qt else ''}{words.strip()}")

    def take(self) -> list[str]:
        found, self._found = self._found, []
        return found

    def close(self) -> None:
        LOG.removeHandler(self)
        super().close()


def memory() -> float:
    """Resident MB once everything that can be given back is: garbage, Qt's pixmaps (10 MB at most), the heap's top.

    What is being compiled is waited for: the compiler takes and leaves tens of MB by itself.
    """
    for thread in threading.enumerate():
        if thread.name == "warm-up":
            thread.join(COMPILED)
    WORKSHOP.wait(COMPILED)
    gc.collect()
    QPixmapCache.clear()
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    return resident()


def end_if_stuck(seconds: float) -> None:
    """Ends the process, with all stacks on stderr, unless it is called again within so many seconds."""
    faulthandler.dump_traceback_later(seconds, exit=True)
