"""Formulations that agree are said to agree, also where there is nothing to see: at rest, in free fall."""

from __future__ import annotations

import numpy as np
import pytest

from denoc import Link, load, simulate
from denoc.arm.robot import Robot
from denoc.files.projects.project import run_project
from denoc.functions.api import gravity_torque, inverse_dynamics
from denoc.runs.recording import Recording
from denoc.studies.agreement import LIMIT, disagreements
from denoc.studies.trust import NOT_MEASURED, measure


def held_still(robot: Robot) -> Recording:
    """The arm at rest in a bent pose, held by its motors."""
    q = np.tile(np.linspace(0.3, 0.9, robot.n), (5, 1))
    still, none = np.zeros_like(q), np.zeros(5)
    return Recording(np.arange(5.0), q, still, still, gravity_torque(robot, q), none, none)


@pytest.mark.parametrize("name", ["puma560", "scara", "planar-3r-free-fall"])
def test_at_rest(name: str) -> None:
    robot = load(name).robot
    assert max(value for _, value in disagreements(robot, held_still(robot))) < LIMIT


def test_a_run_without_samples_has_nothing_to_compare() -> None:
    robot = Robot("massless", (Link(a=1.0),))
    run = simulate(robot, [0.0], [0.0], 1.0)
    assert (run.status, len(run.t)) == ("failed", 0)
    assert disagreements(robot, run) == []
    assert measure(robot, run) is NOT_MEASURED


def test_a_wrong_acceleration_is_seen() -> None:
    robot = load("puma560").robot
    good = run_project(load("puma560"))
    tau = inverse_dynamics(robot, good.q, good.qd, good.qdd)
    assert max(value for _, value in disagreements(robot, good)) < LIMIT
    bad = Recording(good.t, good.q, good.qd, good.qdd, tau * np.nan, good.kinetic, good.potential)
    assert not all(value < LIMIT for _, value in disagreements(robot, bad))
