"""What every integrator offers and how it fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

Derivative = Callable[[float, np.ndarray], np.ndarray]

LOOK = 500
"""Steps: `advance` ends at every such number of them, so that a run is judged at the same ones on every machine."""


class NotFinite(ArithmeticError):
    """The derivative does not exist at a state; raised by the derivative itself, which knows why.

    `joint` is the one whose fault it is, counted from 1; None where no single one is.
    """

    def __init__(self, reason: str, joint: int | None = None) -> None:
        super().__init__(reason)
        self.joint = joint


class StepFailed(ArithmeticError):
    """No step could be made: `cause` is the NotFinite behind it, or None when accuracy was out of reach."""

    def __init__(self, reason: str, cause: NotFinite | None = None, joint: int | None = None) -> None:
        super().__init__(reason)
        self.cause = cause
        self.joint = joint if cause is None else cause.joint


@dataclass(frozen=True)
class Tolerances:
    """Error control. Only the first `controlled` components count towards the error."""

    rtol: float
    atol: float
    controlled: int
    max_step: float
    floor: float  # the smallest step worth trying


class Progress(NamedTuple):
    """States at the first of the rising sample times, all that were passed; why there is no further step, if so."""

    states: np.ndarray
    failed: StepFailed | None


class Stepper(Protocol):
    @property
    def t(self) -> float: ...

    @property
    def y(self) -> np.ndarray: ...

    @property
    def steps(self) -> int: ...

    @property
    def evaluations(self) -> int: ...

    @property
    def shortest(self) -> float:
        """The shortest step so far, in s; inf before the first."""

    def advance(self, end: float, times: np.ndarray) -> Progress:
        """Some steps, for a few milliseconds, not past `end`."""

    def resume(self) -> None:
        """The derivative has changed at t: look at it anew before the next step."""
