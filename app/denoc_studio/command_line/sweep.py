"""A sweep without a window: resumed where it was when it was ended, by whatever that was."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from denoc.basics.errors import DynamicsError, ProjectError
from denoc.basics.version import __version__
from denoc.files.disk.files import save_bytes
from denoc.files.disk.journal import Journal
from denoc.files.projects.project import Project
from denoc.files.tables.sweep_table import csv_bytes, line, parquet_bytes, parquet_obstacle, read_line
from denoc.files.text.number_text import is_number
from denoc.studies.sweeps.crews import Cluster, Threads
from denoc.studies.sweeps.measures import MEASURES
from denoc.studies.sweeps.plan import STEPS, Design, Plan, Vary, sweep_plan
from denoc.studies.sweeps.sweep import Crew, Row, Work, compute, work_of
from denoc_studio.command_line.progress import interruptible, progress

WRITERS = {".csv": csv_bytes, ".parquet": parquet_bytes}
JOURNAL = ".part"  # after the table's name: what has been computed of it so far


class SweepEnd(NamedTuple):
    """How many runs the table has, how many of them have no measures and why, and whether Ctrl+C came first."""

    runs: int
    without: int
    first_reason: str
    interrupted: bool


def check_table(target: Path) -> None:
    """Refuse what cannot be written, before anything is computed."""
    if target.suffix.lower() not in WRITERS:
        raise ProjectError(target, f"a table is written by its ending: {', '.join(WRITERS)}")
    if target.suffix.lower() == ".parquet" and parquet_obstacle():
        raise ProjectError(target, parquet_obstacle())


def write_sweep(
    project: Project, plan: Plan, measures: tuple[str, ...], target: Path, cluster: str | None, workers: int | None
) -> SweepEnd:
    """Compute what is not in the table's journal yet, and write the table once all of it is there."""
    work, columns = work_of(project, plan, measures)
    titles = [column.title for column in columns]
    with Journal(target.with_name(target.name + JOURNAL), _title(work, plan)) as journal, interruptible() as cancel:
        lines = {read_line(text)[0]: text for text in journal.lines}

        def keep(rows: Mapping[int, Row]) -> None:
            new = {run: line(run, *row) for run, row in rows.items()}
            journal.append(list(new.values()))
            lines.update(new)

        known = {run: Row(*read_line(text)[1:]) for run, text in lines.items()}
        crew: AbstractContextManager[Crew] = Threads(workers or 64, cancel) if cluster is None else Cluster(cluster)
        with crew as at_work, progress(project.name, len(plan.values), "runs") as tell:
            tell(len(known))
            rows = compute(
                work,
                plan.values,
                at_work,
                known=known,
                keep=keep,
                progress=lambda share: tell(round(share * len(plan.values))),
                cancel=cancel,
            )
        if len(rows) < len(plan.values):
            return SweepEnd(len(rows), 0, "", True)
        save_bytes(target, WRITERS[target.suffix.lower()](titles, lines))
    journal.remove()
    failed = [row for _, row in sorted(rows.items()) if row.message and row.status not in ("completed", "stopped")]
    return SweepEnd(len(rows), len(failed), failed[0].message if failed else "", False)


def _title(work: Work, plan: Plan) -> str:
    """Whose lines a journal holds: the same project, values, measures and program."""
    values = hashlib.sha256(plan.values.tobytes()).hexdigest()
    project = hashlib.sha256(work.project).hexdigest()
    return json.dumps(["sweep", __version__, project, values, work.paths, work.measures])


def plan_of(varied: Sequence[str], runs: int | None, design: Design, seed: int) -> Plan:
    """The plan of `--vary` and its companions: a grid, or so many runs."""
    ranges = [_range(text) for text in varied]
    if runs is None:
        grid = [Vary(path, low, high, STEPS if count is None else count) for path, low, high, count in ranges]
        return sweep_plan(grid)
    for text, (*_, count) in zip(varied, ranges, strict=True):
        if count is not None:
            raise DynamicsError("COUNT is for a grid, --runs for points", field="--vary", value=text)
    return sweep_plan([Vary(*each[:3]) for each in ranges], design=design, runs=runs, seed=seed)


def measure_lines() -> list[str]:
    """What can be measured, a line each."""
    width = max(map(len, MEASURES))
    return [
        f"{name.ljust(width)}  {'of each joint: ' if measure.joints else ''}{measure.meaning}"
        f"{f' [{measure.units[0]}]' if measure.units[0] else ''}"
        for name, measure in MEASURES.items()
    ]


def _range(text: str) -> tuple[str, float, float, int | None]:
    """Of `PATH=FROM:TO[:COUNT]`. DynamicsError says what is wrong."""
    path, _, span = text.partition("=")
    parts = [part.strip() for part in span.split(":")]
    if not path or len(parts) not in (2, 3) or not all(is_number(part) for part in parts[:2]):
        raise DynamicsError("PATH=FROM:TO or PATH=FROM:TO:COUNT is needed", field="--vary", value=text)
    if parts[2:] and not re.fullmatch(r"\d{1,8}", parts[2], re.ASCII):
        raise DynamicsError("COUNT is a whole number", field="--vary", value=text)
    return path.strip(), float(parts[0]), float(parts[1]), int(parts[2]) if parts[2:] else None
