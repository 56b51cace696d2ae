"""Actuator sizing: against integrals in closed form, and motors that just fit or just do not."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from denoc import (
    DynamicsError,
    Gear,
    Link,
    Motor,
    ProjectError,
    Recording,
    Robot,
    actuator_sizing,
    bundled_motors,
    gear_sweep,
    load_motors,
    motor_sizing,
)
from denoc.studies.sampled_integrals import integral, mean, positive_integral, product_mean, root_mean_square
from denoc.torques.motors import check_motor

WHEEL = Robot("wheel", (Link(inertia=(0, 0, 2.0, 0, 0, 0)),), gravity=(0, 0, 0))
MOTOR = Motor("m", continuous_torque=1.0, peak_torque=3.0, no_load_speed=100.0, knee_speed=50.0, rotor_inertia=1e-3)


def recording(t: np.ndarray, qd: np.ndarray, qdd: np.ndarray, tau: np.ndarray) -> Recording:
    q, qd, qdd, tau = (np.asarray(x, dtype=float).reshape(len(t), 1) for x in (np.zeros(len(t)), qd, qdd, tau))
    return Recording(t, q, qd, qdd, tau, np.zeros(len(t)), np.zeros(len(t)))


def shaking(amplitude: float = 1.0, omega: float = 5.0, periods: int = 3) -> Recording:
    """A wheel of 2 kg m^2 that swings to and fro."""
    t = np.linspace(0.0, periods * 2 * math.pi / omega, 3001)
    qdd = -amplitude * omega**2 * np.sin(omega * t)
    return recording(t, amplitude * omega * np.cos(omega * t), qdd, 2.0 * qdd)


class TestIntegrals:
    @given(st.lists(st.tuples(st.floats(0.01, 1), st.floats(-5, 5), st.floats(-5, 5)), min_size=2, max_size=8))
    @settings(max_examples=100)
    def test_are_exact_for_piecewise_linear_signals(self, rows: list[tuple[float, float, float]]) -> None:
        """Gauss' rule with two points is exact for products of lines; many little trapezoids for the rest."""
        steps, x, y = np.array(rows).T
        t = np.cumsum(steps)
        half, middle = np.diff(t) / 2, (t[1:] + t[:-1]) / 2
        points = np.concatenate([middle - half / math.sqrt(3), middle + half / math.sqrt(3)])
        weights, length = np.tile(half, 2), t[-1] - t[0]
        fx, fy = np.interp(points, t, x), np.interp(points, t, y)
        assert integral(t, x) == pytest.approx(weights @ fx, abs=1e-9)
        assert mean(t, x) * length == pytest.approx(weights @ fx, abs=1e-9)
        assert product_mean(t, x, y) * length == pytest.approx(weights @ (fx * fy), abs=1e-9)
        assert root_mean_square(t, x) ** 2 * length == pytest.approx(weights @ fx**2, abs=1e-9)
        fine = np.linspace(t[0], t[-1], 20001)
        values = np.maximum(np.interp(fine, t, x), 0.0)
        rough = ((values[1:] + values[:-1]) / 2 * np.diff(fine)).sum()
        assert positive_integral(t, x) == pytest.approx(rough, abs=1e-5)

    def test_of_the_positive_part_up_to_the_crossing(self) -> None:
        t = np.array([0.0, 1.0, 2.0])
        assert positive_integral(t, np.array([3.0, -1.0, -1.0])) == pytest.approx(3 * 0.75 / 2)
        assert positive_integral(t, np.zeros(3)) == 0.0
        assert positive_integral(t, np.array([0.0, 2.0, 0.0])) == pytest.approx(2.0)


class TestJointLoads:
    def test_of_a_swinging_wheel_in_closed_form(self) -> None:
        (load,) = actuator_sizing(shaking())
        assert load.peak_torque == pytest.approx(50.0, rel=1e-5)
        assert load.rms_torque == pytest.approx(50 / math.sqrt(2), rel=1e-5)
        assert (load.peak_speed, load.peak_speed_time) == (5.0, 0.0)
        assert load.mean_speed == pytest.approx(2 / math.pi * 5, rel=1e-5)
        assert load.peak_power == pytest.approx(125.0, rel=1e-5)
        assert load.net_work == pytest.approx(0.0, abs=1e-9)
        assert load.mean_power == pytest.approx(0.0, abs=1e-9)
        assert load.positive_work == pytest.approx(3 * 2 * 25.0, rel=1e-4)  # the kinetic energy, twice a period

    def test_names_the_time_of_the_peak(self) -> None:
        t = np.linspace(0, 1, 5)
        (load,) = actuator_sizing(recording(t, t, t, np.array([1.0, -9.0, 2.0, 3.0, 0.0])))
        assert (load.peak_torque, load.peak_torque_time) == (9.0, 0.25)

    def test_needs_a_cycle(self) -> None:
        with pytest.raises(DynamicsError, match="at least two samples"):
            actuator_sizing(recording(np.zeros(1), np.zeros(1), np.zeros(1), np.zeros(1)))
        with pytest.raises(DynamicsError, match="rise"):
            actuator_sizing(recording(np.zeros(2), np.zeros(2), np.zeros(2), np.zeros(2)))


class TestMotorCurve:
    def test_falls_from_the_knee_to_the_no_load_speed(self) -> None:
        assert MOTOR.available([0, -50, 75, -75, 100, 101]).tolist() == [3, 3, 1.5, 1.5, 0, 0]

    def test_without_a_knee_it_falls_from_standstill(self) -> None:
        motor = Motor("m", 1.0, 3.0, 100.0)
        assert motor.available([0, 50, 100]).tolist() == [3, 1.5, 0]
        assert np.isnan(motor.available(math.nan))

    def test_or_follows_given_points_below_the_peak(self) -> None:
        motor = Motor("m", 1.0, 3.0, 100.0, curve=((0.0, 4.0), (10.0, 2.0), (20.0, 1.0)))
        assert motor.available([0, 10, 15, 20, 21]).tolist() == [3, 2, 1.5, 1, 0]
        assert motor.top_speed == 20.0

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"continuous_torque": 0.0}, "continuous_torque"),
            ({"continuous_torque": 4.0}, "continuous_torque"),
            ({"peak_torque": math.nan}, "peak_torque"),
            ({"no_load_speed": -1.0}, "no_load_speed"),
            ({"knee_speed": 100.0}, "knee_speed"),
            ({"rotor_inertia": -1.0}, "rotor_inertia"),
            ({"name": ""}, "name"),
            ({"curve": ((0.0, 1.0),)}, "curve"),
            ({"curve": ((1.0, 1.0), (2.0, 0.0))}, "curve"),
            ({"curve": ((0.0, 1.0), (0.0, 0.0))}, "curve, point 2"),
            ({"curve": ((0.0, 1.0), (1.0, -1.0))}, "curve, point 2"),
            ({"curve": ((1.0,),)}, "motor"),
            ({"curve": (1.0, 2.0)}, "motor"),
        ],
    )
    def test_what_no_motor_can_be_is_refused(self, changes: dict[str, object], field: str) -> None:
        values = {"name": "m", "continuous_torque": 1.0, "peak_torque": 3.0, "no_load_speed": 100.0} | changes
        for asked in (check_motor, lambda motor: motor.available(1.0), lambda motor: motor.top_speed):
            with pytest.raises(DynamicsError) as caught:
                asked(Motor(**values))
            assert caught.value.field == field


class TestMotorLoads:
    def test_torque_and_speed_at_the_shaft(self) -> None:
        motion = shaking()
        load = motor_sizing(WHEEL, motion, 1, MOTOR, Gear(20.0))
        assert load.speed == pytest.approx(20 * motion.qd[:, 0])
        assert load.torque == pytest.approx(motion.qdd[:, 0] * (2.0 / 20 + 1e-3 * 20))
        assert load.rms_torque == pytest.approx(25 * 0.12 / math.sqrt(2), rel=1e-5)
        assert load.speed_margin == pytest.approx(1.0, rel=1e-5)

    def test_losses_burden_driving_and_relieve_braking(self) -> None:
        t = np.linspace(0, 1, 3)
        motion = recording(t, np.array([1.0, 1.0, 0.0]), np.zeros(3), np.array([10.0, -10.0, 10.0]))
        load = motor_sizing(WHEEL, motion, 1, MOTOR, Gear(10.0, 0.8))
        assert load.torque == pytest.approx([1.25, -0.8, 1.25])

    def test_the_robots_own_rotor_makes_way_for_the_motor(self) -> None:
        geared = Robot("w", (Link(inertia=(0, 0, 2.0, 0, 0, 0), rotor_inertia=0.1, gear_ratio=3),))
        motion = shaking()
        heavy = recording(motion.t, motion.qd, motion.qdd, motion.tau + 0.9 * motion.qdd)
        expected = motor_sizing(WHEEL, motion, 1, MOTOR, Gear(20.0)).torque
        assert motor_sizing(geared, heavy, 1, MOTOR, Gear(20.0)).torque == pytest.approx(expected)

    def verdict(self, torque: float, speed: float, samples: tuple[float, ...] = (0.0, 1.0, 0.0)) -> str:
        """A torque that acts at t = 1 s of 2 s, at constant speed."""
        t, shape = np.linspace(0, 2, len(samples)), np.array(samples)
        motion = recording(t, np.full(len(t), speed), np.zeros(len(t)), torque * shape)
        return motor_sizing(WHEEL, motion, 1, MOTOR, Gear(1.0)).verdict

    def test_verdicts(self) -> None:
        assert self.verdict(1.5, 25.0) == "fits, 1.2x continuous, 2x peak, 4x speed margin"
        assert self.verdict(1.8, 75.0) == "needs 1.2 x its torque at that speed, at t = 1 s"
        assert self.verdict(1.0, 112.0) == "needs 1.12 x its top speed at t = 0 s"
        assert self.verdict(1.5, 10.0, (1.0, 1.0, 1.0)) == "needs 1.5 x its continuous torque"
        assert self.verdict(0.0, 8.0) == "fits, 12x speed margin"
        assert self.verdict(0.0, 0.0) == "fits, there is no load"
        assert self.verdict(1.0, 100.0) == "needs torque at a speed where it has none, at t = 1 s"

    def test_a_motor_that_has_just_what_is_needed_fits(self) -> None:
        """0.1 * 3 is by rounding more than 0.3, and so is the speed of 0.3, at which this curve ends."""
        exact = Motor("m", 0.3, 0.3, 1.0, curve=((0.0, 0.3), (0.3, 0.3)))
        assert 0.1 * 3 > 0.3
        motion = recording(np.linspace(0, 1, 3), np.full(3, 0.1), np.zeros(3), np.full(3, 0.9 * (0.1 * 3 / 0.3)))
        load = motor_sizing(WHEEL, motion, 1, exact, Gear(3.0))
        assert (load.continuous_margin, load.peak_margin, load.speed_margin) == (1.0, 1.0, 1.0)
        assert load.fits
        assert load.verdict == "fits, 1x continuous, 1x peak, 1x speed margin"
        more = recording(motion.t, motion.qd, motion.qdd, motion.tau * (1 + 1e-6))
        assert not motor_sizing(WHEEL, more, 1, exact, Gear(3.0)).fits

    def test_rounding_at_the_no_load_speed_is_no_torque(self) -> None:
        motion = recording(np.linspace(0, 1, 3), np.full(3, 100.0), np.zeros(3), np.full(3, 1e-15))
        assert motor_sizing(WHEEL, motion, 1, MOTOR, Gear(1.0)).fits

    def test_the_peak_torque_is_named_only_where_the_motor_has_it(self) -> None:
        assert self.verdict(300.0, 25.0) == "needs 100 x its peak torque at t = 1 s"
        assert self.verdict(168.0, 75.0) == "needs 112 x its torque at that speed, at t = 1 s"
        assert self.verdict(3.0001, 25.0) == "needs slightly more than its peak torque at t = 1 s"

    @pytest.mark.parametrize(
        ("joint", "gear", "field"),
        [(0, Gear(1.0), "joint"), (2, Gear(1.0), "joint"), (1, Gear(0.0), "ratio"), (1, Gear(1.0, 1.1), "efficiency")],
    )
    def test_wrong_questions(self, joint: int, gear: Gear, field: str) -> None:
        with pytest.raises(DynamicsError) as caught:
            motor_sizing(WHEEL, shaking(), joint, MOTOR, gear)
        assert caught.value.field == field


class TestGearSweep:
    motor = Motor("m", 10.0, 30.0, 1000.0, knee_speed=999.0, rotor_inertia=1e-3)

    def test_the_matched_ratio_balances_the_inertias(self) -> None:
        sweep = gear_sweep(WHEEL, shaking(), 1, self.motor)
        assert sweep.matched == pytest.approx(math.sqrt(2.0 / 1e-3))
        assert sweep.best == sweep.matched
        assert sweep.rms_torque.min() == pytest.approx(2 * 25 * math.sqrt(2.0 * 1e-3) / math.sqrt(2), rel=1e-5)

    def test_the_interval_is_where_torque_and_speed_allow(self) -> None:
        """25 (2 / r + r / 1000) within 10 sqrt(2) of continuous and 30 of peak torque, 5 r within 1000 rad/s."""
        sweep = gear_sweep(WHEEL, shaking(), 1, self.motor, ratios=np.linspace(1, 400, 4000))
        lowest = min(r for r in np.roots([25e-3, -10 * math.sqrt(2), 50]).real if r > 0)
        assert sweep.interval == pytest.approx((lowest, 200.0), abs=0.11)
        inside = (sweep.ratios >= sweep.interval[0]) & (sweep.ratios <= sweep.interval[1])
        assert (sweep.feasible == inside).all()

    def test_the_best_leaves_a_fifth_of_the_speed_in_hand(self) -> None:
        """This motor's own inertia is so small that torque alone asks for the largest ratio: 200, by its speed."""
        light = Motor("m", 10.0, 30.0, 1000.0, knee_speed=999.0, rotor_inertia=1e-6)
        sweep = gear_sweep(WHEEL, shaking(), 1, light, ratios=np.linspace(1, 400, 4000))
        least = sweep.ratios[np.argmin(np.where(sweep.feasible, sweep.rms_torque, np.inf))]
        assert least == pytest.approx(200.0, abs=0.11)
        assert sweep.best == pytest.approx(200.0 / 1.2, abs=0.11)
        assert sweep.reason == "least RMS torque with a fifth of the speed in hand"

    def test_where_all_are_tight_the_best_is_the_least_so(self) -> None:
        """Margins of continuous torque, c r / 25, and of speed, 200 / r, are both 1.1 where they meet."""
        ratio = 200 / 1.1
        motor = Motor("m", 1.1 * 50 / ratio / math.sqrt(2), 1e3, 1000.0, knee_speed=999.9)
        sweep = gear_sweep(WHEEL, shaking(), 1, motor, ratios=np.linspace(100, 300, 4001))
        assert sweep.best == pytest.approx(ratio, rel=1e-3)
        assert sweep.reason.startswith("all are tight, this one least: 1.1x ")

    def test_a_best_at_the_end_of_the_range_says_so(self) -> None:
        """The RMS torque falls up to the matched ratio, 44.7; what lies beyond the range may be better."""
        for ratios, end in ((np.linspace(10, 30, 21), 30.0), (np.linspace(60, 90, 31), 60.0)):
            sweep = gear_sweep(WHEEL, shaking(), 1, self.motor, ratios=ratios)
            assert sweep.best == end
            assert sweep.reason == "least RMS torque, at the end of the range: widen it"
        inside = gear_sweep(WHEEL, shaking(), 1, self.motor, ratios=np.linspace(10, 90, 81))
        assert inside.reason == "least RMS torque"

    def test_the_range_holds_the_matched_ratio(self) -> None:
        """A rotor so heavy that it would rather turn slower than a thousandth of what it can."""
        heavy = Motor("m", 1e4, 3e4, 1000.0, knee_speed=999.0, rotor_inertia=200.0)
        sweep = gear_sweep(WHEEL, shaking(), 1, heavy)
        assert sweep.matched == pytest.approx(0.1)
        assert sweep.best == sweep.matched
        assert sweep.reason == "least RMS torque"

    def test_no_ratio_may_do(self) -> None:
        weak = Motor("m", 0.01, 0.02, 1000.0)
        sweep = gear_sweep(WHEEL, shaking(), 1, weak)
        assert (sweep.best, sweep.interval, sweep.matched) == (None, None, None)
        assert not sweep.feasible.any()

    def test_a_resting_joint_takes_any_ratio(self) -> None:
        t, zero = np.linspace(0, 1, 5), np.zeros(5)
        sweep = gear_sweep(WHEEL, recording(t, zero, zero, zero), 1, self.motor)
        assert sweep.feasible.all()
        assert sweep.reason == "least RMS torque"  # of none: no end is better

    def test_bad_ratios_are_refused(self) -> None:
        for ratios in (np.array([]), np.array([-1.0, 2.0]), np.array([math.nan]), np.ones((2, 2))):
            with pytest.raises(DynamicsError, match="ratio"):
                gear_sweep(WHEEL, shaking(), 1, self.motor, ratios=ratios)


class TestCatalogue:
    def test_the_bundled_one_holds_some_classes(self) -> None:
        motors = bundled_motors()
        assert len(motors) >= 8
        assert all("generic" in motor.name for motor in motors)

    def written(self, folder: Path, **changes: object) -> Path:
        motor = {"name": "m", "continuous_torque": 1, "peak_torque": 3, "no_load_speed": 100} | changes
        path = folder / "motors.json"
        path.write_text(json.dumps({"version": 1, "motors": [motor]}))
        return path

    def test_a_users_own(self, tmp_path: Path) -> None:
        (motor,) = load_motors(self.written(tmp_path, curve=[[0, 3], [100, 0]]))
        assert motor == Motor("m", 1.0, 3.0, 100.0, curve=((0.0, 3.0), (100.0, 0.0)))

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"peak_torque": 0.5}, "motor 1: field 'continuous_torque': must not exceed"),
            ({"colour": "red"}, "colour"),
            ({"peak_torque": "3"}, "Expected `float`"),
            ({"name": 3}, "Expected `str`"),
        ],
    )
    def test_a_bad_motor_is_refused_by_name(self, tmp_path: Path, changes: dict[str, object], reason: str) -> None:
        with pytest.raises(ProjectError, match=reason):
            load_motors(self.written(tmp_path, **changes))

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("", "not JSON"),
            ("[]", "not a catalogue"),
            ('{"version": 2, "motors": []}', "not a catalogue of motors of version 1"),
            ('{"version": 1, "motors": []}', "1 to 1000 motors"),
            ('{"version": 1, "motors": [NaN]}', "NaN"),
            (" " * (1024 * 1024 + 1), "larger than 1 MB"),
        ],
    )
    def test_a_bad_file_is_refused(self, tmp_path: Path, text: str, reason: str) -> None:
        path = tmp_path / "motors.json"
        path.write_text(text)
        with pytest.raises(ProjectError, match=reason) as caught:
            load_motors(path)
        assert str(path) in str(caught.value)

    def test_a_name_that_is_there_twice(self, tmp_path: Path) -> None:
        path = self.written(tmp_path)
        document = json.loads(path.read_text())
        document["motors"] *= 2
        path.write_text(json.dumps(document))
        with pytest.raises(ProjectError, match="twice"):
            load_motors(path)
