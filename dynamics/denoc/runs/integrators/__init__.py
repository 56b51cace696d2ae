"""Integrators: each advances y' = f(t, y) one accepted step at a time."""

from dynamics.integrators.explicit import CompiledDerivative, ExplicitStepper
from dynamics.integrators.implicit import RadauStepper
from dynamics.integrators.stepper import Derivative, NotFinite, Progress, StepFailed, Stepper, Tolerances
from dynamics.integrators.tableaus import DOP853, DOPRI5, RK4, VERNER65

EXPLICIT = {tableau.name: tableau for tableau in (RK4, DOPRI5, VERNER65, DOP853)}
INTEGRATORS = (*EXPLICIT, "radau")

__all__ = [
    "EXPLICIT",
    "INTEGRATORS",
    "CompiledDerivative",
    "Derivative",
    "ExplicitStepper",
    "NotFinite",
    "Progress",
    "RadauStepper",
    "StepFailed",
    "Stepper",
    "Tolerances",
]
