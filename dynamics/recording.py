"""What a run leaves: chunks while it goes on, a recording when it is over."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

import numpy as np

from dynamics.hybrid.events import Event
from dynamics.job import Job, Wrench, frozen
from dynamics.reproduction import Horizon

TOLERATED = 1e-2  # energy error that never passes without a warning

Status = Literal["running", "completed", "cancelled", "diverged", "failed", "stopped"]

SERIES = ("t", "q", "qd", "qdd", "tau", "kinetic", "potential", "work", "friction_work")


class Chunk(NamedTuple):
    """Samples of a run, in order; arrays are read-only. `status` is "running" except in the last one."""

    t: np.ndarray  # (k,)
    q: np.ndarray  # (k, n)
    qd: np.ndarray
    qdd: np.ndarray
    tau: np.ndarray
    kinetic: np.ndarray  # (k,)
    potential: np.ndarray
    work: np.ndarray  # of the joint torques and the tip wrench, since the start
    friction_work: np.ndarray  # taken out by friction, since the start
    reached: float  # the time that the integrator has reached
    steps: int
    evaluations: int
    status: Status
    message: str
    events: tuple[Event, ...] = ()  # since the last chunk
    shortest_step: float = math.inf  # s, of all so far


@dataclass(frozen=True, eq=False, repr=False)
class Recording:
    """A motion with its torques and energies: t (k,), q to tau (k, n), energies (k,).

    Times in s, q in rad or m, torques in N m or N, energies in J; arrays are read-only. `tip_wrench` is what acted at
    the tip all the time, if anything, see `Job`.
    """

    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray
    tau: np.ndarray
    kinetic: np.ndarray
    potential: np.ndarray
    tip_wrench: Wrench | None = field(default=None, kw_only=True)

    @property
    def doubtful_from(self) -> float:
        """The time from which it cannot be reproduced; inf where all of it can, or while that is not known."""
        return math.inf

    @property
    def total(self) -> np.ndarray:
        """Kinetic and potential energy."""
        return self.kinetic + self.potential

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._in_words()}>"

    def _in_words(self) -> str:
        lasts = self.t[-1] - self.t[0] if len(self.t) else 0.0
        return f"{self.q.shape[1]} joints, {len(self.t)} samples over {lasts:g} s"

    def _repr_html_(self) -> str:
        """A summary and curves, for notebooks."""
        from dynamics.notebook.recording_page import recording_html

        return recording_html(self)


@dataclass(frozen=True, eq=False, repr=False)
class Simulation(Recording):
    """A finished forward run."""

    job: Job
    work: np.ndarray
    friction_work: np.ndarray
    steps: int
    evaluations: int
    status: Status
    message: str
    events: tuple[Event, ...] = ()
    shortest_step: float = math.inf  # s
    horizon: Horizon | None = None  # until when it can be reproduced, once a second run has said so: `with_horizon`

    def _in_words(self) -> str:
        known = f", {self.horizon.words}" if self.horizon is not None else ""
        return f"{super()._in_words()}, {self.status}, energy error {self.energy_error:.1e}{known}"

    @property
    def doubtful_from(self) -> float:
        return math.inf if self.horizon is None or self.horizon.whole else self.horizon.until

    @property
    def energy_drift(self) -> np.ndarray:
        """What the energy balance leaves unexplained since the first sample, in J."""
        if len(self.t) == 0:
            return np.zeros(0)
        supplied = self.work - self.friction_work
        return self.total - self.total[0] - (supplied - supplied[0])

    @property
    def energy_error(self) -> float:
        """Largest drift over the energy that was exchanged, or that moves, during the run."""
        if len(self.t) == 0:
            return 0.0
        flows = (self.kinetic, self.potential, self.work, self.friction_work)
        exchanged = max(float(np.max(self.kinetic)), *(float(np.ptp(flow)) for flow in flows))
        rounding = float(np.finfo(float).eps * np.max(np.abs(self.potential)))
        return float(np.max(np.abs(self.energy_drift))) / max(exchanged, rounding, float(np.finfo(float).tiny))

    @property
    def warning(self) -> str:
        """In words, when the energy balance says that the numbers should not be trusted."""
        error = self.energy_error
        if error <= min(TOLERATED, max(1e-4, 1e3 * self.job.rtol)):
            return ""
        return f"the energy balance is off by {error:.2g} of the exchanged energy: tighten the tolerance or the step"


def assemble(job: Job, chunks: Sequence[Chunk]) -> Simulation:
    """All chunks of a run put together."""
    last = chunks[-1]
    series = {name: getattr(last, name) for name in SERIES}
    if len(chunks) > 1:
        series = {name: frozen(np.concatenate([getattr(chunk, name) for chunk in chunks])) for name in SERIES}
    result = Simulation(
        job=job,
        tip_wrench=job.tip_wrench,
        **series,
        steps=last.steps,
        evaluations=last.evaluations,
        status=last.status,
        message=last.message,
        events=tuple(event for chunk in chunks for event in chunk.events),
        shortest_step=last.shortest_step,
    )
    return result if result.message or not result.warning else replace(result, message=result.warning)
