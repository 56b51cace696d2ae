"""The planes that a reach is shown in, and how a pose is brought into one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from denoc.arm.conventions import as_matrix
from denoc.arm.robot import Robot
from denoc.basics.checks import check_choice, check_items, check_tuple
from denoc.basics.errors import DynamicsError
from denoc.functions.kinematics import RANK, jacobian, tip_frames
from denoc.kernels.dispatch import SHARED

TURN = 2 * np.pi
PLANES = ("xy", "xz", "yz")
SECTIONS = ("rz", *PLANES)
PROBES = 256
SAME = 1e-9  # m: a plane so near is the one that the tip moves in
ENOUGH = 0.02  # of the probes, that have to come into a plane
Plane = tuple[Sequence[float], Sequence[float]]  # its normal and one of its points (m), world axes


class Section(NamedTuple):
    """A plane: origin + x directions[0] + y directions[1]. In a round one x is the distance from joint 1's axis."""

    words: str
    axes: tuple[str, str]
    origin: np.ndarray  # (3,), m, world axes
    directions: np.ndarray  # (2, 3)
    round: bool = False
    joint: int = -1  # whose motion brings the tip into the plane; -1 where it is there in any pose

    @property
    def normal(self) -> np.ndarray:
        """Of length 1, (3,)."""
        return np.cross(*self.directions)

    def coordinates(self, tips: np.ndarray) -> np.ndarray:
        """Of tips (k, 3) in world axes, (k, 2) in m."""
        found = (tips - self.origin) @ self.directions.T
        if self.round:
            found[:, 0] = np.hypot(found[:, 0], (tips - self.origin) @ self.normal)
        return found

    def placed(
        self, robot: Robot, q: np.ndarray, lower: np.ndarray, upper: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Poses with their tips in the plane, (k, n), these tips (k, 3), and whether there is such a pose, (k,)."""
        tips = tip_positions(robot, q)
        if self.round:  # any azimuth will do, that of the plane where joint 1 can turn there
            azimuth = np.arctan2((tips - self.origin) @ self.normal, (tips - self.origin) @ self.directions[0])
            axis = jacobian(robot, q[0], kernels=SHARED)[:3, 0]
            turned = wrapped(q[:, 0] + azimuth * np.sign(axis @ self.directions[1]), lower[0], upper[0])
            moved = np.where(turned <= upper[0], turned, q[:, 0])
            tips = np.where((turned <= upper[0])[:, None], self._upright(tips), tips)
            return np.column_stack([moved, q[:, 1:]]), tips, np.ones(len(q), bool)
        if self.joint < 0:
            return q, tips, np.ones(len(q), bool)
        return self._solved(robot, q, tips, lower[self.joint], upper[self.joint])

    def _upright(self, tips: np.ndarray) -> np.ndarray:
        return self.origin + self.coordinates(tips) @ self.directions

    def _solved(
        self, robot: Robot, q: np.ndarray, tips: np.ndarray, lower: float, upper: float
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """By the joint's own motion x: the tip is at tip + sin x v + (1 - cos x) omega x v, or at tip + x v."""
        columns = jacobian(robot, q, kernels=SHARED)[:, :, self.joint]
        omega, v = columns[:, :3], columns[:, 3:]
        across = np.cross(v, omega)  # from the axis to the tip
        off, sine, cosine = (vectors @ self.normal for vectors in (tips - self.origin, v, across))
        at = q[:, self.joint]
        with np.errstate(divide="ignore", invalid="ignore"):
            if robot.links[self.joint].revolute:
                middle, half = np.arctan2(sine, cosine), np.arccos((cosine - off) / np.hypot(sine, cosine))
                found = wrapped(at[:, None] + np.stack([middle - half, middle + half], axis=1), lower, upper)
            else:
                found = (at - off / sine)[:, None]
        far = np.where((found >= lower) & (found <= upper), np.abs(found - at[:, None]), np.inf)
        nearest = far.argmin(axis=1)[:, None]
        inside = np.isfinite(np.take_along_axis(far, nearest, axis=1)[:, 0])
        moved = q.copy()
        moved[:, self.joint] = np.where(inside, np.take_along_axis(found, nearest, axis=1)[:, 0], at)
        return moved, tip_positions(robot, moved), inside


def check_section(section: object) -> str | Plane | None:
    """The name of a section, or a plane as numbers: (normal, point)."""
    if section is None or isinstance(section, str):
        return None if section is None else check_choice(section, SECTIONS, "section")
    pair = check_items(section, 2, "section", f"{', '.join(SECTIONS)} or (normal, point) is needed")
    if len(pair) != 2:
        raise DynamicsError("a normal and a point are needed", field="section", value=section)
    normal, point = (check_tuple(part, 3, "section") for part in pair)
    size = math.hypot(*normal)
    if size < SAME:
        raise DynamicsError("a normal with a length is needed", field="section", value=section)
    return tuple(x / size for x in normal), point


def choose_section(robot: Robot, section: str | Plane | None, lower: np.ndarray, upper: np.ndarray) -> Section:
    """The one that is asked for; without a wish the plane of a planar arm, the half-plane r-z where the first joint
    turns about the vertical, or else a plane through the base that holds gravity, across which the tip spreads least.
    """
    probes = np.random.default_rng(0).uniform(lower, upper, (PROBES, robot.n))
    columns, tips = jacobian(robot, probes, kernels=SHARED), tip_positions(robot, probes)
    ways = np.swapaxes(columns[:, 3:] * (upper > lower), 1, 2).reshape(-1, 3)
    _, sizes, kinds = np.linalg.svd(np.vstack([ways, np.zeros((3, 3))]), full_matrices=False)
    gravity, free = np.array(robot.gravity), int((sizes > RANK * sizes[0]).sum())
    wanted, point, which = None, as_matrix(robot.base)[:3, 3], "through the base"
    if isinstance(section, tuple):
        (wanted, point), which = (np.array(part) for part in section), ""
    elif section in PLANES:
        wanted = np.eye(3)[2 - PLANES.index(section)]
    if section != "rz" and free < 3:
        normal = kinds[2] if wanted is None else wanted
        if free < 2 and wanted is None and np.linalg.norm(np.cross(kinds[0], gravity)) > RANK:
            normal = np.cross(kinds[0], gravity)
        within = np.abs(kinds[:free] @ normal).max(initial=0.0) <= RANK * np.linalg.norm(normal)
        if within and (which or abs((tips[0] - point) @ normal) <= SAME * np.linalg.norm(normal)):
            return _plane(normal, tips[0], gravity, "that the tip moves in")
    axis = columns[0, :3, 0]
    upright = robot.links[0].revolute and np.linalg.norm(np.cross(axis, gravity)) <= RANK * np.linalg.norm(gravity)
    if upright and wanted is None:
        return _round(axis * (-1.0 if axis @ gravity > 0 else 1.0), tips[0] - np.cross(columns[0, 3:, 0], axis))
    if section == "rz":
        raise DynamicsError("joint 1 does not turn about the vertical: no section r-z", field="section", value=section)
    normals = [wanted] if wanted is not None else _upright_planes(gravity, tips)
    planes = [_plane(normal, point, gravity, which) for normal in normals]
    if wanted is None:  # where limits keep the tip from all of these
        planes.append(_plane(normals[0], np.median(tips, axis=0), gravity, "through the middle of the reach"))
    for plane in planes:
        tried = [plane._replace(joint=joint) for joint in range(robot.n)]
        hits = [int(each.placed(robot, probes, lower, upper)[2].sum()) for each in tried]
        if max(hits) >= ENOUGH * PROBES:
            return tried[int(np.argmax(hits))]
    raise DynamicsError("the tip hardly comes into this plane, if at all", field="section", value=section)


def _upright_planes(gravity: np.ndarray, tips: np.ndarray) -> list[np.ndarray]:
    """Normals of the planes along world axes that hold gravity; first the one across which the tips spread least."""
    across = [axis for axis in range(3) if not gravity.any() or axis != np.abs(gravity).argmax()]
    return [np.eye(3)[axis] for axis in sorted(across, key=lambda axis: tips[:, axis].std())]


def joint_ranges(robot: Robot) -> tuple[np.ndarray, np.ndarray]:
    """Where each joint can be, (n,) each: its limits, but no more than one turn; a slide needs both."""
    ranges = []
    for number, link in enumerate(robot.links, 1):
        ends = [end for end in (link.lower, link.upper) if math.isfinite(end)]
        if len(ends) < 2 and not link.revolute:
            field = "upper" if math.isfinite(link.lower) else "lower"
            raise DynamicsError("a slide without limits reaches everywhere: give it both", link=number, field=field)
        if link.upper - link.lower <= TURN:
            ranges.append((link.lower, link.upper))
            continue
        if len(ends) == 1:
            ends.append(ends[0] + (TURN if math.isfinite(link.lower) else -TURN))
        middle = sum(ends) / 2
        ranges.append((middle - np.pi, middle + np.pi))
    lower, upper = np.array(ranges).T
    return lower, upper


def tip_positions(robot: Robot, q: np.ndarray) -> np.ndarray:
    """Of poses (k, n), (k, 3) in world axes."""
    return tip_frames(robot, q, kernels=SHARED)[:, :3, 3]


def wrapped(angles: np.ndarray, lower: float, upper: float) -> np.ndarray:
    """The same angles at or above `lower`, by whole turns; beyond `upper` where there is none between the two."""
    inside = (angles >= lower) & (angles <= upper)
    return np.where(inside, angles, lower + np.mod(angles - lower, TURN))


def _round(axis: np.ndarray, point: np.ndarray) -> Section:
    """The half-plane at the axis through a point; heights along it count from the world's origin."""
    side = np.eye(3)[0] if abs(axis[0]) < 0.9 else np.eye(3)[1]
    side = side - axis * (axis @ side)
    name = "z" if abs(axis[2]) > 1 - RANK else "height"
    words = f"distance r from the axis of joint 1 and {name} along it, whichever way joint 1 is turned"
    return Section(
        words,
        ("r", name),
        point - axis * (axis @ point),
        np.array([side / np.linalg.norm(side), axis]),
        round=True,
    )


def _plane(normal: np.ndarray, point: np.ndarray, gravity: np.ndarray, which: str) -> Section:
    normal = normal / np.linalg.norm(normal)
    main = int(np.abs(normal).argmax())
    if abs(normal[main]) > 1 - RANK:
        across = [k for k in range(3) if k != main]
        directions, names = np.eye(3)[across], ("xyz"[across[0]], "xyz"[across[1]])
        words = f"the plane {'xyz'[main]} = {round(point[main], 9) + 0.0:.4g} m {which}".rstrip()
        normal = np.eye(3)[main]
    else:
        up = next(up for up in (-gravity, *np.eye(3)[::-1]) if np.linalg.norm(np.cross(up, normal)) > 0.1)
        second = up - normal * (normal @ up)
        second /= np.linalg.norm(second)
        upward = int(np.abs(second).argmax())
        name = "xyz"[upward] if second[upward] > 1 - RANK else "v"
        directions, names = np.array([np.cross(second, normal), second]), ("u", name)
        words = f"the plane across ({', '.join(f'{x:.4g}' for x in normal)}) {which}".rstrip()
    return Section(words, names, normal * (normal @ point), directions)
