"""Compute a project without a window and write its plots and data."""

from __future__ import annotations

import re
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from dynamics.io.files import save_bytes
from dynamics.io.recording_csv import csv_text
from dynamics.project import Project, inverse_recording
from dynamics.recording import Recording, Simulation, assemble
from dynamics.simulation import stream
from dynamics.stiffness import stiff_hint

FORMATS = ("png", "svg", "pdf", "csv")
LINE_EVERY = 5.0  # seconds between progress lines where there is no terminal


class Report(NamedTuple):
    lines: list[str]
    warnings: list[str]
    paths: list[Path]
    failure: str  # empty when the run reached its end


def render(project: Project, folder: Path, formats: Sequence[str] = FORMATS) -> Report:
    """Run the project and write it in every format asked for; what an unfinished run left is written too."""
    folder.mkdir(parents=True, exist_ok=True)  # before the work, so that a bad folder costs nothing
    started = time.perf_counter()
    recording = compute(project)
    lines = [_summary(project, recording, time.perf_counter() - started)]
    if isinstance(recording, Simulation) and recording.status == "stopped":
        lines.append(f"the run stopped: {recording.message}")
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
    told = (recording.warning, stiff_hint(recording)) if isinstance(recording, Simulation) else ()
    warnings = [words for words in told if words]
    return Report(lines, warnings, paths, failure(recording))


def failure(recording: Recording) -> str:
    """How an unfinished run ended, in words; empty for a finished one."""
    if not isinstance(recording, Simulation) or recording.status in ("completed", "stopped"):
        return ""
    if recording.status == "cancelled":
        return f"the run was {recording.message}"
    return f"the run {recording.status}: {recording.message}"


def file_stem(name: str) -> str:
    """The project's name as part of a file name: no folders, nothing that a file system refuses."""
    stem = re.sub(r"[^\w.+-]+", "-", name).strip("-.")[:80]
    return stem or "project"


def compute(project: Project) -> Recording:
    """The project's recording, with a progress bar on a terminal and plain lines elsewhere; Ctrl+C ends it early."""
    if project.run.mode == "inverse":
        return inverse_recording(project)
    job = project.job()
    chunks = []
    terminal = sys.stderr.isatty()
    told = time.monotonic()
    with (
        _interruptible() as cancel,
        tqdm(total=job.duration, unit="s", desc=project.name[:40], disable=not terminal, bar_format=_BAR) as bar,
    ):
        for chunk in stream(job, cancel):
            chunks.append(chunk)
            bar.update(chunk.reached - bar.n)
            if not terminal and time.monotonic() - told > LINE_EVERY:
                told = time.monotonic()
                print(f"{project.name}: {chunk.reached:.4g} of {job.duration:g} s simulated", file=sys.stderr)
    return assemble(job, chunks)


_BAR = "{desc}: {percentage:3.0f}%|{bar}| {n:.4g}/{total:g} s simulated [{elapsed}]"


@contextmanager
def _interruptible() -> Iterator[threading.Event]:
    """Inside, Ctrl+C sets the event instead of raising."""
    cancel = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield cancel
        return
    before = signal.signal(signal.SIGINT, lambda *_: cancel.set())
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, before)


def _summary(project: Project, recording: Recording, seconds: float) -> str:
    n = project.robot.n
    if isinstance(recording, Simulation):
        reached = recording.t[-1] if len(recording.t) else 0.0
        return (
            f"{project.name}: {n} joints, {reached:g} s simulated in {seconds:.2f} s, "
            f"{recording.steps} steps of {recording.job.integrator}, energy drift {recording.energy_error:.1e}"
        )
    peaks = [f"{x:.4g}" for x in np.abs(recording.tau).max(axis=0)]
    shown = ", ".join(peaks[:12]) + (", ..." if n > 12 else "")
    return f"{project.name}: {n} joints, {len(recording.t)} samples in {seconds:.2f} s, peak torques {shown}"
