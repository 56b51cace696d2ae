"""How far runs can be trusted: until when they are reproduced, what is judged by which figure, and who says so."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import replace

import numba
import numpy as np
import pytest

from denoc import Robot, load, reproducible_until, simulate
from denoc.files.projects.project import run_project
from denoc.files.tables.recording_csv import csv_text
from denoc.kernels.jit_options import OPTIONS
from denoc.kernels.storage.locks import clock, making, seconds_waited
from denoc.runs.horizon import Deadline, Interrupted, horizon, with_horizon
from denoc.runs.recording import Simulation
from denoc.runs.reproduction import Horizon, rounded_down
from denoc.studies.trust import NOT_MEASURED, Measures, brief, judge, measure, measures_of

GOOD = Measures(3e-15, 2e-16)


@pytest.fixture(scope="module")
def chaotic() -> Simulation:
    found = run_project(load("planar-3r-free-fall"))
    assert isinstance(found, Simulation)
    return with_horizon(found)


@pytest.fixture(scope="module")
def calm(pendulum: Robot) -> Simulation:
    return with_horizon(simulate(pendulum, [0.0], [0.0], 2.0))


def test_a_chaotic_run_is_right_for_a_while(chaotic: Simulation) -> None:
    """Against a run at the finest tolerance that there is."""
    found = chaotic.horizon
    assert found is not None
    assert 6.0 <= found.until < 7.0
    assert found.words == f"reproducible to {found.time} s of 10 s"
    assert found.reason.startswith("chaotic: errors grow tenfold every 0.")
    job = chaotic.job
    exact = simulate(job.robot, job.q0, job.qd0, 10.0, integrator="verner65", rtol=1e-13, atol=1e-14, samples=1001)
    apart = np.abs(exact.q - chaotic.q).max(axis=1)
    assert apart[chaotic.t <= found.until].max() < found.tolerance
    assert apart[chaotic.t > found.until + 0.5].max() > found.tolerance


def test_a_calm_run_is_right_to_its_end(calm: Simulation) -> None:
    assert calm.horizon is not None
    assert calm.horizon.whole
    assert calm.horizon.line == "reproducible to the end"
    assert calm.doubtful_from == math.inf
    assert "reproducible to the end" in repr(calm)


def test_what_was_cancelled_is_not_known(chaotic: Simulation) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Interrupted):
        horizon(chaotic, cancel=cancel)
    with pytest.raises(Interrupted):
        horizon(chaotic, cancel=Deadline(0.0))


def test_a_recording_keeps_the_horizon_that_it_has(chaotic: Simulation) -> None:
    assert with_horizon(chaotic) is chaotic
    inverse = run_project(load("planar-3r-inverse"))
    assert with_horizon(inverse) is inverse
    assert reproducible_until(inverse) == 10.0


def test_a_time_is_never_rounded_up() -> None:
    assert [rounded_down(t) for t in (0.12399, 6.2999, 12.39)] == ["0.123", "6.29", "12.3"]


def test_the_worst_figure_is_the_headline(calm: Simulation, chaotic: Simulation) -> None:
    good = judge(calm, measures=GOOD)
    assert (good.level, good.headline) == ("good", "reproducible to the end")
    limited = judge(chaotic, measures=GOOD)
    assert limited.level == "limited"
    assert limited.headline.startswith("reproducible to 6.")
    assert "chaotic: errors grow tenfold" in limited.reason
    assert limited.reason.count(". ") == 1
    assert limited.advice.startswith("ten times tighter tolerances gain")
    wrong = judge(chaotic, measures=Measures(1e-3, 1e-16))
    assert (wrong.level, wrong.headline) == ("failed", "formulations differ by 1e-3")
    residual = judge(calm, measures=Measures(1e-16, 5e-8))
    assert (residual.level, residual.headline) == ("limited", "torques are off by 5e-8")
    drifting = replace(calm, kinetic=calm.kinetic + 1e-3 * np.linspace(0, np.ptp(calm.kinetic), len(calm.t)))
    assert judge(drifting, measures=GOOD).headline == "energy balance off by 1e-3"


def test_nothing_is_claimed_before_it_is_known(calm: Simulation) -> None:
    for unknown in (judge(calm), judge(replace(calm, horizon=None), measures=GOOD)):
        assert (unknown.level, unknown.headline) == ("unknown", "checking")
    assert judge(calm, measures=NOT_MEASURED).level == "good"
    bad = judge(replace(calm, horizon=Horizon(0.5, 2.0, 0.01, 0.4, math.inf, "dop853", "tolerances")))
    assert bad.level == "limited", "what is known to be bad needs no other figure"
    assert bad.advice == "tolerances 100 times tighter would do"


def test_a_run_that_diverged_is_no_good(calm: Simulation) -> None:
    found = judge(replace(calm, status="diverged", message="joint 1 left every bound"), measures=GOOD)
    assert (found.level, found.headline) == ("failed", "the run diverged")
    assert "Joint 1 left every bound." in found.reason


def test_an_inverse_run_is_judged_by_the_formulations() -> None:
    project = load("planar-3r-inverse")
    recording = run_project(project)
    found = judge(recording, measures=measure(project.robot, recording))
    assert found.level == "good"
    assert found.headline.startswith("formulations agree to ")
    assert [figure.name for figure in found.figures] == ["Formulations agree to"]
    unknown = judge(recording, measures=NOT_MEASURED)
    assert (unknown.level, unknown.headline) == ("unknown", "formulations not compared")


def test_what_is_not_a_number_agrees_with_nothing(calm: Simulation) -> None:
    found = measures_of(calm.job.robot, calm, [("a", 1e-15), ("b", math.nan)])
    assert judge(calm, measures=found).level == "failed"


def test_numbers_are_brief() -> None:
    assert [brief(x) for x in (8.93e-8, 3e-15, 0.0, 1.0, math.nan, math.inf)] == [
        "8.9e-8", "3e-15", "0", "1e0", "nan", "inf",
    ]  # fmt: skip


def test_a_file_says_from_when_it_is_doubtful(chaotic: Simulation, calm: Simulation) -> None:
    header, *lines = csv_text(chaotic.job.robot, chaotic).splitlines()
    assert header.startswith("t [s],q1 [rad]")
    assert header.split(",")[-1].startswith("reproducible to 6.")
    rows = np.array([line.split(",") for line in lines], dtype=float)
    assert set(rows[:, -1]) == {0.0, 1.0}
    assert rows[rows[:, -1] == 1, 0].max() == pytest.approx(chaotic.horizon.until)
    assert csv_text(calm.job.robot, calm).splitlines()[0].endswith("potential [J]")


def test_a_notebook_page_says_it_too(chaotic: Simulation) -> None:
    for recording in (chaotic, replace(chaotic, horizon=None)):
        assert "to 6." in recording._repr_html_()
        assert "of 10 s (chaotic: errors grow tenfold" in recording._repr_html_()


def test_a_first_call_of_a_compiled_loop_counts_as_compiling() -> None:
    @numba.njit(**{**OPTIONS, "cache": False})
    def fresh(x: float) -> float:
        return x + 1.0

    before, started = seconds_waited(), time.perf_counter()
    fresh(1.0)
    took, waited = time.perf_counter() - started, seconds_waited() - before
    assert 0 < waited <= took
    assert not clock().running
    before = seconds_waited()
    fresh(2.0)
    assert seconds_waited() == before


def test_nested_waiting_counts_once() -> None:
    before, started = seconds_waited(), time.perf_counter()
    with making(), making():
        time.sleep(0.05)
        assert clock().running
    assert 0.05 <= seconds_waited() - before <= time.perf_counter() - started
