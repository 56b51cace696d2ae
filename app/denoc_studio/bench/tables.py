"""Tables of results, as text for a terminal or as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from denoc_studio.bench.measuring.timing import Timing

NOTHING = "-"


class Table(NamedTuple):
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]  # of one cell per column; the first is the row's name
    notes: Sequence[str] = ()

    def text(self) -> str:
        widths = [max(map(len, column)) for column in zip(self.columns, *self.rows, strict=True)]
        lines = [
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])
            for row in (self.columns, *self.rows)
        ]
        return "\n".join([self.title, "=" * len(self.title), *lines, *self.notes])

    def markdown(self) -> str:
        rule = ["---", *["---:"] * (len(self.columns) - 1)]
        lines = [f"| {' | '.join(row)} |" for row in (self.columns, rule, *self.rows)]
        return "\n".join([f"**{self.title}**", "", *lines, *(f"\n{note}" for note in self.notes)])


def nanoseconds(timing: Timing | None) -> str:
    """The best time, and the median in brackets."""
    return _pair(timing, 1e9)


def microseconds(timing: Timing | None) -> str:
    return _pair(timing, 1e6)


def milliseconds(timing: Timing | None) -> str:
    return _pair(timing, 1e3)


def ratio(theirs: Timing | None, ours: Timing) -> str:
    """How many times faster our best is than theirs."""
    return NOTHING if theirs is None else f"{theirs.best / ours.best:.1f} x"


def _pair(timing: Timing | None, scale: float) -> str:
    return NOTHING if timing is None else f"{_short(timing.best * scale)} ({_short(timing.median * scale)})"


def _short(value: float) -> str:
    """Three digits."""
    return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f}"
