"""The run's plots on pages of their own, three on each."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from matplotlib.figure import Figure

from app.figures import finish, paper_panels
from app.plots.motion import Motion
from app.plots.page import BOTTOM, LEFT, PAGE, RIGHT, TOP, USUAL
from app.plots.paper import draw, shortened
from app.plots.series import PLOTS, Options, joint_name
from dynamics.recording import Recording

KEYS = ("angles", "rates", "torques", "causes", "energy", "path")
ON_A_PAGE = 3


def plates(motion: Motion) -> Iterator[Figure]:
    """Pages; angles in degrees, and by cause the torque that is largest."""
    options = Options(degrees=True, joint=busiest_joint(motion.recording))
    for first in range(0, len(KEYS), ON_A_PAGE):
        yield _plate(motion, options, KEYS[first : first + ON_A_PAGE], first + 1)


def busiest_joint(recording: Recording) -> int:
    """With the largest torque; in free fall, where there are none, the fastest."""
    peaks = np.abs(recording.tau).max(axis=0)
    return int(np.argmax(peaks if peaks.any() else np.abs(recording.qd).max(axis=0)))


def _plate(motion: Motion, options: Options, keys: tuple[str, ...], number: int) -> Figure:
    page = Figure(figsize=PAGE, layout="constrained")
    engine = page.get_layout_engine()
    assert engine is not None
    engine.set(rect=(LEFT, BOTTOM, RIGHT - LEFT, TOP - BOTTOM), hspace=0.06)  # type: ignore[call-arg]
    size = ((RIGHT - LEFT) * PAGE[0], (TOP - BOTTOM) * PAGE[1] / ON_A_PAGE)
    parts = page.subfigures(ON_A_PAGE, 1, squeeze=False)[:, 0]
    for k, (sheet, key) in enumerate(zip(parts, keys, strict=False)):
        panels = paper_panels(motion, key, options)
        _, axes = draw(panels, motion.robot.n, size, sheet)
        if PLOTS[key].over_time:
            finish(axes, motion.recording, size[0], motion.recording.doubtful_from)
        thin = " (thin: reference)" if any(panel.references for panel in panels) else ""
        title = f"Figure {number + k}: {_title(key, motion, options)}{thin}"
        sheet.suptitle(title, x=0.0, ha="left", fontsize=USUAL, weight="bold", parse_math=False)
    return page


def _title(key: str, motion: Motion, options: Options) -> str:
    if key == "causes":
        return f"torque of {shortened(joint_name(motion.robot, options.joint), 40)} by cause"
    if key == "energy" and hasattr(motion.recording, "energy_drift"):
        return "energy, and what its balance leaves unexplained (drift)"
    return PLOTS[key].title
