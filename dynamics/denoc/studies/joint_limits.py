"""Does a motion stay within the joints' limits?"""

from __future__ import annotations

import numpy as np

from denoc.arm.robot import Robot
from denoc.runs.peaks import FINE, fine_times, grid_of
from denoc.runs.recording import Recording

MOST = 60_000  # positions between samples that are looked at


def limit_passed(robot: Robot, recording: Recording) -> str:
    """The first joint that goes past one of its limits, and when, in words; empty where none does.

    A motion that is known at every time is looked at between its samples too.
    """
    ends = np.array([(link.lower, link.upper) for link in robot.links])
    limited = np.flatnonzero(np.isfinite(ends).any(axis=1))
    if not len(limited):
        return ""
    passed = []
    for t, q in (recording.t, recording.q[:, limited]), _between(recording, limited):
        room = 1e-9 * (1 + np.abs(q))
        beyond = (q < ends[limited, 0] - room) | (q > ends[limited, 1] + room)
        rows = beyond.any(axis=1)
        if rows.any():
            row = int(np.argmax(rows))
            passed.append((float(t[row]), limited[np.argmax(beyond[row])] + 1))
    if not passed:
        return ""
    at, joint = min(passed)
    return f"joint {joint} is past its limit at t = {at:.4g} s"


def _between(recording: Recording, joints: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Times and positions of these joints between the samples, the furthest among them; none where none are known."""
    motion = getattr(recording.resample, "motion", None)
    if motion is None or len(recording.t) < 2:
        return recording.t[:0], recording.q[:0, joints]

    def both_ways(t: np.ndarray) -> np.ndarray:
        q = motion(t)[0][:, joints]
        return np.hstack([q, -q])

    most = max(2 * FINE, MOST // recording.q.shape[1])
    times = fine_times(grid_of(recording.t[[0, -1]], recording.changes, most).times, both_ways)
    return times, motion(times)[0][:, joints]
