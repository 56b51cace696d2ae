"""A run as a value: everything that decides it, checked once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from dynamics.api import ForwardMethod
from dynamics.batch import check_states
from dynamics.errors import DynamicsError
from dynamics.integrators import INTEGRATORS
from dynamics.robot import Robot, check_number
from dynamics.state_equation import torque_law

Integrator = Literal["rk4", "dopri5", "verner65", "dop853", "radau"]

SAMPLES_PER_SECOND = 100
MAX_SAMPLES = 5_000_000


@dataclass(frozen=True)
class Job:
    """Everything that decides a run. Checked when it is made; hand it to another thread as it is."""

    robot: Robot
    q0: tuple[float, ...]
    qd0: tuple[float, ...]
    duration: float
    torque: object = None
    method: ForwardMethod = "denoc"
    integrator: Integrator = "dopri5"
    rtol: float = 1e-8
    atol: float = 1e-10
    step: float | None = None
    samples: object = None
    max_evaluations: int = 2_000_000
    max_seconds: float | None = None
    speed_limit: float = 1e5
    times: np.ndarray = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        def put(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        for name in ("q0", "qd0"):
            (array,) = check_states(self.robot, **{name: getattr(self, name)})
            if array.ndim != 1:
                raise DynamicsError("one state is needed", field=name, value=array.shape)
            if not np.isfinite(array).all():
                joint = int(np.argmin(np.isfinite(array)))
                raise DynamicsError("a finite number is needed", link=joint + 1, field=name, value=float(array[joint]))
            put(name, tuple(array.tolist()))
        for name in ("duration", "rtol", "atol", "speed_limit"):
            value = check_number(getattr(self, name), name)
            if value <= 0:
                raise DynamicsError("must be above zero", field=name, value=value)
            put(name, value)
        if self.step is not None and check_number(self.step, "step") <= 0:
            raise DynamicsError("must be above zero", field="step", value=self.step)
        if self.integrator not in INTEGRATORS:
            raise DynamicsError(
                f"the integrators are {', '.join(INTEGRATORS)}", field="integrator", value=self.integrator
            )
        torque_law(self.robot, self.torque)
        put("times", _sample_times(self.samples, self.duration))


def _sample_times(samples: object, duration: float) -> np.ndarray:
    if samples is None:
        samples = max(2, min(MAX_SAMPLES, round(duration * SAMPLES_PER_SECOND) + 1))
    if isinstance(samples, (int, np.integer)) and not isinstance(samples, bool):
        if not 1 <= samples <= MAX_SAMPLES:
            raise DynamicsError(f"1 to {MAX_SAMPLES} samples are possible", field="samples", value=samples)
        return frozen(np.linspace(0.0, duration, int(samples)))
    try:
        times = np.array(samples, dtype=float)
    except (TypeError, ValueError):
        times = np.full(1, np.nan)
    if times.ndim != 1 or not len(times) or not np.isfinite(times).all():
        raise DynamicsError("a number of samples or finite times are needed", field="samples", value=samples)
    if (np.diff(times) <= 0).any() or times[0] < 0 or times[-1] > duration:
        raise DynamicsError(f"sample times must rise within 0 to {duration:g} s", field="samples", value=samples)
    return frozen(times)


def frozen(array: np.ndarray) -> np.ndarray:
    array = np.ascontiguousarray(array)
    array.setflags(write=False)
    return array
