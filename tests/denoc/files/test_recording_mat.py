"""A run as a MAT file."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from scipy.io import loadmat

from denoc import load, run_project
from denoc.files.tables.recording_mat import mat_bytes
from denoc_studio.command_line.cli import main


def test_what_matlab_reads(tmp_path: Path) -> None:
    project = load("scara")
    recording = run_project(project)
    data = mat_bytes(project.robot, recording)
    found = loadmat(io.BytesIO(data))
    for name in ("q", "qd", "qdd", "tau"):
        assert np.array_equal(found[name], getattr(recording, name))
    assert np.array_equal(found["t"][:, 0], recording.t)
    assert [str(name[0]) for name in found["columns"].ravel()][:4] == ["t [s]", "q1 [rad]", "q2 [rad]", "q3 [m]"]
    assert found["joints"][0] == "RRPR"
    assert data == mat_bytes(project.robot, recording)
    assert main(["run", "scara", "--out", str(tmp_path), "--mat", "-q"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["scara.mat"]
    assert np.array_equal(loadmat(tmp_path / "scara.mat")["tau"], recording.tau)
