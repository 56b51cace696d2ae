"""Torque by cause of recorded runs: the parts sum to the record, stops and friction by their own laws."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from denoc import Job, JointMotion, Link, Robot, RunSettings, Simulation, causes_of_run, load, simulate
from denoc.files.projects.project import Project, run_project
from denoc.runs.recording import Recording
from denoc.runs.simulation import run
from denoc.studies.causes import held_samples
from tests.support.oracles.arms import random_arm

G = 9.81
ROUNDING = 1e-10  # of the largest part
MASS, LENGTH = 2.0, 0.5
WEIGHT = MASS * G * LENGTH
PENDULUM = Robot("p", (Link(a=LENGTH, mass=MASS, lower=-0.4, upper=1.0),), gravity=(0.0, -G, 0.0))
STIFFNESS, DAMPING = 900.0, 25.0
BOUNCE = {"limits": "bounce", "limit_stiffness": STIFFNESS, "limit_damping": DAMPING}


def check_sum(robot: Robot, recording: Recording) -> dict[str, np.ndarray]:
    """The parts, which sum to the recorded torque and hold no more friction than there can be."""
    parts = causes_of_run(robot, recording)
    largest = max(np.abs(part).max() for part in parts.values())
    assert np.abs(sum(parts.values()) - recording.tau).max() <= ROUNDING * largest
    viscous, coulomb = (np.array([getattr(link, name) for link in robot.links]) for name in ("viscous", "coulomb"))
    assert (np.abs(parts["friction"] - viscous * recording.qd) <= coulomb * (1 + 1e-12) + 1e-15).all()
    return parts


class TestPendulumOnItsStop:
    def test_at_rest_the_stop_carries_what_friction_does_not(self) -> None:
        """Dropped with Coulomb friction, it ends at rest on its lower stop: spring and friction bear its weight."""
        robot = PENDULUM.with_link(0, coulomb=0.3)
        r = simulate(robot, [0.0], [0.0], 6.0, **BOUNCE)
        parts = check_sum(robot, r)
        assert r.qd[-1, 0] == 0.0
        pushed = STIFFNESS * (-0.4 - r.q[-1, 0])
        assert pushed > 0
        assert parts["stop"][-1, 0] == pytest.approx(-pushed, rel=1e-12)
        assert parts["gravity"][-1, 0] == pytest.approx(WEIGHT * math.cos(r.q[-1, 0]), rel=1e-12)
        assert parts["friction"][-1, 0] == pytest.approx(pushed - WEIGHT * math.cos(r.q[-1, 0]), abs=1e-9)
        assert abs(parts["friction"][-1, 0]) <= 0.3
        assert held_samples(r)[-1, 0]
        assert not held_samples(r)[0, 0]  # at rest at first, but setting off

    def test_while_it_bounces_the_stop_pushes_by_its_law_and_never_pulls(self) -> None:
        r = simulate(PENDULUM, [0.0], [0.0], 2.0, samples=2001, **BOUNCE)
        parts = check_sum(PENDULUM, r)
        depth = -0.4 - r.q[:, 0]
        push = np.where(depth > 0, np.maximum(STIFFNESS * depth - DAMPING * r.qd[:, 0], 0.0), 0.0)
        assert push.max() > 5 * WEIGHT
        assert parts["stop"][:, 0] == pytest.approx(-push, abs=1e-12 * push.max())
        assert not parts["friction"].any()
        assert (held_samples(r)[:, 0] == (push > 0)).all()

    def test_a_run_that_stops_at_its_limit_has_no_stop(self) -> None:
        r = simulate(PENDULUM, [0.0], [0.0], 2.0, limits="stop")
        assert r.status == "stopped"
        assert not check_sum(PENDULUM, r)["stop"].any()


def test_friction_of_a_joint_that_sticks_is_what_it_takes_to_hold_it() -> None:
    robot = PENDULUM.with_link(0, coulomb=1.2 * WEIGHT)
    r = simulate(robot, [0.3], [0.0], 1.0, torque=lambda t, q, qd: [0.5 * math.sin(7 * t)], samples=51)
    parts = check_sum(robot, r)
    assert (r.q == 0.3).all()
    assert parts["friction"][:, 0] == pytest.approx(0.5 * np.sin(7 * r.t) - WEIGHT * math.cos(0.3), abs=1e-9)
    assert held_samples(r).all()


def test_friction_of_a_joint_that_sets_off_is_all_of_it() -> None:
    robot = PENDULUM.with_link(0, coulomb=0.5 * WEIGHT)
    r = simulate(robot, [0.0], [0.0], 0.1, samples=11)
    parts = check_sum(robot, r)
    assert parts["friction"][:, 0] == pytest.approx(np.full(11, -0.5 * WEIGHT))


def test_a_free_fall_has_parts_that_cancel() -> None:
    project = load("planar-3r-free-fall")
    r = run_project(project)
    assert isinstance(r, Simulation)
    assert not r.tau.any()
    assert not check_sum(project.robot, r)["stop"].any()


def test_an_inverse_run_has_neither_a_stop_nor_friction_at_rest() -> None:
    robot = random_arm(np.random.default_rng(2), 3)
    motion = JointMotion(start=(0.0, 0.0, 0.0), end=(1.0, -0.5, 0.3))
    run = RunSettings("inverse", 1.0, 101, motion=motion, tip_wrench=(1.0, 0.0, 2.0, 3.0, -1.0, 0.0))
    r = run_project(Project("p", robot, (0.0,) * 3, (0.0,) * 3, run))
    parts = check_sum(robot, r)
    assert not parts["friction"][0].any()
    assert not parts["stop"].any()
    assert not held_samples(r).any()


@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(1, 4),
    dry=st.sampled_from([0.0, 1e-3, 1.0, 30.0]),
    limits=st.sampled_from(["none", "stop", "bounce"]),
    pushed=st.booleans(),
    atol=st.sampled_from([1e-10, 1e-5]),
)
@settings(max_examples=15)
def test_the_parts_sum_to_the_record_in_every_kind_of_run(
    seed: int, n: int, dry: float, limits: str, pushed: bool, atol: float
) -> None:
    """Arms with payload, rotors and viscous friction; also where tolerances blur the moment of setting off."""
    rng = np.random.default_rng(seed)
    robot = random_arm(rng, n)
    q = rng.normal(size=n)
    links = [
        dataclasses.replace(link, lower=x - 0.2, upper=x + 0.2, coulomb=dry * link.coulomb)
        for link, x in zip(robot.links, q, strict=True)
    ]
    robot = dataclasses.replace(robot, links=tuple(links))
    wrench = rng.normal(size=6) if pushed else None
    job = Job(
        robot, q, rng.normal(size=n), 0.4, torque=lambda t, q, qd: 5 * np.sin(3 * t + np.arange(n)),
        tip_wrench=wrench, limits=limits, samples=201, rtol=100 * atol, atol=atol, draft=True,
    )  # fmt: skip
    check_sum(robot, run(job))
