"""Formulas for common solids against clouds of points, and where a solid sits on its link."""

from __future__ import annotations

import numpy as np
import pytest

from denoc import forward_kinematics, load
from denoc.arm.conventions import to_convention
from denoc.arm.robot import check_inertia, inertia_entries
from denoc.arm.solids import AXES, SHAPES, Shape, a_segment
from denoc.basics.errors import DynamicsError

MASS = 2.5
SIZES = {
    "thin rod": (0.8,),
    "cylinder": (0.2, 0.8),
    "hollow cylinder": (0.3, 0.2, 0.5),
    "box": (0.3, 0.5, 0.7),
    "sphere": (0.4,),
}


def midpoints(low: float, high: float, count: int) -> np.ndarray:
    return low + (np.arange(count) + 0.5) * (high - low) / count


def cloud(name: str, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights (sum 1) that fill the solid; the axis counts 0 to 2."""
    sizes = SIZES[name]
    if name == "box":
        grids = np.meshgrid(*[midpoints(-size / 2, size / 2, 24) for size in sizes], indexing="ij")
        points = np.stack([grid.ravel() for grid in grids], axis=1)
        weights = np.ones(len(points))
    elif name == "sphere":
        r, cosine, angle = np.meshgrid(
            midpoints(0, sizes[0], 60), midpoints(-1, 1, 60), midpoints(0, 2 * np.pi, 24), indexing="ij"
        )
        sine = np.sqrt(1 - cosine**2)
        points = np.stack([r * sine * np.cos(angle), r * sine * np.sin(angle), r * cosine], axis=-1).reshape(-1, 3)
        weights = (r**2).ravel()
    else:
        outer, inner, length = {
            "thin rod": (1e-9, 0.0, sizes[0]),
            "cylinder": (sizes[0], 0.0, sizes[-1]),
            "hollow cylinder": (sizes[0], sizes[1 % len(sizes)], sizes[-1]),
        }[name]
        r, angle, z = np.meshgrid(
            midpoints(inner, outer, 60),
            midpoints(0, 2 * np.pi, 24),
            midpoints(-length / 2, length / 2, 60),
            indexing="ij",
        )
        along = np.stack([r * np.cos(angle), r * np.sin(angle), z], axis=-1).reshape(-1, 3)
        points = np.roll(along, axis - 2, axis=1)
        weights = r.ravel()
    return points, weights / weights.sum()


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
@pytest.mark.parametrize("axis", range(3))
def test_formulas_against_points(shape: Shape, axis: int) -> None:
    points, weights = cloud(shape.name, axis)
    squares = np.einsum("k,ki,kj->ij", weights, points, points)
    expected = MASS * (np.trace(squares) * np.eye(3) - squares)
    found = shape.inertia(MASS, SIZES[shape.name], AXES[axis])
    np.testing.assert_allclose(found, inertia_entries(expected), rtol=2e-3, atol=1e-12)
    check_inertia(found, "inertia", 0.0)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_sizes_are_refused_by_name(shape: Shape) -> None:
    for k, name in enumerate(shape.sizes):
        sizes = list(SIZES[shape.name])
        sizes[k] = -1.0
        with pytest.raises(DynamicsError, match=name):
            shape.inertia(MASS, tuple(sizes), "x")


def test_a_tube_is_no_thicker_inside_than_outside() -> None:
    tube = next(shape for shape in SHAPES if shape.name == "hollow cylinder")
    with pytest.raises(DynamicsError, match="inner radius"):
        tube.inertia(1.0, (0.1, 0.2, 1.0), "z")


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_the_middle_of_a_link_is_the_same_point_in_both_conventions(convention: str) -> None:
    project = load("planar-3r-free-fall")
    robot = to_convention(project.robot, convention)
    frames = forward_kinematics(robot, project.q0)
    corners = forward_kinematics(project.robot, project.q0)[:, :3, 3]
    frames[-1] = frames[-1] @ np.linalg.inv(np.array(robot.tool)) if robot.tool else frames[-1]
    for index in range(robot.n):
        segment = a_segment(robot, index)
        world = frames[index + 1] @ np.array([*segment.middle(), 1.0])
        np.testing.assert_allclose(world[:3], (corners[index] + corners[index + 1]) / 2, atol=1e-12)
        assert segment.length == pytest.approx(project.robot.links[index].a)
