"""Runs from almost the same start: each against the run of its own start alone, whatever acts in it."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import msgspec
import numpy as np
import pytest

import denoc as dn
from denoc.basics.cancelling import Cancelled
from denoc.runs.simulation import run
from denoc.studies.chaos import neighbours as module
from denoc.studies.chaos.neighbours import neighbours, together

PENDULUM = dn.rod_chain(2)
SHORT = replace(PENDULUM, q0=(0.3, 0.1), qd0=(0.5, 0.0), run=dn.RunSettings(duration=0.6, samples=7))


def with_run(**changes: object) -> dn.Project:
    return replace(SHORT, run=msgspec.structs.replace(SHORT.run, **changes))


def limited() -> dn.Project:
    """Its second joint stops the run soon after the start."""
    links = (SHORT.robot.links[0], replace(SHORT.robot.links[1], lower=-math.inf, upper=0.2))
    return replace(with_run(limits="stop"), robot=replace(SHORT.robot, links=links))


@pytest.mark.parametrize(
    ("project", "lanes"),
    [
        (SHORT, True),
        (with_run(integrator="dop853", torque=dn.PdTorque((5.0, 2.0), (0.5, 0.2), target=(0.0, 0.0))), True),
        (with_run(tip_wrench=(0.0, 0.0, 0.0, 1.0, -2.0, 0.0)), False),
        (with_run(integrator="verner65"), False),
        (with_run(method="normalized"), False),
        (limited(), False),
    ],
    ids=["free fall", "law", "wrench", "integrator", "method", "stop"],
)
def test_each_run_is_that_of_its_own_start(project: dn.Project, lanes: bool) -> None:
    assert together(project) is lanes
    found = neighbours(project, 3, spread=1e-3, seed=5)
    assert found.q.shape == (4, len(found.t), 2)
    assert found.q[0, 0] == pytest.approx(project.q0, abs=0.0)
    assert found.t[-1] == project.run.duration
    for q, qd, whole in zip(found.q, found.qd, found.completed, strict=True):
        job = replace(project.job(), q0=tuple(q[0]), samples=tuple(found.t))
        alone = run(job)
        known = np.isfinite(q[:, 0])
        rows = np.flatnonzero(known)
        assert rows.tolist() == list(range(len(rows)))
        assert whole == known.all() == (alone.status == "completed")
        shared = min(len(rows), len(alone.t))
        assert shared >= len(rows) - 1
        assert q[:shared] == pytest.approx(alone.q[:shared], abs=1e-6)
        assert qd[:shared] == pytest.approx(alone.qd[:shared], abs=1e-5)


def test_starts_are_drawn_by_the_seed_with_the_spread() -> None:
    found, again, other = (neighbours(SHORT, 400, spread=1e-2, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(found.q, again.q)
    assert not np.array_equal(found.q[1:, 0], other.q[1:, 0])
    apart = found.q[1:, 0] - found.q[0, 0]
    assert apart.std(axis=0) == pytest.approx([1e-2, 1e-2], rel=0.15)  # four deviations of an estimate from 400
    assert np.abs(apart.mean(axis=0)).max() < 4 * 1e-2 / math.sqrt(400)
    assert (found.qd[:, 0] == SHORT.qd0).all()


def test_memory_is_bounded_and_what_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_VALUES", 200)
    assert neighbours(SHORT, 9).q.size <= 200
    with pytest.raises(dn.DynamicsError, match="at most 49 runs of 2 joints") as refused:
        neighbours(SHORT, 50)
    assert refused.value.field == "count"
    inverse = dn.load("planar-3r-inverse")
    with pytest.raises(dn.DynamicsError, match="forward run is needed"):
        neighbours(inverse, 5)
    with pytest.raises(dn.DynamicsError) as wide:
        neighbours(SHORT, 5, spread=-1.0)
    assert wide.value.field == "spread"


@pytest.mark.parametrize("project", [SHORT, with_run(integrator="verner65")], ids=["lanes", "one by one"])
def test_it_is_given_up(project: dn.Project) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        neighbours(project, 5, cancel=cancel)


def test_a_start_beyond_a_limit_that_stops_the_run_is_one_that_did_not_complete() -> None:
    """The run itself starts at its limit, which it may; half of its neighbours do not."""
    level = dn.rod_chain(1)
    rod = replace(level, robot=level.robot.with_link(0, upper=0.0), q0=(0.0,), qd0=(0.0,))
    project = replace(rod, run=dn.RunSettings(duration=0.2, samples=5, limits="stop"))
    found = neighbours(project, 20, spread=1e-3, seed=3)
    beyond = np.isnan(found.q).all(axis=(1, 2))
    assert found.completed.tolist() == (~beyond).tolist()
    assert 1 < beyond.sum() < 20
    assert found.completed[0]
