"""Integrators: each advances y' = f(t, y) one accepted step at a time."""

from denoc.runs.integrators.compiled import CompiledDerivative
from denoc.runs.integrators.explicit import ExplicitStepper
from denoc.runs.integrators.radau import RadauStepper
from denoc.runs.integrators.stepper import LOOK, Derivative, NotFinite, Progress, StepFailed, Stepper, Tolerances
from denoc.runs.integrators.tableaus import DOP853, DOPRI5, RK4, VERNER65

EXPLICIT = {tableau.name: tableau for tableau in (RK4, DOPRI5, VERNER65, DOP853)}
INTEGRATORS = (*EXPLICIT, "radau")

__all__ = [
    "EXPLICIT",
    "INTEGRATORS",
    "LOOK",
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
