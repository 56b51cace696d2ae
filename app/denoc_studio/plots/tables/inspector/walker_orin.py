"""Composite bodies and Cholesky's factor of Walker and Orin 1982, whose method is not played."""

from __future__ import annotations

from functools import partial

import numpy as np

from denoc.functions.inspection import inspect_forward
from denoc.functions.kinematics import link_frames
from denoc.kernels.dispatch import SHARED
from denoc_studio.plots.moment import Moment
from denoc_studio.plots.tables.inspector.components import THREES
from denoc_studio.plots.tables.inspector.entry import IN_NO_AXES, Entry, Inspected, joint_kinds, joint_names
from denoc_studio.plots.tables.number_grid import NumberGrid


def _composite(name: str, moment: Moment, link: int, world: bool) -> Inspected:
    robot, q, qd, _, tau, wrench = moment
    values = inspect_forward(robot, q, qd, tau, method="walker-orin", tip_wrench=wrench)[name]
    joints, size = joint_names(robot), float(np.abs(values).max())
    if name == "mass":
        return Inspected(
            NumberGrid("", joints, ("value",), values[:, None], units=_all("kg", (robot.n, 1)), size=size), IN_NO_AXES
        )
    if name == "L":
        units = np.array([["kg^½ m" if kind else "kg^½"] * robot.n for kind in joint_kinds(robot)])
        return Inspected(NumberGrid("", joints, joints, values, units=units, size=size), IN_NO_AXES)
    turns = [] if world else list(link_frames(robot, q, kernels=SHARED)[:, :3, :3])
    number = str(link + 1) if values.ndim == 3 else "i"
    place = f"about O{number}, {'world axes' if world else f'axes of link {number}'}"
    if values.ndim == 3:
        tensor = values[link] if world else turns[link].T @ values[link] @ turns[link]
        return Inspected(NumberGrid("", THREES, THREES, tensor, units=_all("kg m²", (3, 3)), size=size), place)
    vectors = values if world else np.array([turn.T @ vector for turn, vector in zip(turns, values, strict=True)])
    return Inspected(NumberGrid("", joints, THREES, vectors, units=_all("kg m", vectors.shape), size=size), place)


def _all(unit: str, shape: tuple[int, ...]) -> np.ndarray:
    return np.full(shape, unit)


_ORIN = "Walker and Orin: accelerations of torques (1982)"
_PAPER = "Walker and Orin 1982, third method"
WALKER_ORIN = (
    Entry(_ORIN, "mass", r"m_{i}", "mass of links i to n as one composite body", _PAPER, partial(_composite, "mass")),
    Entry(
        _ORIN,
        "moment",
        r"\mathbf{s}_{i}",
        "its first moment about the joint's origin",
        _PAPER,
        partial(_composite, "moment"),
    ),
    Entry(
        _ORIN,
        "inertia",
        r"\mathbf{J}_{i}",
        "its inertia about the joint's origin",
        _PAPER,
        partial(_composite, "inertia"),
        per_link=True,
    ),
    Entry(
        _ORIN,
        "L",
        r"\mathbf{L}",
        "Cholesky's factor of the inertia matrix, lower triangular",
        _PAPER,
        partial(_composite, "L"),
        equation=r"\mathbf{I} = \mathbf{L} \mathbf{L}^T",
    ),
)
