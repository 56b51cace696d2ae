"""How far a run can be trusted: its figures, each of which can fail alone, and the worst of them in a word.

Thresholds are those of THRESHOLDS; `limited` begins above the first, `failed` above the second.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from denoc.arm.robot import Robot
from denoc.basics.checks import check_number
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project, run_project
from denoc.runs.horizon import TOLERANCE
from denoc.runs.horizon import horizon as find_horizon
from denoc.runs.recording import Recording, Simulation
from denoc.runs.reproduction import Horizon
from denoc.studies.agreement import disagreements
from denoc.studies.causes import torque_residual

Level = Literal["unknown", "good", "limited", "failed"]
LEVELS: tuple[Level, ...] = ("unknown", "good", "limited", "failed")  # the worse, the later

THRESHOLDS = {
    "energy": (1e-4, 1e-2),  # of the energy exchanged
    "formulations": (1e-8, 1e-6),  # of the largest torque or acceleration
    "residual": (1e-8, 1e-6),  # of the largest part of a torque
    "horizon": (0.0, 0.99),  # of the run that is not reproduced
}
CHECKING = "checking"


class Figure(NamedTuple):
    """One measure of trust: `value` in words, and what it can and cannot see.

    `clause` says it without the name, `reason` in two sentences. Where `level` is unknown, nothing judges it (yet).
    """

    name: str
    value: str
    level: Level
    meaning: str
    clause: str = ""
    reason: str = ""


class Trust(NamedTuple):
    """`headline` is the worst figure in one clause, `reason` the same in two sentences, `advice` what can be done."""

    level: Level
    headline: str
    reason: str
    advice: str
    figures: tuple[Figure, ...]


class Measures(NamedTuple):
    """Relative differences; nan where they were not or cannot be computed."""

    disagreement: float
    residual: float


NOT_MEASURED = Measures(math.nan, math.nan)


def measure(robot: Robot, recording: Recording) -> Measures:
    """What the formulations say of the recorded states; DynamicsError where they cannot be computed with."""
    return measures_of(robot, recording, disagreements(robot, recording))


def measures_of(robot: Robot, recording: Recording, found: list[tuple[str, float]]) -> Measures:
    """The largest of what `disagreements` has found, and the residual of the inverse dynamics along the recording."""
    if not found:  # no samples
        return NOT_MEASURED
    values = (*(value for _, value in found), torque_residual(robot, recording))
    *differences, residual = (math.inf if math.isnan(value) else value for value in values)  # nan agrees with nothing
    return Measures(max(differences), residual)


def judge(
    recording: Recording, *, measures: Measures | None = None, horizon: Horizon | None = None, advice: str = ""
) -> Trust:
    """What is known of a run's trustworthiness; None stands for what has not been computed yet.

    `horizon` is the recording's own unless another is given.
    """
    disagreement, residual = measures or (None, None)
    if isinstance(recording, Simulation):
        horizon = horizon or recording.horizon
        figures: tuple[Figure, ...] = (
            _horizon(horizon),
            _energy(recording),
            _formulations(disagreement),
            _residual(residual),
            _steps(recording),
        )
        if recording.status in ("diverged", "failed"):
            reason = f"{_sentence(recording.message)} What was computed until then is kept."
            known = (_or(figure, "not known") for figure in figures)
            return Trust("failed", f"the run {recording.status}", reason, advice, tuple(known))
    else:
        figures = (_formulations(disagreement),)
    worst = max(figures, key=lambda figure: LEVELS.index(figure.level))
    if worst.level in ("unknown", "good") and any(figure.value == CHECKING for figure in figures):
        return Trust("unknown", CHECKING, CHECKING_REASON[isinstance(recording, Simulation)], "", figures)
    suggested = horizon.advice if horizon is not None and worst is figures[0] else ""
    advised = "; ".join(words for words in (suggested, advice) if words)
    return Trust(worst.level, worst.clause, worst.reason, advised, figures)


def reproducible_until(subject: Project | Recording, *, tolerance: float = TOLERANCE) -> float:
    """Seconds up to which a stricter computation by another integrator stays within `tolerance` (rad, m) of a run.

    `subject` is a `Project`, whose run is computed, or a finished `Simulation`. The whole duration where all of the run
    is reproduced; where it is less, the motion is chaotic, or the tolerances are too loose, or an input was stepped
    over. An inverse run is not integrated, so nothing of it is in doubt. Costs a second run, and a third where they
    part. DynamicsError for anything else or a tolerance that is not above zero.

    >>> fall = dn.simulate(dn.rod_chain(1).robot, [0.0], [0.0], 1.0)
    >>> dn.reproducible_until(fall)
    1.0
    """
    tolerance = check_number(tolerance, "tolerance")
    if tolerance <= 0:
        raise DynamicsError("must be above zero", field="tolerance", value=tolerance)
    recording = run_project(subject) if isinstance(subject, Project) else subject
    if not isinstance(recording, Recording):
        raise DynamicsError("a project or a simulation is needed", field="subject", value=type(subject).__name__)
    if not isinstance(recording, Simulation):
        return float(recording.t[-1]) if len(recording.t) else 0.0
    return find_horizon(recording, tolerance=tolerance).until


def thresholds() -> str:
    """What the levels mean, in one line."""
    (energy, energy_failed), (small, small_failed) = THRESHOLDS["energy"], THRESHOLDS["formulations"]
    return (
        f"Limited above {brief(energy)} (energy) or {brief(small)} (differences), or reproducible for a part only; "
        f"failed above {brief(energy_failed)} or {brief(small_failed)}."
    )


def brief(value: float) -> str:
    """One or two digits: 8.9e-8, 3e-15."""
    if not math.isfinite(value) or value == 0:
        return f"{value:g}"
    mantissa, _, exponent = f"{value:.1e}".partition("e")
    return f"{mantissa.removesuffix('.0')}e{int(exponent)}"


NOT_COMPARED = "The formulations are not compared for an arm of so many joints. denoc-studio check does it."
CHECKING_REASON = (
    "The formulations are compared along the motion.",
    "The run is computed again, by another integrator at a stricter tolerance, and the formulations are compared.",
)


def _horizon(found: Horizon | None) -> Figure:
    name = "Second run agrees until"
    meaning = "a second run, stricter and by another integrator: tolerance, chaos, inputs; blind to a wrong model"
    if found is None:
        return Figure(name, CHECKING, "unknown", meaning)
    missing = 1 - found.until / found.end if found.end > 0 else 0.0
    value = "the end" if found.whole else f"{found.time} s of {found.end:.4g} s"
    reason = "A second run, by another integrator at a stricter tolerance, "
    if found.whole:
        reason += f"stays within {found.tolerance:g} rad or m of this one to its end. No figure sees a wrong model."
    else:
        why = found.reason if not found.reason.startswith("chaotic") else f"The motion is {found.reason}"
        parted = "agrees with this one and ends" if found.stuck else f"leaves this one by {found.tolerance:g} rad or m"
        reason += f"{parted} at {found.time} s. {_sentence(why)}"
    return Figure(name, value, _level("horizon", missing), meaning, found.words, reason)


def _energy(run: Simulation) -> Figure:
    name, error = "Energy balance", brief(run.energy_error)
    meaning = "errors of the smooth parts; blind to chaos, and to an input that was stepped over"
    if len(run.t) < 2:  # one sample balances whatever it is
        return Figure(name, "not known", "unknown", meaning)
    return Figure(
        name,
        f"off by {error}",
        _level("energy", run.energy_error),
        meaning,
        f"energy balance off by {error}",
        f"The energy balance leaves {error} of the exchanged energy unexplained. The steps are too coarse.",
    )


def _formulations(value: float | None) -> Figure:
    name, meaning = "Formulations agree to", "algebra of the recursions; blind to the integration"
    same = "Independent formulations of the equations of motion give the same numbers all along the run. "
    other = "Formulations of the same equations of motion give different numbers. "
    return _small(
        name,
        "formulations",
        value,
        meaning,
        ("formulations agree to", "formulations differ by"),
        (
            f"{same}Nothing is integrated, so no errors add up.",
            f"{other}The arm is too close to one that cannot be computed with: look at its inertias.",
        ),
    )


def _residual(value: float | None) -> Figure:
    name = "Torques balance to"
    meaning = "residual of the inverse dynamics at the samples; blind to what lies between them"
    reason = "The inverse dynamics of the run do not give back its torques. The mass matrix is close to singular."
    return _small(
        name, "residual", value, meaning, ("torques balance to", "torques are off by"), ("Torques balance.", reason)
    )


def _steps(run: Simulation) -> Figure:
    shortest = f", shortest {brief(run.shortest_step)} s" if math.isfinite(run.shortest_step) else ""
    return Figure("Steps", f"{run.steps}{shortest}", "unknown", "where steps become short, something happens quickly")


def _small(
    name: str, kind: str, value: float | None, meaning: str, clauses: tuple[str, str], reasons: tuple[str, str]
) -> Figure:
    if value is None:
        return Figure(name, CHECKING, "unknown", meaning)
    if math.isnan(value):
        return Figure(name, "not compared", "unknown", meaning, "formulations not compared", NOT_COMPARED)
    level = _level(kind, value)
    bad = level != "good"
    return Figure(name, brief(value), level, meaning, f"{clauses[bad]} {brief(value)}", reasons[bad])


def _or(figure: Figure, value: str) -> Figure:
    """The figure, with this value where it has none yet: nobody will find it out."""
    return figure._replace(value=value) if figure.value == CHECKING else figure


def _level(name: str, value: float) -> Level:
    good, limited = THRESHOLDS[name]
    return "good" if value <= good else "limited" if value <= limited else "failed"


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."
