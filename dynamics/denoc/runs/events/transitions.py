"""From one mode of the joints to the next: how far each mode is from its end, and which one follows."""

from __future__ import annotations

import numpy as np

from denoc.arm.robot_arrays import pack
from denoc.runs.events.equation import HybridEquation, Modes
from denoc.runs.events.event_search import Event, alone
from denoc.runs.events.stops import Stops
from denoc.runs.integrators import StepFailed
from denoc.runs.problem.job import Job

SLACK = 1e-12  # of the breakaway torque: far above rounding, so that a joint that breaks away does accelerate
MOST_TRIALS = 10_000  # of modes, at one instant


class LimitReached(StepFailed):
    """A joint has reached its limit, and that ends the run."""

    def __init__(self, reason: str, event: Event) -> None:
        super().__init__(reason)
        self.event = event


class Transitions:
    """The modes of an equation over time. A joint that rests sticks as long as its breakaway friction can hold it; one
    that slides has the friction of its rate and direction."""

    def __init__(self, job: Job, equation: HybridEquation, stops: Stops) -> None:
        self._robot = job.robot
        self._equation = equation
        self._stops = stops
        self._dry = pack(job.robot).dry
        self._breakaway = pack(job.robot).breakaway * (1 + SLACK)
        self._blur = job.blur
        self._setting_off = np.zeros(job.robot.n, bool)
        self._known: np.ndarray | None = None  # `lines` in the modes of now

    def begin(self, t: float, y: np.ndarray) -> None:
        """The modes of a start at y."""
        n = self._equation.n
        if self._stops.bounces:
            self._equation.modes.side[:] = self._stops.touched(y[:n], y[n : 2 * n])
        self._settle(t, y)

    def margins(self, times: np.ndarray, states: np.ndarray) -> np.ndarray:
        """(k, 2 n): for friction, then for limits, of each joint; below zero where a mode is over."""
        each = self.terms(times, states).max(axis=-1)
        return each.reshape(len(times), 2, 2, -1).min(axis=2).reshape(len(times), -1)

    def terms(self, times: np.ndarray, states: np.ndarray) -> np.ndarray:
        """(k, 4, n, 2): four margins of each joint, two for friction and two for limits; see `events`.

        A joint slides as long as its rate keeps its sign, and stays stuck as long as what holds it is no larger than
        its breakaway friction, whichever way. The rate of one that is setting off may be wrong in its sign by what the
        integrator's tolerance makes of it.
        """
        return self._with_spare_friction(times, states, self._linear(states))

    def nearly_terms(self, times: np.ndarray, states: np.ndarray) -> np.ndarray:
        """The same but for rounding, and quicker: while modes last, most terms are linear in the state."""
        n = self._equation.n
        factors, rates, start = self.lines
        q, qd = states[:, None, :n, None], states[:, None, n : 2 * n, None]
        return self._with_spare_friction(times, states, q * factors + qd * rates + start)

    @property
    def lines(self) -> np.ndarray:
        """(3, 4, n, 2): the terms of joints that slide and of limits, in the modes of now. Each has to do with one
        joint: a factor of its position, one of its rate, and what is added."""
        if self._known is None:
            n = self._equation.n
            start, moved, moving = self._linear(np.repeat([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], n, axis=1))
            self._known = np.stack([moved - start, moving - start, start])
        return self._known

    @property
    def spare(self) -> np.ndarray:
        """(3, n): which joints are stuck, and how much friction can hold them against positive and negative torques."""
        return np.stack([self._equation.modes.stuck, *self._breakaway])

    @property
    def setting_off(self) -> bool:
        """Whether the next step alone may change what the terms are."""
        return bool(self._setting_off.any())

    def _linear(self, states: np.ndarray) -> np.ndarray:
        """The terms of joints that slide and of limits."""
        n = self._equation.n
        sign, _, side = self._equation.modes
        q, qd = states[:, :n], states[:, n : 2 * n]
        out = np.ones((len(states), 4, n, 2))
        out[:, 0] = alone(np.where(sign != 0, sign * qd + self._blur * self._setting_off, 1.0))
        out[:, 2:] = self._stops.terms(q, qd, side)
        return out

    def _with_spare_friction(self, times: np.ndarray, states: np.ndarray, terms: np.ndarray) -> np.ndarray:
        n = self._equation.n
        stuck = self._equation.modes.stuck[:, None] != 0
        if stuck.any():
            held = self._equation.slopes(times, states)[:, 2 * n : 3 * n]
            spare = np.stack(self._spare(held), axis=1)
            terms[:, :2] = np.where(stuck, alone(spare), terms[:, :2])
        return terms

    def _spare(self, held: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How much more friction could hold the joints that it holds by so much, against positive and negative torques;
        shaped like it."""
        positive, negative = self._breakaway
        return positive - held, negative + held

    def keep(self, y: np.ndarray) -> None:
        """A step to y has passed without an event."""
        n = self._equation.n
        if self._setting_off.any():
            self._setting_off &= np.abs(y[n : 2 * n]) <= self._blur
            self._known = None

    def cross(self, t: float, y: np.ndarray) -> list[Event]:
        """Ends the modes whose margins are negative at t and begins those that follow; rates that end become zero in y.

        LimitReached where that ends the run.
        """
        n = self._equation.n
        sign, stuck, side = self._equation.modes
        over = self.margins(np.array([t]), y[None, :])[0] < 0
        if self._stops.ends_run and over[n:].any():
            joint = int(np.argmax(over[n:]))
            y[:n] = np.clip(y[:n], self._stops.lower, self._stops.upper)  # it may be the start of another such run
            raise LimitReached(self._stops.describe(self._robot, joint, y[joint], t), Event(t, joint + 1, "stop"))
        before = Modes(sign.copy(), stuck.copy(), side.copy())
        y[n : 2 * n][over[:n] & (sign != 0)] = 0.0
        pressing = self._stops.touched(y[:n], y[n : 2 * n])
        side[over[n:]] = np.where(side != 0, 0.0, pressing)[over[n:]]
        self._settle(t, y)
        return self._happened(t, before, over[:n])

    def _happened(self, t: float, before: Modes, ended: np.ndarray) -> list[Event]:
        """What led from the modes before, of which some have ended, to those of now."""
        now = self._equation.modes
        found = []
        for i in range(self._equation.n):
            if now.stuck[i] and not before.stuck[i]:
                found.append(Event(t, i + 1, "sticks"))
            elif now.sign[i] and (ended[i] or now.sign[i] != before.sign[i]):
                found.append(Event(t, i + 1, "slips"))
            if now.side[i] != before.side[i]:
                found.append(Event(t, i + 1, "contact" if now.side[i] else "release"))
        return found

    def _settle(self, t: float, y: np.ndarray) -> None:
        """Which of the joints at rest stick at y, and where the others set off to.

        Their accelerations and friction torques are complementary: |friction| <= breakaway where the acceleration is
        zero, friction = breakaway times the acceleration's sign elsewhere. The mass matrix being positive definite,
        that has one solution; pivoting on the first joint that contradicts finds it (Murty 1974). That never comes back
        to where it was, except for a joint so near to breaking away that rounding tells both to stick and to set off:
        it sets off. Where friction falls at once as a joint breaks away there may be several solutions; pivoting begins
        with all joints at rest stuck, so none sets off that its friction could hold.
        """
        n = self._equation.n
        sign, stuck, _ = self._equation.modes
        rate = y[n : 2 * n]
        sign[:] = np.where(self._dry, np.sign(rate), 0.0)
        stuck[:] = self._dry & (rate == 0)
        resting = np.flatnonzero(stuck)
        self._known = None
        tried: set[bytes] = set()
        for _ in range(MOST_TRIALS):
            slope = self._equation(t, y)
            acceleration, held = slope[n : 2 * n], slope[2 * n : 3 * n]
            wrong = np.where(stuck != 0, np.minimum(*self._spare(held)) < 0, acceleration * sign < 0)[resting]
            if not wrong.any():
                self._setting_off[:] = (rate == 0) & (sign != 0)
                return
            i = resting[np.argmax(wrong)]
            if not stuck[i] and sign.tobytes() in tried:
                resting = resting[resting != i]
                tried.clear()
                continue
            tried.add(sign.tobytes())
            sign[i] = np.sign(held[i]) if stuck[i] else 0.0
            stuck[i] = sign[i] == 0
        raise StepFailed(f"no friction was found that the joints at rest agree with at t = {t:.6g} s")
