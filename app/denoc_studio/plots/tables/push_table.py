"""The pushes of a run as a table: which link, from when to when, and how hard."""

from __future__ import annotations

import numpy as np

from denoc.runs.pushed import push_forces
from denoc.runs.recording import Recording
from denoc.torques.pushes import Pushes
from denoc_studio.plots.tables.number_grid import NumberGrid

COLUMNS = ("link", "from [s]", "to [s]", "peak [N]")


def push_table(pushes: Pushes, recording: Recording | None) -> NumberGrid:
    """A row a push; the peak is that of the samples of a run with these very pushes, unknown without one."""
    peaks = np.full(len(pushes), np.nan)
    if recording is not None and len(recording.t):
        peaks = np.linalg.norm(push_forces(recording), axis=-1).max(axis=0)
    rows = [(push.link, push.t[0], push.t[-1], peak) for push, peak in zip(pushes, peaks.tolist(), strict=True)]
    names = tuple(str(number) for number in range(1, len(pushes) + 1))
    notes = tuple(f"{push.stiffness:.4g} N/m, {push.damping:.4g} N s/m" for push in pushes)
    return NumberGrid("push", names, COLUMNS, np.array(rows, float).reshape(-1, len(COLUMNS)), (0,), notes)
