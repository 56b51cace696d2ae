"""Compute a project without a window and write its plots, data, film and report."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from denoc.basics.errors import DynamicsError
from denoc.files.disk.files import save_bytes
from denoc.files.projects.project import Project, inverse_recording
from denoc.files.tables.recording_csv import csv_text
from denoc.files.tables.recording_mat import mat_bytes
from denoc.files.text.file_names import file_stem
from denoc.kernels.storage.locks import seconds_waited
from denoc.runs.horizon import Deadline, Interrupted, with_horizon
from denoc.runs.recording import Recording, Simulation, assemble
from denoc.runs.simulation import stream
from denoc.runs.stiffness import stiff_hint
from denoc_studio.command_line.arguments import FORMATS
from denoc_studio.command_line.messages import timed
from denoc_studio.command_line.progress import interrupted, interruptible, progress
from denoc_studio.command_line.targets import check_target, make_folder
from denoc_studio.picture.film.export import Cancelled, film_paths, shoot
from denoc_studio.picture.film.frames import Film, FilmLook, Pace, check_gif_rate
from denoc_studio.picture.film.recorded_run import RecordedRun

PLOTTED = ("png", "svg", "pdf")
PATIENCE = 30.0  # seconds, for a second run
NOTABLE = 0.1  # seconds of compiling that are worth a word
FILMED = ("gif", "mp4", "frames")


@dataclass(frozen=True)
class RenderOptions:
    """In which formats, and how the film is to be."""

    formats: tuple[str, ...] = FORMATS
    look: FilmLook = field(default_factory=FilmLook)
    pace: Pace = field(default_factory=Pace)

    @property
    def filmed(self) -> tuple[str, ...]:
        return tuple(name for name in FILMED if name in self.formats)

    def check(self, duration: float) -> None:
        """Refuse a film that cannot be made of a run of this length, before anything is computed."""
        if self.filmed:
            self.pace.frames(duration)
        if "gif" in self.formats:
            check_gif_rate(self.pace.fps)


class Report(NamedTuple):
    lines: list[str]
    warnings: list[str]
    paths: list[Path]
    failure: str  # empty when the run reached its end


def render(project: Project, folder: Path, wishes: RenderOptions, file: str = "") -> Report:
    """Run the project and write it in every format asked for; what an unfinished run left is written too.

    `file` is what the project was loaded from, for the report's own words.
    """
    wishes.check(project.run.duration)
    stem = file_stem(project.name)
    make_folder(folder)  # before the work, so that a bad one costs nothing
    for path in _files(folder, stem, wishes):
        check_target(path, file)
    started, waited = time.perf_counter(), seconds_waited()
    recording = compute(project)
    seconds, compiling = time.perf_counter() - started, seconds_waited() - waited
    recording = checked(recording)
    lines = [_summary(project, recording, seconds - compiling, compiling), *horizon_lines(recording)]
    if isinstance(recording, Simulation) and recording.status == "stopped":
        lines.append(f"the run stopped: {recording.message}")
    paths, failed = [], failure(recording)
    if "csv" in wishes.formats:
        paths.append(folder / f"{stem}.csv")
        save_bytes(paths[-1], csv_text(project.robot, recording).encode())
    if "mat" in wishes.formats:
        paths.append(folder / f"{stem}.mat")
        save_bytes(paths[-1], mat_bytes(project.robot, recording))
    if len(recording.t) > 1:
        paths += _plots(project, recording, folder / stem, wishes.formats)
        if "pdf" in wishes.formats:
            paths.append(write_report(project, recording, file or project.name, folder / f"{stem}-report.pdf"))
        filmed = wishes.filmed and not interrupted()  # a film takes longer than who wants an end will wait
        films, cancelled = _film(project, recording, folder / stem, wishes) if filmed else ([], "")
        paths += films
        failed = failed or cancelled
    told = (recording.warning, stiff_hint(recording)) if isinstance(recording, Simulation) else ()
    return Report(lines, [words for words in told if words], paths, failed)


def _files(folder: Path, stem: str, wishes: RenderOptions) -> Iterator[Path]:
    """What may be written, but for the pictures in a folder of their own."""
    if "csv" in wishes.formats:
        yield folder / f"{stem}.csv"
    if "mat" in wishes.formats:
        yield folder / f"{stem}.mat"
    wanted = [name for name in PLOTTED if name in wishes.formats]
    if wanted:
        from denoc_studio.paper.figures import USUAL

        yield from (folder / f"{stem}-{name}.{suffix}" for name in USUAL for suffix in wanted)
    if "pdf" in wishes.formats:
        yield folder / f"{stem}-report.pdf"
    yield from film_paths(folder, stem, [name for name in wishes.filmed if name != "frames"])


def _plots(project: Project, recording: Recording, base: Path, formats: Sequence[str]) -> list[Path]:
    paths: list[Path] = []
    wanted = [name for name in PLOTTED if name in formats]
    if wanted:
        from denoc_studio.paper.figures import figures  # matplotlib takes more than a second to import

        for name, figure in figures(project, recording).items():
            for suffix in wanted:
                paths.append(base.with_name(f"{base.name}-{name}.{suffix}"))
                with timed(f"drawing {paths[-1].name}"):
                    save_bytes(paths[-1], figure.export(suffix))
    return paths


def _film(project: Project, recording: Recording, base: Path, wishes: RenderOptions) -> tuple[list[Path], str]:
    """The files, and why there are none; Ctrl+C leaves none."""
    film = Film(RecordedRun(project, recording), wishes.look, wishes.pace)
    paths = film_paths(base.parent, base.name, wishes.filmed)
    drawing = timed(f"drawing {film.count} frames")
    with interruptible() as cancel, drawing, progress(project.name, film.count, "frames drawn") as tell:
        try:
            shoot(film, paths, lambda _, share: tell(share * film.count), cancel.is_set)
        except (Cancelled, DynamicsError):
            if not cancel.is_set():  # else Ctrl+C has reached ffmpeg as well
                raise
            return [], "the film was cancelled"
    return paths, ""


def write_report(project: Project, recording: Recording, file: str, path: Path) -> Path:
    """The lab report as PDF."""
    from denoc_studio.paper.actuator_report import outcome
    from denoc_studio.paper.report.order import LabOrder, lab_source

    ended = ""
    if isinstance(recording, Simulation):
        ended = outcome(recording.status, recording.message, float(recording.t[-1]))
    with timed(f"writing {path.name}"):
        LabOrder(path).write(lab_source(project, recording, ended, file), lambda *_: None)
    return path


def failure(recording: Recording) -> str:
    """Why a run failed, in words; empty for one that ended as its project says, be it at a joint limit."""
    if not isinstance(recording, Simulation) or recording.status in ("completed", "stopped"):
        return ""
    if recording.status == "cancelled":
        return f"the run was {recording.message}"
    return f"the run {recording.status}: {recording.message}"


def compute(project: Project) -> Recording:
    """The project's recording, with its progress on standard error; Ctrl+C ends it early."""
    if project.run.mode == "inverse":
        with timed("computing"):
            return inverse_recording(project)
    job = project.job()
    chunks = []
    with interruptible() as cancel, timed("computing"), progress(project.name, job.duration, "s simulated") as tell:
        for chunk in stream(job, cancel):
            chunks.append(chunk)
            tell(chunk.reached)
    return assemble(job, chunks)


def checked(recording: Recording) -> Recording:
    """The same with its horizon, unless the run or its second computation was cancelled or takes too long."""
    if failure(recording):
        return recording
    with interruptible() as cancel, suppress(Interrupted), timed("computing a second time, more strictly"):
        return with_horizon(recording, Deadline(PATIENCE, cancel))
    return recording


def horizon_lines(recording: Recording) -> list[str]:
    """Until when a forward run can be reproduced, and why no further."""
    if not isinstance(recording, Simulation) or failure(recording):
        return []
    found = recording.horizon
    return [found.line if found is not None else f"reproducible: not known within {PATIENCE:g} s"]


def _summary(project: Project, recording: Recording, seconds: float, compiling: float) -> str:
    n = project.robot.n
    took = f"{seconds:.2f} s" + (f" (compiling or loading code: {compiling:.1f} s more)" if compiling > NOTABLE else "")
    if isinstance(recording, Simulation):
        reached = recording.t[-1] if len(recording.t) else 0.0
        return (
            f"{project.name}: {n} joints, {reached:g} s simulated in {took}, "
            f"{recording.steps} steps of {recording.job.integrator}, energy drift {recording.energy_error:.1e}"
        )
    peaks = [f"{x:.4g}" for x in np.abs(recording.fine.tau).max(axis=0)]
    shown = ", ".join(peaks[:12]) + (", ..." if n > 12 else "")
    done = f"{n} joints, {len(recording.t)} samples in {took}"
    return f"{project.name}: {done}, peak torques of {recording.peaks_of} {shown}"
