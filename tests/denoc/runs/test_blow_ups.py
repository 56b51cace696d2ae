"""Runs that must blow up say when and where and keep what is good; healthy ones say nothing. `tests.long` does many."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import sici

from denoc import Link, Robot, Simulation, simulate
from denoc.files.projects.project import Project, RunSettings, run_project
from denoc.runs.integrators import INTEGRATORS
from denoc.runs.problem.job import usual_energy_limit, usual_speed_limit
from denoc.runs.simulation import run, stream
from denoc.torques.torque_laws import ExpressionTorque
from tests.long.blow_ups import wrong_blow_up, wrong_health
from tests.support.oracles.blow_ups import BLOW_UPS, HEALTHY, arm, case, too_much_integral

WHEEL = Robot("wheel", (Link(joint="R", mass=1, inertia=(1, 1, 1, 0, 0, 0)),), gravity=(0, 0, 0))
DOUBLE = 1  # the arm of two turning joints


@pytest.mark.parametrize("seed", range(0, len(BLOW_UPS) * len(INTEGRATORS), 2))
def test_a_blow_up_is_told_with_time_and_joint(seed: int) -> None:
    made = case(BLOW_UPS, seed, DOUBLE)
    assert not wrong_blow_up(made, run(made.job)), made.name


@pytest.mark.parametrize("seed", range(0, len(HEALTHY) * len(INTEGRATORS), 2))
def test_a_healthy_run_says_nothing(seed: int) -> None:
    made = case(HEALTHY, seed, DOUBLE)
    assert not wrong_health(made, run(made.job)), made.name


def test_an_arm_that_whirls_is_told_by_its_energy() -> None:
    """Long before one of its joints is as fast as none can be; unless a speed limit of one's own is asked for."""
    job = too_much_integral(np.random.default_rng(0), arm(DOUBLE, friction=False), "dopri5").job
    told, late = run(job), run(replace(job, speed_limit=usual_speed_limit(job.robot)))
    assert (told.status, late.status) == ("diverged", "diverged")
    assert re.fullmatch(r"the links passed the speed of sound, with joint \d the fastest, at t = \S+ s", told.message)
    assert late.message.startswith("the speed of joint")
    assert 2 * told.evaluations < late.evaluations
    again = run(job)
    assert (again.message, again.evaluations) == (told.message, told.evaluations)


@pytest.mark.parametrize("offset", [0.0, 1.0])
def test_what_starts_so_fast_or_turns_on_the_spot_is_no_blow_up(offset: float) -> None:
    """A wheel with friction at 1200 rad/s, on its axle or a metre beside it, which only loses energy."""
    link = replace(WHEEL.links[0], coulomb=1.0, com=(offset, 0.0, 0.0))
    found = simulate(replace(WHEEL, links=(link,)), [0.0], [1200.0], 1.0, step=1e-3)
    assert found.kinetic[0] > usual_energy_limit(found.job.robot)
    assert found.status == "completed", found.message


def driven(text: str, integrator: str = "dopri5", **more: object) -> Simulation:
    settings = RunSettings(integrator=integrator, duration=2.0, torque=ExpressionTorque((text,)), **more)  # type: ignore[arg-type]
    found = run_project(Project("wheel", WHEEL, (0.0,), (0.0,), settings))
    assert isinstance(found, Simulation)
    return found


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("text", ["1/(1.01234-t)", "tan(pi/2*t/1.01234)", "(qd1+1)/(1.01234-t)", "-3/abs(t-1.01234)"])
def test_nobody_passes_a_pole(integrator: str, text: str) -> None:
    """The speed is infinite there, by a logarithm that no integrator sees: it steps from just before to behind."""
    found = driven(text, integrator)
    assert found.status in ("failed", "diverged")
    assert "joint 1" in found.message
    assert "t = 1.01" in found.message
    assert found.t[-1] <= 1.01234


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("sin(t-1.01234)/(t-1.01234)", sici(1.01234)[0] + sici(2 - 1.01234)[0]),
        ("1/sqrt(abs(t-1.01234))", 2 * np.sqrt(1.01234) + 2 * np.sqrt(2 - 1.01234)),
        ("1e9*step(t-1)*step(1+1e-9-t)", 1.0),
        ("log(abs(t-1.01234))", None),
    ],
)
def test_what_only_looks_like_a_pole_is_passed(text: str, exact: float | None) -> None:
    found = driven(text)
    assert found.status == "completed", found.message
    assert exact is None or found.qd[-1, 0] == pytest.approx(exact, rel=1e-3)


def test_a_motor_cuts_a_pole() -> None:
    assert driven("1/(1.01234-t)", torque_limit=(3.0,)).status == "completed"


class Flag:
    """A cancel flag that is set once it has been looked at so many times."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_the_search_for_changes_can_be_cancelled() -> None:
    """Deeply nested formulas are searched for seconds before the first step."""
    text = "sin(abs(cos(" * 9 + "7*t" + ")" * 27
    settings = RunSettings(duration=1e4, samples=1001, torque=ExpressionTorque((text,)))
    job, flag = Project("wheel", WHEEL, (0.0,), (0.0,), settings).job(), Flag(1000)
    (only,) = stream(job, flag)
    assert (only.status, only.message, len(only.t)) == ("cancelled", "cancelled at t = 0 s", 0)
    assert flag.looks == -1
