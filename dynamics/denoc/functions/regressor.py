"""Torques are linear in the inertial parameters: tau = Y(q, qd, qdd) phi, apart from friction and rotors.

A body's ten parameters are (m, m cx, m cy, m cz, Jxx, Jyy, Jzz, Jxy, Jyz, Jxz), with J the tensor entries about the
origin of the body's frame: the link's own frame, for the payload the tip frame (Khalil and Dombre 2002, chapter 9;
Atkeson, An and Hollerbach 1986).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from denoc.arm.batch import check_states
from denoc.arm.friction import NO_FRICTION
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Inertia, Link, Payload, Robot, Triple, inertia_entries, inertia_matrix
from denoc.basics.checks import check_kind
from denoc.functions.api import inverse_dynamics
from denoc.kernels.dispatch import SHARED

PARAMETERS = ("m", "m cx", "m cy", "m cz", "Jxx", "Jyy", "Jzz", "Jxy", "Jyz", "Jxz")

Body = tuple[float, Triple, Inertia]  # mass, mass centre, inertia about it

# Bodies that can be, with inertia about the mass centre, and their ten parameters: no body has a first moment
# without mass or a product of inertia without moments, so the columns of those come out as differences.
_POINT = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
_PROBES: tuple[Body, ...] = (
    (1.0, (0.0, 0.0, 0.0), _POINT),
    (1.0, (1.0, 0.0, 0.0), _POINT),
    (1.0, (0.0, 1.0, 0.0), _POINT),
    (1.0, (0.0, 0.0, 1.0), _POINT),
    (0.0, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)),
    (0.0, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0, 0.0, 0.0)),
    (0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0, 0.0, 0.0)),
    (0.0, (0.0, 0.0, 0.0), (1.0, 1.0, 0.0, 1.0, 0.0, 0.0)),
    (0.0, (0.0, 0.0, 0.0), (0.0, 1.0, 1.0, 0.0, 1.0, 0.0)),
    (0.0, (0.0, 0.0, 0.0), (1.0, 0.0, 1.0, 0.0, 0.0, 1.0)),
)


def body_parameters(body: Body) -> np.ndarray:
    """The ten parameters of a body, about its frame's origin."""
    mass, com, inertia = body
    c = np.array(com)
    tensor = inertia_matrix(inertia) + mass * (c @ c * np.eye(3) - np.outer(c, c))
    return np.array([mass, *(mass * c), *inertia_entries(tensor)])


_FROM_PROBES = np.round(np.linalg.inv(np.array([body_parameters(body) for body in _PROBES])))  # whole numbers


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


def regressor(robot: Robot, q: object, qd: object, qdd: object) -> np.ndarray:
    """Y(q, qd, qdd), (n, 10 b) or (k, n, 10 b): Y phi is the torque without friction and rotors.

    q (rad, m), qd and qdd (per s, s^2) are (n,) or (k, n); phi are the `inertial_parameters` of the b bodies, and an
    entry of Y is in N m (N) per unit of its parameter. Y depends on the arm's geometry and gravity only: stacked over
    measured states it identifies phi. DynamicsError for a wrong shape.

    >>> arm, state = dn.rod_chain(2).robot, ([0.1, 0.2], [1.0, 2.0], [3.0, 4.0])
    >>> torque = dn.regressor(arm, *state) @ dn.inertial_parameters(arm)
    >>> bool(np.allclose(torque, dn.inverse_dynamics(arm, *state)))
    True
    """
    states = check_states(robot, q=q, qd=qd, qdd=qdd)
    return np.concatenate(list(body_columns(robot, *states)), axis=-1)


def body_columns(robot: Robot, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> Iterator[np.ndarray]:
    """The regressor's ten columns for one body after the other, (..., n, 10)."""
    for probes in _probed(robot):
        torques = np.stack([inverse_dynamics(probe, q, qd, qdd, kernels=SHARED) for probe in probes], axis=-1)
        yield torques @ _FROM_PROBES.T


@PerRobot
def _probed(robot: Robot) -> list[list[Robot]]:
    """For every body ten robots in which it is a probe and all else is massless; made once per robot."""
    bare = tuple(_with_body(link, (0.0, (0.0, 0.0, 0.0), _POINT)) for link in robot.links)
    empty = replace(robot, links=bare, payload=None)
    found = [[_with_link(empty, i, probe) for probe in _PROBES] for i in range(robot.n)]
    if robot.payload is not None:
        found.append([replace(empty, payload=Payload(*probe)) for probe in _PROBES])
    return found


def _with_link(robot: Robot, index: int, body: Body) -> Robot:
    link = _with_body(robot.links[index], body)
    return replace(robot, links=(*robot.links[:index], link, *robot.links[index + 1 :]))


def _with_body(link: Link, body: Body) -> Link:
    """The link with other inertia, without friction and rotor."""
    mass, com, inertia = body
    return replace(link, mass=mass, com=com, inertia=inertia, rotor_inertia=0.0, **NO_FRICTION)
