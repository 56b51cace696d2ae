"""What joints and links have to bear: the wrench through each joint, and what it is across the ends of a link."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NamedTuple, get_args

import numpy as np

from denoc.algebra.scalars import exact_cos_sin
from denoc.arm.batch import check_states, check_wrench
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.basics.checks import as_numbers, check_choice
from denoc.basics.errors import DynamicsError
from denoc.functions.evaluation import evaluate_states
from denoc.functions.kinematics import link_frames
from denoc.kernels.dispatch import BEST, Kernels

Axes = Literal["link", "joint", "world"]

POINT = 1e-9  # of the arm's reach: a link with its ends no farther apart has no line of its own


class LinkLoads(NamedTuple):
    """Loads across both ends of every link, (..., n, 2) each: [..., 0] at its joint, [..., 1] at the next or tip."""

    axial: np.ndarray  # N, tension positive
    shear: np.ndarray  # N, across the link
    bending: np.ndarray  # N m
    torsion: np.ndarray  # N m, about the link


def joint_reactions(
    robot: Robot,
    q: object,
    qd: object,
    qdd: object,
    *,
    tip_wrench: object = None,
    link_wrenches: object = None,
    axes: Axes = "link",
    kernels: Kernels = BEST,
) -> np.ndarray:
    """Bearing loads: moment (N m) and force (N) that link i-1 puts on link i, (n, 6) or (k, n, 6).

    q (rad, m), qd and qdd (per s, s^2) are (n,) or (k, n); `tip_wrench` as for `inverse_dynamics`. `link_wrenches`,
    shaped like the result, are moments about the joints' origins and forces, in world axes, that the surroundings put
    on the links besides, such as pushes. The moment is about the joint's origin: on its axis, where the common normal
    to the next axis begins, travelling with a slide; in a modified table that is the link's frame. `axes` are the
    link's own, as for its mass centre ("link"), those with z on the joint and x along that normal ("joint"), or
    "world". The component along the joint, of the moment or of a slide's force, is what `inverse_dynamics` gives less
    friction and rotor, and less what `link_wrenches` do there. DynamicsError for a wrong shape or other axes.

    A level rod of 1 m and 1 kg at rest: its hinge bears the weight, 9.81 N, and holds it with 4.905 N m.

    >>> dn.joint_reactions(dn.rod_chain(1).robot, [0.0], [0.0], [0.0])[0].round(6).tolist()
    [0.0, 0.0, 4.905, 0.0, 9.81, 0.0]
    """
    states = check_states(robot, q=q, qd=qd, qdd=qdd)
    wrench = check_wrench(robot, tip_wrench, states[0])
    check_choice(axes, get_args(Axes), "axes")
    borne = _borne(robot, states, wrench, kernels)
    if link_wrenches is not None:
        borne = borne - _outboard(robot, states[0], link_wrenches, kernels)
    if axes == "world":
        return _turned(link_frames(robot, states[0], kernels=kernels)[..., :3, :3], borne)
    if axes == "link" and robot.convention == "standard":
        return _turned(_to_own_axes(robot), borne)
    return borne


def link_loads(
    robot: Robot,
    q: object,
    qd: object,
    qdd: object,
    *,
    tip_wrench: object = None,
    link_wrenches: object = None,
    kernels: Kernels = BEST,
) -> LinkLoads:
    """Axial force, shear force (N), bending and twisting moment (N m) across both ends of each link, (n, 2) each.

    Arguments as for `joint_reactions`; a batch gives (k, n, 2). [..., 0] is the end at the link's joint, [..., 1] the
    one at the next joint, of the last link the tip, where payload and tip wrench pull. The link is the straight line
    between the two joints' origins; one whose ends meet is a shaft along its joint. A pull is positive. DynamicsError
    for a wrong shape.

    The same rod, hanging: its hinge pulls with 9.81 N, its end is free.

    >>> dn.link_loads(dn.rod_chain(1).robot, [-np.pi / 2], [0.0], [0.0]).axial.round(6).tolist()
    [[9.81, 0.0]]
    """
    states = check_states(robot, q=q, qd=qd, qdd=qdd)
    wrench = check_wrench(robot, tip_wrench, states[0])
    frames = link_frames(robot, states[0], kernels=kernels)
    turn, tip = frames[..., :3, :3], (frames[..., -1, :, :] @ pack(robot).tool)[..., :3, 3]
    ends = np.concatenate([frames[..., :3, 3], tip[..., None, :]], axis=-2)
    borne = _borne(robot, states, wrench, kernels)
    last = borne[..., -1, :] - _borne(_empty_handed(robot), states, None, kernels)[..., -1, :]
    if link_wrenches is not None:
        borne = borne - _outboard(robot, states[0], link_wrenches, kernels)
    near = _turned(turn, borne)
    far = np.concatenate([near[..., 1:, :], _turned(turn[..., -1, :, :], last)[..., None, :]], axis=-2)
    far[..., -1, :3] += np.cross(ends[..., -2, :] - tip, far[..., -1, 3:])  # about the tip
    return _across(_lines(ends, turn), np.stack([near, far], axis=-2))


def _borne(robot: Robot, states: list[np.ndarray], wrench: np.ndarray | None, kernels: Kernels) -> np.ndarray:
    """Reactions in joint axes, (..., n, 6)."""
    return evaluate_states(robot, "reactions", states, wrench, kernels=kernels)[0]


def _outboard(robot: Robot, q: np.ndarray, link_wrenches: object, kernels: Kernels) -> np.ndarray:
    """What acts on each link and on all that follow it, (..., n, 6), about its joint's origin and in joint axes."""
    wrenches = as_numbers(link_wrenches, "link_wrenches")
    if wrenches.shape != (*q.shape, 6):
        raise DynamicsError(f"a shape {(*q.shape, 6)} is needed", field="link_wrenches", value=wrenches.shape)
    frames = link_frames(robot, q, kernels=kernels)
    moments, forces = wrenches[..., :3], wrenches[..., 3:]
    about_base = moments + np.cross(frames[..., :3, 3], forces)
    moments, forces = (np.cumsum(part[..., ::-1, :], axis=-2)[..., ::-1, :] for part in (about_base, forces))
    moments = moments - np.cross(frames[..., :3, 3], forces)
    return _turned(np.swapaxes(frames[..., :3, :3], -1, -2), np.concatenate([moments, forces], axis=-1))


def _turned(turn: np.ndarray, wrenches: np.ndarray) -> np.ndarray:
    halves = wrenches.reshape(*wrenches.shape[:-1], 2, 3)
    return np.einsum("...ij,...aj->...ai", turn, halves).reshape(wrenches.shape)


@PerRobot
def _to_own_axes(robot: Robot) -> np.ndarray:
    """From joint axes to the links' own of a standard table, (n, 3, 3): Rot_x(-alpha)."""
    turn = np.tile(np.eye(3), (robot.n, 1, 1))
    c, s = np.array([exact_cos_sin(link.alpha) for link in robot.links]).T
    turn[:, 1, 1] = turn[:, 2, 2] = c
    turn[:, 1, 2], turn[:, 2, 1] = s, -s
    return turn


@PerRobot
def _empty_handed(robot: Robot) -> Robot:
    return replace(robot, payload=None)


def _lines(ends: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """Unit vectors along the links, (..., n, 3)."""
    spans = np.diff(ends, axis=-2)
    lengths = np.linalg.norm(spans, axis=-1, keepdims=True)
    reach = lengths.sum(axis=-2, keepdims=True)
    long = lengths > POINT * np.maximum(reach, np.finfo(float).tiny)
    return np.where(long, spans / np.where(long, lengths, 1.0), turn[..., :, 2])


def _across(lines: np.ndarray, wrenches: np.ndarray) -> LinkLoads:
    """Of wrenches (..., n, 2, 6) that act on what lies outboard of the cut."""
    e = lines[..., None, :]
    moment, force = wrenches[..., :3], wrenches[..., 3:]
    torsion, push = (moment * e).sum(axis=-1), (force * e).sum(axis=-1)
    bending = np.linalg.norm(moment - torsion[..., None] * e, axis=-1)
    shear = np.linalg.norm(force - push[..., None] * e, axis=-1)
    return LinkLoads(0.0 - push, shear, bending, torsion)
