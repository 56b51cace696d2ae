"""What the time cursor is at."""

from __future__ import annotations

import numpy as np

from denoc_studio.plots.moment import Moment
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback


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
    return Moment(run.project.robot, q, qd, qdd, tau, run.job.tip_wrench), f"t = {t:.3f} s"
