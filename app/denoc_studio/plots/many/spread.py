"""What tolerances make of a run, for the screen and as a file: the joints' peaks and margins, and their causes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Link
from denoc.files.projects.project import Project
from denoc.files.text.cell_text import csv_cell
from denoc.studies.tolerances.spread import PERCENTILES, Spread
from denoc_studio.plots.many.bands import Bands
from denoc_studio.plots.many.bars import Bar
from denoc_studio.plots.readout import four_digits
from denoc_studio.plots.tables.text_sheet import TextSheet
from denoc_studio.project.entry.joint_units import position_unit, rate_unit, torque_unit
from denoc_studio.project.entry.numbers import Unit
from denoc_studio.project.sweep_entries import words_of

FEW = 5.0  # percent of the runs have less left than the margins that are shown
NONE = "–"
MARGINS: dict[str, tuple[str, Callable[[Link, bool], Unit]]] = {
    "torque_margin": ("torque left", torque_unit),
    "speed_margin": ("speed left", rate_unit),
    "position_margin": ("way left", position_unit),
}


class Peak(NamedTuple):
    """What the largest values are of: in words, over its column, and its unit."""

    words: str
    heading: str
    unit: Callable[[Link, bool], Unit]


PEAKS = {
    "peak_torque": Peak("peak torque", "Peak", torque_unit),
    "peak_speed": Peak("peak rate", "Peak rate", rate_unit),
}


class SpreadTable:
    """Of the project whose run was computed many times; a joint is counted from 0."""

    def __init__(self, project: Project, spread: Spread) -> None:
        self.project, self.spread = project, spread
        self._peak = PEAKS[spread.of]
        self._words = [words_of(each.path) for each in spread.tolerances]

    def bands(self) -> Bands:
        """The bands of angles, rates and torques within which the runs lie."""
        found = self.spread
        left = f", {len(found.left_out)} left out" if found.left_out else ""
        label = f"bands: 5 to 95 and 25 to 75 % of {len(found.values)} runs within tolerances{left}"
        percentiles = tuple(map(float, PERCENTILES))
        return Bands(label, found.t, percentiles, {"q": found.q, "qd": found.qd, "tau": found.tau})

    def sheet(self, degrees: bool) -> TextSheet:
        """A row a joint: its peak, what is left to its limits, and how many runs pass one of them."""
        links, peaks = (
            self.project.robot.links,
            np.percentile(getattr(self.spread, self.spread.of), (5, 50, 95), axis=0),
        )
        limited = [name for name in MARGINS if np.isfinite(getattr(self.spread, name)).any()]
        rows, tips = [], []
        for joint, link in enumerate(links):
            unit = self._peak.unit(link, degrees)
            low, middle, high = peaks[:, joint] / unit.scale
            cells = [four_digits(low), four_digits(middle), four_digits(high), unit.label]
            for name in limited:
                margin, measure = getattr(self.spread, name)[:, joint], MARGINS[name][1](link, degrees)
                left = float(np.percentile(margin, FEW)) / measure.scale if np.isfinite(margin).all() else np.inf
                cells.append(f"{four_digits(left)} {measure.label}" if np.isfinite(left) else NONE)
            if limited:
                cells.append(f"{100 * self._beyond(joint, limited):.3g} %")
            rows.append((str(joint + 1), *cells))
            tips.append(self.told(joint))
        headings = ("Joint", f"{self._peak.heading}, 5 %", "50 %", "95 %", "", *(MARGINS[name][0] for name in limited))
        return TextSheet((*headings, "beyond") if limited else headings, tuple(rows), tips=tuple(tips), shared=True)

    def bars(self, joint: int) -> list[Bar]:
        """What causes the spread of a joint's peak, the largest first; none where it does not spread."""
        cause = self.spread.causes[joint]
        if cause.method == "none":
            return []
        return [
            Bar(
                self._words[k],
                float(cause.total[k]),
                f"{100 * cause.total[k]:.3g} %",
                float(cause.first[k]) if cause.method == "sobol" else None,
                float(cause.total_error[k]),
                self._tip(joint, k),
            )
            for k in np.argsort(-cause.total, kind="stable").tolist()
        ]

    def method(self, joint: int) -> str:
        """How the shares of a joint's causes were found, in a sentence."""
        cause = self.spread.causes[joint]
        foretold, peak = f"{100 * max(cause.r_squared, 0):.3g} % of it", f"joint {joint + 1}'s {self._peak.words}"
        return {
            "none": f"Nothing of this changes {peak}.",
            "linear": f"Shares of the variance of {peak}, by a straight line, which foretells {foretold}.",
            "sobol": f"Sobol's indices of {peak}: dark is what a number causes alone, pale with all that it has a part "
            f"in; a straight line would foretell {foretold}.",
        }[cause.method]

    def told(self, joint: int) -> str:
        """The largest cause of a joint's spread, in words."""
        found = self.bars(joint)
        return f"{found[0].label}: {found[0].text} of the spread" if found else self.method(joint)

    def counted(self) -> str:
        """How many runs there are, how many more for the indices, and why some are in none of this."""
        found, left = self.spread, self.spread.left_out
        told = f"{len(found.values)} runs"
        if found.runs > len(found.values) + len(left):
            told += f", {found.runs} with those for Sobol's indices"
        return f"{told}; {len(left)} left out, the first since {left[0].reason}." if left else f"{told}."

    def csv(self) -> bytes:
        """A line a joint, in SI units: percentiles of peaks and margins, and the shares of every number."""
        titles = ["joint", "unit"]
        titles += [f"{name} p{percent}" for name in (*PEAKS, *MARGINS) for percent in PERCENTILES]
        titles += ["shares of"]
        titles += ["method", "r_squared"]
        for each in self.spread.tolerances:
            titles += [f"{what} {each.path}" for what in ("first", "first_error", "total", "total_error")]
        lines = [titles, *(list(self._cells(joint)) for joint in range(self.project.robot.n))]
        return "".join(",".join(map(csv_cell, cells)) + "\n" for cells in lines).encode()

    def _cells(self, joint: int) -> Iterator[str]:
        yield str(joint + 1)
        yield torque_unit(self.project.robot.links[joint], False).label
        for name in (*PEAKS, *MARGINS):
            values = getattr(self.spread, name)[:, joint]
            finite = bool(np.isfinite(values).all())
            found = np.percentile(values, PERCENTILES).tolist() if finite else ()
            yield from map(repr, found) if finite else [""] * len(PERCENTILES)
        yield self.spread.of
        cause = self.spread.causes[joint]
        yield cause.method
        yield repr(float(cause.r_squared))
        for k in range(len(self.spread.tolerances)):
            parts = (cause.first, cause.first_error, cause.total, cause.total_error)
            yield from (repr(float(part[k])) for part in parts)

    def _beyond(self, joint: int, limited: list[str]) -> float:
        """The share of the runs in which the joint passes one of its limits."""
        return float(np.any([getattr(self.spread, name)[:, joint] < 0 for name in limited], axis=0).mean())

    def _tip(self, joint: int, k: int) -> str:
        cause = self.spread.causes[joint]
        total = f"{100 * cause.total[k]:.3g} ± {100 * cause.total_error[k]:.2g} %"
        if cause.method == "linear":
            return f"{self._words[k]}: {total} of the variance"
        first = f"{100 * cause.first[k]:.3g} ± {100 * cause.first_error[k]:.2g} %"
        return f"{self._words[k]}: {first} of the variance alone, {total} with all that it has a part in"
