"""The figure of the Denavit-Hartenberg parameters against the product of elementary transforms that defines them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from denoc.arm.robot import Convention
from denoc_studio.picture.arm.dh_diagram import ROW, Diagram, dh_diagram

CONVENTIONS: tuple[Convention, ...] = ("standard", "modified")


def turn(axis: str, angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    rows = {"x": [[1, 0, 0], [0, c, -s], [0, s, c]], "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}[axis]
    out = np.eye(4)
    out[:3, :3] = rows
    return out


def shift(axis: str, by: float) -> np.ndarray:
    out = np.eye(4)
    out["xyz".index(axis), 3] = by
    return out


def direction(diagram: Diagram, name: str) -> np.ndarray:
    points = diagram.stroke(name).points
    step = points[-1] - points[0]
    return step / np.linalg.norm(step)


def distance(point: np.ndarray, diagram: Diagram, axis: str) -> float:
    start = diagram.stroke(axis).points[0]
    return float(np.linalg.norm(np.cross(point - start, direction(diagram, axis))))


def axes(convention: Convention) -> tuple[str, str]:
    return ("axis i", "axis i+1") if convention == "standard" else ("axis i−1", "axis i")


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_the_frames_are_those_that_define_the_convention(convention: Convention) -> None:
    a, alpha, b, theta = ROW.a, ROW.alpha, ROW.b, ROW.theta
    along_z, along_x = turn("z", theta) @ shift("z", b), shift("x", a) @ turn("x", alpha)
    step = along_z @ along_x if convention == "standard" else along_x @ along_z
    before, own = dh_diagram(convention).frames
    np.testing.assert_allclose(own, before @ step, atol=1e-12)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_is_the_common_normal_of_both_axes(convention: Convention) -> None:
    diagram = dh_diagram(convention)
    start, end = diagram.stroke("a").points
    first, second = axes(convention)
    assert np.linalg.norm(end - start) == pytest.approx(ROW.a)
    for axis in (first, second):
        assert direction(diagram, "a") @ direction(diagram, axis) == pytest.approx(0.0, abs=1e-12)
    assert distance(start, diagram, first) == pytest.approx(0.0, abs=1e-12)
    assert distance(end, diagram, second) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_b_lies_on_its_axis_and_ends_at_the_normal(convention: Convention) -> None:
    diagram = dh_diagram(convention)
    start, end = diagram.stroke("b").points
    on = axes(convention)[0 if convention == "standard" else 1]
    assert direction(diagram, "b") @ direction(diagram, on) * np.linalg.norm(end - start) == pytest.approx(ROW.b)
    foot = end if convention == "standard" else start
    normal = diagram.stroke("a").points[0 if convention == "standard" else 1]
    np.testing.assert_allclose(foot, normal, atol=1e-12)


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize(("name", "key"), [("α", "alpha"), ("θ", "theta")])
def test_arcs_turn_by_their_angles_between_what_they_say(convention: Convention, name: str, key: str) -> None:
    diagram = dh_diagram(convention)
    points = diagram.stroke(name).points
    letter, about = ("z", "a") if name == "α" else ("x", axes(convention)[0 if convention == "standard" else 1])
    one, other = (direction(diagram, f"{letter}{index}") for index in ("ᵢ₋₁", "ᵢ"))
    radius = np.linalg.norm(points[-1] - points[0]) / (2 * math.sin(getattr(ROW, key) / 2))
    centre = points[0] - radius * one
    np.testing.assert_allclose(points[-1], centre + radius * other, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(points - centre, axis=1), radius, atol=1e-12)
    assert math.acos(one @ other) == pytest.approx(getattr(ROW, key))
    assert np.cross(one, other) @ direction(diagram, about) > 0  # by the right hand


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_frames_sit_where_the_convention_puts_them(convention: Convention) -> None:
    diagram = dh_diagram(convention)
    before, own = (diagram.stroke(f"O{index}").points[0] for index in ("ᵢ₋₁", "ᵢ"))
    first, second = axes(convention)
    assert distance(before, diagram, first) == pytest.approx(0.0, abs=1e-12)
    assert distance(own, diagram, second) == pytest.approx(0.0, abs=1e-12)
    assert direction(diagram, "zᵢ₋₁") @ direction(diagram, first) == pytest.approx(1.0)
    assert direction(diagram, "zᵢ") @ direction(diagram, second) == pytest.approx(1.0)
