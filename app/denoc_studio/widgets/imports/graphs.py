"""pyqtgraph as `pg`, without its copy of Qt.

It copies every name of three modules of Qt's into modules of its own, and so makes PySide set up a thousand classes and
enumerations that nobody uses. Here these modules look a name up when it is used.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets

__all__ = ["pg"]


class _Mirror(ModuleType):
    """Has every name of another module, and may be given others."""

    def __init__(self, name: str, of: ModuleType) -> None:
        super().__init__(name)
        self._of = of

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of, name)


@contextmanager
def _mirrors() -> Iterator[None]:
    """pyqtgraph finds mirrors where its own modules would be, and nothing to copy."""
    modules = [QtCore, QtGui, QtWidgets]
    for module in modules:
        name = f"pyqtgraph.Qt.{module.__name__.rpartition('.')[2]}"
        sys.modules[name] = _Mirror(name, module)
        module.__dict__["__dir__"] = list  # what `dir` asks, for a moment: an empty list
    try:
        yield
    finally:
        for module in modules:
            del module.__dict__["__dir__"]


if "pyqtgraph" in sys.modules:
    import pyqtgraph as pg
else:
    with _mirrors():
        import pyqtgraph as pg
