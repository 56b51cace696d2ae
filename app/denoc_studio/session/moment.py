"""What the time cursor is at."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import SignalInstance

from denoc_studio.plots.moment import Moment
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback

AS_TORQUES = "the push counts as joint torques here, not as a force on its link"


def moment_signals(document: Document, playback: Playback) -> tuple[SignalInstance, ...]:
    """Those after which `moment_at` may be another one."""
    results = document.results
    changed = (playback.reading_changed, document.project_changed, document.replaced)
    return *changed, results.started, results.extended, results.ended


def moment_at(document: Document, playback: Playback) -> tuple[Moment | None, str]:
    """The state at the cursor, and when that is, in words; nothing where a run has not come so far."""
    project, run, t = document.project, document.results.current, playback.time
    if run is None or not run.count or run.project.robot != project.robot:
        still = np.zeros(project.robot.n)
        q, qd = np.array(project.q0), np.array(project.qd0)
        moment = Moment(project.robot, q, qd, still, still, project.run.tip_wrench)
        return moment, "initial state, no accelerations, no torques"
    if run.awaits(t):
        return None, f"t = {t:.3f} s: not computed yet"
    q, qd, qdd, tau = run.state_at(t)
    pushed, words = run.pushed_at(t), f"t = {t:.3f} s"
    if pushed is not None and pushed.forces.any():
        tau = tau + pushed.torques
        words += f"; {AS_TORQUES}"
    return Moment(run.project.robot, q, qd, qdd, tau, run.job.tip_wrench), words
