"""Was a run stiff: did stability, not accuracy, decide how long an explicit integrator's steps were?"""

from __future__ import annotations

import numpy as np

from denoc.basics.errors import DynamicsError
from denoc.functions.api import forward_dynamics
from denoc.kernels.dispatch import SHARED
from denoc.runs.problem.state_equation import BadTorque, StateEquation, acting_wrench, integrates
from denoc.runs.recording import Simulation

EXPLICIT = ("dopri5", "verner65", "dop853")  # that choose their own steps
FEWEST = 5_000  # steps: fewer are no trouble, whatever the reason
PER_SAMPLE = 10  # steps: no motion that its samples show needs as many
BOUND = 1.0  # step times rate of decay: near the edge of stability, at 3 to 6, steps alternate about it
DIFFERENCE = 1e-6  # rad/s, m/s


def stiff_hint(run: Simulation) -> str:
    """Advice in words where another integrator would need far fewer steps; empty elsewhere.

    Many steps alone prove nothing, a fast motion needs them too. So the fastest decay of the rates is estimated in some
    states of the run, from how torques, friction and dynamics answer to other rates: where the mean step is about as
    long as stability allows, it is stiff.
    """
    job = run.job
    many = run.steps > max(FEWEST, PER_SAMPLE * len(run.t))
    if job.integrator not in EXPLICIT or job.step is not None or not many or not len(run.t):
        return ""
    step = (job.duration if run.status == "completed" else float(run.t[-1])) / run.steps
    rows = np.unique(np.linspace(0, len(run.t) - 1, 5).astype(int))
    if max(_fastest_decay(run, int(row)) for row in rows) * step < BOUND:
        return ""
    return (
        f"{run.steps} steps of {step:.1g} s: gains or damping are stiff for {job.integrator}; "
        "the integrator radau needs far fewer"
    )


def _fastest_decay(run: Simulation, row: int) -> float:
    """Of a disturbance of the rates, in 1/s."""
    job, n = run.job, run.job.robot.n
    wrench = acting_wrench(job.robot, job.tip_wrench)
    equation = StateEquation(job.robot, "denoc", job.torque, job.fastest, wrench, pushes=job.pushes)
    t, q, qd = float(run.t[row]), run.q[row], run.qd[row]
    rest = (np.zeros(n),) if integrates(job.torque) else ()
    rates = np.vstack([qd, qd + DIFFERENCE * np.eye(n), qd - DIFFERENCE * np.eye(n)])
    try:
        torques = np.array([equation.torque(t, q, each, *rest).reshape(-1, n)[0] for each in rates])
        torques += equation.springs.torques(np.full(len(rates), t), np.tile(q, (len(rates), 1)), rates)
        with np.errstate(all="ignore"):
            accelerations = forward_dynamics(job.robot, np.tile(q, (len(rates), 1)), rates, torques, kernels=SHARED)
    except (BadTorque, DynamicsError):
        return 0.0
    answers = (accelerations[1 : n + 1] - accelerations[n + 1 :]).T / (2 * DIFFERENCE)
    return float(-np.linalg.eigvals(answers).real.min()) if np.isfinite(answers).all() else 0.0
