"""Until when a run can be reproduced: against references at 1e-13, closed forms, and what is said about it."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import msgspec
import numpy as np
import pytest

from denoc import DynamicsError, Link, Robot, load, reproducible_until, rod_chain, run_project, simulate
from denoc.runs import horizon as horizon_module
from denoc.runs.horizon import Interrupted, _stricter, horizon
from denoc.runs.recording import SERIES
from denoc.studies.causes import torque_residual
from tests.long.horizon import random_run, truth

ROD = Link(joint="R", a=1, mass=1, com=(-0.5, 0, 0), inertia=(0, 1 / 12, 1 / 12, 0, 0, 0))
PENDULUM = Robot("rod", (ROD,), gravity=(0, -9.81, 0))


@pytest.mark.parametrize("seed", [2, 9, 14, 28, 33, 40])
def test_against_a_reference(seed: int) -> None:
    simulation = random_run(seed)
    found, known = horizon(simulation).until, truth(simulation)
    assert 0.7 * known <= found <= known + 1e-9


class TestTriplePendulum:
    def test_it_can_be_believed_for_six_seconds(self) -> None:
        found = horizon(run_project(load("planar-3r-free-fall")))
        assert 6.2 <= found.until <= 6.31
        assert found.end == 10.0
        assert 0.6 < found.tenfold < 1.1
        assert found.apart > 1.0
        assert found.words.startswith("reproducible to 6.2")
        assert "tenfold" in found.reason

    def test_a_tighter_tolerance_moves_it(self) -> None:
        project = load("planar-3r-free-fall")
        tight = replace(project, run=msgspec.structs.replace(project.run, rtol=1e-10, atol=1e-12))
        assert 7.0 < reproducible_until(tight) < 9.0

    def test_one_sample_is_enough(self) -> None:
        project = load("planar-3r-free-fall")
        run = simulate(project.robot, project.q0, project.qd0, 10.0, samples=[10.0])
        assert 6.2 <= reproducible_until(run) <= 6.31

    def test_the_sampling_does_not_matter(self) -> None:
        project = load("planar-3r-free-fall")
        few = replace(project, run=msgspec.structs.replace(project.run, samples=2))
        assert reproducible_until(few) == pytest.approx(reproducible_until(project), abs=0.02)


class TestRegularMotion:
    def test_a_pendulum_is_reproduced_to_its_end(self) -> None:
        assert reproducible_until(simulate(PENDULUM, [-1], [0], 20.0)) == 20.0

    def test_a_coarse_tolerance_is_seen_and_is_no_chaos(self) -> None:
        found = horizon(simulate(PENDULUM, [-1], [0], 50.0, rtol=1e-4, atol=1e-5))
        assert 0 < found.until < 50
        assert found.tenfold == math.inf
        assert "tolerances" in found.advice

    def test_fixed_steps_that_are_too_long(self) -> None:
        found = horizon(simulate(PENDULUM, [-1], [0], 20.0, integrator="rk4", step=0.15))
        assert 0 < found.until < 20
        assert "steps" in found.advice

    def test_a_larger_tolerance_is_kept_longer(self) -> None:
        run = simulate(PENDULUM, [-1], [0], 50.0, rtol=1e-4, atol=1e-5)
        assert reproducible_until(run, tolerance=0.1) > reproducible_until(run, tolerance=1e-3)

    def test_an_inverse_run_is_not_integrated(self) -> None:
        assert reproducible_until(load("planar-3r-inverse")) == 10.0


class TestEnds:
    def test_a_run_that_a_limit_stops(self) -> None:
        limited = replace(PENDULUM, links=(replace(PENDULUM.links[0], lower=-2.0),))
        run = simulate(limited, [-1], [0], 5.0, limits="stop")
        assert run.status == "stopped"
        assert reproducible_until(run) == run.t[-1]

    def test_stuck_and_sliding_joints(self) -> None:
        block = Robot("block", (Link(joint="P", mass=2.0, coulomb=3.0),), gravity=(0, 0, 0))
        assert reproducible_until(simulate(block, [0], [1.7], 3.0)) == 3.0

    def test_a_stiff_run_is_left_to_the_implicit_integrator(self) -> None:
        stiff = replace(PENDULUM, links=(replace(PENDULUM.links[0], viscous=1e5),))
        run = simulate(stiff, [-1], [0], 10.0, integrator="radau")
        assert reproducible_until(run) == 10.0

    def test_a_second_run_that_fails_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("denoc.runs.horizon.PATIENCE", (0, 500))
        found = horizon(simulate(PENDULUM, [-1], [0], 20.0))
        assert 0 < found.until < 20
        assert "evaluations were used up" in found.line
        assert found.advice == ""

    def test_fixed_steps_stay_as_they_are(self) -> None:
        """Fewer samples than are needed: the run that is judged takes the very same steps."""
        run = simulate(PENDULUM, [-1], [0], 3.0, integrator="rk4", torque=lambda t, q, qd: np.sin([9 * t]), samples=31)
        assert horizon(run).apart < 1e-9

    def test_cancelled_at_once(self) -> None:
        run = simulate(PENDULUM, [-1], [0], 20.0)
        cancel = threading.Event()
        cancel.set()
        with pytest.raises(Interrupted):
            horizon(run, cancel=cancel)

    def test_a_second_run_without_samples_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """As where it has been cancelled, or has no start, before its first sample."""
        first = simulate(PENDULUM, [-1], [0], 5.0)
        arrays = {name: getattr(first, name)[:0] for name in SERIES}
        nothing = replace(first, **arrays, status="failed", message="no start")
        monkeypatch.setattr(horizon_module, "run", lambda *_: nothing)
        for judged in (first, replace(first, status="failed")):
            found = horizon(judged)
            assert found.until == 0.0
            assert found.stuck == "no start"
            assert found.tenfold == math.inf
        monkeypatch.setattr(horizon_module, "run", lambda *_: replace(nothing, status="cancelled"))
        cancel = threading.Event()
        cancel.set()
        with pytest.raises(Interrupted):
            horizon(first, cancel=cancel)

    @pytest.mark.parametrize("tolerance", [0.0, -1.0, math.nan, "wide"])
    def test_tolerances_are_positive_numbers(self, tolerance: object) -> None:
        with pytest.raises(DynamicsError, match="tolerance"):
            reproducible_until(load("stanford-free-fall"), tolerance=tolerance)  # type: ignore[arg-type]

    def test_it_is_asked_of_projects_and_runs(self) -> None:
        with pytest.raises(DynamicsError, match="subject"):
            reproducible_until("planar-3r-free-fall")  # type: ignore[arg-type]


class TestResidual:
    def test_torques_balance_along_every_bundled_run(self) -> None:
        for name in ("planar-3r-free-fall", "stanford-free-fall", "furuta", "planar-3r-inverse", "puma560"):
            project = load(name)
            assert torque_residual(project.robot, run_project(project)) < 1e-10, name


def test_the_second_run_is_asked_for_the_samples_of_the_first_by_their_number() -> None:
    """A million times as a tuple would hold the interpreter, and so the window, for tens of milliseconds."""
    project = load("planar-3r-free-fall")
    whole = simulate(project.robot, project.q0, project.qd0, 0.1, samples=31)
    job = _stricter(whole, "dop853")
    assert job.samples == 31
    assert np.array_equal(job.times, whole.t)
    half = replace(whole, **{name: getattr(whole, name)[:10] for name in SERIES})
    assert np.array_equal(_stricter(half, "dop853").times, whole.t[:10])


@pytest.mark.parametrize("samples", [21, 2001])
def test_of_a_run_that_was_stopped_nothing_is_computed_beyond_its_end(
    monkeypatch: pytest.MonkeyPatch, samples: int
) -> None:
    project = load("planar-3r-free-fall")
    begun = simulate(project.robot, project.q0, project.qd0, 20.0, samples=samples)
    stopped = replace(begun, status="cancelled", job=replace(begun.job, duration=1e3))
    asked, run = [], horizon_module.run
    monkeypatch.setattr(horizon_module, "run", lambda job, cancel: asked.append(job) or run(job, cancel))
    found = horizon(stopped)
    assert 6.0 < found.until < 8.0
    assert found.end == 20.0
    assert {job.duration for job in asked} == {20.0}


class TestSamplesThatEndEarly:
    def test_what_they_leave_out_is_compared_too(self) -> None:
        arm, still = rod_chain(3).robot, (0.0, 0.0, 0.0)
        early = simulate(arm, still, still, 10.0, samples=np.linspace(0, 2, 500))
        whole = simulate(arm, still, still, 10.0, samples=1001)
        assert reproducible_until(early) == pytest.approx(reproducible_until(whole), abs=0.02)
        assert reproducible_until(early) < 9

    def test_a_run_that_a_limit_stops_after_them_is_known_to_its_stop(self) -> None:
        limited = replace(PENDULUM, links=(replace(PENDULUM.links[0], lower=-2.0),))
        stop = simulate(limited, [-1], [0], 5.0, limits="stop")
        early = simulate(limited, [-1], [0], 5.0, limits="stop", samples=np.linspace(0, 0.1, 500))
        assert early.t[-1] == 0.1
        assert reproducible_until(early) == pytest.approx(stop.t[-1], abs=1e-9)
