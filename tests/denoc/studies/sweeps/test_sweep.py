"""Sweeps: plans, measures against what the runs themselves say, rows that depend on nobody."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import msgspec
import numpy as np
import pytest

import denoc as dn
from denoc.basics.errors import DynamicsError
from denoc.studies import side_by_side
from denoc.studies.sweeps.crews import Threads
from denoc.studies.sweeps.measures import MEASURES, Chosen
from denoc.studies.sweeps.sweep import Row, compute, compute_chunk, work_of

INVERSE = dn.load("planar-3r-inverse")
MASS = dn.Vary("robot.links[2].mass", 0.5, 2.0, 4)


def short_fall(duration: float = 0.5) -> dn.Project:
    return dn.with_entries(dn.load("planar-3r-free-fall"), {"run.duration": duration, "run.samples": 51})


def test_a_grid_has_every_combination() -> None:
    made = dn.sweep_plan([dn.Vary("q0[0]", 0.0, 1.0, 3), MASS])
    assert made.values.shape == (12, 2)
    assert len({tuple(row) for row in made.values.tolist()}) == 12
    assert made.values.min(axis=0).tolist() == [0.0, 0.5]
    assert made.values.max(axis=0).tolist() == [1.0, 2.0]


@pytest.mark.parametrize("design", ["random", "sobol"])
def test_points_stay_in_their_ranges_and_more_begin_with_the_same(design: str) -> None:
    ranges = [dn.Vary("q0[0]", -1.0, 1.0), MASS]
    few = dn.sweep_plan(ranges, design=design, runs=100, seed=3)  # type: ignore[arg-type]
    many = dn.sweep_plan(ranges, design=design, runs=300, seed=3)  # type: ignore[arg-type]
    other = dn.sweep_plan(ranges, design=design, runs=100, seed=4)  # type: ignore[arg-type]
    assert np.array_equal(few.values, many.values[:100])
    assert not np.array_equal(few.values, other.values)
    assert (few.values >= [-1.0, 0.5]).all()
    assert (few.values <= [1.0, 2.0]).all()


def test_sobol_points_fill_the_square_evenly() -> None:
    """Of 256 points of a (0, 2)-sequence each of 16 x 16 cells has exactly one."""
    ranges = [dn.Vary("q0[0]", 0.0, 16.0), dn.Vary("q0[1]", 0.0, 16.0)]
    points = dn.sweep_plan(ranges, design="sobol", runs=256, seed=5).values
    assert len({(int(x), int(y)) for x, y in points.tolist()}) == 256


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"vary": []}, "at least one"),
        ({"vary": [MASS, MASS]}, "twice"),
        ({"vary": [dn.Vary("q0[0]", 0, 1), dn.Vary("initial.q[0]", 0, 1)]}, "twice"),
        ({"vary": [MASS._replace(high=0.1)]}, "must rise"),
        ({"vary": [MASS._replace(low=math.nan)]}, "finite"),
        ({"vary": [MASS._replace(steps=10**7), dn.Vary("q0[0]", 0, 1, 1000)]}, "at most"),
        ({"vary": [MASS], "runs": 5}, "a grid has as many"),
        ({"vary": [MASS], "design": "sobol"}, "how many runs"),
        ({"vary": [MASS], "design": "sobol", "runs": 10**9}, "possible"),
        ({"vary": [MASS], "design": "hexagonal"}, "possible: grid"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(changed: dict[str, object], words: str) -> None:
    with pytest.raises(DynamicsError, match=words):
        dn.sweep_plan(**changed)  # type: ignore[arg-type]


def test_rows_are_what_the_runs_themselves_say() -> None:
    plan = dn.sweep_plan([MASS])
    table = dn.sweep(INVERSE, plan, ["peak_torque", "energy", "ratio = peak_torque1 / peak_torque2"])
    assert [column.title for column in table.columns][:3] == [MASS.path, "peak_torque1 [N m]", "peak_torque2 [N m]"]
    for row, mass in zip(table.numbers, plan.values[:, 0], strict=True):
        run = dn.run_project(dn.with_entries(INVERSE, {MASS.path: float(mass)}))
        loads = dn.actuator_sizing(run)
        assert row[1:4].tolist() == [load.peak_torque for load in loads]
        assert row[4] == sum(load.positive_work for load in loads)
        assert row[5] == row[1] / row[2]
    assert table.column("energy").tolist() == table.numbers[:, 4].tolist()


def test_rows_do_not_depend_on_workers_or_on_what_is_known() -> None:
    project, plan = short_fall(), dn.sweep_plan([dn.Vary("q0[0]", -1.0, 1.0)], design="sobol", runs=12)
    alone = dn.sweep(project, plan, ["final", "peak_speed"], workers=1)
    pair = dn.sweep(project, plan, ["final", "peak_speed"], workers=2)
    assert alone.numbers.tobytes() == pair.numbers.tobytes()
    work, _ = work_of(project, plan, ["final", "peak_speed"])
    known = {run: Row(tuple(alone.numbers[run].tolist()), "completed", "") for run in (0, 3, 4, 11)}
    kept: dict[int, Row] = {}
    with Threads(2) as crew:
        rows = compute(work, plan.values, crew, known=known, keep=kept.update)
    assert sorted(kept) == [1, 2, 5, 6, 7, 8, 9, 10]
    assert [list(rows[run].numbers) for run in range(12)] == alone.numbers.tolist()


@pytest.mark.parametrize("path", ["q0[0]", "robot.links[1].mass"])
def test_runs_side_by_side_are_those_of_one_by_one(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the tolerance, energy balance and work of constant torques with them; in any chunks with the same bytes."""
    fall = short_fall()
    project = replace(fall, run=msgspec.structs.replace(fall.run, torque=dn.ConstantTorque((3.0, 1.0, -0.5))))
    names = ["final", "peak_speed", "peak_acceleration", "energy"]
    plan = dn.sweep_plan([dn.Vary(path, 0.5, 1.0)], design="sobol", runs=20)
    table = dn.sweep(project, plan, [*names, "energy_error"])
    assert set(table.statuses) == {"completed"}
    assert table.column("energy_error").max() < 1e-6
    work, _ = work_of(project, plan, [*names, "energy_error"])
    for size in (1, 7):
        for first in range(0, 20, size):
            runs = list(range(first, min(first + size, 20)))
            for run, row in compute_chunk(work, runs, plan.values[runs].tolist()).rows.items():
                assert row.numbers == tuple(table.numbers[run].tolist())
    monkeypatch.setattr(side_by_side, "_fits", lambda project: False)
    alone = dn.sweep(project, plan, names)
    np.testing.assert_allclose(table.numbers[:, :-1], alone.numbers, rtol=2e-6, atol=1e-7)


def test_which_way_a_run_goes_is_a_matter_of_that_run() -> None:
    """One with friction between two without: its neighbours keep their bytes."""
    plan = dn.sweep_plan([dn.Vary("robot.links[0].viscous", 0.0, 0.2, 3)])
    table = dn.sweep(short_fall(), plan, ["final", "energy_error"])
    smooth = dn.sweep(short_fall(), dn.Plan(plan.paths, plan.values[:1]), ["final", "energy_error"])
    assert table.numbers[0].tobytes() == smooth.numbers[0].tobytes()
    assert table.column("energy_error").max() < 1e-6
    assert len(set(table.column("final1").tolist())) == 3


def test_a_run_that_ends_early_says_why_as_it_does_alone() -> None:
    project = replace(short_fall(), qd0=(0.0, 0.0, 9e4))
    table = dn.sweep(project, dn.sweep_plan([dn.Vary("q0[0]", 0.0, 0.1, 2)]), ["final"])
    run = dn.run_project(dn.with_entries(project, {"q0[0]": 0.1}))
    assert (table.statuses[1], table.messages[1]) == (run.status, run.message)
    assert run.status != "completed"


def test_what_cannot_be_run_says_why_and_the_rest_goes_on() -> None:
    table = dn.sweep(INVERSE, dn.sweep_plan([dn.Vary("robot.links[1].mass", -1.0, 1.0, 3)]), ["energy"])
    assert table.statuses == ("refused", "completed", "completed")
    assert math.isnan(table.numbers[0, 1])
    assert "link 2" in table.messages[0]
    assert np.isfinite(table.numbers[1:]).all()


def test_cancelled_it_gives_what_there_is() -> None:
    cancel = threading.Event()
    plan = dn.sweep_plan([dn.Vary("q0[0]", -1.0, 1.0, 50)])
    table = dn.sweep(short_fall(), plan, ["final1"], workers=1, progress=lambda _: cancel.set(), cancel=cancel)
    assert table.statuses[0] == "completed"
    assert table.statuses[-1] == "cancelled"
    assert np.isnan(table.numbers[-1, 1])
    assert table.numbers[-1, 0] == 1.0


def test_measures_of_a_fall_by_closed_forms() -> None:
    """A pendulum of one rod: what it weighs, how fast it passes below, and that nothing drives it."""
    rod = dn.rod_chain(1, length=0.6, mass=1.5)
    project = dn.with_entries(rod, {"q0[0]": 0.0, "run.duration": 2.0, "run.samples": 2001})
    run = dn.run_project(project)
    chosen = Chosen(["peak_speed", "energy", "peak_torque", "energy_error", "tip_x", "final1"], project.robot)
    found = dict(zip([column.name for column in chosen.columns], chosen.of(project, run), strict=True))
    assert found["peak_speed1"] == pytest.approx(math.sqrt(3 * 9.81 / 0.6), rel=1e-5)  # from level to hanging
    assert found["energy"] == found["peak_torque1"] == 0.0
    assert found["energy_error"] < 1e-7
    assert found["tip_x"] == pytest.approx(dn.forward_kinematics(project.robot, [found["final1"]])[-1][0, 3], abs=1e-12)


def test_measures_of_a_followed_motion() -> None:
    motion = dn.JointMotion((0.0, 0.0, 0.0), (0.5, 0.4, 0.3))
    run = dn.RunSettings(duration=1.0, samples=201, motion=motion, torque=dn.ComputedTorque((100.0,) * 3, (20.0,) * 3))
    project = dn.Project("followed", INVERSE.robot, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), run)
    names = ["tracking_error", "tip_error", "settle_time"]
    found = Chosen(names, project.robot).of(project, dn.run_project(project))
    assert max(found[:4]) < 1e-6  # computed torque without a wrong model follows
    wished = project.motion()[0][:, 0]
    late = np.flatnonzero(np.abs(wished - 0.5) > 0.02 * 0.5)[-1] + 1
    assert found[4] == pytest.approx(late / 200)


@pytest.mark.parametrize("names", [["peak"], ["peak_torque9"], ["energy1"], ["x = 2"], ["energy", "energy"], [3]])
def test_measures_that_cannot_be_are_refused(names: list[str]) -> None:
    with pytest.raises(DynamicsError) as refused:
        Chosen(names, INVERSE.robot)
    assert refused.value.field == "measures"


def test_every_measure_has_a_number_for_a_run_that_follows() -> None:
    run = dn.RunSettings(
        duration=0.2,
        samples=21,
        motion=dn.JointMotion((0.0,) * 3, (0.1,) * 3),
        torque=dn.ComputedTorque((9.0,) * 3, (6.0,) * 3),
    )
    project = dn.Project("followed", INVERSE.robot, (0.0,) * 3, (0.0,) * 3, run)
    chosen = Chosen(MEASURES, project.robot)
    row = chosen.of(project, dn.run_project(project))
    assert len(row) == len(chosen.columns)
    assert not any(map(math.isnan, row))


def test_a_stuck_joint_has_no_acceleration_beside_others_either() -> None:
    """Breakaway alone is friction too: lanes, which do not know it, would make a level rod fall with 3 g / 2 l."""
    rod = dn.rod_chain(1)
    stuck = replace(rod, robot=rod.robot.with_link(0, breakaway=50.0), q0=(0.0,), qd0=(0.0,))
    short = dn.with_entries(stuck, {"run.duration": 0.1, "run.samples": 11})
    found = dn.sweep(short, dn.sweep_plan([dn.Vary("run.rtol", 1e-9, 1e-8, 2)]), ["peak_acceleration"])
    assert found.column("peak_acceleration1").tolist() == [0.0, 0.0]


@pytest.mark.parametrize("ki", [None, (0.0,)], ids=["pd", "pid"])
def test_a_joint_that_is_held_at_a_target_settles_there(ki: tuple[float, ...] | None) -> None:
    """A wheel of 1 kg m^2 with kp = 100, kd = 20: e = (1 + 10 t) exp(-10 t) of its way, 2 % after 0.583 s."""
    wheel = dn.Robot("wheel", (dn.Link(mass=1.0, inertia=(0, 0, 1.0, 0, 0, 0)),), gravity=(0, 0, 0))
    law = dn.PdTorque((100.0,), (20.0,), target=(2.0,), ki=ki)
    project = dn.Project("held", wheel, (0.5,), (0.0,), dn.RunSettings(duration=2.0, samples=2001, torque=law))
    (found,) = Chosen(["settle_time"], wheel).of(project, dn.run_project(project))
    assert found == pytest.approx(0.583, abs=2e-3)


def test_the_furthest_positions_are_those_of_the_motion() -> None:
    """A sine of 0.4 rad, of which three samples see nothing."""
    run = dn.RunSettings("inverse", duration=1.0, samples=3, motion=dn.SineMotion((0.1,), (((0.4, 1.0, 0.0),),)))
    project = dn.Project("swung", dn.rod_chain(1).robot, (0.0,), (0.0,), run)
    found = Chosen(["smallest", "largest"], project.robot).of(project, dn.run_project(project))
    assert found == pytest.approx([-0.3, 0.5], abs=1e-9)
