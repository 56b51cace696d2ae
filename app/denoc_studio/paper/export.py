"""Plots into files: which ones there will be, and writing them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from denoc.basics.errors import DynamicsError
from denoc.files.disk.files import save_bytes
from denoc.files.projects.project import Project
from denoc.files.tables.recording_csv import csv_text, doubts
from denoc.files.tables.recording_mat import mat_bytes
from denoc.runs.horizon import with_horizon
from denoc.runs.recording import Recording
from denoc_studio.paper import table
from denoc_studio.plots.comparison import Pinned, panels_of
from denoc_studio.plots.curves import Panel
from denoc_studio.plots.measured import log_columns
from denoc_studio.plots.motion import Motion, motion_of
from denoc_studio.plots.ranges import Range
from denoc_studio.plots.selection import during, only
from denoc_studio.plots.series import KINDS, PLOTS, Options

if TYPE_CHECKING:
    from denoc_studio.paper.figures import Plot

FORMATS = ("png", "svg", "pdf", "csv")
MOTION, LOG = "motion", "log"
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

    @property
    def compared(self) -> bool:
        """Is a measured log laid over the run, and compared with it?"""
        log = self.motion.measured
        return log is not None and any(laid.residual is not None for laid in log.laid.values())


@dataclass(frozen=True)
class Order:
    """Which files of a plot are wanted, in which formats, how large, and what they show."""

    everything: bool
    formats: tuple[str, ...]
    width: float  # mm
    height: float
    dpi: int
    visible_only: bool  # only the visible stretch of time
    folder: Path
    name: str
    si: bool = False  # the data of one plot in SI units and radians, not as it is shown
    title: bool = True  # above the curves

    def files(self, source: Source) -> list[Path]:
        return [path for path, _, _ in self._parts(source)]

    def _parts(self, source: Source) -> list[tuple[Path, str, str]]:
        """Path, plot and format of each file; the data of everything is one file."""
        found = []
        for key in self._keys(source):
            stem = f"{self.name}-{key}" if self.everything else self.name
            pictures = (suffix for suffix in self.formats if suffix not in ("csv", "mat"))
            found += [(self.folder / f"{stem}.{suffix}", key, suffix) for suffix in pictures]
        if "csv" in self.formats:
            found.append((self.folder / f"{self.name}.csv", "" if self.everything else source.key, "csv"))
            if self.everything and source.motion.measured is not None:
                found.append((self.folder / f"{self.name}-measured.csv", LOG, "csv"))
        if "mat" in self.formats:
            found.append((self.folder / f"{self.name}.mat", "", "mat"))
        return found

    def _keys(self, source: Source) -> list[str]:
        if not self.everything:
            return [source.key]
        return [kind.key for kind in KINDS if kind.fits(source.project, source.compared)] + [MOTION]

    def write(self, source: Source, tell: Callable[[str], None]) -> list[Path]:
        """Write every file; those before one that cannot be written stay."""
        motion = self._motion(source)
        parts = self._parts(source)
        plot, plotted = None, ""
        for number, (path, key, suffix) in enumerate(parts, 1):
            tell(f"{path.name} ({number} of {len(parts)})")
            if suffix == "mat":
                save_bytes(path, mat_bytes(motion.robot, motion.recording))
                continue
            if suffix == "csv":
                save_bytes(path, self._data(source, motion, key))
                continue
            if plot is None or key != plotted:
                plot, plotted = self._plot(source, motion, key), key
            save_bytes(path, plot.export(suffix, self.dpi))
        return [path for path, _, _ in parts]

    def picture(self, source: Source, most: tuple[int, int]) -> bytes:
        """The plot in front as PNG, at most so many pixels wide and high."""
        dpi = INCH * min(most[0] / self.width, most[1] / self.height)
        return self._plot(source, self._motion(source), source.key).export("png", dpi)

    def _motion(self, source: Source) -> Motion:
        recording = with_horizon(source.motion.recording)
        return _within(source, recording, source.span if self.visible_only else None)

    def _data(self, source: Source, motion: Motion, key: str) -> bytes:
        """All of it is always in SI units and radians."""
        if key == LOG and motion.measured is not None:
            return table.written(log_columns(motion.robot, motion.measured)).encode()
        if not key:
            return csv_text(motion.robot, motion.recording).encode()
        degrees = source.options.degrees and not self.si
        return _plotted(source, motion, source.options._replace(degrees=degrees)).encode()

    def _plot(self, source: Source, motion: Motion, key: str) -> Plot:
        from denoc_studio.paper.figures import figure  # matplotlib takes more than a second to import

        size = (self.width / INCH, self.height / INCH)
        if self.everything:
            return figure(source.project, motion, key, source.options, size=size, title=self.title)
        _some(only(panels_of(PLOTS[key], motion, source.options, source.minus), source.hidden))
        return figure(source.project, motion, key, source.options, source.hidden, size, source.minus, title=self.title)


def spreadsheet(source: Source) -> str:
    """What is seen of the plot in front as its CSV file has it, between tabs; of the horizon what is known by now."""
    return _plotted(source, _within(source, source.motion.recording, source.span), source.options, "\t")


def _within(source: Source, recording: Recording, span: Range | None) -> Motion:
    recording = during(recording, span)
    if len(recording.t) < 2:
        raise DynamicsError("there are no samples in the visible stretch of time")
    log, bands = source.motion.measured, source.motion.bands
    return motion_of(
        source.project,
        recording,
        log.during(span) if log is not None else None,
        bands.during(span) if bands is not None else None,
    )


def _plotted(source: Source, motion: Motion, options: Options, separator: str = ",") -> str:
    """The visible curves of the plot in front."""
    panels = _some(only(panels_of(PLOTS[source.key], motion, options, source.minus), source.hidden))
    return table.text(panels, separator, doubts(motion.recording, panels[0].t))


def _some(panels: list[Panel]) -> list[Panel]:
    if not panels:
        raise DynamicsError("every curve of this plot is hidden in the legend")
    return panels
