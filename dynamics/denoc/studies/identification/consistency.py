"""Standard parameters that bodies can have, nearest to a prior, of base parameters that were estimated.

A body is one that can be when its pseudo-inertia, the 4x4 matrix of its second, first and zeroth moments of mass
[[S, m c], [m c^T, m]] with S = tr(J)/2 1 - J, is positive semidefinite (Wensing, Kim and Slotine 2018); friction and
rotors must not be below zero. Base parameters leave the standard ones undetermined in many directions: of all x that
fit them equally well, the one nearest to the prior's x0 is taken. In units in which each body of the prior is about 1,
the objective is

    |W (beta(x) - beta)|^2 + PRIOR |x - x0|^2    over all x with P_i(x) >= 0,

where W makes the estimate's covariance 1. It is convex, and is solved by Newton's method along the central path of its
logarithmic barrier. Where the fit that ignores P_i >= 0 meets it, that one is taken as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from denoc.arm.friction import NO_FRICTION
from denoc.arm.robot import Inertia, Payload, Robot, Triple, inertia_entries, inertia_matrix
from denoc.basics.cancelling import check_cancelled
from denoc.studies.identification.base import BaseParameters, reach
from denoc.studies.identification.parameters import OF_A_BODY, ParameterSet

PRIOR = 1e-3  # squared standard deviations that a body which differs by all of itself from the prior is worth
STIFFEST = 1e4  # inverse standard deviation, in the scaled units, beyond which an estimate is as good as exact
INSIDE = 1e-2  # smallest eigenvalue of the scaled bodies that the search starts from
TOLERATED = 1e-9  # below zero: rounding
LAST = 1e-7  # weight of the barrier at the end of the path
SLOWER = 0.2  # of it, from one centre to the next
MOST_STEPS = 60  # of Newton's method to a centre
BORDER = 1e-12  # of a body's largest eigenvalue, or of the prior: closer to the border, rounding counts
CENTRED = 1e-4  # squared length of a Newton step that is short enough
_UPPER = np.triu_indices(4)
_WEIGHTS = np.where(_UPPER[0] == _UPPER[1], 1.0, np.sqrt(2.0))  # that make the entries' squares sum to the matrix's


class Standard(NamedTuple):
    """Standard parameters that can be, (p,), and how they came about."""

    parameters: np.ndarray
    consistent: bool  # whether those nearest to the prior could be as they were
    reports: tuple[str, ...]  # of every body or joint that could not, in words
    moved: float  # the base parameters, by so many standard deviations in all (Mahalanobis)


def standard_parameters(base: BaseParameters, values: np.ndarray, whitening: np.ndarray, prior: Robot) -> Standard:
    """Those of the base parameters `values` (b,) with `whitening` (r, b) that are nearest to the prior robot's."""
    space = _Space(base.unknowns, prior, values, base)
    start = space.scaled(base.unknowns.values(prior))
    data = whitening @ base.matrix @ space.map
    left, sizes, right = np.linalg.svd(data, full_matrices=False)
    rank = int((sizes > 1e-12 * sizes.max(initial=0.0)).sum())
    sizes, told = sizes[:rank], right[:rank].T
    target = whitening @ values
    nearest = start + told @ ((left[:, :rank].T @ (target - data @ start)) / sizes)
    worst = space.smallest(nearest)
    if worst.min() >= -TOLERATED:
        return Standard(space.map @ space.clipped(nearest), True, (), 0.0)
    stiff = told * np.minimum(sizes, STIFFEST)
    found = _central_path(space, space.inside(start), nearest, start, stiff @ stiff.T)
    moved = float(np.linalg.norm(data @ (found - nearest)))
    return Standard(space.map @ found, False, space.reports(nearest, found, worst), moved)


def _central_path(space: _Space, x: np.ndarray, nearest: np.ndarray, start: np.ndarray, told: np.ndarray) -> np.ndarray:
    """The minimum of (x - nearest) told (x - nearest) + PRIOR |x - start|^2 within the bodies that can be, from x on.

    A step is taken in units of where it begins, P = R R^T and dP = R E R^T, in which the barrier's Hessian is 1:
    however close to the border that is, the equations are well conditioned.
    """
    curvature = 2 * told + 2 * PRIOR * np.eye(len(x))
    weight = max(float((x - nearest) @ told @ (x - nearest)), 1.0)
    while weight > LAST:
        weight = max(weight * SLOWER, LAST)
        for _ in range(MOST_STEPS):
            check_cancelled()
            slope = 2 * told @ (x - nearest) + 2 * PRIOR * (x - start)
            units = space.units(x)
            gradient = units.T @ slope / weight - space.ones
            step = -np.linalg.solve(np.eye(len(x)) + units.T @ curvature @ units / weight, gradient)
            squared = float(-gradient @ step)
            if not squared > CENTRED:
                break
            step = units @ step * (1.0 if squared < 0.06 else 1 / (1 + np.sqrt(squared)))  # damped: it stays inside
            if space.on_border(x + step):
                return x  # rounding is all that is left
            x = x + step
    return x


class _Space:
    """Parameters in units of the prior: ten entries of each body's scaled pseudo-inertia, then the joints' own."""

    def __init__(self, unknowns: ParameterSet, prior: Robot, values: np.ndarray, base: BaseParameters) -> None:
        self.unknowns = unknowns
        self.bodies = unknowns.body_count
        parameters = unknowns.values(prior)
        p = len(parameters)
        masses = np.abs(parameters[: OF_A_BODY * self.bodies : OF_A_BODY])
        typical = masses.mean() or 1.0
        self.map = np.zeros((p, p))
        moments = []
        for body in range(self.bodies):
            part = slice(OF_A_BODY * body, OF_A_BODY * (body + 1))
            mass = max(masses[body], 1e-2 * typical)
            spread = np.abs(np.linalg.eigvalsh(inertia_matrix(parameters[part][4:].tolist()))).max()
            length = np.sqrt(spread / mass) or 0.3 * reach(prior)
            moments.append(mass * length**2)
            self.map[part, part] = _entries_to_parameters(np.sqrt(mass) * np.array([length, length, length, 1.0]))
        estimated = dict(zip(base.independent, np.abs(values), strict=True))
        for place in range(OF_A_BODY * self.bodies, p):
            joint = (place - OF_A_BODY * self.bodies) % prior.n
            size = max(abs(parameters[place]), estimated.get(place, 0.0))
            self.map[place, place] = max(size, 1e-3 * moments[joint], 1e-9)

    def scaled(self, parameters: np.ndarray) -> np.ndarray:
        found: np.ndarray = np.linalg.solve(self.map, parameters)
        return found

    def matrices(self, x: np.ndarray) -> np.ndarray:
        """The scaled pseudo-inertias, (bodies, 4, 4)."""
        entries = x[: OF_A_BODY * self.bodies].reshape(self.bodies, OF_A_BODY) / _WEIGHTS
        out = np.empty((self.bodies, 4, 4))
        out[:, _UPPER[0], _UPPER[1]] = entries
        out[:, _UPPER[1], _UPPER[0]] = entries
        return out

    def _entries(self, matrices: np.ndarray, joints: np.ndarray) -> np.ndarray:
        return np.concatenate([(matrices[:, _UPPER[0], _UPPER[1]] * _WEIGHTS).ravel(), joints])

    def smallest(self, x: np.ndarray) -> np.ndarray:
        """The smallest eigenvalue of each body, then each joint's own parameters: below zero they cannot be."""
        return np.concatenate([np.linalg.eigvalsh(self.matrices(x))[:, 0], x[OF_A_BODY * self.bodies :]])

    def on_border(self, x: np.ndarray) -> bool:
        """Whether rounding may decide that some body, or something of a joint, cannot be."""
        eigenvalues = np.linalg.eigvalsh(self.matrices(x))
        bodies = eigenvalues[:, 0] <= BORDER * np.maximum(eigenvalues[:, -1], 1.0)
        return bool(bodies.any() or (x[OF_A_BODY * self.bodies :] <= BORDER).any())

    def clipped(self, x: np.ndarray, least: float = 0.0) -> np.ndarray:
        """The nearest x with no eigenvalue, and nothing of a joint, below this."""
        values, axes = np.linalg.eigh(self.matrices(x))
        matrices = (axes * np.maximum(values, least)[:, None, :]) @ axes.transpose(0, 2, 1)
        return self._entries(matrices, np.maximum(x[OF_A_BODY * self.bodies :], least))

    def inside(self, x: np.ndarray) -> np.ndarray:
        return self.clipped(x, INSIDE)

    @property
    def ones(self) -> np.ndarray:
        """The identity for each body, and 1 for what is a joint's own."""
        joints = len(self.map) - OF_A_BODY * self.bodies
        return self._entries(np.broadcast_to(np.eye(4), (self.bodies, 4, 4)), np.ones(joints))

    def units(self, x: np.ndarray) -> np.ndarray:
        """From E of each body, P = R R^T and dP = R E R^T, to changes of x, (p, p); joints' own in their own units."""
        roots = np.linalg.cholesky(self.matrices(x))
        (r, s), (i, j) = (part[:, None] for part in _UPPER), _UPPER
        pairs = roots[:, r, i] * roots[:, s, j] + roots[:, r, j] * roots[:, s, i]
        out = np.diag(x)
        for body, block in enumerate(pairs * np.outer(_WEIGHTS, _WEIGHTS) / 2):
            part = slice(OF_A_BODY * body, OF_A_BODY * (body + 1))
            out[part, part] = block
        return out

    def reports(self, nearest: np.ndarray, found: np.ndarray, worst: np.ndarray) -> tuple[str, ...]:
        """Of each body and joint that could not be as it was."""
        apart = np.linalg.norm(self.matrices(found) - self.matrices(nearest), axis=(1, 2))
        sizes = np.maximum(np.linalg.norm(self.matrices(nearest), axis=(1, 2)), 1e-300)
        out = []
        for body, name in enumerate(self.unknowns.body_names):
            if worst[body] < -TOLERATED:
                share = worst[body] / sizes[body]
                out.append(
                    f"{name}: no body has what was nearest to the prior (smallest eigenvalue of its pseudo-inertia "
                    f"{share:.2g} of its size); moved by {apart[body] / sizes[body]:.2g} of its size"
                )
        for place in range(OF_A_BODY * self.bodies, len(nearest)):
            if worst[place - (OF_A_BODY - 1) * self.bodies] < -TOLERATED:
                before, after = (self.map[place, place] * x[place] for x in (nearest, found))
                out.append(f"{self.unknowns.names[place]}: {before:.3g} is below zero; moved to {after:.3g}")
        return tuple(out)


def _entries_to_parameters(scale: np.ndarray) -> np.ndarray:
    """From the ten entries of a scaled pseudo-inertia to m, m c, J, (10, 10); `scale` is (4,)."""
    out = np.empty((OF_A_BODY, OF_A_BODY))
    for place, (i, j, weight) in enumerate(zip(*_UPPER, _WEIGHTS, strict=True)):
        matrix = np.zeros((4, 4))
        matrix[i, j] = matrix[j, i] = scale[i] * scale[j] / weight
        second = matrix[:3, :3]
        out[:, place] = [matrix[3, 3], *matrix[:3, 3], *inertia_entries(np.trace(second) * np.eye(3) - second)]
    return out


def robot_with(unknowns: ParameterSet, parameters: np.ndarray, robot: Robot) -> Robot:
    """The robot with these parameters (p,) of its bodies, and of its friction and rotors where they are among them.

    Friction is viscous and Coulomb then, the same both ways: a breakaway of the robot's own would not belong to it.
    """
    links = list(robot.links)
    n, first = robot.n, OF_A_BODY * unknowns.body_count
    for index, link in enumerate(links):
        mass, com, inertia = _body(parameters[OF_A_BODY * index : OF_A_BODY * (index + 1)])
        links[index] = replace(link, mass=mass, com=com, inertia=inertia)
    if unknowns.friction:
        for index, link in enumerate(links):
            viscous, coulomb = parameters[first + index], parameters[first + n + index]
            found = {"viscous": max(float(viscous), 0.0), "coulomb": max(float(coulomb), 0.0)}
            links[index] = replace(link, **{**NO_FRICTION, **found})
    if unknowns.rotors:
        armatures = parameters[first + 2 * n * unknowns.friction :]
        for index, link in enumerate(links):
            gear = link.gear_ratio or 1.0
            rotor = max(float(armatures[index]), 0.0) / gear**2
            links[index] = replace(link, gear_ratio=gear, rotor_inertia=rotor)
    payload = None if robot.payload is None else Payload(*_body(parameters[first - OF_A_BODY : first]))
    return replace(robot, links=tuple(links), payload=payload)


def _body(parameters: np.ndarray) -> tuple[float, Triple, Inertia]:
    """Mass, mass centre and inertia about it, of a pseudo-inertia that is positive semidefinite to rounding."""
    mass = float(max(parameters[0], 0.0))
    c = parameters[1:4] / mass if mass > 0 else np.zeros(3)
    about = inertia_matrix(parameters[4:].tolist()) - mass * (c @ c * np.eye(3) - np.outer(c, c))
    moments, axes = np.linalg.eigh(about)
    return mass, tuple(c.tolist()), inertia_entries(axes @ np.diag(np.maximum(moments, 0.0)) @ axes.T)
