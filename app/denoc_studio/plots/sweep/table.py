"""The table of a sweep, as its rows come: sorted, in the units of the window, and as text and file."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from denoc.files.projects.project import Project
from denoc.files.tables.sweep_table import csv_bytes, line
from denoc.files.text.cell_text import tabbed_cell
from denoc.studies.sweeps.measures import Column
from denoc.studies.sweeps.sweep import Row
from denoc_studio.look.plain_text import in_signs
from denoc_studio.plots.sweep.request import Request
from denoc_studio.project.entry.joint_units import PER_SECOND
from denoc_studio.project.entry.numbers import DEGREE, Unit, shown
from denoc_studio.project.sweep_entries import entries_of, found_entry, unit_of

RUN, END = "Run", "End"  # the first and the last column
NOTHING = "–"
ANGLES = {"rad": DEGREE, "rad/s": PER_SECOND[DEGREE], "rad/s^2": DEGREE._replace(label="°/s²")}


class Heading(NamedTuple):
    """A column of numbers as it is shown: its name in words, its unit, and its name in the file."""

    words: str
    unit: Unit
    name: str

    @property
    def title(self) -> str:
        return f"{self.words} [{self.unit.label}]" if self.unit.label else self.words


class SweepTable:
    """Of the project that was swept. Runs are counted from 0 here; `numbers` (runs, columns) has those of the file in
    its order, in SI units and radians, nan where there are none."""

    def __init__(self, project: Project, request: Request, columns: Sequence[Column]) -> None:
        self.project, self.request, self.columns = project, request, tuple(columns)
        self.varied = len(request.vary)
        self.doubtful_from = math.inf  # s: from when the run of the project itself cannot be reproduced
        self.numbers = np.full((request.size, len(columns)), np.nan)
        self._unmeasured = np.zeros(request.size, dtype=bool)
        self._rows: dict[int, Row] = {}
        entries = entries_of(project)
        self._words = [found_entry(project, entries, each.path).words for each in request.vary]

    @property
    def total(self) -> int:
        """How many runs were asked for."""
        return len(self.numbers)

    @property
    def count(self) -> int:
        """How many of them there are."""
        return len(self._rows)

    @property
    def without(self) -> int:
        """How many of the runs that there are have no measures."""
        return int(self._unmeasured.sum())

    @property
    def doubt(self) -> str:
        """That the project's own run cannot be reproduced to its end; empty where it can, or that is not known."""
        lasts = self.project.run.duration
        if self.doubtful_from >= lasts:
            return ""
        return (
            f"Reproducible to {self.doubtful_from:.3g} s of {lasts:g} s, by the project's own run: "
            "what is measured later may be any of many."
        )

    def put(self, rows: Mapping[int, Row]) -> None:
        for run, row in rows.items():
            self._rows[run] = row
            self.numbers[run] = row.numbers
            self._unmeasured[run] = bool(self.reason(run))

    def entries(self, run: int) -> dict[str, float]:
        """What was varied, by the paths in the file, in SI units and radians."""
        values = self._rows[run].numbers[: self.varied]
        return dict(zip((each.path for each in self.request.vary), values, strict=True))

    def reason(self, run: int) -> str:
        """Why a run has no measures; empty where it has some."""
        row = self._rows[run]
        if not all(math.isnan(value) for value in row.numbers[self.varied :]):
            return ""
        return self.end(run)

    def end(self, run: int) -> str:
        """How it ended, in words."""
        row = self._rows[run]
        return f"{row.status}: {row.message}" if row.message else row.status

    def headings(self, degrees: bool) -> list[Heading]:
        """Of the columns of numbers: angles as the window shows them."""
        varied = [
            Heading(words, unit_of(self.project, each.path, degrees), each.path)
            for words, each in zip(self._words, self.request.vary, strict=True)
        ]
        rest = (
            Heading(column.name, _unit(column.unit, degrees), column.name) for column in self.columns[self.varied :]
        )
        return [*varied, *rest]

    def order(self, column: int, *, falling: bool = False) -> np.ndarray:
        """The runs that there are, sorted by a column as it is shown: 0 is the run, the last one how it ended.

        By a column of numbers, what has none there and runs without measures come last, either way.
        """
        runs = np.array(sorted(self._rows), dtype=int)
        if column == 0:
            return runs[::-1] if falling else runs
        if column > len(self.columns):
            return np.array(sorted(runs.tolist(), key=self.end, reverse=falling), dtype=int)
        keys = self.numbers[runs, column - 1]
        last = np.isnan(keys) | self._unmeasured[runs]
        return runs[np.lexsort((runs, np.where(last, 0.0, -keys if falling else keys), last))]

    def text(self, order: Sequence[int], degrees: bool) -> str:
        """For a spreadsheet: between tabs, in the units that are shown, with every digit."""
        headings = self.headings(degrees)
        lines = [[RUN, *(heading.title for heading in headings), END]]
        for run in order:
            cells = (_exact(value, heading.unit) for value, heading in zip(self.numbers[run], headings, strict=True))
            lines.append([str(run + 1), *cells, self.end(run)])
        return "".join("\t".join(map(tabbed_cell, cells)) + "\n" for cells in lines)

    def csv(self) -> bytes:
        """As `denoc-studio sweep` writes it, of the runs that there are."""
        lines = {run: line(run, *row) for run, row in self._rows.items()}
        return csv_bytes([column.title for column in self.columns], lines)

    def told(self, run: int, columns: Sequence[int], degrees: bool) -> str:
        """A run in words, with its numbers of some columns, from 0, none of them twice."""
        headings = self.headings(degrees)
        parts = [
            f"{headings[k].words} {cell(self.numbers[run, k], headings[k].unit)} {headings[k].unit.label}".rstrip()
            for k in dict.fromkeys(columns)
        ]
        reason = self.reason(run)
        return f"Run {run + 1}: {', '.join([*parts, reason] if reason else parts)}"


def cell(value: float, unit: Unit) -> str:
    """A number as it is read; NOTHING where there is none."""
    return NOTHING if math.isnan(value) else shown(float(value), unit).replace("-", "\u2212")


def _exact(value: float, unit: Unit) -> str:
    if math.isnan(value):
        return ""
    return repr(float(value)) if unit.scale == 1 else f"{value / unit.scale:.15g}"


def _unit(label: str, degrees: bool) -> Unit:
    return ANGLES[label] if degrees and label in ANGLES else Unit(in_signs(label))
