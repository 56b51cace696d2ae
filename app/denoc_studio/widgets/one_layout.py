"""Parts of a column come and go together: it is laid out once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtWidgets import QWidget


@contextmanager
def laid_out_once(column: QWidget) -> Iterator[None]:
    """Whatever is shown and hidden inside, the column is laid out at the next occasion.

    Qt lays out all that a widget stands in whenever it is shown, so that it never has a wrong place on the screen.
    """
    layout = column.layout()
    assert layout is not None
    before = layout.isEnabled()  # it may be held already
    layout.setEnabled(False)
    try:
        yield
    finally:
        layout.setEnabled(before)
