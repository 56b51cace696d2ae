"""Exports without a process of their own, which imports everything once more and waits for a core."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

from denoc_studio.paper.export_process import Order


class HereExport:
    """In the place of `Export`: the order and its source travel as they do, to the thread that waits."""

    stopped = False

    def __init__(self, order: Order, source: object) -> None:
        self._sent = pickle.dumps((order, source))

    def write(self, tell: Callable[..., None]) -> list[Path]:
        order, source = pickle.loads(self._sent)
        order.write(source, tell)
        return list(order.files(source))

    def stop(self) -> None: ...
