"""Run a project again and again: chunks of runs are handed to a crew, and their rows come back in any order."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from denoc.basics.cancelling import Cancel, Cancelled, Progress, check_watchers, tell
from denoc.basics.checks import check_choice, check_count, check_items, check_kind
from denoc.basics.errors import DynamicsError
from denoc.basics.version import __version__
from denoc.files.projects.documents import keys_of
from denoc.files.projects.project import Project
from denoc.files.projects.project_file import project_bytes, project_from_bytes
from denoc.runs.recording import Recording, Simulation
from denoc.studies.side_by_side import runs_of
from denoc.studies.sweeps.entries import Template
from denoc.studies.sweeps.measures import DEFAULT, MAX_MEASURES, Chosen, Column
from denoc.studies.sweeps.plan import Plan

MEASURED = ("completed", "stopped")  # ends of a run after which there is something to measure
CHUNK = 0.5  # s that a chunk of runs shall take: short for who waits, long beside what handing it over costs
MOST_AT_ONCE = 1000  # runs of a chunk
FILE = Path("sweep.arm.json")  # a name for what is never written
WAITING = 2  # chunks that lie ready for each worker

Keep = Callable[[Mapping[int, "Row"]], None]


class Row(NamedTuple):
    """A run of a sweep: the varied entries, then its measures, nan where there are none; how it ended, and why."""

    numbers: tuple[float, ...]
    status: str
    message: str


class Work(NamedTuple):
    """A sweep but for its values, as plain data that any process with this package can compute with."""

    project: bytes  # the project file
    paths: tuple[str, ...]
    measures: tuple[str, ...]
    version: str = __version__


class Done(NamedTuple):
    """Rows by the numbers of their runs, and what they took: s of one worker."""

    rows: dict[int, Row]
    seconds: float


class Crew(Protocol):
    """Who computes: `width` chunks at once."""

    @property
    def width(self) -> int: ...

    def submit(self, work: Work, runs: list[int], values: list[list[float]]) -> Future[Done]: ...

    def finished(self, under_way: Sequence[Future[Done]], seconds: float) -> Iterable[Future[Done]]:
        """Those that are, as soon as one is or the time is over."""
        ...


class Sweep(NamedTuple):
    """The table of a sweep: `numbers` (runs, columns), the varied entries first, nan where a run has no measures.

    `statuses` are those of the runs, or "refused" where the entries make no project or a motion has no solution;
    `messages` say why. SI units and radians.
    """

    columns: tuple[Column, ...]
    numbers: np.ndarray
    statuses: tuple[str, ...]
    messages: tuple[str, ...]

    def column(self, name: str) -> np.ndarray:
        """The numbers (runs,) of a path or a measure, such as "peak_torque2"."""
        names = [column.name for column in self.columns]
        return self.numbers[:, names.index(check_choice(name, names, "name"))]


def work_of(project: Project, plan: Plan, measures: Iterable[str] = DEFAULT) -> tuple[Work, tuple[Column, ...]]:
    """What is to be computed, and the columns of its table. DynamicsError for paths and measures that cannot be."""
    template = Template(project)
    for path in check_kind(plan, Plan, "plan").paths:
        template.value(path)
    names = check_items(measures, MAX_MEASURES, "measures")
    chosen = Chosen(names, project.robot)
    columns = (*(Column(path, "") for path in plan.paths), *chosen.columns)
    return Work(project_bytes(template.project({}), FILE), plan.paths, names), columns


def sweep(
    project: Project,
    plan: Plan,
    measures: Iterable[str] = DEFAULT,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Sweep:
    """Run the project once for each row of the plan, in `workers` threads, and measure every run.

    `measures` are names: of every joint ("peak_torque"), of one ("peak_torque2"), of the arm ("energy"), or formulas of
    those before ("ratio = peak_torque1 / peak_torque2"). A run that cannot be, diverges or fails has no measures, and
    says why. A controller knows the arm of its row. Rows do not depend on who computes them or on each other. With
    `cancel` set the rest is "cancelled". DynamicsError for paths that lead nowhere, and for measures that cannot be.

    >>> heavier = dn.sweep_plan([dn.Vary("robot.links[2].mass", 1.0, 2.0, 3)])
    >>> table = dn.sweep(dn.load("planar-3r-inverse"), heavier, ["peak_torque1"])
    >>> bool(table.column("peak_torque1")[0] < table.column("peak_torque1")[2])
    True
    """
    from denoc.studies.sweeps.crews import Threads

    check_watchers(cancel, progress)
    work, columns = work_of(project, plan, measures)
    most = 64 if workers is None else check_count(workers, "workers", 1, 1024)
    with Threads(most, cancel) as crew:
        rows = compute(work, plan.values, crew, progress=progress, cancel=cancel)
    empty = (math.nan,) * (len(columns) - len(plan.paths))
    all_rows = [
        rows.get(run) or Row((*values, *empty), "cancelled", "") for run, values in enumerate(plan.values.tolist())
    ]
    numbers = np.array([row.numbers for row in all_rows]).reshape(-1, len(columns))
    return Sweep(columns, numbers, tuple(row.status for row in all_rows), tuple(row.message for row in all_rows))


def compute(
    work: Work,
    values: np.ndarray,
    crew: Crew,
    *,
    known: Mapping[int, Row] | None = None,
    keep: Keep | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> dict[int, Row]:
    """The rows of all runs but those that are `known`, by their numbers; chunks grow until each takes CHUNK seconds.

    `keep` is told of every chunk before the next is handed out, so that nothing that was computed needs to be computed
    again. Cancelled, it gives what there is.
    """
    rows = dict(known or {})
    missing = [run for run in range(len(values)) if run not in rows]
    under_way: list[Future[Done]] = []
    place, size = 0, 1
    try:
        while (place < len(missing) or under_way) and not (cancel is not None and cancel.is_set()):
            while place < len(missing) and len(under_way) < WAITING * crew.width:
                runs = missing[place : place + size]
                under_way.append(crew.submit(work, runs, values[runs].tolist()))
                place += size
            for future in crew.finished(under_way, CHUNK / 5):
                under_way.remove(future)
                done = future.result()
                rows.update(done.rows)
                size = _next_size(size, done)
                if keep is not None:
                    keep(done.rows)
                tell(progress, len(rows) / len(values))
    finally:
        for future in under_way:
            future.cancel()
    return rows


def compute_chunk(work: Work, runs: list[int], values: list[list[float]], cancel: Cancel | None = None) -> Done:
    """Rows of these runs. It is called in other threads, processes and machines; rows do not depend on which."""
    if work.version != __version__:
        raise DynamicsError(f"a worker has version {__version__} of this program, not {work.version}", field="cluster")
    begin = time.perf_counter()
    template, chosen = _ready(work)
    projects = dict[int, Project]()
    rows = dict[int, Row]()
    for run, entries in zip(runs, values, strict=True):
        try:
            projects[run] = template.project(dict(zip(work.paths, entries, strict=True)))
        except DynamicsError as error:
            rows[run] = _refused(entries, chosen, error)
    try:
        found = runs_of(list(projects.values()), vary=_vary_arm(work), cancel=cancel)
    except Cancelled:
        return Done({}, time.perf_counter() - begin)
    given = dict(zip(runs, values, strict=True))
    for (run, project), recording in zip(projects.items(), found, strict=True):
        rows[run] = _row(project, given[run], chosen, recording)
    return Done(rows, time.perf_counter() - begin)


@lru_cache(maxsize=4)
def _ready(work: Work) -> tuple[Template, Chosen]:
    project = project_from_bytes(work.project, FILE)
    return Template(project), Chosen(work.measures, project.robot)


def _vary_arm(work: Work) -> bool:
    return any(keys_of(path)[0] == "robot" for path in work.paths)


def _row(project: Project, entries: list[float], chosen: Chosen, run: Recording | DynamicsError) -> Row:
    if isinstance(run, DynamicsError):
        return _refused(entries, chosen, run)
    status, message = _end_of(run)
    nothing = (math.nan,) * len(chosen.columns)
    try:
        measured = status in MEASURED and len(run.t) >= 2
        return Row((*entries, *(chosen.of(project, run) if measured else nothing)), status, message)
    except DynamicsError as error:
        return _refused(entries, chosen, error)


def _refused(entries: list[float], chosen: Chosen, error: DynamicsError) -> Row:
    return Row((*entries, *(math.nan,) * len(chosen.columns)), "refused", str(error))


def _end_of(run: Recording) -> tuple[str, str]:
    return (run.status, run.message) if isinstance(run, Simulation) else ("completed", "")


def _next_size(size: int, done: Done) -> int:
    """How many runs take CHUNK seconds, judged by those that are done; it never grows by more than four times."""
    if not done.rows:
        return size
    fitting = CHUNK * len(done.rows) / max(done.seconds, 1e-6)
    return max(1, min(int(fitting), 4 * size, MOST_AT_ONCE))
