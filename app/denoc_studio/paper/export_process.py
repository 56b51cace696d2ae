"""An export in a process of its own: drawing for paper holds the interpreter for tenths of a second at a time."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

from denoc.basics.errors import DynamicsError

LOST = "the export ended before it was complete"


class Order(Protocol):
    """What is wanted, of a source that this order knows; both travel to the other process."""

    def files(self, source: Any) -> list[Path]: ...

    def write(self, source: Any, tell: Any) -> object:
        """`tell` is given words, and where it is known how much is done, from 0 to 1."""


class Export:
    """One export; `write` waits for it, `stop` may be called meanwhile from another thread."""

    def __init__(self, order: Order, source: object) -> None:
        self._order = order
        self._source = source
        self.stopped = False
        context = multiprocessing.get_context("spawn")
        self._receiver, self._sender = context.Pipe(duplex=False)
        self._process = context.Process(target=_child, args=(self._sender, order, source), daemon=True)

    def write(self, tell: Callable[..., None]) -> list[Path]:
        """The files written; a DynamicsError says why not."""
        self._process.start()
        self._sender.close()  # the other end has it now, so that its end is noticed here
        if self.stopped:  # while it was starting
            self._process.terminate()
        try:
            while True:
                kind, *words = self._receiver.recv()
                if kind == "told":
                    tell(*words)
                elif kind == "failed":
                    raise DynamicsError(*words)
                else:
                    return self._order.files(self._source)
        except (EOFError, OSError):
            raise DynamicsError(LOST) from None
        finally:
            self._process.join()
            self._receiver.close()

    def stop(self) -> None:
        """At once; each file is there whole or not at all."""
        self.stopped = True
        if self._process.is_alive():
            self._process.terminate()


def _child(sender: Connection, order: Order, source: object) -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # the window comes first
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what is unfinished is cleared away
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is the window's, which sends the other one
    try:
        order.write(source, lambda *words: sender.send(("told", *words)))
    except DynamicsError as error:
        sender.send(("failed", str(error)))
    except Exception as error:  # it has no other way out of this process
        sender.send(("failed", f"{type(error).__name__}: {error}"))
    else:
        sender.send(("done",))
