"""The run's plots, one below the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from matplotlib.figure import SubFigure

from denoc.files.projects.project import Project
from denoc.runs.recording import Recording
from denoc_studio.paper.drawing import Size, draw, rows, shortened
from denoc_studio.paper.figures import finish, marked, paper_panels
from denoc_studio.paper.page import USUAL
from denoc_studio.plots.comparison import Pinned
from denoc_studio.plots.measured import WORDS
from denoc_studio.plots.motion import Motion
from denoc_studio.plots.series import PLOTS, Options, joint_name

KEYS = ("angles", "error", "rates", "torques", "residual", "causes", "energy", "path")
HEIGHTS = {1: 1.0, 2: 1.35}  # of a plot by the axes one above the other; each further one needs half a plot

Paint = Callable[[SubFigure, Size], None]


def plots(project: Project, motion: Motion, pinned: Pinned | None) -> list[tuple[Paint, float]]:
    """What paints each, and how high it is beside one of a single pair of axes.

    Angles are in degrees; by cause it is the torque that is largest. Torques that are all zero are not drawn.
    """
    options = Options(degrees=True, joint=busiest_joint(motion.recording))
    log = motion.measured
    compared = log is not None and any(laid.residual is not None for laid in log.laid.values())
    torques = motion.recording.tau.any() or (log is not None and "tau" in log.laid)
    keys = [key for key in KEYS if PLOTS[key].fits(project, compared) and (key != "torques" or torques)]
    found: list[tuple[Paint, float]] = []
    for number, key in enumerate(keys, 1):
        panels = paper_panels(motion, key, options)
        stacked = 2 if key == "energy" and len(panels) > 1 else rows(panels)
        height = HEIGHTS.get(stacked, 0.1 + 0.5 * stacked)
        found.append((partial(_paint, motion, pinned, options, key, number), height))
    return found


def busiest_joint(recording: Recording) -> int:
    """With the largest torque; in free fall, where there are none, the fastest."""
    peaks = np.abs(recording.tau).max(axis=0)
    return int(np.argmax(peaks if peaks.any() else np.abs(recording.qd).max(axis=0)))


def _paint(
    motion: Motion, pinned: Pinned | None, options: Options, key: str, number: int, sheet: SubFigure, size: Size
) -> None:
    panels = paper_panels(motion, key, options)
    behind = PLOTS[key].panels(pinned.motion, options) if pinned is not None else []
    _, axes = draw(panels, motion.robot.n, size, sheet, behind)
    if PLOTS[key].over_time:
        finish(axes, motion.recording, size[0], motion.recording.doubtful_from)
    marks = [words for words in (marked(panels, axes), "dotted: pinned run" if behind else "") if words]
    told = f" ({', '.join(marks)})" if marks else ""
    title = f"Figure {number}: {_title(key, motion, options)}{told}"
    sheet.suptitle(title, x=0.0, ha="left", fontsize=USUAL, weight="bold", parse_math=False)


def _title(key: str, motion: Motion, options: Options) -> str:
    if key == "causes":
        return f"torque of {shortened(joint_name(motion.robot, options.joint), 40)} by cause"
    if key == "residual" and motion.measured is not None:
        return f"{PLOTS[key].title}, {WORDS[motion.measured.first]}s"
    if key == "energy" and hasattr(motion.recording, "energy_drift"):
        return "energy, and what its balance leaves unexplained (drift)"
    return PLOTS[key].title
