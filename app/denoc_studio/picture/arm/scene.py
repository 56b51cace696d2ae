"""One robot as solids: built once from its table, then placed for any state."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import RobotArrays, pack
from denoc.basics.caching import cached_property
from denoc.functions.kinematics import forward_kinematics, link_frames
from denoc.kernels.dispatch import READY, SHARED, Kernels
from denoc_studio.picture.arm.markers import ellipsoids, mass_centres, triads
from denoc_studio.picture.meshes.arm_parts import BASE_FRAME, PLATE, mounting_side, pieces, rods, sizes
from denoc_studio.picture.meshes.assembly import Assembly
from denoc_studio.picture.meshes.visual_meshes import Shape, placed

MOST_CORNERS = 60  # of an outline


class Rods(NamedTuple):
    """Thick lines in world axes, see `picking`."""

    starts: np.ndarray  # (r, 3)
    ends: np.ndarray
    radii: np.ndarray  # (r,)
    links: np.ndarray


class Scene:
    """`frames(q)` says where things are; the rest of the methods take those frames.

    Links that have `shapes` are drawn by them, the others from the table. `kernels` compute the frames: SHARED for
    pictures in files, READY for a window.
    """

    def __init__(self, robot: Robot, shapes: Sequence[Shape] = (), *, kernels: Kernels = SHARED) -> None:
        self.robot = robot
        self._kernels = kernels
        self.size = sizes(robot)
        self._arrays = pack(robot)
        self._foot = _first_joint(robot)
        self._visuals = placed(robot, self._foot, shapes)
        self.dressed = frozenset(piece.frame for piece in self._visuals)
        self._boxes = np.array([_corners_of(piece.mesh.vertices) for piece in self._visuals]).reshape(-1, 8, 3)
        self._box_frames = np.array([piece.frame for piece in self._visuals], dtype=int)

    def frames(self, q: np.ndarray) -> np.ndarray:
        """World frames (m, 4, 4): base, each link with z on its joint, tip, then foot and rail of each slide."""
        links = link_frames(self.robot, q, kernels=self._kernels)
        tip = links[-1] @ self._arrays.tool
        return np.concatenate([self._foot[None], links, tip[None], *self._slides(links, q)])

    def _slides(self, links: np.ndarray, q: np.ndarray) -> list[np.ndarray]:
        out = []
        for i in np.flatnonzero(~self._arrays.revolute):
            length = float(self._arrays.b[i] + q[i])
            foot = links[i].copy()
            foot[:3, 3] -= length * foot[:3, 2]
            rail = foot.copy()
            if length < 0:  # half a turn about x, since a negative length would turn the rail inside out
                rail[:3, 1:3] *= -1
            rail[:3, 2] *= max(abs(length), 1e-6 * self.size.radius)
            out.append(np.stack([foot, rail]))
        return out

    def table_frames(self, q: np.ndarray) -> np.ndarray:
        """The frames that the table names, first to tip, (n+1, 4, 4): those that `triads` are in."""
        return forward_kinematics(self.robot, q, kernels=self._kernels)

    @cached_property
    def solids(self) -> Assembly:
        """The arm itself; made by whoever draws it, since a long one takes its time."""
        return Assembly([*pieces(self.robot, self.size, self.dressed), *self._visuals])

    @cached_property
    def plain(self) -> Assembly:
        """The arm of the table alone."""
        return Assembly(pieces(self.robot, self.size)) if self.dressed else self.solids

    @cached_property
    def triads(self) -> Assembly:
        return Assembly(triads(self.robot.n + 1, self.size.radius))

    @cached_property
    def mass_centres(self) -> Assembly:
        return Assembly(mass_centres(self.robot, self.size.radius))

    @cached_property
    def ellipsoids(self) -> Assembly:
        return Assembly(ellipsoids(self.robot, self.size.radius, self.size.sides))

    @cached_property
    def _rods(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Both ends in their frames, (r, 2, 3), frames, radii and links, (r,); made when the mouse looks for them."""
        starts, ends, radii, frames, links = map(np.array, zip(*rods(self.robot, self.size), strict=True))
        return np.stack([starts, ends], axis=1).astype(float), frames, radii, links

    def rods(self, frames: np.ndarray) -> Rods:
        """Where the links are, for the mouse."""
        ends, rod_frames, radii, links = self._rods
        matrices = frames[rod_frames]
        points = np.einsum("rij,rkj->rki", matrices[:, :3, :3], ends) + matrices[:, None, :3, 3]
        return Rods(points[:, 0], points[:, 1], radii, links)

    def joint(self, frames: np.ndarray, i: int) -> tuple[np.ndarray, np.ndarray]:
        """A point on joint i's axis, where the joint is drawn, and the axis' direction."""
        frame = frames[i + 1]
        return joint_point(self._arrays, i, frame), frame[:3, 2]

    def tip(self, frames: np.ndarray) -> np.ndarray:
        return frames[self.robot.n + 1, :3, 3]

    def foot(self) -> np.ndarray:
        """Where the first joint stands."""
        return self._foot[:3, 3]

    def mounting(self) -> tuple[np.ndarray, np.ndarray]:
        """A point of the plane that the arm is mounted on, and the way out of it."""
        outward = -mounting_side(self.robot) * self._foot[:3, 2]
        boxes = self._boxes[self._box_frames == BASE_FRAME]
        below = -PLATE * self.size.radius
        if len(boxes):  # the base's own lowest point
            below = float((boxes.reshape(-1, 3) @ self._foot[:3, :3].T @ outward).min())
        return self._foot[:3, 3] + below * outward, outward

    def corners(self, q: np.ndarray) -> np.ndarray:
        """Both ends of every offset and the tip, in states (..., n): (..., 2n+1, 3)."""
        links = link_frames(self.robot, q, kernels=self._kernels)
        origins = links[..., :3, 3]
        offsets = self._arrays.b + np.where(self._arrays.revolute, 0.0, q)
        tip = (links[..., -1, :, :] @ self._arrays.tool)[..., None, :3, 3]
        return np.concatenate([origins - offsets[..., None] * links[..., :3, 2], origins, tip], axis=-2)

    def outline(self, q: np.ndarray, corners: np.ndarray | None = None) -> np.ndarray:
        """Points that enclose the arm in states (..., n), (k, 3), of which `corners` may be known; a folded arm keeps
        some room."""
        star = np.concatenate([np.eye(3), -np.eye(3)])
        corners = self.corners(q) if corners is None else corners
        some = corners[..., :: -(-corners.shape[-2] // MOST_CORNERS), :]  # a long arm's are close to each other
        ends = np.concatenate([some, corners[..., -1:, :]], axis=-2)
        around = ends.reshape(-1, 1, 3) + 3.0 * self.size.radius * star
        base = self.foot() + max(4.0 * self.size.radius, 0.3 * self.size.reach) * star
        return np.concatenate([around.reshape(-1, 3), base, self._box_corners(q)])

    def _box_corners(self, q: np.ndarray) -> np.ndarray:
        """Corners of boxes around the shapes, (k, 3)."""
        if not len(self._boxes):
            return np.empty((0, 3))
        links = link_frames(self.robot, q, kernels=self._kernels).reshape(-1, self.robot.n, 4, 4)
        frames = np.concatenate([np.broadcast_to(self._foot, (len(links), 1, 4, 4)), links], axis=1)
        matrices = frames[:, self._box_frames]
        corners = np.einsum("sbij,bcj->sbci", matrices[..., :3, :3], self._boxes) + matrices[..., None, :3, 3]
        return corners.reshape(-1, 3)


def joint_point(arrays: RobotArrays, i: int, frame: np.ndarray) -> np.ndarray:
    """Where joint i is drawn on its axis, which is z of its link's frame (4, 4)."""
    offset = arrays.b[i] if arrays.revolute[i] else 0.0
    return frame[:3, 3] - offset * frame[:3, 2]


_made: deque[Scene] = deque(maxlen=2)


def scene_of(robot: Robot) -> Scene:
    """The robot without visuals, for a window; the one that was made before, perhaps ahead of its time in another
    thread."""
    found = next((scene for scene in tuple(_made) if scene.robot is robot), None)
    if found is None:
        found = Scene(robot, kernels=READY)
        _made.append(found)
    return found


def _corners_of(points: np.ndarray) -> np.ndarray:
    """Of the box around them, (8, 3)."""
    ends = np.stack([points.min(axis=0), points.max(axis=0)])
    return np.stack(np.meshgrid(*ends.T), axis=-1).reshape(-1, 3)


def _first_joint(robot: Robot) -> np.ndarray:
    """The first joint's axis before it turns, where the common normal meets it."""
    arrays = pack(robot)
    a, c, s = arrays.a[0], arrays.cos_alpha[0], arrays.sin_alpha[0]
    return arrays.base @ np.array([[1.0, 0, 0, a], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]])
