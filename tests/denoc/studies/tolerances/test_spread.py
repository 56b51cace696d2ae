"""The spread of a run: against closed forms of a held arm, and what is told of arms that cannot be."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import numpy as np
import pytest

import denoc as dn
from denoc.basics.cancelling import Cancelled
from denoc.studies.tolerances.spread import around

G = 9.81
MASS = "robot.links[0].mass"


def held(joints: int = 1, **run: object) -> dn.Project:
    """Point masses of 1 kg at the ends of links of 0.5 m, held level: peak torques are linear in the masses."""
    links = (dn.Link(a=0.5, mass=1.0, max_torque=6.0, upper=1.0),) * joints
    zero = (0.0,) * joints
    settings = dn.RunSettings("inverse", 1.0, 3, motion=dn.JointMotion(zero, zero), **run)  # type: ignore[arg-type]
    return dn.Project("held", dn.Robot("points", links, gravity=(0.0, -G, 0.0)), zero, zero, settings)


def test_a_peak_that_is_linear_in_a_mass_spreads_as_the_mass_does() -> None:
    found = dn.spread_of_run(held(), [dn.Tolerance(MASS, 0.2)], runs=128)
    assert found.peak_torque[:, 0] == pytest.approx(0.5 * G * found.values[:, 0])
    expected = [0.5 * G * (0.8 + 0.4 * share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)]
    assert found.tau[:, 1, 0] == pytest.approx(expected, abs=0.02)
    assert found.causes[0].method == "linear"
    assert found.causes[0].first == pytest.approx([1.0])
    assert found.torque_margin[:, 0] == pytest.approx(6.0 - found.peak_torque[:, 0])
    assert (found.position_margin == 1.0).all()
    assert np.isinf(found.speed_margin).all()
    assert (found.t.shape, found.q.shape, found.runs, found.left_out) == ((3,), (5, 3, 1), 128, ())


def test_two_masses_share_the_variance_by_the_squares_of_their_parts() -> None:
    """Joint 1 has g (l m1 + 2 l m2), with deviations of 0.1 and 0.2 kg: shares of 1 and 16 in 17."""
    given = [dn.Tolerance(MASS, 0.1 * math.sqrt(3)), dn.Tolerance("robot.links[1].mass", 0.2, "normal")]
    found = dn.spread_of_run(held(2), given, runs=64)
    assert found.causes[0].total == pytest.approx([1 / 17, 16 / 17], abs=1e-6)
    assert found.causes[1].total == pytest.approx([0.0, 1.0], abs=1e-6)
    (path, share, error), _ = found.ranking(joint=1)
    assert (path, share) == ("robot.links[1].mass", pytest.approx(16 / 17, abs=1e-6))
    assert error < 1e-6


def test_where_nothing_drives_the_arm_its_rates_are_looked_at() -> None:
    """A point mass falls from level: below it has sqrt(2 g / l), whatever it weighs."""
    falling = replace(held(), run=dn.RunSettings("forward", 1.0, 2001))
    found = dn.spread_of_run(falling, [dn.Tolerance(MASS, 0.1), dn.Tolerance("robot.gravity[1]", 0.5)], runs=32)
    assert found.of == "peak_speed"
    assert not found.peak_torque.any()
    assert found.peak_speed[:, 0] == pytest.approx(np.sqrt(2 * -found.values[:, 1] / 0.5), rel=1e-6)
    assert found.causes[0].total == pytest.approx([0.0, 1.0], abs=1e-2)
    assert dn.spread_of_run(held(), [dn.Tolerance(MASS, 0.1)], runs=8).of == "peak_torque"
    pushed = replace(falling, run=dn.RunSettings("forward", 0.1, 2, torque=dn.ConstantTorque((1.0,))))
    found = dn.spread_of_run(pushed, [dn.Tolerance(MASS, 0.1)], runs=8)
    assert (found.of, np.ptp(found.peak_torque)) == ("peak_speed", 0.0)
    assert found.ranking(1)[0][1] > 0.9


def test_a_line_is_not_drawn_through_as_many_runs_as_it_has_coefficients() -> None:
    """Eight runs and seven tolerances, of which one matters: half a line is no line."""
    given = [dn.Tolerance(MASS, 0.1)]
    given += [dn.Tolerance(f"robot.links[0].inertia[{place}]", 1e-4) for place in range(3)]
    given += [dn.Tolerance(f"robot.links[0].{name}", 1e-4) for name in ("a", "com[0]", "alpha")]
    thick = replace(held(), robot=held().robot.with_link(0, inertia=(0.1, 0.1, 0.1, 0.0, 0.0, 0.0)))
    found = dn.spread_of_run(thick, given, runs=8)
    assert (found.causes[0].method, found.runs) == ("sobol", 8 * 9)
    with pytest.raises(dn.DynamicsError, match="'runs'"):
        dn.spread_of_run(thick, given, runs=8, method="linear")
    assert dn.spread_of_run(thick, given, runs=9, method="linear").runs == 9


def test_what_is_not_straight_is_told_by_sobol_indices() -> None:
    """|cos q| of an arm that is held straight up, give or take: next to nothing of it is linear in the angle."""
    settings = dn.RunSettings("forward", 0.01, 2, torque=dn.PdTorque((0.0,), (0.0,), target=(0.0,)))
    project = replace(held(), q0=(math.pi / 2,), run=settings)
    given = [dn.Tolerance("initial.q[0]", 0.5), dn.Tolerance(MASS, 0.01)]
    found = dn.spread_of_run(project, given, runs=64)
    cause = found.causes[0]
    assert cause.method == "sobol"
    assert cause.r_squared < 0.5
    assert cause.total == pytest.approx([1.0, 0.0], abs=0.05)
    assert found.runs == 64 * 4
    assert dn.spread_of_run(project, given, runs=16, method="linear").runs == 16


def test_the_same_seed_gives_the_same_bits_with_any_number_of_threads() -> None:
    project = replace(held(2), run=dn.RunSettings(duration=0.2, samples=5, torque=dn.ConstantTorque((1.0, 0.5))))
    given = [dn.Tolerance(MASS, 0.1), dn.Tolerance("initial.q[1]", 0.2, "normal")]
    one, other = (dn.spread_of_run(project, given, runs=16, workers=workers) for workers in (1, 3))
    for name in ("q", "qd", "tau", "values", "peak_torque"):
        assert np.array_equal(getattr(one, name), getattr(other, name))
    assert not np.array_equal(dn.spread_of_run(project, given, runs=16, seed=1).values, one.values)


def test_a_controller_does_not_know_what_the_numbers_are() -> None:
    """In all arms that were drawn, computed torque goes on with inverse dynamics of the project's arm."""
    robot, wanted = dn.rod_chain(2).robot, np.array([0.2, -0.2])
    law = dn.ComputedTorque((100.0, 100.0), (20.0, 20.0))
    motion = dn.JointMotion(tuple(wanted), tuple(wanted))
    settings = dn.RunSettings(duration=0.2, samples=3, torque=law, motion=motion)
    project = dn.Project("two rods", robot, (0.0, 0.0), (0.0, 0.0), settings)
    given = [dn.Tolerance("robot.links[1].mass", 0.1), dn.Tolerance("robot.links[1].com[0]", 0.02)]
    found = dn.spread_of_run(project, given, runs=8, method="linear")

    def torque(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return dn.inverse_dynamics(robot, q, qd, 100.0 * (wanted - q) - 20.0 * qd)

    q, com = [], robot.links[1].com
    for mass, x in found.values.tolist():
        arm = robot.with_link(1, mass=mass, com=(x, *com[1:]))
        q.append(dn.simulate(arm, (0.0, 0.0), (0.0, 0.0), 0.2, torque=torque, samples=3, step=0.02).q)
    assert found.q == pytest.approx(np.percentile(q, (5, 25, 50, 75, 95), axis=0), abs=1e-6)
    assert np.ptp(found.q[:, -1, 1]) > 1e-3


def test_a_controller_has_the_gains_that_were_drawn_and_holds_the_arm_that_it_knows() -> None:
    law = dn.PdTorque((30.0,), (0.0,), target=(0.1,), gravity_compensation=True)
    project = replace(held(), run=dn.RunSettings(duration=0.01, samples=2, torque=law))
    found = dn.spread_of_run(project, [dn.Tolerance("run.torque.kp[0]", 5.0), dn.Tolerance(MASS, 0.1)], runs=8)
    gains = found.values[:, 0]
    assert found.tau[:, 0, 0] == pytest.approx(np.percentile(0.1 * gains + 0.5 * G, (5, 25, 50, 75, 95)))


def test_arms_that_cannot_be_are_counted_and_named() -> None:
    """An inertia about x of 0.1 kg m^2, give or take twice as much, is negative in one of four cases."""
    thick = held().robot.with_link(0, inertia=(0.1, 0.3, 0.3, 0.0, 0.0, 0.0))
    found = dn.spread_of_run(replace(held(), robot=thick), [dn.Tolerance("robot.links[0].inertia[0]", 0.2)], runs=64)
    assert len(found.left_out) == 16
    assert len(found.values) == 48
    assert all(each.values[0] < 0 for each in found.left_out)
    assert (found.values > 0).all()
    assert found.left_out[0].reason.startswith("link 1, field 'inertia': the inertia tensor is not positive")
    assert "16 left out" in repr(found)
    with pytest.raises(dn.NoSolution, match="of 8 runs got to their end"):
        dn.spread_of_run(replace(held(), robot=thick), [dn.Tolerance("robot.links[0].inertia[0]", 50.0)], runs=8)


def test_distributions() -> None:
    shares = (np.arange(1000) + 0.5) / 1000
    normal, uniform = dn.Tolerance(MASS, 0.3, "normal"), dn.Tolerance(MASS, 0.3)
    for tolerance in (normal, uniform):
        values = around(tolerance, 2.0, shares)
        assert (values.mean(), values.std()) == (pytest.approx(2.0), pytest.approx(tolerance.deviation, rel=5e-3))
    assert around(uniform, 2.0, np.array([0.0, 1.0])) == pytest.approx([1.7, 2.3])
    assert np.isfinite(around(normal, 2.0, np.array([0.0, 1.0]))).all()


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: dn.Tolerance(MASS, 0.0), "spread"),
        (lambda: dn.Tolerance(MASS, 1.0, "round"), "kind"),  # type: ignore[arg-type]
        (lambda: dn.Tolerance("run.duration", 1.0), "path"),
        (lambda: dn.spread_of_run(held(), []), "tolerances"),
        (lambda: dn.spread_of_run(held(), [dn.Tolerance(MASS, 0.1)] * 2), "tolerances"),
        (lambda: dn.spread_of_run(held(), [dn.Tolerance("robot.links[1].mass", 0.1)]), "tolerances"),
        (lambda: dn.spread_of_run(held(), [dn.Tolerance("robot.links", 0.1)]), "tolerances"),
        (lambda: dn.spread_of_run(held(), [dn.Tolerance("robot.links[0].lower", 0.1)]), "tolerances"),
        (lambda: dn.spread_of_run(held(), [dn.Tolerance("robot..links", 0.1)]), "tolerances"),
        (lambda: dn.spread_of_run(held(), [dn.Tolerance(MASS, 0.1)], runs=2), "runs"),
        (lambda: dn.spread_of_run(held(), [dn.Tolerance(MASS, 0.1)], workers=0), "workers"),
    ],
)
def test_what_cannot_be_is_refused(call: object, name: str) -> None:
    with pytest.raises(dn.DynamicsError, match=f"'{name}'"):
        call()  # type: ignore[operator]


def test_it_can_be_cancelled_and_tells_how_far_it_is() -> None:
    told: list[float] = []
    dn.spread_of_run(held(), [dn.Tolerance(MASS, 0.1)], runs=8, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    cancel = threading.Event()

    def stop(share: float) -> None:
        cancel.set()

    with pytest.raises(Cancelled):
        dn.spread_of_run(held(), [dn.Tolerance(MASS, 0.1)], runs=64, progress=stop, cancel=cancel)
