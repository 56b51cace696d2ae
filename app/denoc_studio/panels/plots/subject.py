"""Which runs the plots show: the current one, a faded one behind it, one that is subtracted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from denoc.runs.events.event_search import Event
from denoc.torques.pushes import Pushes
from denoc_studio.plots.comparison import Pinned
from denoc_studio.plots.horizon import doubtful_from
from denoc_studio.plots.many.bands import Bands
from denoc_studio.plots.measured import Overlay
from denoc_studio.plots.motion import Motion, empty_motion, has_reference
from denoc_studio.plots.ranges import NOWHERE, Range
from denoc_studio.session.document import Document
from denoc_studio.session.run import PATIENCE, Run


class Subject(NamedTuple):
    """What is shown: a run of which `share` is done, a faded one behind it, and one to be subtracted from it."""

    motion: Motion
    duration: float
    share: float = 1.0
    ghost: Motion | None = None
    pinned: bool = False  # the ghost was chosen to be compared with
    minus: Pinned | None = None
    events: Sequence[Event] = ()
    pushes: Pushes = ()
    until: float = math.inf  # the time that is worth showing: a run may end early
    doubtful: Range = NOWHERE  # the stretch of time that cannot be reproduced


def subject_of(
    document: Document,
    subtracted: Run | None,
    ghosts: bool,
    log: Overlay | None = None,
    bands: Bands | None = None,
) -> Subject:
    """The document's runs; with `ghosts`, the one before or pinned behind the current one; with a log over it, and
    bands of many behind it."""
    run, pinned = document.results.current, document.results.pinned
    if run is None:
        return Subject(empty_motion(document.robot), document.project.run.duration)
    ghost = _behind(run, pinned, document.results.ghost) if ghosts else None
    return Subject(
        replace(_so_far(run), measured=log, bands=bands),
        run.duration,
        run.count / len(run.job.times) if run.running else 1.0,
        ghost=_so_far(ghost) if ghost is not None else None,
        pinned=ghost is not None and ghost is pinned,
        minus=Pinned(_so_far(subtracted), document.results.pinned_name) if subtracted is not None else None,
        events=run.events,
        pushes=run.pushes,
        until=math.inf if run.running or run.status == "completed" or run.count < 2 else run.end,
        doubtful=_doubtful(run, subtracted),
    )


def _doubtful(run: Run, subtracted: Run | None) -> Range:
    since = doubtful_from(run.recording, subtracted.recording if subtracted is not None else None)
    return (since, run.end) if since < run.end else NOWHERE


def _behind(run: Run, pinned: Run | None, ghost: Run | None) -> Run | None:
    """What the run is seen against: one that was pinned, or the one before where that is a run of the same kind."""
    if ghost is None or ghost is run:
        return None
    return ghost if ghost is pinned or ghost.project.run.mode == run.project.run.mode else None


def _so_far(run: Run) -> Motion:
    """What the run has computed; what follows from it is computed once."""
    references = run.references if has_reference(run.project) else None
    return Motion(
        run.project.robot,
        run.recording,
        partial(run.tip_path, PATIENCE),
        references,
        run.derived,
        run.bounds,
        lambda: run.limits_reached,
        run.scaled,
    )


def ending_of(run: Run) -> str:
    """Of a run that ended before its time: how and when; one that diverged did so behind its last sample."""
    if run.status == "diverged":
        return f"diverged after {run.end:.6g} s"
    return f"{run.status} at {run.reached:.6g} s" if run.status in ("failed", "cancelled", "stopped") else ""
