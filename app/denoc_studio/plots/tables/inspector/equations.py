"""The equations of motion at one moment: state, matrices and vectors of the joints, the tip's Jacobian."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from denoc.functions.api import coriolis_matrix, forward_dynamics, gravity_torque, inverse_dynamics, mass_matrix, udu
from denoc.functions.kinematics import jacobian
from denoc.kernels.dispatch import SHARED
from denoc.playing.notation import INERTIA, SAHA, Symbol
from denoc.studies.agreement import size_of
from denoc_studio.look.plain_text import in_signs
from denoc_studio.plots.moment import Moment
from denoc_studio.plots.tables.inspector.complement import TWIST, rate_units, turns
from denoc_studio.plots.tables.inspector.entry import IN_NO_AXES, Entry, Inspected, joint_kinds, joint_names
from denoc_studio.plots.tables.number_grid import NumberGrid

Function = Callable[[Moment], np.ndarray]
Size = Callable[[Moment], float]  # of what adds up to the values, where these may all be rounding


def _own(_: Moment) -> float:
    """Nothing adds up to them that would be larger."""
    return 0.0


def _square(units: Symbol, matrix: Function, size: Size = _own) -> Callable[..., Inspected]:
    def look(moment: Moment, _link: int, _world: bool) -> Inspected:
        joints, kinds = joint_names(moment.robot), joint_kinds(moment.robot)
        values = matrix(moment)
        told = np.array([[in_signs(units.unit(row, column)) for column in kinds] for row in kinds])
        largest = max(float(np.abs(values).max()), size(moment))
        return Inspected(NumberGrid("", joints, joints, values, units=told, size=largest), IN_NO_AXES)

    return look


def _vectors(*columns: tuple[str, Symbol, Function, Size]) -> Callable[..., Inspected]:
    def look(moment: Moment, _link: int, _world: bool) -> Inspected:
        kinds = joint_kinds(moment.robot)
        units = np.array([[in_signs(unit.unit(kind)) for _, unit, _, _ in columns] for kind in kinds])
        values = np.column_stack([function(moment) for _, _, function, _ in columns])
        sizes = [max(float(np.abs(row).max()), size(moment)) for row, (*_, size) in zip(values.T, columns, strict=True)]
        names = tuple(name for name, *_ in columns)
        return Inspected(NumberGrid("", joint_names(moment.robot), names, values, units=units, size=sizes), IN_NO_AXES)

    return look


def _torques_size(moment: Moment) -> float:
    return size_of(partial(inverse_dynamics, moment.robot, kernels=SHARED), moment.q, moment.qd, moment.qdd)


def _accelerations_size(moment: Moment) -> float:
    return size_of(partial(forward_dynamics, moment.robot, kernels=SHARED), moment.q, moment.qd, moment.tau)


def _convective_size(moment: Moment) -> float:
    return float(np.abs(_inertia(moment)).max() * np.abs(moment.qd).max())


def _inertia(moment: Moment) -> np.ndarray:
    return mass_matrix(moment.robot, moment.q, kernels=SHARED)


def _jacobian(moment: Moment, _link: int, world: bool) -> Inspected:
    found = jacobian(moment.robot, moment.q, kernels=SHARED)
    values = found if world else turns(moment)[-6:, -6:].T @ found
    units, largest = rate_units(moment.robot, 1), float(np.abs(found).max())
    grid = NumberGrid("", TWIST, joint_names(moment.robot), values, units=units, size=largest)
    axes = "world axes" if world else f"axes of link {moment.robot.n}"
    return Inspected(grid, f"angular part, then linear part, at the tip, {axes}")


_Q = Symbol("q_{i}", "scalar", "", "rad", "m")
_G = SAHA.symbols["tau"]
_C = Symbol("", "scalar", "", "kg m^2/s", "kg m/s", ("kg m/s", "kg/s"))
_I = INERTIA.symbols["entry"]

_MOTION = "Equations of motion"
EQUATIONS = (
    Entry(
        _MOTION,
        "I",
        r"\mathbf{I}",
        "generalized inertia matrix; rotors add to its diagonal",
        "Saha 1999, (24)",
        _square(_I, _inertia),
        equation=r"\mathbf{I} = \mathbf{N}^T \mathbf{M} \mathbf{N}",
    ),
    Entry(
        _MOTION,
        "C",
        r"\mathbf{C}",
        "matrix of convective inertia: with the rates, Coriolis and centrifugal torques",
        "Saha 1999, (28)",
        _square(_C, lambda m: coriolis_matrix(m.robot, m.q, m.qd, kernels=SHARED), _convective_size),
    ),
    Entry(
        _MOTION,
        "g",
        r"\mathbf{g}",
        "torque that holds the arm against gravity",
        "",
        _vectors(("value", _G, lambda m: gravity_torque(m.robot, m.q, kernels=SHARED), _torques_size)),
    ),
    Entry(
        _MOTION,
        "U",
        r"\mathbf{U}",
        "unit upper triangular factor of I",
        "Saha 1999, (46) to (50)",
        _square(SAHA.symbols["entry"], lambda m: udu(m.robot, m.q, kernels=SHARED)[0]),
        equation=r"\mathbf{I} = \mathbf{U} \mathbf{D} \mathbf{U}^T",
    ),
    Entry(
        _MOTION,
        "D",
        r"\mathbf{D}",
        "diagonal factor of I: the pivots",
        "Saha 1999, (47)",
        _vectors(("value", SAHA.symbols["m_hat"], lambda m: np.diag(udu(m.robot, m.q, kernels=SHARED)[1]), _own)),
        equation=r"\mathbf{I} = \mathbf{U} \mathbf{D} \mathbf{U}^T",
    ),
    Entry(
        _MOTION,
        "J",
        r"\mathbf{J}",
        "Jacobian of the tip: with the rates, its twist",
        "",
        _jacobian,
        equation=r"\mathbf{t} = \mathbf{J} \dot{\boldsymbol{\theta}}",
    ),
    Entry(
        _MOTION,
        "state",
        r"\boldsymbol{\theta}, \boldsymbol{\tau}",
        "positions, rates, accelerations and torques of the joints",
        "",
        _vectors(
            ("position", _Q, lambda m: m.q, _own),
            ("rate", SAHA.symbols["qd"], lambda m: m.qd, _own),
            ("acceleration", SAHA.symbols["qdd"], lambda m: m.qdd, _accelerations_size),
            ("torque or force", SAHA.symbols["tau"], lambda m: m.tau, _torques_size),
        ),
    ),
)
