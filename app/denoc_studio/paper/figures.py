"""Figures for paper: matplotlib, light whatever the window shows, from the same table of plots as the screen."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from typing import Any

import matplotlib

matplotlib.use("Agg")

from matplotlib.figure import Figure

from denoc.basics.version import __version__
from denoc.files.projects.project import Project
from denoc.runs.recording import Recording, Simulation
from denoc_studio.paper.drawing import SIZE, Size, draw, shade, shortened, style
from denoc_studio.paper.limits import limits_seen
from denoc_studio.paper.strobe import strobe
from denoc_studio.plots.comparison import Pinned, panels_of
from denoc_studio.plots.curves import Panel
from denoc_studio.plots.horizon import doubtful_from
from denoc_studio.plots.motion import Motion, motion_of
from denoc_studio.plots.selection import only
from denoc_studio.plots.series import PLOTS, Options
from denoc_studio.project.pushes import pushes_words

DPI = 150
MOTION = "motion"  # the arm itself, which no table of curves holds
USUAL = ("angles", "rates", "accelerations", "torques", "energy", MOTION)

__all__ = ["DPI", "MOTION", "SIZE", "USUAL", "Plot", "figure", "figures"]


class Plot:
    """A finished figure that can be exported."""

    def __init__(self, figure: Figure, title: str, note: str) -> None:
        self.figure = figure
        self.title = title
        self.note = note

    def export(self, suffix: str, dpi: float = DPI) -> bytes:
        """The file's bytes: png, svg or pdf."""
        software = program()
        about = {
            "png": {"Title": self.title, "Description": self.note, "Software": software},
            "svg": {"Title": self.title, "Description": self.note, "Creator": software, "Date": None},
            "pdf": {"Title": self.title, "Subject": self.note, "Creator": software, "CreationDate": None},
        }[suffix]
        out = io.BytesIO()
        with matplotlib.rc_context(style(self.figure.get_figwidth())), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph .* missing")  # a name in a script that the font lacks
            self.figure.savefig(out, format=suffix, dpi=dpi, metadata=about)
        return out.getvalue()


def figures(project: Project, recording: Recording) -> dict[str, Plot]:
    """The usual figures of a recording by their short names."""
    motion = motion_of(project, recording)
    return {key: figure(project, motion, key) for key in USUAL}


def figure(
    project: Project,
    motion: Motion,
    key: str,
    options: Options = Options(),  # noqa: B008
    hidden: frozenset[str] = frozenset(),
    size: Size | None = None,
    minus: Pinned | None = None,
    title: bool = True,
) -> Plot:
    """One figure, of this size in inches where one is given, without the hidden curves; `minus` another run's.

    Without a `title` above it, for papers that have a caption below.
    """
    r = motion.recording
    with matplotlib.rc_context(style(size[0] if size else SIZE[0])):
        if key == MOTION:
            sheet = strobe(motion, size)
            words = f"the arm from t = {r.t[0]:g} to {r.t[-1]:g} s"
        else:
            panels = only(paper_panels(motion, key, options, minus), hidden)
            sheet, axes = draw(panels, motion.robot.n, size)
            words = _title(key, panels, axes, minus)
            if PLOTS[key].over_time:
                finish(axes, r, sheet.get_figwidth(), doubtful_from(r, minus.motion.recording if minus else None))
        if title:
            room = int(sheet.get_figwidth() / 0.085) - len(words)
            name = shortened(project.robot.name, max(room, 12))
            sheet.suptitle(f"{name}: {words}", fontsize="medium", parse_math=False)
    return Plot(sheet, f"{project.name}: {'motion' if key == MOTION else words}", note(project, r))


def _title(key: str, panels: Sequence[Panel], axes: Sequence[Any], minus: Pinned | None) -> str:
    title = PLOTS[key].title
    if marks := marked(panels, axes):
        return f"{title} ({marks})"
    return title if minus is None or not PLOTS[key].over_time else f"{title}, minus pinned: {minus.name}"


def marked(panels: Sequence[Panel], axes: Sequence[Any]) -> str:
    """What the lines are that are no curves of the run; empty where there are none."""
    marks = {
        "thin: reference": any(panel.references for panel in panels),
        "rings: measured": any(panel.measured for panel in panels),
        "dash-dotted: limit": limits_seen(axes),
        "bands: many runs": any(panel.bands for panel in panels),
    }
    return ", ".join(words for words, there in marks.items() if there)


def paper_panels(motion: Motion, key: str, options: Options, minus: Pinned | None = None) -> Sequence[Panel]:
    """What is drawn of a plot; the energy of a forward run with its drift."""
    panels = panels_of(PLOTS[key], motion, options, minus)
    if key == "energy" and isinstance(motion.recording, Simulation) and minus is None:
        return [*panels, *PLOTS["drift"].panels(motion, options)]
    return panels


def finish(axes: list[Any], r: Recording, width: float, doubtful: float) -> None:
    """The whole time, what is doubtful from some time on, the end of a run that ended early; `width` in inches."""
    shade(axes, doubtful, float(r.t[-1]))
    axes[-1].set_xlim(r.t[0], r.t[-1])
    if isinstance(r, Simulation) and r.status not in ("completed", "running"):
        for ax in axes:
            ax.axvline(r.t[-1], color="0.4", linewidth=0.8, linestyle=":")
        message = shortened(f"{r.status}: {r.message}", int(width * 17))
        axes[0].set_title(message, fontsize=7, color="0.3", parse_math=False)


def program() -> str:
    """Name and version, for what leaves the program."""
    return f"DeNOC Studio {__version__}"


def note(project: Project, r: Recording) -> str:
    """How the numbers were made, for the file's own description."""
    run = project.run
    wrench = wrench_words(run.tip_wrench, ", ")
    if isinstance(r, Simulation):
        known = f", {r.horizon.line}" if r.horizon is not None else ""
        accuracy = f"rtol {run.rtol:g}, atol {run.atol:g}, energy drift {r.energy_error:.1e}{known}"
        return f"{run.method}, {run.integrator}, {accuracy}{wrench}{pushes_words(project, ', ')}"
    return f"inverse dynamics, {run.inverse_method}{wrench}"


def wrench_words(wrench: tuple[float, ...] | None, before: str = "") -> str:
    """What acts at the tip, after the text `before`; nothing where nothing does."""
    if wrench is None or not any(wrench):
        return ""
    moment, force = (", ".join(f"{x:g}" for x in part) for part in (wrench[:3], wrench[3:]))
    return f"{before}at the tip moment ({moment}) N m, force ({force}) N"
