"""Why did it change? A joint's peak torque before and after some edits: which edit did how much of the difference."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np

from denoc.basics.cancelling import Cancel, Progress, check_watchers, tell
from denoc.basics.checks import check_count, check_kind, check_number
from denoc.basics.errors import DynamicsError, NoSolution
from denoc.files.projects.documents import document_of, get, keys_of, project_of, put
from denoc.files.projects.project import Project
from denoc.runs.recording import Recording, Simulation
from denoc.studies.edits import Edit, edits_between
from denoc.studies.many import each, run_of

MOST_EDITS = 10

Measure = Callable[[Recording], float]


class NotRun(NamedTuple):
    """Some of the edits, in words, with which alone there is no run, and why."""

    edits: tuple[str, ...]
    reason: str


class Shares(NamedTuple):
    """How much of a change each of the `edits` has caused: `shares` (k,), which add up to `after` - `before`.

    In the unit of what was measured: N m or N for a peak torque. `alone` (k,) is the change that an edit makes by
    itself, nan where there is no run of it: where it differs from the share, the edits act together. `runs` were
    computed; `not_run` tells the combinations that could not be, which are passed by.
    """

    edits: tuple[Edit, ...]
    shares: np.ndarray
    alone: np.ndarray
    before: float
    after: float
    runs: int
    not_run: tuple[NotRun, ...]

    @property
    def difference(self) -> float:
        """What is shared out: `after` - `before`, in the unit of what was measured."""
        return self.after - self.before

    def __repr__(self) -> str:
        parts = zip(self.edits, self.shares.tolist(), strict=True)
        largest = sorted(parts, key=lambda part: -abs(part[1]))
        words = "; ".join(f"{share:+.4g} by {edit.words}" for edit, share in largest[:3])
        more = f"; {len(largest) - 3} more" if len(largest) > 3 else ""
        return f"<Shares: {self.before:.5g} to {self.after:.5g}: {words or 'no edits'}{more}>"


def shares_of_change(
    before: Project,
    after: Project,
    joint: int = 1,
    *,
    measure: Measure | None = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
) -> Shares:
    """Which edit has changed a joint's peak torque by how much: its change between two projects, shared out exactly.

    The edits are those of `edits_between`, at most ten (of more, some are put together). An edit's share is its Shapley
    value: the change that it makes when it comes, averaged over all the orders in which the edits can be made. So
    shares (k,), in N m or N, add up to the whole change whatever the edits do to each other, and equal edits have equal
    shares. It takes a run for each of the 2^k combinations. Where a combination has no run, since it is no legal arm or
    its run diverges, the orders that come by it are left out, and it is told in `not_run`.

    `joint` counts from 1; both projects need it. `measure` is another number to share out, a function of the
    `Recording`. Peaks are those of `Recording.fine`. A chaotic run's change is not caused by one edit or another: look
    at `lyapunov` before. DynamicsError for an argument that cannot be used, NoSolution where one of the two projects
    does not run, or every order comes by a combination that does not. `cancel` is anything with is_set(), which ends it
    with `Cancelled`; `progress` is called with the share that is done, 0 to 1.

    Twice the mass and half the gravity, of a rod that is held level:

    >>> from dataclasses import replace
    >>> still = dn.RunSettings("inverse", 1.0, 2, motion=dn.JointMotion((0.0,), (0.0,)))
    >>> before = dn.Project("held", dn.rod_chain(1).robot, (0.0,), (0.0,), still)
    >>> robot = replace(before.robot.with_link(0, mass=2.0), gravity=(0, -4.905, 0))
    >>> found = dn.shares_of_change(before, replace(before, robot=robot))
    >>> found.shares.round(5).tolist(), found.alone.round(5).tolist()  # gravity, mass
    ([-3.67875, 3.67875], [-2.4525, 4.905])
    """
    check_watchers(cancel, progress)
    joints = min(check_kind(each_, Project, name).robot.n for each_, name in ((before, "before"), (after, "after")))
    joint = check_count(joint, "joint", 1, joints)
    if measure is not None and not callable(measure):
        raise DynamicsError("a function of a recording is needed", field="measure", value=measure)
    edits = edits_between(before, after, MOST_EDITS)
    some = _Some(before, after, edits, measure or partial(peak_torque, joint), cancel)
    values, not_run = np.full(1 << len(edits), math.nan), []
    for subset, found in enumerate(each(some.value, range(len(values)), cancel=cancel)):
        if isinstance(found, str):
            not_run.append(NotRun(some.words(subset), found))
        else:
            values[subset] = found
        tell(progress, (subset + 1) / len(values))
    for subset, name in ((0, "before"), (-1, "after")):
        if math.isnan(values[subset]):
            raise NoSolution(f"the project {name} the change has no run: {not_run[subset].reason}")
    alone = np.array([values[1 << k] - values[0] for k in range(len(edits))])
    shares = shapley(values)
    return Shares(edits, shares, alone, float(values[0]), float(values[-1]), len(values) - len(not_run), tuple(not_run))


def peak_torque(joint: int, recording: Recording) -> float:
    """The largest torque of a joint, from 1, either way, in N m or N."""
    return float(np.abs(recording.fine.tau[:, joint - 1]).max())


def shapley(values: np.ndarray) -> np.ndarray:
    """Each player's mean contribution over all orders that come by subsets with a value only: (k,).

    `values` (2^k,) are those of the subsets, with player i in those whose bit i is set; nan where there is none.
    Without such gaps these are Shapley's values (L. S. Shapley, A value for n-person games, 1953); with them too the
    contributions of each order add up from the empty subset to the full one. Sums are exact until they are rounded at
    last. NoSolution where every order comes by a gap.
    """
    subsets, players = range(len(values)), (len(values) - 1).bit_length()
    known = ~np.isnan(values)
    up, down = [0] * len(values), [0] * len(values)  # orders that lead to a subset, and on from it
    up[0] = down[-1] = 1
    for subset in subsets[1:]:
        if known[subset]:
            up[subset] = sum(up[subset ^ 1 << i] for i in range(players) if subset >> i & 1)
    for subset in subsets[-2::-1] if len(values) > 1 else ():
        if known[subset]:
            down[subset] = sum(down[subset | 1 << i] for i in range(players) if not subset >> i & 1)
    if not down[0] or not known[0]:
        raise NoSolution("every order of the edits comes by a combination that has no run")
    shares = []
    for i in range(players):
        total = Fraction(0)
        for subset in subsets:
            orders = 0 if subset >> i & 1 else up[subset] * down[subset | 1 << i]
            if orders:
                total += orders * (Fraction(values[subset | 1 << i]) - Fraction(values[subset]))
        shares.append(float(total / down[0]))
    return np.array(shares)


class _Some:
    """The project before with some of the edits: a subset has bit i for edit i."""

    def __init__(
        self, before: Project, after: Project, edits: tuple[Edit, ...], measure: Measure, cancel: Cancel | None
    ) -> None:
        self._before, self._edits, self._measure, self._cancel = before, edits, measure, cancel
        self._after = document_of(after)

    def words(self, subset: int) -> tuple[str, ...]:
        """What its edits are."""
        return tuple(edit.words for i, edit in enumerate(self._edits) if subset >> i & 1)

    def value(self, subset: int) -> float | str:
        """What is measured of the run with these edits, or in words why there is none."""
        document = document_of(self._before)
        for i, edit in enumerate(self._edits):
            for path in edit.paths if subset >> i & 1 else ():
                document = put(document, keys_of(path), get(self._after, path))
        try:
            run = run_of(project_of(document, self._before), self._cancel)
        except DynamicsError as error:
            return str(error)
        if isinstance(run, Simulation) and run.status in ("diverged", "failed"):
            return run.message or run.status
        try:
            found = self._measure(run)
        except Exception as error:  # the caller's own: it passes through as it is
            error.add_note("raised by the measure function")
            raise
        return check_number(found, "measure", largest=math.inf)
