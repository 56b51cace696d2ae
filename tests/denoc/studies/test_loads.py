"""Loads of runs: closed forms, and the recorded torque as their check."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import denoc as dn
from denoc.studies.loads import peaks
from tests.support.oracles.arms import random_arm

G = 9.81


def test_a_falling_rod_pulls_at_its_hinge_as_its_energy_says() -> None:
    """From level and at rest, at the angle a below: 5/2 m g sin a along the rod, 1/4 m g cos a across it."""
    arm = dn.rod_chain(1, mass=2.0, length=0.7).robot
    run = dn.simulate(arm, [0.0], [0.0], 0.5, rtol=1e-11, atol=1e-12)
    loads = dn.loads_of_run(arm, run)
    below = -run.q[:, 0]
    assert loads.links.axial[:, 0, 0] == pytest.approx(2.5 * 2 * G * np.sin(below), abs=1e-7)
    assert loads.links.shear[:, 0, 0] == pytest.approx(np.abs(0.25 * 2 * G * np.cos(below)), abs=1e-7)
    whole = np.hypot(2.5 * 2 * G * np.sin(below), 0.25 * 2 * G * np.cos(below))
    assert loads.radial[:, 0] == pytest.approx(whole, abs=1e-7)
    assert loads.residual < 1e-9


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_along_the_joints_it_is_the_recorded_torque(rng: np.random.Generator, convention: str) -> None:
    robot = random_arm(rng, 4, convention, extras=True)
    run = dn.simulate(robot, np.zeros(4), np.zeros(4), 0.3, torque=[3.0, -2.0, 1.0, 0.5], samples=60)
    loads = dn.loads_of_run(robot, run)
    assert run.status == "completed"
    assert loads.residual < 1e-9
    assert np.abs(loads.along).max() > 0.1


def test_a_joint_that_is_stuck_or_on_a_stop_still_checks() -> None:
    link = dn.Link(a=0.5, mass=1.0, com=(-0.25, 0, 0), inertia=(0, 0.02, 0.02, 0, 0, 0), coulomb=0.4, lower=-0.6)
    arm = dn.Robot("stops", (link, replace(link, coulomb=2.0)), gravity=(0, -G, 0))
    project = dn.Project("stops", arm, (0, 0), (0, 0), dn.RunSettings(duration=2.0, limits="bounce"))
    run = dn.run_project(project)
    assert dn.loads_of_run(arm, run).residual < 1e-6


def test_inverse_runs_and_their_peaks() -> None:
    project = dn.load("planar-3r-inverse")
    run = dn.run_project(project)
    loads = dn.loads_of_run(project.robot, run.fine)
    assert loads.residual < 1e-12
    found = peaks(loads.t, loads.twisting)
    assert [abs(peak.value) for peak in found] == pytest.approx([x.peak_torque for x in dn.actuator_sizing(run)])
    assert peaks(loads.t[:0], loads.radial[:0]) == []


def test_a_recording_of_another_arm_is_refused() -> None:
    run = dn.simulate(dn.rod_chain(2).robot, [0, 0], [0, 0], 0.1)
    with pytest.raises(dn.DynamicsError):
        dn.loads_of_run(dn.rod_chain(3).robot, run)
