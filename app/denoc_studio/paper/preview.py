"""Plots drawn as an export would write them, again and again: a process of its own that stays."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from multiprocessing.connection import Connection
from typing import Any, Protocol

from denoc.basics.errors import DynamicsError

LOST = "the preview has ended"
Pixels = tuple[int, int]


class Order(Protocol):
    """What can be drawn, of a source that this order knows; both travel to the other process."""

    def picture(self, source: Any, most: Pixels) -> bytes:
        """As PNG, at most so many pixels wide and high."""


class Preview:
    """Of one source. `draw` waits for the picture, `stop` may be called meanwhile from another thread."""

    def __init__(self, source: object) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, self._there = context.Pipe()
        self._process = context.Process(target=_child, args=(self._there,), daemon=True)
        self._source = source  # not an argument: to start a process would wait until it has read that
        self._stopped = False

    def draw(self, order: Order, most: Pixels) -> bytes:
        """As PNG, at most so many pixels wide and high; a DynamicsError says why not."""
        try:
            first = self._process.pid is None and not self._stopped
            if first:
                self._process.start()
                self._there.close()  # the other end has it now, so that its end is noticed here
            if self._stopped:
                raise DynamicsError(LOST)
            if first:
                self._here.send(self._source)
            self._here.send((order, most))
            picture, reason = self._here.recv()
        except (EOFError, OSError):
            raise DynamicsError(LOST) from None
        if reason:
            raise DynamicsError(reason)
        return bytes(picture)

    def stop(self) -> None:
        self._stopped = True
        if self._process.is_alive():
            self._process.kill()  # it writes nothing

    def close(self) -> None:
        """After `stop`, when nothing is being drawn any more."""
        if self._process.pid is not None:
            self._process.kill()  # `stop` may have come while it was starting, and then has not met it
            self._process.join()
        self._here.close()
        self._there.close()


def _child(wishes: Connection) -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # the window comes first
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is the window's, which ends this one
    with contextlib.suppress(EOFError, OSError):  # the window has gone
        source = wishes.recv()
        while True:
            wishes.send(_drawn(source, *wishes.recv()))


def _drawn(source: object, order: Order, most: Pixels) -> tuple[bytes, str]:
    """The picture, or why there is none."""
    try:
        return order.picture(source, most), ""
    except DynamicsError as error:
        return b"", str(error)
    except Exception as error:  # it has no other way out of this process
        return b"", f"{type(error).__name__}: {error}"
