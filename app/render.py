"""Compute a project without a window and write its plots and data."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from dynamics.io.files import save_bytes
from dynamics.io.recording_csv import csv_text
from dynamics.project import Project, forward_chunks, inverse_recording
from dynamics.recording import Recording, Simulation, assemble

FORMATS = ("png", "svg", "pdf", "csv")


class RunFailed(Exception):
    """The run did not reach its end; the message says when and why."""


class Report(NamedTuple):
    lines: list[str]
    paths: list[Path]


def render(project: Project, folder: Path, formats: Sequence[str] = FORMATS) -> Report:
    """Run the project and write it in every format asked for; what a failed run left is written too."""
    started = time.perf_counter()
    recording = compute(project, keep_partial=True)
    lines = [_summary(project, recording, time.perf_counter() - started)]
    folder.mkdir(parents=True, exist_ok=True)
    stem = file_stem(project.name)
    paths = []
    if "csv" in formats:
        paths.append(folder / f"{stem}.csv")
        save_bytes(paths[-1], csv_text(project.robot, recording).encode())
    pictures = [name for name in formats if name != "csv"]
    if pictures and len(recording.t) > 1:
        from app.figures import figures  # matplotlib takes more than a second to import

        for name, figure in figures(project, recording).items():
            for suffix in pictures:
                paths.append(folder / f"{stem}-{name}.{suffix}")
                save_bytes(paths[-1], figure.export(suffix))
    if isinstance(recording, Simulation):
        if recording.warning:
            lines.append(f"Warning: {recording.warning}.")
        if recording.status != "completed":
            raise RunFailed(f"{project.name}: the run {recording.status}: {recording.message}")
    return Report(lines, paths)


def file_stem(name: str) -> str:
    """The project's name as part of a file name: no folders, nothing that a file system refuses."""
    stem = re.sub(r"[^\w.+-]+", "-", name).strip("-.")[:80]
    return stem or "project"


def compute(project: Project, *, quiet: bool = False, keep_partial: bool = False) -> Recording:
    """The project's recording, with a progress bar on a terminal."""
    if project.run.mode == "inverse":
        return inverse_recording(project)
    chunks = []
    show = not quiet and sys.stderr.isatty()
    with tqdm(total=project.run.duration, unit="s", desc=project.name, disable=not show, bar_format=_BAR) as bar:
        for chunk in forward_chunks(project):
            chunks.append(chunk)
            bar.update(chunk.reached - bar.n)
    result = assemble(project.job(), chunks)
    if result.status != "completed" and not keep_partial:
        raise RunFailed(f"{project.name}: the run {result.status}: {result.message}")
    return result


_BAR = "{desc}: {percentage:3.0f}%|{bar}| {n:.2f}/{total:g} s simulated, {remaining} left"


def _summary(project: Project, recording: Recording, seconds: float) -> str:
    n = project.robot.n
    if isinstance(recording, Simulation):
        reached = recording.t[-1] if len(recording.t) else 0.0
        return (
            f"{project.name}: {n} joints, {reached:g} s simulated in {seconds:.2f} s, "
            f"{recording.steps} steps of {recording.job.integrator}, energy drift {recording.energy_error:.1e}"
        )
    peak = ", ".join(f"{x:.4g}" for x in np.abs(recording.tau).max(axis=0))
    return f"{project.name}: {n} joints, {len(recording.t)} samples in {seconds:.2f} s, peak torques {peak}"
