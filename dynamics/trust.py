"""How far a run can be trusted: its figures, each of which can fail alone, and the worst of them in a word.

Thresholds are those of THRESHOLDS; `limited` begins above the first, `failed` above the second.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from dynamics.horizon import Horizon
from dynamics.recording import Recording, Simulation

Level = Literal["unknown", "good", "limited", "failed"]
LEVELS: tuple[Level, ...] = ("unknown", "good", "limited", "failed")  # the worse, the later

THRESHOLDS = {
    "energy": (1e-4, 1e-2),  # of the energy exchanged
    "formulations": (1e-8, 1e-6),  # of the largest torque or acceleration
    "residual": (1e-8, 1e-6),  # of the largest part of a torque
    "horizon": (0.0, 0.99),  # of the run that is not reproduced
}


class Figure(NamedTuple):
    """One measure of trust: `value` in words, and what it can and cannot see."""

    name: str
    value: str
    level: Level
    meaning: str


class Trust(NamedTuple):
    """`headline` is the worst figure in one clause, `advice` what can be done about it."""

    level: Level
    headline: str
    advice: str
    figures: tuple[Figure, ...]


def judge(
    recording: Recording,
    *,
    disagreement: float | None = None,
    residual: float | None = None,
    horizon: Horizon | None = None,
    advice: str = "",
) -> Trust:
    """What is known of a run's trustworthiness; None stands for what has not been computed (yet).

    `disagreement` is the largest of `agreement.disagreements`, `residual` that of the inverse dynamics along the run.
    """
    forward = isinstance(recording, Simulation)
    figures = [
        _energy(recording) if isinstance(recording, Simulation) else None,
        _horizon(horizon) if forward else None,
        _small(
            "Formulations agree", "formulations", disagreement, "algebra of the recursions; blind to the integration"
        ),
        _small(
            "Torques balance", "residual", residual, "inverse dynamics of each sample; blind to what lies between them"
        )
        if forward
        else None,
    ]
    known = tuple(figure for figure in figures if figure is not None)
    if isinstance(recording, Simulation) and recording.status in ("diverged", "failed"):
        return Trust("failed", f"the run {recording.status}", recording.message, known)
    worst = max(known, key=lambda figure: LEVELS.index(figure.level))
    if worst.level in ("unknown", "good") and any(figure.level == "unknown" for figure in known):
        return Trust("unknown", "checking", "", known)
    reason = horizon.reason if horizon is not None else ""
    return Trust(worst.level, _headline(worst, recording), "; ".join(x for x in (reason, advice) if x), known)


def _headline(worst: Figure, recording: Recording) -> str:
    if worst.level != "good":
        return f"{worst.name.lower()} {worst.value}" if worst.name != "Reproducible" else f"reproducible {worst.value}"
    return "reproducible to the end" if isinstance(recording, Simulation) else f"formulations agree to {worst.value}"


def _level(name: str, value: float) -> Level:
    good, limited = THRESHOLDS[name]
    return "good" if value <= good else "limited" if value <= limited else "failed"


def _energy(run: Simulation) -> Figure:
    error = run.energy_error
    meaning = "errors of the smooth parts; blind to chaos, and to an input that was stepped over"
    return Figure("Energy balance", f"off by {error:.1e}", _level("energy", error), meaning)


def _horizon(found: Horizon | None) -> Figure:
    meaning = "a second run, stricter and by another integrator: tolerance, chaos, inputs; blind to a wrong model"
    if found is None:
        return Figure("Reproducible", "checking", "unknown", meaning)
    missing = 1 - found.until / found.end if found.end > 0 else 0.0
    return Figure("Reproducible", found.words.removeprefix("reproducible "), _level("horizon", missing), meaning)


def _small(name: str, kind: str, value: float | None, meaning: str) -> Figure:
    if value is None or math.isnan(value):
        return Figure(name, "checking", "unknown", meaning)
    return Figure(name, f"{value:.1e}", _level(kind, value), meaning)
