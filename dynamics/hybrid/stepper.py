"""An integrator that ends its steps at events and goes on from there."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import numpy as np

from dynamics.hybrid.equation import HybridEquation
from dynamics.hybrid.events import Event, locate
from dynamics.hybrid.stops import Stops
from dynamics.hybrid.transitions import LimitReached, Transitions
from dynamics.integrators import NotFinite, Progress, StepFailed
from dynamics.job import Job

PROBES = np.array([0.25, 0.5, 0.75, 1.0])  # of a step, where its modes are looked at
SLICE = 0.005  # seconds that `advance` should take
INSTANT = 1e-12  # of the duration: events that are closer happen at one instant
MOST_EVENTS = 100  # at one instant, or in a row without a change


class Piece(Protocol):
    """An integrator of one smooth piece."""

    @property
    def t(self) -> float: ...

    @property
    def y(self) -> np.ndarray: ...

    def step(self, end: float) -> None:
        """One accepted step, not past `end`; StepFailed when there is none."""

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
        self.events: list[Event] = []
        self._equation = equation
        self._transitions = Transitions(job, equation, stops)
        self._eventful = job.has_events
        self._begin = piece
        self._piece: Piece | None = None
        self._instant, self._crowd = -1.0, 0
        self._resolution = INSTANT * job.duration
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
        passed = 0
        failed: StepFailed | None = None
        while failed is None and self.t < end and time.perf_counter() - started < SLICE:
            try:
                failed = self._step(end, times[passed:], rows)
                passed = sum(len(part) for part in rows)
            except StepFailed as trouble:
                failed = trouble
            except NotFinite as cause:
                failed = StepFailed(str(cause), cause)
        return Progress(np.concatenate(rows), failed)

    def _step(self, end: float, times: np.ndarray, rows: list[np.ndarray]) -> LimitReached | None:
        """One step or the part of it before an event; rows at the times that it passes."""
        if self._piece is None:
            self._piece = self._begin(self.t, self._state)
        piece, before = self._piece, self.t
        piece.step(end)
        self.steps += 1
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

    def _first_event(self, piece: Piece, before: float) -> float | None:
        """When the first mode is over within the piece's last step."""
        probes = before + PROBES * (piece.t - before)
        probes[-1] = piece.t
        over = (self._transitions.margins(probes, piece.interpolate(probes)) < 0).any(axis=1)
        if not over.any():
            return None

        def margin(t: float) -> float:
            at = np.array([t])
            return float(self._transitions.margins(at, piece.interpolate(at)).min())

        k = int(np.argmax(over))
        return locate(margin, before if k == 0 else float(probes[k - 1]), float(probes[k]))

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
            raise StepFailed(f"more than {MOST_EVENTS} events at t = {t:.6g} s, joint {joint} neither rests nor moves")

    def _rows(self, times: np.ndarray, states: np.ndarray) -> np.ndarray:
        """(q, qd, work, work of friction, qdd, z) of states of the equation in its modes of now."""
        n = self._equation.n
        accelerations = self._equation.slopes(times, states)[:, n : 2 * n]
        return np.hstack([states[:, : 2 * n], states[:, -2:], accelerations, states[:, 3 * n : -2]])
