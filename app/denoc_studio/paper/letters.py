"""The letters of a PDF: outlines and widths alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NEEDLESS = ("GDEF", "GPOS", "GSUB")  # ligatures, marks and kerning: matplotlib has placed every letter already


@contextmanager
def letters_alone() -> Iterator[None]:
    """What is written in here takes of each font only what shows its letters.

    Matplotlib leaves it to fontTools, which would cut the other tables down to these letters too: most of the time that
    a PDF takes, for what no reader of it looks at.
    """
    from fontTools import subset  # not before there is a PDF to write

    options: Any = subset.Options
    usual = options._drop_tables_default
    options._drop_tables_default = [*usual, *NEEDLESS]
    try:
        yield
    finally:
        options._drop_tables_default = usual
