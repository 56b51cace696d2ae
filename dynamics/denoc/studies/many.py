"""Many runs of one study: computed in threads, in the order in which they were asked for.

The integrators are machine code that lets other threads run meanwhile. Whatever computes many runs at once belongs
here, and the studies get it without knowing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from denoc.basics.cancelling import Cancel, Cancelled, check_cancelled
from denoc.files.projects.project import Project, inverse_recording
from denoc.runs.problem.job import Job
from denoc.runs.recording import Recording, Simulation
from denoc.runs.simulation import run

A = TypeVar("A")
B = TypeVar("B")

MOST_THREADS = 64


def each(
    function: Callable[[A], B], items: Sequence[A], *, cancel: Cancel | None = None, workers: int | None = None
) -> Iterator[B]:
    """What the function gives for each of the items, in their order, whoever is done first; Cancelled once `cancel` is
    set, or the flag of this thread's `cancellable`. Without `workers` as many threads as the machine has cores."""
    threads = min(workers or os.cpu_count() or 1, MOST_THREADS)
    with ThreadPoolExecutor(threads, thread_name_prefix="study") as pool:
        try:
            for found in pool.map(lambda item: None if _is_set(cancel) else function(item), items):
                stop_if_cancelled(cancel)
                yield found  # type: ignore[misc]  # None comes only with the flag set
        finally:
            pool.shutdown(cancel_futures=True)


def run_of(project: Project, cancel: Cancel | None = None, belief: Project | None = None) -> Recording:
    """The project's run by the kernels for all arms, since a study has many robots and each of them few runs.

    `belief` is what its torque law knows, see `Project.job`."""
    if project.run.mode == "inverse":
        return inverse_recording(project)
    return finished(project.job(draft=True, belief=belief), cancel)


def finished(job: Job, cancel: Cancel | None = None) -> Simulation:
    """The run, however it ended, unless that was by being cancelled."""
    found = run(job, cancel)
    if found.status == "cancelled":
        raise Cancelled
    return found


def stop_if_cancelled(cancel: Cancel | None) -> None:
    """Cancelled, if nobody waits any more."""
    check_cancelled()
    if _is_set(cancel):
        raise Cancelled


def _is_set(cancel: Cancel | None) -> bool:
    return cancel is not None and cancel.is_set()
