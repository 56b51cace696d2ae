"""A recording as a MAT file, for MATLAB and Octave: SI units and radians, a row a sample, a column a joint."""

from __future__ import annotations

import io

import numpy as np

from denoc.arm.robot import Robot
from denoc.files.tables.recording_csv import column_names
from denoc.runs.recording import Recording, Simulation

HEADER = 116  # bytes of text, which SciPy fills with the date
TITLE = b"MATLAB 5.0 MAT-file of a run of DeNOC Studio"


def mat_bytes(robot: Robot, recording: Recording) -> bytes:
    """t, q, qd, qdd, tau, kinetic, potential, with the columns' names and units; the same bytes for the same run.

    `reproducible_until` is the time (s) from which on samples cannot be reproduced, inf where all can, NaN where that
    is not known.
    """
    from scipy.io import savemat

    until = np.nan
    if isinstance(recording, Simulation) and recording.horizon is not None:
        until = recording.doubtful_from
    values = {name: getattr(recording, name) for name in ("t", "q", "qd", "qdd", "tau", "kinetic", "potential")}
    columns = np.array(column_names(robot), dtype=object)
    out = io.BytesIO()
    more = {"columns": columns, "joints": robot.kinds, "robot": robot.name, "reproducible_until": until}
    savemat(out, {**values, **more}, do_compression=True, oned_as="column")
    return TITLE.ljust(HEADER) + out.getvalue()[HEADER:]
