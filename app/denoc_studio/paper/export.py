"""Plots into files: which ones there will be, and writing them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.plots import table
from app.plots.comparison import Pinned, panels_of
from app.plots.curves import Panel
from app.plots.motion import Motion, motion_of
from app.plots.ranges import Range
from app.plots.selection import during, only
from app.plots.series import KINDS, PLOTS, Options
from dynamics.errors import DynamicsError
from dynamics.horizon import with_horizon
from dynamics.io.files import save_bytes
from dynamics.io.recording_csv import csv_text, doubts
from dynamics.project import Project

if TYPE_CHECKING:
    from app.figures import Plot

FORMATS = ("png", "svg", "pdf", "csv")
MOTION = "motion"
INCH = 25.4  # mm


@dataclass(frozen=True)
class Source:
    """What there is to export, as the screen shows it."""

    project: Project
    motion: Motion
    key: str  # the plot in front
    hidden: frozenset[str]
    options: Options
    span: Range  # the visible time
    minus: Pinned | None = None  # the run that the plot in front is compared with


@dataclass(frozen=True)
class Order:
    """What is wanted."""

    everything: bool
    formats: tuple[str, ...]
    width: float  # mm
    height: float
    dpi: int
    visible_only: bool  # only the visible stretch of time
    folder: Path
    name: str
    si: bool = False  # the data of one plot in SI units and radians, not as it is shown

    def files(self, source: Source) -> list[Path]:
        return [path for path, _, _ in self._parts(source)]

    def _parts(self, source: Source) -> list[tuple[Path, str, str]]:
        """Path, plot and format of each file; the data of everything is one file."""
        found = []
        for key in self._keys(source):
            stem = f"{self.name}-{key}" if self.everything else self.name
            found += [(self.folder / f"{stem}.{suffix}", key, suffix) for suffix in self.formats if suffix != "csv"]
        if "csv" in self.formats:
            found.append((self.folder / f"{self.name}.csv", "" if self.everything else source.key, "csv"))
        return found

    def _keys(self, source: Source) -> list[str]:
        if not self.everything:
            return [source.key]
        return [kind.key for kind in KINDS if kind.fits(source.project)] + [MOTION]

    def write(self, source: Source, tell: Callable[[str], None]) -> list[Path]:
        """Write every file; those before one that cannot be written stay."""
        motion = self._motion(source)
        parts = self._parts(source)
        plot, plotted = None, ""
        for number, (path, key, suffix) in enumerate(parts, 1):
            tell(f"{path.name} ({number} of {len(parts)})")
            if suffix == "csv":
                save_bytes(path, self._data(source, motion, key))
                continue
            if plot is None or key != plotted:
                plot, plotted = self._plot(source, motion, key), key
            save_bytes(path, plot.export(suffix, self.dpi))
        return [path for path, _, _ in parts]

    def _motion(self, source: Source) -> Motion:
        whole = source.motion
        recording = during(with_horizon(whole.recording), source.span if self.visible_only else None)
        if len(recording.t) < 2:
            raise DynamicsError("there are no samples in the visible stretch of time")
        return motion_of(source.project, recording)

    def _data(self, source: Source, motion: Motion, key: str) -> bytes:
        """All of it is always in SI units and radians."""
        if not key:
            return csv_text(motion.robot, motion.recording).encode()
        options = source.options._replace(degrees=source.options.degrees and not self.si)
        panels = only(panels_of(PLOTS[key], motion, options, source.minus), source.hidden)
        shown = _some(panels)
        return table.text(shown, more=doubts(motion.recording, shown[0].t)).encode()

    def _plot(self, source: Source, motion: Motion, key: str) -> Plot:
        from app.figures import figure  # matplotlib takes more than a second to import

        size = (self.width / INCH, self.height / INCH)
        if self.everything:
            return figure(source.project, motion, key, source.options, size=size)
        _some(only(panels_of(PLOTS[key], motion, source.options, source.minus), source.hidden))
        return figure(source.project, motion, key, source.options, source.hidden, size, source.minus)


def _some(panels: list[Panel]) -> list[Panel]:
    if not panels:
        raise DynamicsError("every curve of this plot is hidden in the legend")
    return panels
