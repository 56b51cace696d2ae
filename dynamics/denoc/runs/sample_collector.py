"""Between a stepper's states and the chunks of a run: samples, torques, energies, events, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from denoc.functions.api import kinetic_energy, potential_energy
from denoc.functions.evaluation import evaluate_states
from denoc.kernels.dispatch import SHARED
from denoc.motions.changes import Stretch
from denoc.runs.events.event_search import Event
from denoc.runs.events.stepper import HybridStepper
from denoc.runs.events.transitions import LimitReached
from denoc.runs.integrators import NotFinite, StepFailed, Stepper
from denoc.runs.problem.job import Job, frozen
from denoc.runs.problem.state_equation import BadTorque, StateEquation, integrates
from denoc.runs.recording import Chunk, Status

AROUND = 101  # times over a run, of which those before its first sample and after its last are looked at


class SampleCollector:
    """Samples waiting to be sent, and energies where there are none."""

    def __init__(self, job: Job, equation: StateEquation, stepper: Stepper, parts: Sequence[Stretch]) -> None:
        """The stepper begins the first of the run's `parts`."""
        self.job = job
        self.equation = equation
        self.stepper = stepper
        first, last = job.times[0], job.times[-1]
        even = np.linspace(0.0, job.duration, AROUND)
        self._asked = np.concatenate([even[even < first], job.times, even[even > last]])
        self._samples = (self._asked >= first) & (self._asked <= last)  # which of them are
        self._next = 0  # index of the next of them
        self._sent_events = 0  # events
        self._columns = len(stepper.y)
        self._times: list[np.ndarray] = []
        self._states: list[np.ndarray] = []
        self._shown: list[np.ndarray] = []
        self._others = iter(parts)
        self._end = next(self._others).end
        self._bounds = np.array(parts)

    def add_start(self) -> None:
        due = int(np.searchsorted(self._asked, 0.0, side="right"))
        self._put(self._asked[:due], np.repeat(self.stepper.y[None, :], due, axis=0), self._samples[:due])

    def advance(self) -> StepFailed | None:
        """Some steps further; why there is none, if so."""
        times, shown = self._asked[self._next :], self._samples[self._next :]
        with np.errstate(all="ignore"):
            states, failed = self.stepper.advance(self._end, times)
        if isinstance(failed, LimitReached):  # the last state is the end itself: a sample if there is room for it
            passed = len(states) - 1
            times = np.append(times[:passed], failed.event.t)[: len(times)]
            shown = np.append(shown[:passed], shown[passed:].any())[: len(times)]
        self._put(times[: len(states)], states[: len(times)], shown[: len(states)])
        if failed is None and self._end <= self.stepper.t < self.job.duration:
            failed = self._go_on()
        return failed

    def _go_on(self) -> StepFailed | None:
        """Into the next stretch; why that cannot be, if so."""
        stretch = next(self._others)
        self._end = stretch.end
        try:
            with np.errstate(all="ignore"):
                self._check_pole()
                self.equation.enter(stretch)
                self.stepper.resume()
                self._settle_last()
        except StepFailed as failed:
            return failed
        except NotFinite as cause:
            return StepFailed(str(cause), cause)
        return None

    def _settle_last(self) -> None:
        """A sample where a stretch begins has the torques of that stretch, and so its accelerations; but for the
        beginning and the end of a push, which acts after the one and up to the other."""
        t = self.stepper.t
        if not isinstance(self.stepper, HybridStepper) or any(t in (push.t[0], push.t[-1]) for push in self.job.pushes):
            return
        if len(self._times[-1]) and self._times[-1][-1] == t:
            self._states[-1][-1] = self.stepper.y

    def _check_pole(self) -> None:
        if not integrates(self.job.torque):
            n, y = self.equation.n, self.stepper.y
            self.equation.check_pole(self.stepper.t, y[:n], self.equation.rates(y))

    def ended(self, trouble: StepFailed) -> Chunk:
        """The last chunk of a run that could not go on; it says when and names a joint."""
        status, message = verdict(trouble)
        if status != "stopped" and trouble.joint is None:
            message = f"{message}; {self._fastest()}"
        return self.chunk(status, message)

    def _fastest(self) -> str:
        rates = np.abs(self.equation.rates(self.stepper.y))
        joint = int(np.argmax(rates))
        unit = "rad/s" if self.job.robot.links[joint].revolute else "m/s"
        return f"joint {joint + 1} moves fastest, at {rates[joint]:.3g} {unit}"

    def _put(self, times: np.ndarray, states: np.ndarray, shown: np.ndarray) -> None:
        self._times.append(times)
        self._states.append(states)
        self._shown.append(shown)
        self._next += len(states)

    def chunk(self, status: Status, message: str) -> Chunk:
        """What has gathered since the last chunk."""
        n = self.job.robot.n
        t = np.concatenate([np.zeros(0), *self._times])
        y = np.concatenate([np.zeros((0, self._columns)), *self._states])
        shown = np.concatenate([np.zeros(0, dtype=bool), *self._shown])
        self._times, self._states, self._shown = [], [], []
        unsampled = self._energies(t[~shown], y[~shown])
        t, y = t[shown], y[shown]
        qd = self.equation.rates(y)
        tau, trouble = self._torques(self._law_times(t), y[:, :n], qd, y[:, 3 * n + 2 :])
        if trouble is not None:  # between the integrator's own evaluations: keep what came before
            status, message = verdict(trouble)
        count = len(tau)
        t, y, q, qd = t[:count], y[:count], frozen(y[:count, :n]), qd[:count]
        qdd = self._accelerations(y, q, qd, tau + self.equation.springs.torques(t, q, qd))
        _, kinetic, potential, work, friction_work = self._energies(t, y)
        return Chunk(
            t=frozen(t),
            q=q,
            qd=frozen(qd),
            qdd=frozen(qdd),
            tau=frozen(tau),
            kinetic=frozen(kinetic),
            potential=frozen(potential),
            work=frozen(work),
            friction_work=frozen(friction_work),
            reached=self.stepper.t,
            steps=self.stepper.steps,
            evaluations=self.stepper.evaluations,
            shortest_step=self.stepper.shortest,
            status=status,
            message=message,
            events=self._new_events(),
            unsampled=frozen(unsampled),
        )

    def _law_times(self, t: np.ndarray) -> np.ndarray:
        """When the samples' torques are asked for: just within the stretch that their states belong to, should they
        jump where it begins or ends."""
        ends, first, last = self._bounds.T
        pushed = np.isin(t, [push.t[place] for push in self.job.pushes for place in (0, -1)])
        place = np.where(pushed, np.searchsorted(ends[:-1], t), np.searchsorted(ends[:-1], t, side="right"))
        return np.clip(t, first[place], last[place])

    def _energies(self, t: np.ndarray, y: np.ndarray) -> np.ndarray:
        """(5, k): the times, kinetic and potential energy, and the work that was put in and taken out."""
        robot, n = self.job.robot, self.job.robot.n
        if not len(t):
            return np.zeros((5, 0))
        q, qd = y[:, :n], self.equation.rates(y)
        kinetic, potential = kinetic_energy(robot, q, qd, kernels=SHARED), potential_energy(robot, q, kernels=SHARED)
        return np.array([t, kinetic, potential, y[:, 2 * n], y[:, 2 * n + 1]])

    def _accelerations(self, y: np.ndarray, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        """Under these torques, of the joints and of the pushes."""
        n = self.job.robot.n
        if isinstance(self.stepper, HybridStepper):  # which knows the modes of that time
            return y[:, 2 * n + 2 : 3 * n + 2]
        name, wrench = f"forward {self.job.method}", self.equation.wrench
        return evaluate_states(self.job.robot, name, [q, qd, tau], wrench, kernels=SHARED)[0] if len(tau) else tau

    def _new_events(self) -> tuple[Event, ...]:
        if not isinstance(self.stepper, HybridStepper):
            return ()
        new = self.stepper.events[self._sent_events :]
        self._sent_events += len(new)
        return tuple(new)

    def _torques(
        self, t: np.ndarray, q: np.ndarray, qd: np.ndarray, z: np.ndarray
    ) -> tuple[np.ndarray, NotFinite | None]:
        """(k, n), as far as they exist; z are the integrals of a law that has them, (k, n) or (k, 0)."""
        equation = self.equation
        if equation.law is None or equation.constant is not None:
            return np.tile(np.zeros(equation.n) if equation.constant is None else equation.constant, (len(t), 1)), None
        if equation.parts is not None:
            tau = equation.parts.torques(t, q, qd, z)
            if np.isfinite(tau).all():
                return tau, None
        torques: list[np.ndarray] = []
        series = (t, q, qd, z) if z.shape[1] else (t, q, qd)
        for state in zip(*series, strict=True):
            try:
                torques.append(equation.torque(*state).reshape(-1, equation.n)[0])  # the rates of z may follow
            except NotFinite as trouble:
                return np.array(torques).reshape(-1, equation.n), trouble
        return np.array(torques).reshape(len(t), equation.n), None


def nothing(job: Job, message: str, status: Status = "failed") -> Chunk:
    """A run that could not start."""
    none, rows = frozen(np.zeros(0)), frozen(np.zeros((0, job.robot.n)))
    return Chunk(none, rows, rows, rows, rows, none, none, none, none, 0.0, 0, 0, status, message)


def verdict(trouble: StepFailed | NotFinite) -> tuple[Status, str]:
    if isinstance(trouble, LimitReached):
        return "stopped", str(trouble)
    cause = trouble.cause if isinstance(trouble, StepFailed) else trouble
    if cause is None:
        return "failed", str(trouble)
    return ("failed" if isinstance(cause, BadTorque) else "diverged"), str(cause)
