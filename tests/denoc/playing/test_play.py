"""Recursions played: their results are the API's, their terms add up, and every value has the unit that is told."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import denoc as dn
from denoc.playing.play import RECURSIONS, Played, Step
from tests.support.oracles.arms import random_arm

INVERSE, FORWARD = ("ridim", "kane"), {"rfdsim": "denoc", "unnormalized": "unnormalized", "normalized": "normalized"}
METHOD = {"ridim": "denoc", "kane": "kane"}


def _arms(seed: int, count: int) -> Iterator[tuple[dn.Robot, np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(seed)
    for number in range(count):
        robot = random_arm(rng, int(rng.integers(1, 6)), ("standard", "modified")[number % 2])
        yield robot, rng.normal(size=(3, robot.n)), rng.normal(size=6)


def _played(robot: dn.Robot, name: str, state: np.ndarray) -> Played:
    return dn.play(robot, name, *state)


def test_the_last_steps_are_the_results_of_the_functions() -> None:
    for robot, state, wrench in _arms(1, 60):
        for name in INVERSE:
            wanted = dn.inverse_dynamics(robot, *state, method=METHOD[name], tip_wrench=wrench)
            played = dn.play(robot, name, *state, tip_wrench=wrench)
            np.testing.assert_allclose(played.result, wanted, rtol=0, atol=1e-12 * np.abs(wanted).max())
            assert [step.value for step in played.of("tau")][::-1] == played.result.tolist()
        for name, method in FORWARD.items():
            wanted = dn.forward_dynamics(robot, *state, method=method, tip_wrench=wrench)
            played = dn.play(robot, name, *state, tip_wrench=wrench)
            scale = np.linalg.cond(dn.mass_matrix(robot, state[0])) * np.abs(wanted).max()
            np.testing.assert_allclose(played.result, wanted, rtol=0, atol=1e-13 * scale)
            assert [step.value for step in played.of("qdd")] == played.result.tolist()
        wanted = dn.mass_matrix(robot, state[0])
        found = dn.play(robot, "gim", state[0]).result
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-12 * np.abs(wanted).max())
        U, D = dn.udu(robot, state[0])
        played = dn.play(robot, "udu", state[0])
        np.testing.assert_allclose(played.result, U, rtol=1e-9, atol=1e-12 * np.abs(U).max())
        np.testing.assert_allclose([step.value for step in played.of("m_hat")][::-1], np.diagonal(D), rtol=1e-10)


def test_planar_arm_half_way_has_the_published_torques() -> None:
    project = dn.load("planar-3r-inverse")
    run = dn.run_project(project)
    middle = int(np.argmin(np.abs(run.t - 5.0)))
    for name in INVERSE:
        played = dn.play(project.robot, name, run.q[middle], run.qd[middle], run.qdd[middle])
        assert played.result.round(6).tolist() == [-1.286948, -1.22773, 0.013028]


@pytest.mark.parametrize("name", RECURSIONS)
def test_terms_add_up_and_playing_again_gives_the_same(name: str) -> None:
    for robot, state, _ in _arms(2, 12):
        played, again = _played(robot, name, state), _played(robot, name, state)
        for step, same in zip(played.steps, again.steps, strict=True):
            assert np.array_equal(step.value, same.value)
            total = sum(term.sign * term.value for term in step.terms)
            size = max(np.abs(term.value).max() for term in step.terms)
            np.testing.assert_allclose(total, step.value, rtol=0, atol=1e-12 * size)


@pytest.mark.parametrize("name", RECURSIONS)
def test_every_step_can_be_written_with_paper_equation_and_axes(name: str) -> None:
    for robot, state, _ in _arms(3, 12):
        for step in _played(robot, name, state).steps:
            assert step.paper
            assert re.match(r"\(|section|stage|after|Table", step.citation)
            assert "{i" not in step.equation
            assert "None" not in step.equation
            assert step.equation.startswith(f"{step.latex} = ")
            assert step.symbol.meaning
            assert bool(step.axes) == (step.symbol.kind != "scalar")
            assert linecache.getline(step.file, step.line).lstrip().startswith(f"{step.name} = ")


BASE = {"kg": (1, 0, 0), "m": (0, 1, 0), "s": (0, 0, 1), "rad": (0, 0, 0), "1": (0, 0, 0), "N": (1, 1, -2)}


def _dimensions(unit: str) -> np.ndarray:
    """Exponents of mass, length and time."""
    above, *below = unit.split("/")
    total = np.zeros(3)
    for sign, group in ((1, above), *((-1, each) for each in below)):
        for word in group.split():
            name, _, power = word.partition("^")
            total += sign * float(power or 1) * np.array(BASE[name])
    return total


def _scales(step: Step, scale: np.ndarray) -> np.ndarray:
    """By what each entry of the step's value grows in other units."""
    parts = [np.prod(scale ** _dimensions(unit)) for unit in step.units.split("; ")]
    if step.symbol.kind == "mass":
        return np.block([[np.full((3, 3), parts[0]), np.full((3, 3), parts[1])],
                         [np.full((3, 3), parts[1]), np.full((3, 3), parts[2])]])  # fmt: skip
    return np.repeat(parts, 3) if len(parts) == 2 else np.array(parts[0])


def _in_other_units(robot: dn.Robot, state: np.ndarray, third: str, scale: np.ndarray) -> tuple[dn.Robot, np.ndarray]:
    """The same arm and motion, told in units that make mass, length and time so many times as large."""
    mass, length, time = scale
    moment = mass * length**2
    links = []
    for link in robot.links:
        inertia = moment if link.revolute else mass
        force = inertia / time**2 if link.revolute else mass * length / time**2
        rate = 1 / time if link.revolute else length / time
        links.append(
            replace(
                link,
                a=link.a * length,
                b=link.b * length,
                mass=link.mass * mass,
                com=tuple(x * length for x in link.com),
                inertia=tuple(x * moment for x in link.inertia),
                rotor_inertia=link.rotor_inertia * inertia,
                viscous=link.viscous * force / rate,
                coulomb=link.coulomb * force,
            )
        )
    revolute = np.array([link.revolute for link in robot.links])
    angle = np.where(revolute, 1.0, length)
    effort = angle / time**2 if third == "qdd" else np.where(revolute, moment, mass * length) / time**2
    gravity = tuple(x * length / time**2 for x in robot.gravity)
    return replace(robot, links=tuple(links), gravity=gravity), state * np.array([angle, angle / time, effort])


@pytest.mark.parametrize("name", RECURSIONS)
def test_values_and_terms_have_the_units_that_are_told(name: str) -> None:
    rng, scale = np.random.default_rng(4), np.array([2.0, 3.0, 5.0])
    for number in range(4):
        robot = replace(random_arm(rng, 4, ("standard", "modified")[number % 2]), payload=None, base=None, tool=None)
        state = rng.normal(size=(3, 4))
        other, told = _in_other_units(robot, state, RECURSIONS[name].third, scale)
        for one, two in zip(_played(robot, name, state).steps, _played(other, name, told).steps, strict=True):
            pairs = [(one.value, two.value), *((a.value, b.value) for a, b in zip(one.terms, two.terms, strict=True))]
            size = max(np.abs(value * _scales(one, scale)).max() for value, _ in pairs)
            for first, second in pairs:
                np.testing.assert_allclose(
                    second, first * _scales(one, scale), rtol=1e-9, atol=1e-11 * size, err_msg=str(one)
                )


def test_world_axes_turn_twists_as_the_kinematics_have_them() -> None:
    for robot, state, _ in _arms(5, 10):
        seen = dn.play(robot, "ridim", *state).in_world()
        inside = dn.inspect_inverse(robot, *state)
        np.testing.assert_allclose([step.value for step in seen.of("t")], inside["t"], atol=1e-12)
        assert {step.axes for step in seen.of("t")} == {"world"}


def test_what_is_printed_wrongly_gives_wrong_torques() -> None:
    project = dn.load("planar-3r-inverse")
    run = dn.run_project(project)
    state = [x[int(np.argmin(np.abs(run.t - 3.0)))] for x in (run.q, run.qd, run.qdd)]
    right = dn.play(project.robot, "ridim", *state).result
    printed = dn.play(project.robot, "ridim", *state, as_printed=True)
    assert abs(printed.result[0] - right[0]) == pytest.approx(0.010, abs=5e-4)
    assert printed.of("t")[1].equation == r"\mathbf{t}_{2} = \mathbf{t}_{1} + \mathbf{p}_{2} \dot{\theta}_{2}"
    printed = dn.play(project.robot, "kane", *state, as_printed=True)
    assert not np.allclose(printed.result, right, rtol=1e-3)
    assert r"- \mathbf{W}_{1}" in printed.of("p_ddot")[1].equation


def test_wrong_names_and_shapes_are_refused() -> None:
    robot = dn.rod_chain(2).robot
    with pytest.raises(dn.DynamicsError, match="ridim"):
        dn.play(robot, "other", [0, 0])
    with pytest.raises(dn.DynamicsError, match="third"):
        dn.play(robot, "ridim", [0, 0], [0, 0], [0, 0, 0])
    with pytest.raises(dn.DynamicsError, match="tip_wrench"):
        dn.play(robot, "udu", [0, 0], tip_wrench=[0] * 6)
