"""The choices of a run in words."""

from __future__ import annotations

import re

from denoc.files.projects.project import RunSettings

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


def numerics_in_words(run: RunSettings) -> str:
    """How a run is computed, in one line."""
    if run.mode == "inverse":
        return INVERSE_METHODS[run.inverse_method]
    words = [FORWARD_METHODS[run.method], INTEGRATORS[run.integrator]]
    if run.integrator != "rk4":
        words.append(f"rtol {short_number(run.rtol)}")
    if run.step is not None:
        words.append(f"steps of {'' if run.integrator == 'rk4' else 'at most '}{short_number(run.step)} s")
    if run.limits != "none":
        words.append(f"joint limits: {LIMITS[run.limits]}")
    return ", ".join(words)


def short_number(value: float) -> str:
    """Three digits, and no zero that leads the exponent: 1e-8."""
    return re.sub(r"e([+-])0+", r"e\1", f"{value:.3g}")
