"""Solids told from a link's numbers: every one that can be made is known again and follows, nothing else is known."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from denoc.arm.conventions import to_convention
from denoc.arm.known_solids import THIN, known_solid, rod_of_another_mass
from denoc.arm.robot import Convention, Link, Robot, inertia_entries, inertia_matrix
from denoc.arm.solids import AXES, SHAPES, Axis, Shape, a_segment, b_segment, rod

sizes = st.integers(1, 999).map(lambda k: k / 100)
masses = st.floats(0.01, 100)
angles = st.sampled_from([0.0, math.pi / 2, -math.pi / 2, math.pi]) | st.floats(-3, 3)
conventions = st.sampled_from(["standard", "modified"])
END = Link(a=0.3, mass=1.0, com=(-0.1, 0.02, 0.03))


def arm(convention: Convention, a: float, b: float, alpha: float) -> Robot:
    """Its second link has these lengths; a modified table keeps a link's a and alpha in the row behind it."""
    standard = Robot("arm", (END, Link(a=a, b=b, alpha=alpha, mass=1.0), END))
    return to_convention(standard, convention)


def solid(shape: Shape, given: tuple[float, ...], mass: float, axis: Axis) -> tuple[float, ...]:
    if shape.name == "hollow cylinder":
        given = (max(given[:2]), min(given[:2]), given[2])
    return shape.inertia(mass, given[: len(shape.sizes)], axis)


def put(robot: Robot, mass: float, com: tuple[float, ...], tensor: np.ndarray) -> Robot:
    return robot.with_link(1, mass=mass, com=com, inertia=inertia_entries(tensor))


@given(st.sampled_from(SHAPES), st.tuples(sizes, sizes, sizes), st.sampled_from(AXES), masses, masses, conventions)
def test_a_solid_anywhere_follows_its_mass(
    shape: Shape, given: tuple[float, ...], axis: Axis, before: float, after: float, convention: Convention
) -> None:
    if shape.name == "hollow cylinder":  # a very thin one passes for a disk, and of its radii neither can be told
        assume(given[2] ** 2 > 2 * THIN * 3 * (given[0] ** 2 + given[1] ** 2))
    robot = arm(convention, 0.7, 0.2, math.pi / 2)
    com = (0.11, -0.13, 0.17)
    robot = put(robot, before, com, inertia_matrix(solid(shape, given, before, axis)))
    found = known_solid(robot, 1)
    assert found is not None
    heavier = found.on(robot.with_link(1, mass=after), 1)
    assert heavier is not None
    assert heavier[0] == com
    wanted = solid(shape, given, after, axis)
    np.testing.assert_allclose(heavier[1], wanted, rtol=1e-6, atol=1e-6 * max(wanted))


@given(
    st.sampled_from([shape for shape in SHAPES if shape.name != "sphere"]),
    st.tuples(st.floats(0.01, 0.5), st.floats(0.01, 0.5)),
    st.sampled_from(["a", "b"]),
    st.tuples(st.floats(0.1, 3), st.floats(-3, -0.1)) | st.tuples(st.floats(0.1, 3), st.floats(0.1, 3)),
    angles,
    masses,
    conventions,
)
def test_a_solid_along_its_link_follows_length_and_mass(
    shape: Shape,
    across: tuple[float, float],
    place: str,
    lengths: tuple[float, float],
    alpha: float,
    mass: float,
    convention: Convention,
) -> None:
    def built(length: float, mass: float) -> Robot:
        robot = arm(convention, *((length, 0.2) if place == "a" else (0.2, length)), alpha)
        segment = (a_segment if place == "a" else b_segment)(robot, 1)
        inner, outer = sorted(across)
        edges = {"x": (segment.length, *across), "z": (*across, segment.length)}[segment.axis]
        given = {
            "thin rod": (segment.length,),
            "cylinder": (outer, segment.length),
            "hollow cylinder": (outer, inner, segment.length),
            "box": edges,
        }[shape.name]
        tensor = inertia_matrix(shape.inertia(mass, given, segment.axis))
        return put(robot, mass, segment.middle(), segment.turn.T @ tensor @ segment.turn)

    before, wanted = built(lengths[0], 1.0), built(lengths[1], mass)
    found = known_solid(before, 1)
    assert found is not None
    assert found.whole
    link = before.links[1]
    changed = wanted.with_link(1, com=link.com, inertia=link.inertia)
    followed = found.on(changed, 1)
    assert followed is not None
    np.testing.assert_allclose(followed[0], wanted.links[1].com, atol=1e-12)
    scale = max(wanted.links[1].inertia[:3])
    np.testing.assert_allclose(followed[1], wanted.links[1].inertia, rtol=1e-9, atol=1e-5 * scale)


@given(st.floats(0.1, 3), st.floats(0.1, 3), masses, masses, conventions)
def test_a_rod_of_another_mass_or_length_is_told_from_its_numbers(
    length: float, other: float, mass: float, heavier: float, convention: Convention
) -> None:
    assume(abs(length - other) > 0.01 and abs(mass - heavier) > 0.01 * mass)
    robot = arm(convention, length, 0.0, 0.0)
    fits = put(robot, mass, a_segment(robot, 1).middle(), inertia_matrix(rod(mass, length)))
    longer = arm(convention, other, 0.0, 0.0)
    longer = longer.with_link(1, mass=mass, com=fits.links[1].com, inertia=fits.links[1].inertia)
    for found in (rod_of_another_mass(fits.with_link(1, mass=heavier), 1), known_solid(longer, 1)):
        assert found is not None
        np.testing.assert_allclose((found.mass, found.length), (mass, length), rtol=1e-9)


@given(st.lists(st.floats(-1, 1), min_size=24, max_size=24), masses, conventions)
def test_other_bodies_are_none(values: list[float], mass: float, convention: Convention) -> None:
    """A cloud of points has a tensor along no axes in particular; turned upright, it has nobody's sizes."""
    points = np.array(values).reshape(8, 3)
    points -= points.mean(axis=0)
    tensor = mass / 8 * (np.sum(points**2) * np.eye(3) - points.T @ points)
    moments = np.linalg.eigvalsh(tensor)
    gaps = np.diff(np.sort(moments.sum() / 2 - moments))
    assume(gaps.min() > 1e-3 * moments.max() and moments.sum() / 2 - moments.max() > 1e-3 * moments.max())
    irrational = math.sqrt(2) * tensor
    robot = arm(convention, 0.7, 0.2, 0.3)
    com = (0.11, -0.13, 0.17)
    for body in (irrational, np.diag(np.linalg.eigvalsh(irrational))):
        askew = np.abs(body - np.diag(np.diag(body))).max() > 1e-6 * moments.max()
        edges = np.sqrt(6 * (np.trace(body) - 2 * np.diag(body)) / mass)
        assume(askew or any(abs(float(f"{edge:.4g}") / edge - 1) > 1e-8 for edge in edges))
        assert known_solid(put(robot, mass, com, body), 1) is None
        assert rod_of_another_mass(put(robot, mass, com, body), 1) is None


def test_points_and_massless_bodies_are_no_solids() -> None:
    robot = arm("standard", 0.5, 0.0, 0.0)
    assert known_solid(robot, 1) is None
    without = replace(robot.links[1], mass=0.0, inertia=rod(1.0, 0.5))
    assert known_solid(replace(robot, links=(END, without, END)), 1) is None


def test_a_rod_beside_the_pieces_of_its_link_is_told_by_its_centre() -> None:
    """The arm of the Furuta pendulum, its moments rounded as tables have them."""
    upright = Link(mass=0.095, com=(0.0, 0.0, 0.0425), inertia=(5.7198e-05, 5.7198e-05, 0.0, 0.0, 0.0, 0.0))
    robot = Robot("arm", (upright,))
    found = known_solid(robot, 0)
    assert found is not None
    assert found.name == "rod"
    followed = found.on(robot.with_link(0, mass=0.19), 0)
    assert followed is not None
    assert followed[0] == upright.com
    np.testing.assert_allclose(followed[1], 2 * np.array(upright.inertia), rtol=1e-12)
    assert known_solid(robot.with_link(0, com=(0.0, 0.01, 0.0425)), 0) is None
