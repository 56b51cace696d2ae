"""What every integrator offers and how it fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

Derivative = Callable[[float, np.ndarray], np.ndarray]


class NotFinite(ArithmeticError):
    """The derivative does not exist at a state; raised by the derivative itself, which knows why."""


class StepFailed(ArithmeticError):
    """No step could be made: `cause` is the NotFinite behind it, or None when accuracy was out of reach."""

    def __init__(self, reason: str, cause: NotFinite | None = None) -> None:
        super().__init__(reason)
        self.cause = cause


@dataclass(frozen=True)
class Tolerances:
    """Error control. Only the first `controlled` components count towards the error."""

    rtol: float
    atol: float
    controlled: int
    max_step: float
    floor: float  # the smallest step worth trying


class Stepper(Protocol):
    t: float
    y: np.ndarray

    def step(self, end: float) -> None:
        """Advance by one accepted step, not past `end`; StepFailed when there is none."""

    def interpolate(self, times: np.ndarray) -> np.ndarray:
        """States at times within the last step, (len(times), len(y))."""
