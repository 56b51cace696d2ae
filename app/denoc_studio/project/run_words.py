"""The choices of a run in words."""

from __future__ import annotations

FORWARD_METHODS = {
    "denoc": "DeNOC, O(n)",
    "walker-orin": "Walker and Orin, O(n³)",
    "normalized": "normalized quasi-velocities",
    "unnormalized": "unnormalized quasi-velocities",
}
INVERSE_METHODS = {"denoc": "DeNOC", "kane": "Kane"}
INTEGRATORS = {
    "dopri5": "Dormand-Prince 5(4)",
    "verner65": "Verner 6(5)",
    "dop853": "DOP853, order 8",
    "rk4": "Runge-Kutta 4, fixed step",
    "radau": "Radau IIA, stiff",
}
LIMITS = {"none": "ignored", "stop": "the run stops there", "bounce": "spring and damper"}
