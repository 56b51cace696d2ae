"""The advice to take another integrator: where it helps, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import numpy as np
import pytest

from denoc import Link, Robot, examples, load, simulate
from denoc.files.projects.project import Project, RunSettings, run_project
from denoc.runs.recording import Simulation
from denoc.runs.stiffness import stiff_hint
from denoc.torques.torque_laws import PdTorque

WHEEL = Robot("wheel", (Link(mass=1.0, inertia=(0.1, 0.1, 0.5, 0, 0, 0)),), gravity=(0, 0, 0))


def held(kd: float, ki: tuple[float, ...] | None = None, integrator: str = "dopri5") -> Simulation:
    law = PdTorque((10.0,), (kd,), target=(1.0,), ki=ki)
    run = RunSettings(duration=10.0, samples=501, torque=law, integrator=integrator)  # type: ignore[arg-type]
    found = run_project(Project("held", WHEEL, (0.0,), (0.0,), run))
    assert isinstance(found, Simulation)
    return found


@pytest.mark.parametrize("ki", [None, (1.0,)], ids=["pd", "pid"])
def test_stiff_gains_are_told_of(ki: tuple[float, ...] | None) -> None:
    stiff = held(5e3, ki)
    assert "radau" in stiff_hint(stiff)
    relieved = held(5e3, ki, "radau")
    assert relieved.steps < stiff.steps / 20
    assert stiff_hint(relieved) == ""
    assert relieved.q[-1] == pytest.approx(stiff.q[-1], abs=1e-5)
    assert stiff_hint(held(20.0, ki)) == ""


def test_so_is_viscous_friction() -> None:
    oily = replace(WHEEL, links=(replace(WHEEL.links[0], viscous=5e3),))
    assert "radau" in stiff_hint(simulate(oily, [0.0], [1.0], 10.0, torque=[1.0]))


def test_a_fast_motion_that_needs_its_steps_is_not_stiff() -> None:
    spring = simulate(WHEEL, [1.0], [0.0], 2.0, torque=lambda t, q, qd: -2e5 * q, samples=100)
    assert spring.steps > 10_000
    assert stiff_hint(spring) == ""


@pytest.mark.parametrize("name", examples())
def test_the_examples_get_no_advice(name: str) -> None:
    project = load(name)
    run = msgspec.structs.replace(project.run, mode="forward", duration=min(project.run.duration, 10.0))
    found = run_project(replace(project, run=run))
    assert isinstance(found, Simulation)
    assert np.isfinite(found.q).all()
    assert stiff_hint(found) == ""


@pytest.mark.parametrize("samples", [np.linspace(0, 0.1, 50), [10.0]], ids=["early", "the last alone"])
def test_samples_of_a_part_of_the_run_change_no_advice(samples: object) -> None:
    oily = replace(WHEEL, links=(replace(WHEEL.links[0], viscous=5e3),))
    whole, part = (simulate(oily, [0.0], [1.0], 10.0, torque=[1.0], samples=each) for each in (None, samples))
    assert stiff_hint(part) == stiff_hint(whole) != ""
