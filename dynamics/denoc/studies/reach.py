"""Where the tip can be, and what the arm can do there: maps of a section through the reach, coarse to fine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.cancelling import check_cancelled
from denoc.basics.checks import check_choice, check_count, check_kind, check_tuple
from denoc.basics.errors import DynamicsError
from denoc.functions.kinematics import freedoms, manipulability
from denoc.kernels.dispatch import SHARED
from denoc.studies.capacity import TIP, payload_capacity, torque_limits
from denoc.studies.reach_outline import outline
from denoc.studies.reach_postures import Cells, Samples, improved
from denoc.studies.reach_sections import Plane, Section, check_section, choose_section, joint_ranges

Measure = Literal["payload", "used", "manipulability"]
MEASURES: tuple[Measure, ...] = get_args(Measure)

MOST_JOINTS = 20
MOST_CELLS = 400
MOST_SAMPLES = 1_000_000
MOST_NUMBERS = 20_000_000  # of all samples' joints
AT_ONCE = 1 << 14  # poses between two looks at whether the map is still wanted
COARSER = {8: 12, 4: 10, 2: 8, 1: 6}  # cells of the last map over those of each, and how often its poses are improved
SMALLEST = 1e-6  # m, across a cell of an arm whose tip stays where it is


class ReachMap(NamedTuple):
    """What an arm can do in the cells of a section through its reach, by the best of the poses that lead there.

    `section` says in words where it lies: a point of it is origin + x directions[0] + y directions[1] (m, world axes),
    with `axes` the names of x and y. `x_edges` (columns + 1,) and `y_edges` (rows + 1,) bound the cells, in m. Of every
    cell, (rows, columns): `values` in `unit`, `joints` that limit them, from 0, -1 for none, and `states` (rows,
    columns, n), the poses that have them, in rad and m. `reached` is where some pose leads; elsewhere values and states
    are nan. A value is nan too where the arm alone is beyond its torque limits in every pose. `boundary` (72, 2) are
    the farthest points along 72 directions: the reach's outline, straight where that is hollow. `note` says what else
    has to be known, or is empty; `poses` is how many poses were looked at.
    """

    measure: Measure
    unit: str
    section: str
    axes: tuple[str, str]
    x_edges: np.ndarray
    y_edges: np.ndarray
    values: np.ndarray
    joints: np.ndarray
    states: np.ndarray
    reached: np.ndarray
    boundary: np.ndarray
    origin: np.ndarray
    directions: np.ndarray
    note: str
    poses: int

    def __repr__(self) -> str:
        rows, columns = self.values.shape
        return f"<ReachMap: {self.measure} in {columns} x {rows} cells of {self.axes[0]} and {self.axes[1]}>"


def reach_map(
    robot: Robot,
    measure: Measure = "payload",
    *,
    section: str | Plane | None = None,
    cells: int = 96,
    samples: int = 100_000,
    com: object = TIP,
    limits: object = None,
    seed: int = 0,
) -> ReachMap:
    """What the arm can do where in its reach: a map of so many `cells` across a section, from `samples` poses.

    `measure` is "payload" (kg, the largest that can be held still, at `com` in m and tip axes), "used" (the largest
    share of a torque limit that the arm alone takes to stand still; the least is the best) or "manipulability".
    `limits` (n,) in N m (N) as for `payload_capacity`. Poses are spread evenly over the joints' limits, a full turn
    where there are none, by a scrambled Sobol sequence; then each cell tries the postures of its neighbours and small
    changes of its own, so that its value is that of a good posture and not of a lucky sample, though never proven to
    be the best there is. The same bits for the same `seed`.

    `section` is "rz", the half-plane at the axis of joint 1 where that is vertical or nothing weighs, or the plane
    "xy", "xz" or "yz" through the base, or any plane as (normal, point), world axes and m: one joint brings the tip
    into it exactly. None takes the plane of a planar arm, else "rz" where there is one, else the plane with gravity in
    it across which the tip spreads least. In "rz" joint 1 is turned to the plane of `directions` as far as its limits
    let it; r and z do not depend on it.

    DynamicsError names the argument that cannot be used, a slide without limits, more than 20 joints. Within
    `denoc.basics.cancelling.cancellable` it ends with Cancelled.

    >>> arm = dn.rod_chain(2).robot  # two rods of 0.5 m
    >>> found = dn.reach_map(arm, "manipulability", cells=24, samples=4096)
    >>> found
    <ReachMap: manipulability in 24 x 24 cells of x and y>
    >>> bool(np.allclose(np.hypot(*found.boundary.T), 1.0))  # m
    True
    """
    *_, finest = reach_maps(
        robot, measure, section=section, cells=cells, samples=samples, com=com, limits=limits, seed=seed
    )
    return finest


def reach_maps(
    robot: Robot,
    measure: Measure = "payload",
    *,
    section: str | Plane | None = None,
    cells: int = 96,
    samples: int = 100_000,
    com: object = TIP,
    limits: object = None,
    seed: int = 0,
) -> Iterator[ReachMap]:
    """The map of `reach_map`, coarse to fine: the first after an eighth of the samples, the last one is that map.

    Arguments are those of `reach_map` and are checked at once, with its DynamicsError; the maps are computed as they
    are asked for. A map of `cells` is preceded by those of an eighth, a quarter and half as many.

    >>> arm = dn.rod_chain(2).robot
    >>> [found.values.shape for found in dn.reach_maps(arm, "manipulability", samples=4096)]
    [(12, 12), (24, 24), (48, 48), (96, 96)]
    """
    if check_kind(robot, Robot, "robot").n > MOST_JOINTS:
        raise DynamicsError(f"up to {MOST_JOINTS} joints are possible", field="robot", value=robot.n)
    check_choice(measure, MEASURES, "measure")
    cells = check_count(cells, "cells", 4, MOST_CELLS)
    samples = check_count(samples, "samples", 16, min(MOST_SAMPLES, MOST_NUMBERS // robot.n))
    place, seed = check_tuple(com, 3, "com"), check_count(seed, "seed", 0, 2**32 - 1)
    allowed = None if measure == "manipulability" else torque_limits(robot, limits)
    lower, upper = joint_ranges(robot)
    chosen = choose_section(robot, check_section(section), lower, upper)
    return _maps(robot, measure, chosen, cells, samples, place, allowed, seed, lower, upper)


def _maps(
    robot: Robot,
    measure: Measure,
    section: Section,
    cells: int,
    samples: int,
    com: tuple[float, ...],
    limits: np.ndarray | None,
    seed: int,
    lower: np.ndarray,
    upper: np.ndarray,
) -> Iterator[ReachMap]:
    def measured(q: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return _measured(robot, measure, q, com, limits)

    poses, random = _poses(section, samples, seed, lower, upper), np.random.default_rng(seed)
    found: list[Samples] = []
    edge, done, searched = np.empty((0, 2)), 0, 0
    for coarser, sweeps in COARSER.items():
        if coarser > 1 and cells // coarser < 4:
            continue
        until = max(samples // coarser, 1)
        for first in range(done, until, AT_ONCE):
            check_cancelled()
            q, tips, inside = section.placed(robot, poses[first : min(first + AT_ONCE, until)], lower, upper)
            q, tips = q[inside], tips[inside]
            if not len(q):
                continue
            found.append(Samples(q, section.coordinates(tips), *measured(q)))
            if not len(edge):
                edge = outline(robot, section, q, tips, lower, upper)
        done = until
        if found:
            grid = _cells(section, edge, found, cells // coarser)
            known = Samples(*(np.concatenate(parts) for parts in zip(*found, strict=True)))
            better, tried = improved(robot, section, grid, known, measured, (lower, upper), sweeps, random)
            searched += tried
            found.append(better)  # for the finer maps to begin with
            check_cancelled()
            yield _map(robot, measure, section, grid, better, edge, done + searched)
    if not found:
        raise DynamicsError("no sample brings the tip into this plane", field="samples", value=samples)


def _poses(section: Section, samples: int, seed: int, lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """Spread evenly between the limits; what is the same all around joint 1 needs none of them for that joint."""
    from scipy.stats.qmc import Sobol  # imported late: it costs as much as the rest of the package

    first = 1 if section.round else 0
    sequence = Sobol(max(len(lower) - first, 1), seed=np.random.default_rng(seed))
    shares = np.full((samples, len(lower)), 0.5)
    shares[:, first:] = sequence.random_base2((samples - 1).bit_length())[:samples, : len(lower) - first]
    return lower + shares * (upper - lower)


def _measured(
    robot: Robot, measure: Measure, q: np.ndarray, com: tuple[float, ...], limits: np.ndarray | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Values (k,), scores (k,) and limiting joints; of poses too heavy to hold, the least overload is best."""
    if measure == "manipulability":
        values = manipulability(robot, q, kernels=SHARED)
        return values, values, np.full(len(q), -1)
    found = payload_capacity(robot, q, com=com, limits=limits)
    if measure == "used":
        return found.used, -found.used, found.used_by
    return found.mass, np.where(np.isnan(found.mass), -found.used, found.mass), found.joint


def _cells(section: Section, edge: np.ndarray, found: Sequence[Samples], cells: int) -> Cells:
    """So many across the longer side of all that is reached."""
    corners = np.vstack([edge, *(each.points for each in found)])
    low, high = corners.min(axis=0), corners.max(axis=0)
    if section.round:
        low[0] = 0.0
    size = max(float((high - low).max()) / cells, SMALLEST)
    columns, rows = np.maximum(np.ceil((high - low) / size - 1e-9).astype(int), 1).tolist()
    return Cells(low, size, rows, columns)


def _map(
    robot: Robot, measure: Measure, section: Section, cells: Cells, found: Samples, edge: np.ndarray, poses: int
) -> ReachMap:
    shape = cells.rows, cells.columns
    best = cells.best(found).reshape(shape)
    reached = best >= 0
    return ReachMap(
        measure,
        {"payload": "kg", "used": ""}.get(measure, f"m^{freedoms(robot)}" if "P" not in robot.kinds else ""),
        section.words,
        section.axes,
        cells.low[0] + cells.size * np.arange(cells.columns + 1),
        cells.low[1] + cells.size * np.arange(cells.rows + 1),
        np.where(reached, found.values[best], np.nan),
        np.where(reached, found.joints[best], -1),
        np.where(reached[..., None], found.q[best], np.nan),
        reached,
        edge,
        section.origin,
        section.directions,
        _note(measure, found),
        poses,
    )


def _note(measure: Measure, found: Samples) -> str:
    """Where the arm cannot hold even itself, of the best poses of the cells."""
    if measure == "manipulability":
        return ""
    beyond = np.isnan(found.values) if measure == "payload" else found.values > 1
    if not beyond.any():
        return ""
    if not beyond.all():
        return f"the arm cannot hold even itself in {beyond.mean():.0%} of the cells that it reaches"
    least = int(found.scores.argmax())
    share = f"{-found.scores[least]:.0%} of its torque limit"
    return f"the arm cannot hold even itself anywhere: joint {found.joints[least] + 1} needs {share} at least"
