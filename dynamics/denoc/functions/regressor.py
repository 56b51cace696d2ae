"""Torques are linear in the inertial parameters: tau = Y(q, qd, qdd) phi, apart from friction and rotors.

A body's ten parameters are (m, m cx, m cy, m cz, Jxx, Jyy, Jzz, Jxy, Jyz, Jxz), with J the tensor entries about the
origin of the body's frame: the link's own frame, for the payload the tip frame (Khalil and Dombre 2002, chapter 9;
Atkeson, An and Hollerbach 1986).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from denoc.arm.conventions import as_matrix
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Inertia, Robot, Triple, inertia_entries, inertia_matrix
from denoc.basics.checks import check_kind
from denoc.functions.evaluation import evaluate_given
from denoc.kernels.dispatch import BEST, SHARED, Kernels

PARAMETERS = ("m", "m cx", "m cy", "m cz", "Jxx", "Jyy", "Jzz", "Jxy", "Jyz", "Jxz")

MOST = 2**24  # numbers: 128 MB

Body = tuple[float, Triple, Inertia]  # mass, mass centre, inertia about it


def body_parameters(body: Body) -> np.ndarray:
    """The ten parameters of a body, about its frame's origin."""
    mass, com, inertia = body
    c = np.array(com)
    tensor = inertia_matrix(inertia) + mass * (c @ c * np.eye(3) - np.outer(c, c))
    return np.array([mass, *(mass * c), *inertia_entries(tensor)])


def bodies(robot: Robot) -> list[Body]:
    """The links, and the payload where there is one."""
    found: list[Body] = [(link.mass, link.com, link.inertia) for link in robot.links]
    return found if robot.payload is None else [*found, (robot.payload.mass, robot.payload.com, robot.payload.inertia)]


def inertial_parameters(robot: Robot) -> np.ndarray:
    """phi, (10 b,): ten inertial parameters of each of the b bodies: the links, and the payload if there is one.

    Per body m (kg), m cx, m cy, m cz (kg m), Jxx, Jyy, Jzz, Jxy, Jyz, Jxz (kg m^2), the inertia about the origin of the
    body's own frame and in its axes (tip axes for the payload). Torques are linear in them: see `regressor`.
    DynamicsError for what is no Robot.

    >>> dn.inertial_parameters(dn.rod_chain(1).robot).round(4).tolist()
    [1.0, -0.5, 0.0, 0.0, 0.0, 0.3333, 0.3333, 0.0, 0.0, 0.0]
    """
    check_kind(robot, Robot, "robot")
    return np.concatenate([body_parameters(body) for body in bodies(robot)])


def regressor(robot: Robot, q: object, qd: object, qdd: object, *, kernels: Kernels = BEST) -> np.ndarray:
    """Y(q, qd, qdd), (n, 10 b) or (k, n, 10 b): Y phi is the torque without friction and rotors.

    q (rad, m), qd and qdd (per s, s^2) are (n,) or (k, n); phi are the `inertial_parameters` of the b bodies, and an
    entry of Y is in N m (N) per unit of its parameter. Y depends on the arm's geometry and gravity only: stacked over
    measured states it identifies phi. DynamicsError for a wrong shape.

    >>> arm, state = dn.rod_chain(2).robot, ([0.1, 0.2], [1.0, 2.0], [3.0, 4.0])
    >>> torque = dn.regressor(arm, *state) @ dn.inertial_parameters(arm)
    >>> bool(np.allclose(torque, dn.inverse_dynamics(arm, *state)))
    True
    """
    return _with_payload(robot, evaluate_given(robot, "regressor", kernels, q, qd, qdd))


def body_columns(robot: Robot, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> Iterator[np.ndarray]:
    """The regressor's ten columns for one body after the other, (k, n, 10), of (k, n) states: all of it may be large,
    so no more of it is held at a time than `MOST`."""
    width, count = len(PARAMETERS), len(bodies(robot))
    together = max(MOST // max(q.size * width, 1), 1)  # bodies
    rows = max(MOST // (robot.n * count * width), 1)  # states
    for first in range(0, count, together):
        wanted = slice(width * first, width * (first + together))
        pieces = [
            regressor(robot, *(array[start : start + rows] for array in (q, qd, qdd)), kernels=SHARED)[..., wanted]
            for start in range(0, max(len(q), 1), rows)
        ]
        columns = pieces[0] if len(pieces) == 1 else np.concatenate(pieces)
        yield from (columns[..., at : at + width] for at in range(0, columns.shape[-1], width))


def _with_payload(robot: Robot, blocks: np.ndarray) -> np.ndarray:
    """(..., n, 10 b) of the links' (..., n, n, 10). A payload is a part of the last link, in other axes."""
    links = blocks.reshape(*blocks.shape[:-2], robot.n * len(PARAMETERS))
    if robot.payload is None:
        return links
    return np.concatenate([links, blocks[..., -1, :] @ _from_tip(robot)], axis=-1)


@PerRobot
def _from_tip(robot: Robot) -> np.ndarray:
    """What each parameter of a body in the tip's frame is in the last link's own, (10, 10)."""
    tool = as_matrix(robot.tool)
    return np.column_stack([_parameters(tool @ _second_moments(unit) @ tool.T) for unit in np.eye(len(PARAMETERS))])


def _second_moments(phi: np.ndarray) -> np.ndarray:
    """The integral of (r, 1) (r, 1)^T dm, (4, 4): where a body stands, it is moved like a transform."""
    mass, moment, tensor = phi[0], phi[1:4], inertia_matrix(tuple(phi[4:]))
    out = np.empty((4, 4))
    out[:3, :3] = np.trace(tensor) / 2 * np.eye(3) - tensor
    out[:3, 3] = out[3, :3] = moment
    out[3, 3] = mass
    return out


def _parameters(moments: np.ndarray) -> np.ndarray:
    """The ten parameters of a body with these second moments."""
    tensor = np.trace(moments[:3, :3]) * np.eye(3) - moments[:3, :3]
    return np.array([moments[3, 3], *moments[:3, 3], *inertia_entries(tensor)])
