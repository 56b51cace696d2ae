"""An integrator that ends its steps at events and goes on from there."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Protocol

import numpy as np

from denoc.runs.events.equation import HybridEquation
from denoc.runs.events.event_search import NODES, TO_BERNSTEIN, Event, doubtful_moments, locate
from denoc.runs.events.stops import Stops
from denoc.runs.events.transitions import LimitReached, Transitions
from denoc.runs.integrators import LOOK, ExplicitStepper, NotFinite, Progress, StepFailed
from denoc.runs.problem.job import Job

SLICE = 0.005  # seconds that `advance` should take
INSTANT = 1e-12  # of the duration: events that are closer happen at one instant
MOST_EVENTS = 100  # at one instant, or in a row without a change
NO_LINES = np.zeros((3, 0, 0, 2))


class Piece(Protocol):
    """An integrator of one smooth piece."""

    @property
    def t(self) -> float: ...

    @property
    def y(self) -> np.ndarray: ...

    def step(self, end: float) -> None:
        """One accepted step, not past `end`; StepFailed when there is none."""

    def resume(self) -> None:
        """The derivative has changed at t."""

    def interpolate(self, times: np.ndarray) -> np.ndarray:
        """States at times within the last step."""


class HybridStepper:
    """Steps of an integrator from event to event, each located on the step's own dense output.

    Its states are rows (q, qd, work, work of friction, qdd, z), as many numbers as the equation has, with the
    accelerations of the mode that they belong to; where a limit ends the run, that moment's row comes last. `events`
    grows.
    """

    def __init__(
        self, job: Job, equation: HybridEquation, stops: Stops, piece: Callable[[float, np.ndarray], Piece]
    ) -> None:
        """`piece` begins a smooth piece at a time and a state."""
        self.t = 0.0
        self.steps = 0
        self.shortest = math.inf
        self.events: list[Event] = []
        self._equation = equation
        self._transitions = Transitions(job, equation, stops)
        self._eventful = job.has_events
        self._begin = piece
        self._piece: Piece | None = None
        self._instant, self._crowd = -1.0, 0
        self._resolution = INSTANT * job.duration
        self._batch = 1  # steps at most until the next look at the clock
        self._loops = equation.quiet_loops
        self._room, self._slope = np.zeros((len(NODES), 4, equation.n, 2)), np.zeros(equation.size)
        self._report = np.zeros(3)
        self._state = np.concatenate([job.q0, job.qd0, np.zeros(equation.size - 2 * equation.n)])
        self._transitions.begin(self.t, self._state)

    @property
    def y(self) -> np.ndarray:
        return self._rows(np.array([self.t]), self._state[None, :])[0]

    @property
    def evaluations(self) -> int:
        return self._equation.evaluations

    def advance(self, end: float, times: np.ndarray) -> Progress:
        """Steps for a few milliseconds, not past `end`."""
        started = time.perf_counter()
        rows = [np.zeros((0, self._equation.size))]
        passed = 0  # times
        failed: StepFailed | None = None
        while failed is None and self.t < end and time.perf_counter() - started < SLICE:
            try:
                parts = len(rows)
                failed = self._step(end, times[passed:], rows)
                passed += sum(len(part) for part in rows[parts:])
            except StepFailed as trouble:
                failed = trouble
            except NotFinite as cause:
                failed = StepFailed(str(cause), cause)
            if self.steps % LOOK == 0:
                break
        return Progress(np.concatenate(rows), failed)

    def resume(self) -> None:
        """The torques may have jumped at t: joints that stick may set off."""
        if self._eventful and (self._transitions.margins(np.array([self.t]), self._state[None, :]) < 0).any():
            self._piece = None
            self._happen(self.t)
        elif self._piece is not None:
            self._piece.resume()

    def _step(self, end: float, times: np.ndarray, rows: list[np.ndarray]) -> LimitReached | None:
        """Steps in which nothing happens, then one or the part of it before an event; rows at the times that they
        pass."""
        if self._piece is None:
            self._piece = self._begin(self.t, self._state)
        piece = self._piece
        passed, doubtful = self._quiet_steps(piece, end, times, rows)
        if not doubtful:
            return None
        before, times = self.t, times[passed:]
        event = self._first_event(piece, before) if self._eventful else None
        self.t = piece.t if event is None else event
        within = times[times < self.t] if event is not None else times[times <= self.t]
        rows.append(self._rows(within, piece.interpolate(within)))
        if event is None:
            self._state = piece.y
            self._transitions.keep(self._state)
            return None
        self._state = piece.interpolate(np.array([event]))[0]
        self._piece = None
        try:
            self._happen(event)
        except LimitReached as limit:
            self.events.append(limit.event)
            rows.append(self.y[None, :])
            return limit
        if len(within) < len(times) and times[len(within)] == event:
            rows.append(self.y[None, :])
        return None

    def _quiet_steps(self, piece: Piece, end: float, times: np.ndarray, rows: list[np.ndarray]) -> tuple[int, bool]:
        """Steps for a few milliseconds, up to the first in which something may happen: how many times were passed
        before that one, and whether it has been made."""
        if not isinstance(piece, ExplicitStepper):
            before = piece.t
            piece.step(end)
            self.steps += 1
            self.shortest = min(self.shortest, piece.t - before)
            return 0, True
        most = 1 if self._transitions.setting_off else min(self._batch, LOOK - self.steps % LOOK)
        started = time.perf_counter()
        lines = self._transitions.lines if self._eventful else NO_LINES
        given = NODES, TO_BERNSTEIN, lines, self._transitions.spare, self._room, self._slope, self._report
        states, failed = piece.advance_by(self._loops.advance, end, most, times, *given)
        steps, shortest, doubtful = self._report.tolist()
        self._batch = max(1, int(most * min(8.0, SLICE / max(time.perf_counter() - started, 1e-9))))
        self.steps += int(steps)
        self.shortest = min(self.shortest, shortest)
        self.t = piece.began if doubtful else piece.t
        if len(states):
            self._keep(times[: len(states)], states, rows)
        if failed is not None:
            raise failed
        if not doubtful:
            self._state = piece.y
            self._transitions.keep(self._state)
        return len(states), bool(doubtful)

    def _keep(self, times: np.ndarray, states: np.ndarray, rows: list[np.ndarray]) -> None:
        """The rows of these states; where one has none, those before it and then NotFinite."""
        try:
            rows.append(self._rows(times, states))
        except NotFinite:
            rows.extend(self._rows(times[k : k + 1], states[k : k + 1]) for k in range(len(times)))

    def _first_event(self, piece: Piece, before: float) -> float | None:
        """When the first mode is over within the piece's last step."""
        looks = _moments(before, piece.t, NODES)
        terms = self._transitions.nearly_terms(looks, piece.interpolate(looks))
        shares = doubtful_moments(terms.reshape(len(looks), -1, 2))
        if not len(shares):
            return None

        def margins(times: np.ndarray) -> np.ndarray:
            return self._transitions.margins(times, piece.interpolate(times)).min(axis=1)

        probes = _moments(before, piece.t, np.union1d(shares, NODES)[1:])
        over = margins(probes) < 0
        if not over.any():
            return None
        k = int(np.argmax(over))
        left = before if k == 0 else float(probes[k - 1])
        return locate(lambda t: float(margins(np.array([t]))[0]), left, float(probes[k]))

    def _happen(self, t: float) -> None:
        """The event at t: new modes, unless they come without end."""
        before = np.array(self._equation.modes)
        self.events += self._transitions.cross(t, self._state)
        idle = np.array_equal(before, self._equation.modes)
        self._crowd = self._crowd + 1 if idle or t - self._instant <= self._resolution else 0
        if self._crowd == 0:
            self._instant = t
        if self._crowd > MOST_EVENTS:
            joint = self.events[-1].joint
            words = f"more than {MOST_EVENTS} events at t = {t:.6g} s, joint {joint} neither rests nor moves"
            raise StepFailed(words, joint=joint)

    def _rows(self, times: np.ndarray, states: np.ndarray) -> np.ndarray:
        """(q, qd, work, work of friction, qdd, z) of states of the equation in its modes of now."""
        n = self._equation.n
        accelerations = self._equation.slopes(times, states)[:, n : 2 * n]
        return np.hstack([states[:, : 2 * n], states[:, -2:], accelerations, states[:, 3 * n : -2]])


def _moments(begin: float, end: float, shares: np.ndarray) -> np.ndarray:
    """Times at shares of a step, the last of which is 1."""
    times = begin + shares * (end - begin)
    times[-1] = end
    return times
