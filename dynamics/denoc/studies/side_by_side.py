"""Runs of many projects that are alike: side by side in lanes where their energy balance is known without them, else
one by one. Which way a run goes, and so its bits, depends on its project and on `vary` alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from denoc.basics.cancelling import Cancel, Cancelled
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project, run_project
from denoc.functions.evaluation import evaluate_states
from denoc.kernels.dispatch import SHARED
from denoc.runs.ensembles.drives import INTEGRATORS
from denoc.runs.ensembles.ensemble import Ensemble
from denoc.runs.ensembles.simulate_many import stream_many
from denoc.runs.problem.job import frozen, usual_energy_limit
from denoc.runs.recording import Chunk, Recording, Simulation, assemble
from denoc.studies.many import run_of
from denoc.torques.torque_laws import ConstantTorque, FreeFall

Run = Recording | DynamicsError
MOST_NUMBERS = 4_000_000  # of positions that a block of runs keeps


def runs_of(
    projects: Sequence[Project],
    *,
    vary: bool,
    beliefs: Sequence[Project] = (),
    cancel: Cancel | None = None,
) -> list[Run]:
    """The run of each project, or why there is none; Cancelled once `cancel` is set.

    `vary` says that their arms differ: a thousand arms have one kernel together, while an arm that all runs share has
    one of its own. `beliefs` are then what their torque laws know, see `Project.job`; none has one where lanes compute
    it."""
    found: dict[int, Run] = {}
    for numbers in _alike(projects):
        found.update(_in_lanes([(number, projects[number]) for number in numbers], vary, cancel))
    return [
        found[i] if i in found else _alone(project, vary, cancel, beliefs[i] if beliefs else None)
        for i, project in enumerate(projects)
    ]


def _alone(project: Project, vary: bool, cancel: Cancel | None, belief: Project | None) -> Run:
    try:
        run = run_of(project, cancel, belief) if vary else run_project(project, cancel)
    except DynamicsError as error:
        return error
    if isinstance(run, Simulation) and run.status == "cancelled":
        raise Cancelled
    return run


def _fits(project: Project) -> bool:
    """Whether lanes compute all that a recording has. They do not integrate the work of torques that change nor that of
    friction, which the energy balance needs; nor do they know stops, limits of the drives, pushes and wrenches."""
    run = project.run
    plain = run.limits == "none" and not (run.torque_limit or run.speed_limit or run.tip_wrench or run.pushes)
    return (
        plain
        and run.mode == "forward"
        and run.method == "denoc"
        and run.integrator in INTEGRATORS
        and isinstance(run.torque, FreeFall | ConstantTorque)
        and all(link.frictionless for link in project.robot.links)
    )


def _alike(projects: Sequence[Project]) -> list[list[int]]:
    """The numbers of those that go side by side: they differ in their start, in constant torques and in their arms."""
    groups: dict[object, list[int]] = {}
    for number, project in enumerate(projects):
        if _fits(project):
            kinds = tuple(link.joint for link in project.robot.links)
            groups.setdefault((kinds, msgspec.structs.replace(project.run, torque=FreeFall())), []).append(number)
    return list(groups.values())


def _in_lanes(
    given: Sequence[tuple[int, Project]], vary: bool, cancel: Cancel | None
) -> Iterator[tuple[int, Simulation]]:
    """Those that get to their end, by their numbers: why one does not, a run of its own says best."""
    projects = [project for _, project in given]
    first, run, n = projects[0], projects[0].run, projects[0].robot.n
    torques = np.array([_torque(project) for project in projects])
    blocks = stream_many(
        first.robot,
        np.array([project.q0 for project in projects]),
        np.array([project.qd0 for project in projects]),
        run.duration,
        block=max(1, MOST_NUMBERS // (run.samples * n)),
        torque=torques,
        integrator=run.integrator,
        rtol=run.rtol,
        atol=run.atol,
        step=run.step,
        samples=run.samples,
        workers=1,
        robots=[project.robot for project in projects] if vary else None,
        cancel=cancel,
    )
    place = 0
    for block in blocks:
        for row in range(len(block)):
            (number, project), torque = given[place], torques[place]
            place += 1
            limit = usual_energy_limit(project.robot)
            if block.status[row] == "completed" and block.kinetic[row].max() <= limit:
                yield number, _simulation(project, torque, block, row, vary)
    if cancel is not None and cancel.is_set():
        raise Cancelled


def _torque(project: Project) -> tuple[float, ...]:
    law = project.run.torque
    return law.values if isinstance(law, ConstantTorque) else (0.0,) * project.robot.n


def _simulation(project: Project, torque: np.ndarray, block: Ensemble, row: int, vary: bool) -> Simulation:
    """What `simulate` makes of the same samples; constant torques have done work along the whole way."""
    q, qd = (np.ascontiguousarray(series[row]) for series in (block.q, block.qd))
    tau = np.tile(torque, (len(q), 1))
    qdd, _ = evaluate_states(project.robot, "forward denoc", [q, qd, tau], kernels=SHARED)
    chunk = Chunk(
        t=block.t,
        q=frozen(q),
        qd=frozen(qd),
        qdd=frozen(qdd),
        tau=frozen(tau),
        kinetic=block.kinetic[row],
        potential=block.potential[row],
        work=frozen((q - q[0]) @ torque),
        friction_work=frozen(np.zeros(len(q))),
        reached=float(block.reached[row]),
        steps=int(block.steps[row]),
        evaluations=int(block.evaluations[row]),
        status="completed",
        message="",
    )
    return assemble(project.job(draft=vary), [chunk])
