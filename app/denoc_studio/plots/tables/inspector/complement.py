"""The natural orthogonal complement N = N_l N_d at one moment: Saha 1999, (16) and (17)."""

from __future__ import annotations

from functools import partial

import numpy as np

from denoc.arm.robot import Robot
from denoc.functions.kinematics import link_frames
from denoc.functions.matrices import denoc_matrices
from denoc.kernels.dispatch import SHARED
from denoc.playing.notation import SAHA
from denoc_studio.look.plain_text import in_signs
from denoc_studio.plots.moment import Moment
from denoc_studio.plots.tables.inspector.components import SIXES
from denoc_studio.plots.tables.inspector.entry import Entry, Inspected, joint_kinds, joint_names
from denoc_studio.plots.tables.number_grid import NumberGrid

TWIST = SIXES["twist"]


def turns(moment: Moment) -> np.ndarray:
    """(6n, 6n): components in the axes of the links to components in world axes."""
    rotations = link_frames(moment.robot, moment.q, kernels=SHARED)[:, :3, :3]
    found = np.zeros((6 * moment.robot.n, 6 * moment.robot.n))
    for place, rotation in enumerate(np.repeat(rotations, 2, axis=0)):
        found[3 * place : 3 * place + 3, 3 * place : 3 * place + 3] = rotation
    return found


def rate_units(robot: Robot, links: int) -> np.ndarray:
    """Of a matrix that makes the twists of so many links from joint rates."""
    p = SAHA.symbols["p"]
    columns = [np.repeat(in_signs(p.unit(kind)).split("; "), 3) for kind in joint_kinds(robot)]
    return np.tile(np.column_stack(columns), (links, 1))


def _complement(name: str, moment: Moment, _link: int, world: bool) -> Inspected:
    robot, values = moment.robot, getattr(denoc_matrices(moment.robot, moment.q), name).array
    rows = tuple(f"{link}: {part}" for link in range(1, robot.n + 1) for part in TWIST)
    columns, units = joint_names(robot), rate_units(robot, robot.n)
    largest, to_world = float(np.abs(values).max()), turns(moment)
    if name == "N_l":
        block = np.array([["1", "1/m"], ["m", "1"]]).repeat(3, axis=0).repeat(3, axis=1)
        columns, units = rows, np.tile(block, (robot.n, robot.n))
        values = values if world else values @ to_world
    values = values if world else to_world.T @ values
    axes = "world axes" if world else "the twist of link i in the axes of link i"
    return Inspected(
        NumberGrid("", rows, columns, values, units=units, size=largest),
        f"angular part, then linear part of each link, at its mass centre, {axes}",
    )


def _axes_twists(moment: Moment, link: int, world: bool) -> Inspected:
    n, each = moment.robot.n, range(moment.robot.n)
    grid = _complement("N_d", moment, link, world).grid
    values, units = (array.reshape(n, 6, n)[each, :, each] for array in (grid.values, rate_units(moment.robot, n)))
    place = f"angular part, then linear part, at Ci, {'world axes' if world else 'axes of link i'}"
    return Inspected(NumberGrid("", joint_names(moment.robot), TWIST, values, units=units, size=grid.size), place)


_NOC = "Natural orthogonal complement"
COMPLEMENT = (
    Entry(
        _NOC,
        "N",
        r"\mathbf{N}",
        "natural orthogonal complement: with the rates, the twists of all links",
        "Saha 1999, (16)",
        partial(_complement, "N"),
        equation=r"\mathbf{t} = \mathbf{N} \dot{\boldsymbol{\theta}}, \quad \mathbf{N} = \mathbf{N}_l \mathbf{N}_d",
    ),
    Entry(
        _NOC,
        "N_l",
        r"\mathbf{N}_{l}",
        "lower block triangular: the twist propagation matrices B between mass centres",
        "Saha 1999, (17)",
        partial(_complement, "N_l"),
        equation=r"\mathbf{N} = \mathbf{N}_l \mathbf{N}_d",
    ),
    Entry(
        _NOC,
        "N_d",
        r"\mathbf{N}_{d}",
        "block diagonal: the joint-rate propagation vectors p",
        "Saha 1999, (17)",
        partial(_complement, "N_d"),
        equation=r"\mathbf{N} = \mathbf{N}_l \mathbf{N}_d",
    ),
    Entry(
        _NOC,
        "p",
        r"\mathbf{p}_{i}",
        "unit twist of joint i at mass centre i",
        "Saha 1999, (13) and (15)",
        _axes_twists,
    ),
)
