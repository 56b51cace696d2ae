"""A run many times over, with other numbers each time: bands, peaks and margins, and what causes their spread."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Literal, NamedTuple, get_args

import numpy as np

from denoc.basics.cancelling import Cancel, Progress, check_watchers, tell
from denoc.basics.checks import check_choice, check_count, check_kind
from denoc.basics.errors import DynamicsError, NoSolution
from denoc.files.projects.documents import changed
from denoc.files.projects.project import Project
from denoc.files.projects.tolerances import Tolerance, check_tolerances, number_of
from denoc.runs.recording import Recording, Simulation
from denoc.studies.drive_limits import bounds_of
from denoc.studies.many import MOST_THREADS, each
from denoc.studies.side_by_side import runs_of
from denoc.studies.tolerances.causes import (
    STRAIGHT,
    Cause,
    complete,
    is_spread,
    linear,
    none,
    saltelli,
    sobol,
    sobol_design,
)

PERCENTILES = (5, 25, 50, 75, 95)
BANDS = ("q", "qd", "tau")
FEWEST, MOST_RUNS = 8, 65536
AT_ONCE = 32  # runs that a thread makes side by side
MOST_NUMBERS = 10_000_000  # that are kept for the bands, of all runs
OF_THE_LAW = ("run.torque.", "run.motion.")  # numbers that a torque law has, or is told
TAIL = 1e-12  # of a normal distribution beyond which nothing is drawn: seven standard deviations

Method = Literal["auto", "linear", "sobol"]
Peak = Literal["peak_torque", "peak_speed"]
PEAKS: tuple[Peak, ...] = get_args(Peak)


class LeftOut(NamedTuple):
    """A run that there is not, or that did not get to its end: its numbers, in the order of the tolerances, and why."""

    values: tuple[float, ...]
    reason: str


class Spread(NamedTuple):
    """What tolerances make of a run. Percentiles are 5, 25, 50, 75 and 95; of r runs that got to their end.

    `t` (m,) in s; `q`, `qd` and `tau` (5, m, n) are the bands of the joints' positions, rates and torques in SI
    units, by percentile. `values` (r, d) are the numbers that the runs had. `peak_torque` (r, n) is each joint's
    largest |torque| in N m or N, `peak_speed` its largest |rate| in rad/s or m/s, of a forward run those at its
    samples; `torque_margin`, `speed_margin` and `position_margin` (r, n) are what is left to its limits, below zero
    where they are passed and inf where there are none. `causes`, one a joint, say which number causes the spread of
    its peak torque; where no joint's peak torque spreads, as in a fall or under constant torques, `of` is
    "peak_speed", and they are those of its peak rate.
    `left_out` are the runs that are in none of this: of arms that cannot be, and those that ended early. `runs` is
    how many were tried in all, those for Sobol's indices among them.
    """

    tolerances: tuple[Tolerance, ...]
    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    tau: np.ndarray
    values: np.ndarray
    peak_torque: np.ndarray
    torque_margin: np.ndarray
    speed_margin: np.ndarray
    position_margin: np.ndarray
    causes: tuple[Cause, ...]
    left_out: tuple[LeftOut, ...]
    runs: int
    peak_speed: np.ndarray
    of: Peak

    def ranking(self, joint: int) -> list[tuple[str, float, float]]:
        """(path, share, standard error) of what causes the spread of a joint's peak, the largest first.

        `joint` counts from 1; shares are the total ones, of the variance. DynamicsError for a joint there is not.
        """
        cause = self.causes[check_count(joint, "joint", 1, len(self.causes)) - 1]
        paths = [tolerance.path for tolerance in self.tolerances]
        found = zip(paths, cause.total.tolist(), cause.total_error.tolist(), strict=True)
        return sorted(found, key=lambda one: -one[1])

    def __repr__(self) -> str:
        left = f", {len(self.left_out)} left out" if self.left_out else ""
        return f"<Spread: {len(self.tolerances)} tolerances, {self.runs} runs{left}>"


def spread_of_run(
    project: Project,
    tolerances: object,
    runs: int = 256,
    seed: int = 0,
    *,
    method: Method = "auto",
    workers: int | None = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
) -> Spread:
    """How far a run spreads when some of its numbers have tolerances, and which of them causes most of that.

    `tolerances` are `Tolerance`s, independent of each other. The run is computed `runs` times (8 to 65536, best a power
    of two), with numbers that a scrambled Sobol sequence spreads evenly over all that can be: the same for the same
    `seed`, with any number of threads (`workers`). Bands (5, m, n) of q, qd and tau over the times (m,), peaks and
    margins (r, n) are in SI units; see `Spread`.

    Tolerances are what nobody knows: a controller goes on computing with the project's own numbers of the arm, or with
    what its model makes of them, and only its own ones, those of the law and of the motion, are as they are drawn.

    The causes of a joint's peak torque, or of its peak rate where no peak torque spreads, are shares of its
    variance: by a straight line through the results where that foretells 95 % of the variance, else Sobol's first
    and total indices, each with its standard error. These take `runs` times as many runs again as there are
    tolerances, and one time more; "linear" does without them, and needs two runs more than there are tolerances;
    "sobol" computes them for every joint.

    A number that makes an arm impossible, or a run that does not get to its end, is told in `left_out`: the results are
    those of the others, and no longer of all that can be. DynamicsError names the argument that cannot be used, and a
    place that the project has not; NoSolution where fewer runs are left than are needed. `cancel` is anything with
    is_set(), which ends it with `Cancelled`; `progress` is called with the share that is done, 0 to 1.

    A rod that is held level, whose mass of 1 kg is known to 10 %, its length to a millimetre:

    >>> still = dn.RunSettings("inverse", 1.0, 2, motion=dn.JointMotion((0.0,), (0.0,)))
    >>> held = dn.Project("held", dn.rod_chain(1).robot, (0.0,), (0.0,), still)
    >>> given = [dn.Tolerance("robot.links[0].mass", 0.1), dn.Tolerance("robot.links[0].a", 0.001)]
    >>> found = dn.spread_of_run(held, given, runs=64)
    >>> found.tau[:, 0, 0].round(1).tolist()  # N m
    [4.5, 4.7, 4.9, 5.1, 5.3]
    >>> found.ranking(joint=1)[0][0], bool(found.causes[0].total[0] > 0.99)
    ('robot.links[0].mass', True)
    """
    check_watchers(cancel, progress)
    check_kind(project, Project, "project")
    given = check_tolerances(tolerances)
    if not given:
        raise DynamicsError("at least one tolerance is needed", field="tolerances")
    own = np.array([number_of(project, tolerance) for tolerance in given])
    seed = check_count(seed, "seed", 0, 2**32 - 1)
    check_choice(method, get_args(Method), "method")
    fewest = max(FEWEST, len(given) + 2) if method == "linear" else FEWEST
    runs = check_count(runs, "runs", fewest, MOST_RUNS)
    if workers is not None:
        check_count(workers, "workers", 1, MOST_THREADS)
    samples = _Samples(project, given, own, runs, workers, cancel, progress)
    one, other = sobol_design(len(given), runs, seed)
    outcomes = samples.outcomes(one, bands=True)
    done = [row for row, outcome in enumerate(outcomes) if not isinstance(outcome, str)]
    if len(done) < fewest:
        raise NoSolution(f"only {len(done)} of {runs} runs got to their end: {samples.left_out[0].reason}")
    kept = [outcome for outcome in outcomes if not isinstance(outcome, str)]
    all_peaks = np.array([outcome.peaks for outcome in kept])
    samples.of = "peak_torque" if any(is_spread(y) for y in all_peaks[:, 0].T) else "peak_speed"
    peaks = all_peaks[:, PEAKS.index(samples.of)]
    values = samples.numbers(one[done])
    z = (values - own) / np.array([tolerance.deviation for tolerance in given])
    causes = [linear(z, y) if is_spread(y) else none(len(given)) for y in peaks.T]
    curved = [
        joint
        for joint, cause in enumerate(causes)
        if cause.method == "linear" and (method == "sobol" or (method == "auto" and cause.r_squared < STRAIGHT))
    ]
    if curved:
        known = np.full((runs, peaks.shape[1]), np.nan)
        known[done] = peaks
        second, mixed = saltelli(samples.peaks, one, other, known)
        for joint in curved:
            results = known[:, joint], second[:, joint], mixed[..., joint]
            if complete(*results).sum() >= FEWEST:
                causes[joint] = sobol(*results, causes[joint].r_squared, seed)
    tell(progress, 1.0)
    q, qd, tau = np.percentile([outcome.bands for outcome in kept], PERCENTILES, axis=0).swapaxes(0, 1)
    torque, speed, position = np.array([outcome.margins for outcome in kept]).swapaxes(0, 1)
    return Spread(
        tolerances=given,
        t=samples.times,
        q=q,
        qd=qd,
        tau=tau,
        values=values,
        peak_torque=all_peaks[:, 0],
        torque_margin=torque,
        speed_margin=speed,
        position_margin=position,
        causes=tuple(causes),
        left_out=tuple(samples.left_out),
        runs=samples.tried,
        peak_speed=all_peaks[:, 1],
        of=samples.of,
    )


def around(tolerance: Tolerance, value: float, shares: np.ndarray) -> np.ndarray:
    """The numbers (k,) around a value below which these shares (k,), 0 to 1, of all that can be are."""
    if tolerance.kind == "uniform":
        return value + tolerance.spread * (2 * shares - 1)
    from scipy.special import ndtri

    return value + tolerance.spread * ndtri(np.clip(shares, TAIL, 1 - TAIL))


class _Outcome(NamedTuple):
    """Of one run: bands (3, m, n) or None, peak torques and rates (2, n), margins (3, n)."""

    bands: np.ndarray | None
    peaks: np.ndarray
    margins: np.ndarray


class _Samples:
    """Runs at points of the unit cube, and those that there are not."""

    def __init__(
        self,
        project: Project,
        tolerances: tuple[Tolerance, ...],
        own: np.ndarray,
        runs: int,
        workers: int | None,
        cancel: Cancel | None,
        progress: Progress | None,
    ) -> None:
        self._project, self._tolerances, self._own = project, tolerances, own
        self._workers, self._cancel, self._progress = workers, cancel, progress
        self._most = runs * (len(tolerances) + 2)
        self.tried = 0
        self.of: Peak = "peak_torque"  # what the causes are looked for of
        self.left_out: list[LeftOut] = []
        times = project.times
        room = max(MOST_NUMBERS // (runs * project.robot.n * len(BANDS)), 2)
        self._rows = np.unique(np.linspace(0, len(times) - 1, min(room, len(times))).astype(int))
        self.times = times[self._rows]

    def numbers(self, points: np.ndarray) -> np.ndarray:
        """The project's numbers at points of the unit cube, (k, d) both."""
        columns = zip(self._tolerances, self._own, points.T, strict=True)
        return np.column_stack([around(tolerance, value, shares) for tolerance, value, shares in columns])

    def outcomes(self, points: np.ndarray, *, bands: bool) -> list[_Outcome | str]:
        """What comes of the runs, or in words why nothing does."""
        values, found = self.numbers(points).tolist(), []
        some = [values[first : first + AT_ONCE] for first in range(0, len(values), AT_ONCE)]
        outcomes = each(partial(self._outcomes, bands=bands), some, cancel=self._cancel, workers=self._workers)
        for numbers, outcome in zip(values, chain.from_iterable(outcomes), strict=True):
            self.tried += 1
            tell(self._progress, self.tried / self._most)
            if isinstance(outcome, str):
                self.left_out.append(LeftOut(tuple(numbers), outcome))
            found.append(outcome)
        return found

    def peaks(self, points: np.ndarray) -> np.ndarray:
        """Of the joints (k, n), nan where there is no run."""
        nothing = np.full(self._project.robot.n, np.nan)
        found = self.outcomes(points, bands=False)
        place = PEAKS.index(self.of)
        return np.array([nothing if isinstance(outcome, str) else outcome.peaks[place] for outcome in found])

    def _outcomes(self, values: list[list[float]], *, bands: bool) -> list[_Outcome | str]:
        made = [self._made(numbers) for numbers in values]
        there = [pair for pair in made if isinstance(pair, tuple)]
        projects, beliefs = [project for project, _ in there], [belief for _, belief in there]
        runs = iter(runs_of(projects, vary=True, beliefs=beliefs, cancel=self._cancel))
        return [
            self._outcome(pair[0], next(runs), bands=bands) if isinstance(pair, tuple) else str(pair) for pair in made
        ]

    def _made(self, values: list[float]) -> tuple[Project, Project] | DynamicsError:
        """The project with these numbers, and what its torque law knows: its own numbers, and the arm of before."""
        entries = {tolerance.path: value for tolerance, value in zip(self._tolerances, values, strict=True)}
        own = {path: value for path, value in entries.items() if path.startswith(OF_THE_LAW)}
        try:
            return changed(self._project, entries), changed(self._project, own) if own else self._project
        except DynamicsError as error:
            return error

    def _outcome(self, project: Project, run: Recording | DynamicsError, *, bands: bool) -> _Outcome | str:
        if isinstance(run, DynamicsError):
            return str(run)
        if isinstance(run, Simulation) and run.status != "completed":
            return run.message or run.status
        fine, limits, links = run.fine, bounds_of(project), project.robot.links
        peaks, rates = np.abs(fine.tau).max(axis=0), np.abs(fine.qd).max(axis=0)
        lower, upper = (np.array([getattr(link, name) for link in links]) for name in ("lower", "upper"))
        inside = np.minimum(fine.q.min(axis=0) - lower, upper - fine.q.max(axis=0))
        curves = np.array([getattr(run, name)[self._rows] for name in BANDS]) if bands else None
        return _Outcome(
            curves, np.array([peaks, rates]), np.array([limits.torque - peaks, limits.rate - rates, inside])
        )
