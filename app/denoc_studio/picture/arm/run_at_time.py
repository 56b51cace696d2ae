"""What the arm does at a moment: which state to show, where the tip has been, and what the whole motion covers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from denoc.arm.robot import Robot
from denoc.files.projects.project import Project
from denoc.runs.pushed import PushedState
from denoc_studio.picture.arm.camera import Camera, default_camera
from denoc_studio.picture.arm.compose import Trace
from denoc_studio.picture.arm.reaction_arrows import Reactions, reactions_of
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.arm.tip_wrench_arrows import wrench_outline
from denoc_studio.picture.arm.torque_arrows import Efforts

MOST_TRACE_POINTS = 1200
LONGEST_TRACE, SHARE_OF_TRACE = 10.0, 0.15  # seconds around the cursor, or so much of the run
LONGEST_WAY = 60.0  # reaches, back and on from the cursor
MOTION_SAMPLES = 40
FARTHEST = 2.0  # reaches
PATIENCE = 0.005  # seconds of a frame for the path of the tip
SWEEP = np.linspace(0, 2 * np.pi, 12, endpoint=False)


class RunLike(Protocol):
    """What is read of a run."""

    project: Project
    count: int
    stale: bool

    @property
    def running(self) -> bool: ...

    @property
    def end(self) -> float: ...

    def awaits(self, t: float) -> bool: ...

    def q_at(self, t: float) -> np.ndarray: ...

    def tau_at(self, t: float) -> np.ndarray: ...

    @property
    def peak_torques(self) -> np.ndarray: ...

    @property
    def largest_force(self) -> float: ...

    def state_at(self, t: float) -> tuple[np.ndarray, ...]: ...

    def pushed_at(self, t: float) -> PushedState | None: ...

    def index_at(self, t: float) -> int: ...

    def tip_path(self, seconds: float) -> np.ndarray: ...


def belongs(run: RunLike | None, robot: Robot) -> bool:
    """Whether the run moves this very robot."""
    return run is not None and (run.project.robot is robot or run.project.robot == robot)


def state(project: Project, run: RunLike | None, t: float, before: np.ndarray | None = None) -> np.ndarray:
    """The run's state at time t; the initial state without a run, or where it was changed since.

    `before` is what was shown last: given, it stays until a run that is awaited has come as far as t, so that the arm
    does not flicker.
    """
    start = np.array(project.q0)
    if run is None or _posed_anew(project, run, t):
        return start
    ours = belongs(run, project.robot)
    if before is not None and len(before) == len(start) and t > 0 and (not ours or run.awaits(t)):
        return before
    q = run.q_at(t) if ours else start
    return q if np.isfinite(q).all() else start


def _posed_anew(project: Project, run: RunLike, t: float) -> bool:
    """Whether the run starts elsewhere than the project does now, and the start is looked at."""
    return run.stale and t == 0 and project.q0 != run.project.q0


def efforts(run: RunLike | None, project: Project, t: float) -> Efforts | None:
    """What drives the joints at time t; None where that is not known."""
    return Efforts(run.tau_at(t), run.peak_torques) if run is not None and _known(run, project, t) else None


def reactions(run: RunLike | None, project: Project, t: float) -> Reactions | None:
    """What the joints bear at time t; None where that is not known."""
    if run is None or not _known(run, project, t):
        return None
    pushed = run.pushed_at(t)
    wrenches = None if pushed is None else pushed.wrenches
    return reactions_of(project.robot, run.state_at(t), run.project.run.tip_wrench, run.largest_force, wrenches)


def pushes(run: RunLike | None, project: Project, t: float) -> PushedState | None:
    """What pushes the links at time t; None where that is not known, or nothing ever does."""
    return run.pushed_at(t) if run is not None and _known(run, project, t) else None


def _known(run: RunLike, project: Project, t: float) -> bool:
    """Whether the run is one of this arm and has come so far."""
    known = run.count and belongs(run, project.robot) and not run.awaits(t)
    return bool(known) and not _posed_anew(project, run, t)


def trace(run: RunLike | None, scene: Scene, t: float, tip: np.ndarray) -> Trace | None:
    """The tip's path around t, always the same stretch of time, with not too many points nor so long that it would be
    a ball of thread.

    It leads through the tip that is shown, once the run has come as far as t.
    """
    if run is None or run.count < 2 or not belongs(run, scene.robot):
        return None
    span = max(LONGEST_TRACE, run.project.run.duration * SHARE_OF_TRACE)
    start = max(min(t - span / 2, run.end - span), 0.0)
    first, now, last = (run.index_at(moment) + 1 for moment in (start, t, start + span))
    path = run.tip_path(PATIENCE)[first - 1 : last]
    if len(path) <= now - first:  # not yet known as far as the cursor
        return None
    if run.awaits(t):
        tip = path[-1]
    stride = -(-len(path) // MOST_TRACE_POINTS)
    past, future = path[: now - first + 1][::stride], path[now - first + 1 :][::stride]
    ways = np.concatenate([tip[None], past[::-1]]), np.concatenate([tip[None], future, path[-1:]])
    back, on = (_within(way, LONGEST_WAY * scene.size.reach) for way in ways)
    return Trace(back[::-1], on)


def _within(path: np.ndarray, length: float) -> np.ndarray:
    """The beginning of a path, no longer than that."""
    steps = path[1:] - path[:-1]
    ways = np.sqrt(np.einsum("ij,ij->i", steps, steps)).cumsum()
    return path[: 1 + int(ways.searchsorted(length))]


def first_view(scene: Scene, q: np.ndarray) -> Camera:
    """The side that the arm is best seen from, before anything is fitted in."""
    axes = scene.frames(q)[1 : scene.robot.n + 1, :3, 2]
    return default_camera(np.array(scene.robot.gravity), axes)


def motion_outline(
    scene: Scene, q: np.ndarray, run: RunLike | None, wrench: Sequence[float] | None = None
) -> np.ndarray:
    """Points around all that the arm covers, (k, 3): in the run, or without one in a turn of the first joint.

    A wrench is one whose arrows are drawn.

    A motion that goes far beyond the arm's reach is left to go: the arm would shrink to a dot.
    """
    states = q[None]
    if run is not None and run.count > 1 and belongs(run, scene.robot):
        sampled = np.array([run.q_at(t) for t in np.linspace(0, run.end, MOTION_SAMPLES)])
        states = np.concatenate([states, sampled[np.isfinite(sampled).all(axis=1)]])
    elif scene.robot.links[0].revolute:
        states = q + np.outer(SWEEP, np.eye(len(q))[0])
    corners = scene.corners(states)
    extents = np.linalg.norm(corners - scene.foot(), axis=2).max(axis=1)
    near = extents <= FARTHEST * max(scene.size.reach, float(extents[0]))
    around = scene.outline(states[near], corners[near])
    return around if wrench is None else np.concatenate([around, wrench_outline(scene, corners[near, -1], wrench)])
