"""Torque laws: against closed forms, with exact models, within their limits, and refused in words."""

from __future__ import annotations

import dataclasses
import math
import pickle
import re
from pathlib import Path

import msgspec
import numpy as np
import pytest

from denoc import (
    ComputedTorque,
    ConstantTorque,
    DynamicsError,
    ExpressionError,
    ExpressionTorque,
    FreeFall,
    JointMotion,
    Link,
    PdTorque,
    Project,
    ProjectError,
    Robot,
    RunSettings,
    TableTorque,
    gravity_torque,
    load,
    run_project,
    simulate,
)
from denoc.files.tables.recording_csv import csv_text
from denoc.files.tables.torque_csv import read_torque_csv
from denoc.torques.controllers import controller
from denoc.torques.torque_laws import rearranged

WHEEL = Robot("wheel", (Link(inertia=(0, 0, 2.0, 0, 0, 0)),), gravity=(0, 0, 0))
ARM = load("planar-3r-free-fall").robot
STILL = (0.0, 0.0, 0.0)


def wheel(torque: object, duration: float = 2.0, q0: float = 0.0, **settings: object) -> Project:
    return Project("w", WHEEL, (q0,), (0.0,), RunSettings(duration=duration, samples=201, torque=torque, **settings))


def arm(torque: object, **settings: object) -> Project:
    return Project("a", ARM, STILL, STILL, RunSettings(duration=1.0, samples=101, torque=torque, **settings))


class TestTable:
    table = TableTorque((0.5, 1.0, 1.5), ((2.0,), (4.0,), (-2.0,)))

    def torques(self, law: TableTorque, *times: float) -> list[float]:
        act = controller(WHEEL, law)
        return [float(act(t, np.zeros(1), np.zeros(1))[0]) for t in times]

    def test_is_linear_between_its_rows_and_holds_its_ends(self) -> None:
        assert self.torques(self.table, 0.0, 0.5, 0.75, 1.0, 1.25, 1.5, 9.0) == [2, 2, 3, 4, 1, -2, -2]

    def test_or_holds_each_row(self) -> None:
        held = msgspec.structs.replace(self.table, hold=True)
        assert self.torques(held, 0.0, 0.5, 0.75, 1.0, 1.49, 1.5, 9.0) == [2, 2, 2, 4, 4, -2, -2]

    def test_a_ramp_gives_the_closed_form(self) -> None:
        result = run_project(wheel(TableTorque((0.0, 2.0), ((0.0,), (6.0,)))))
        assert result.q[:, 0] == pytest.approx(3 * result.t**3 / 6 / 2.0, abs=1e-9)

    def test_one_row_is_a_constant(self) -> None:
        assert self.torques(TableTorque((0.0,), ((5.0,),)), -1.0, 0.0, 7.0) == [5, 5, 5]


class TestExpression:
    def test_a_spring_typed_as_a_formula_oscillates(self) -> None:
        result = run_project(wheel(ExpressionTorque(("-8*q1",)), q0=0.3))
        assert result.status == "completed"
        assert result.q[:, 0] == pytest.approx(0.3 * np.cos(2 * result.t), abs=1e-7)

    def test_an_empty_formula_is_no_torque(self) -> None:
        act = controller(ARM, ExpressionTorque(("", "t + qd3", " ")))
        assert act(2.0, np.zeros(3), np.array([0, 0, 5.0])).tolist() == [0.0, 7.0, 0.0]

    def test_a_torque_without_a_value_ends_the_run_in_words(self) -> None:
        result = run_project(wheel(ExpressionTorque(("1 + sqrt(1 - t)",))))
        assert result.status == "failed"
        assert "the torque of joint 1 is nan at t = 1" in result.message
        assert 0.9 < result.t[-1] <= 1.0


class TestPd:
    def test_a_critically_damped_wheel_approaches_its_target(self) -> None:
        w = 3.0
        law = PdTorque(kp=(2.0 * w**2,), kd=(2.0 * 2 * w,), target=(1.0,))
        result = run_project(wheel(law))
        assert result.q[:, 0] == pytest.approx(1 - (1 + w * result.t) * np.exp(-w * result.t), abs=1e-7)

    def test_gravity_compensation_holds_the_arm_where_it_is(self) -> None:
        law = PdTorque(kp=STILL, kd=STILL, target=STILL)
        result = run_project(arm(law))
        assert np.abs(result.q).max() < 1e-9
        assert result.tau[0] == pytest.approx(gravity_torque(ARM, STILL))

    def test_without_it_the_arm_sags(self) -> None:
        pendulum = Robot("p", (Link(a=1.0, mass=2.0, inertia=(0, 0.1, 0.1, 0, 0, 0)),), gravity=(0, -9.81, 0))
        law = PdTorque(kp=(50.0,), kd=(20.0,), gravity_compensation=False, target=(0.0,))
        (end,) = run_project(Project("p", pendulum, (0.0,), (0.0,), RunSettings(duration=20.0, torque=law))).q[-1]
        assert 50.0 * -end == pytest.approx(2.0 * 9.81 * math.cos(end), rel=1e-6)


MOTION = JointMotion(STILL, (1.0, -0.7, 0.5))


def noisy(robot: Robot) -> Robot:
    """With viscous friction, rotors and a payload, so that the model has something to know."""
    links = tuple(dataclasses.replace(link, viscous=0.2, rotor_inertia=1e-4, gear_ratio=20.0) for link in robot.links)
    return dataclasses.replace(robot, links=links, payload=(0.5, (0.1, 0.0, 0.0), (0.01, 0.01, 0.01, 0, 0, 0)))


class TestComputedTorque:
    law = ComputedTorque(kp=(100.0,) * 3, kd=(20.0,) * 3)

    def tracked(self, q0: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray]:
        run = RunSettings(duration=1.0, samples=201, torque=self.law, motion=MOTION)
        project = Project("a", noisy(ARM), q0, STILL, run)
        result = run_project(project)
        assert result.status == "completed"
        reference = project.reference(result.t)
        assert reference is not None
        return result.t, reference[0] - result.q

    def test_with_an_exact_model_it_tracks_to_a_millionth_of_a_radian(self) -> None:
        _, error = self.tracked(STILL)
        assert np.abs(error).max() < 1e-6

    def test_an_initial_error_decays_like_a_free_oscillator(self) -> None:
        t, error = self.tracked((0.2, -0.1, 0.05))
        decay = (1 + 10 * t) * np.exp(-10 * t)
        assert error == pytest.approx(-np.outer(decay, (0.2, -0.1, 0.05)), abs=1e-6)

    def test_and_so_it_does_with_dry_friction(self) -> None:
        robot = load("puma560").robot
        assert all(link.coulomb > 0 for link in robot.links)
        still = (0.0,) * 6
        law = ComputedTorque((400.0,) * 6, (40.0,) * 6)
        run = RunSettings(duration=1.0, samples=101, torque=law, motion=JointMotion(still, (0.5, -0.5, 0.5, 1, 1, 1)))
        project = Project("p", robot, still, still, run)
        result = run_project(project)
        assert result.status == "completed"
        assert np.abs(project.reference(result.t)[0] - result.q).max() < 1e-6

    def test_dry_friction_is_overcome_also_from_rest(self) -> None:
        rough = Robot("wheel", (dataclasses.replace(WHEEL.links[0], coulomb=0.5),), gravity=(0, 0, 0))
        forward = JointMotion((0.0,), (1.0,))
        act = controller(
            rough,
            ComputedTorque((1.0,), (1.0,)),
            Project("w", rough, (0.0,), (0.0,), RunSettings(duration=1.0, motion=forward)).motion_at,
        )
        at_rest = act(0.25, np.zeros(1), np.zeros(1))
        moving = act(0.25, np.zeros(1), np.full(1, 1e-12))
        assert at_rest == pytest.approx(moving, rel=1e-9)

    def test_nothing_is_followed_by_the_other_laws(self) -> None:
        assert arm(ConstantTorque(STILL), motion=MOTION).reference(np.zeros(1)) is None
        held = arm(PdTorque(STILL, STILL, target=(1.0, 2.0, 3.0))).reference(np.array([0.0, 1.0]))
        assert held is not None
        assert held[0].tolist() == [[1, 2, 3]] * 2
        assert not np.any(held[1:])


class TestLimits:
    def test_torques_are_clipped(self) -> None:
        result = run_project(arm(ExpressionTorque(("100*t", "-100*t", "1")), torque_limit=(3.0, 4.0, 5.0)))
        expected = [np.minimum(100 * result.t, 3), -np.minimum(100 * result.t, 4), np.ones_like(result.t)]
        assert result.tau == pytest.approx(np.transpose(expected))

    def test_a_constant_stays_one(self) -> None:
        law = ConstantTorque((9.0, -9.0, 1.0))
        assert controller(ARM, law, torque_limit=(2.0, 2.0, 2.0)) == (2.0, -2.0, 1.0)
        assert controller(ARM, law) == law.values
        assert controller(ARM, FreeFall(), torque_limit=STILL) is None

    def test_a_motor_speeds_up_to_its_no_load_speed_and_no_further(self) -> None:
        """While torque fades, 2 w' = 4 (1 - w / 5) / 0.1: an exponential from 4.5 rad/s on."""
        result = run_project(wheel(ConstantTorque((4.0,)), duration=4.0, speed_limit=(5.0,)))
        t = result.t
        full = 4.5 / 2
        faded = 5 - 0.5 * np.exp(-4 * (t - full))
        assert result.status == "completed"
        assert result.qd[:, 0] == pytest.approx(np.where(t < full, 2 * t, faded), abs=1e-6)

    def test_braking_is_never_faded(self) -> None:
        act = controller(WHEEL, ConstantTorque((-4.0,)), speed_limit=(5.0,))
        assert act(0.0, np.zeros(1), np.array([50.0])).tolist() == [-4.0]
        assert act(0.0, np.zeros(1), np.array([-5.0])).tolist() == [0.0]


@pytest.mark.parametrize(
    ("law", "settings", "place", "reason"),
    [
        (ConstantTorque((1.0,)), {}, (None, "run.torque.values"), "3 numbers are needed, not 1"),
        (ConstantTorque((1.0, math.nan, 0.0)), {}, (2, "run.torque.values"), "finite"),
        (TableTorque((0.0, 0.0), (STILL, STILL)), {}, (None, "run.torque.times, row 2"), "must rise"),
        (TableTorque((0.0, math.inf), (STILL, STILL)), {}, (None, "run.torque.times, row 2"), "finite"),
        (TableTorque((0.0,), (STILL, STILL)), {}, (None, "run.torque.values"), "one row of torques"),
        (TableTorque((0.0,), ((1.0, 2.0),)), {}, (None, "run.torque.values, row 1"), "3 numbers are needed, not 2"),
        (TableTorque((), ()), {}, (None, "run.torque.times"), "1 to 100000 rows"),
        (ExpressionTorque(("t",)), {}, (None, "run.torque.expressions"), "3 formulas are needed"),
        (PdTorque((1.0, -1.0, 1.0), STILL, target=STILL), {}, (2, "run.torque.kp"), "must not be below 0"),
        (PdTorque(STILL, STILL, target=(0.0,)), {}, (None, "run.torque.target"), "3 numbers are needed"),
        (PdTorque(STILL, STILL), {}, (None, "motion"), "follows a motion, and there is none"),
        (ComputedTorque(STILL, STILL), {}, (None, "motion"), "follows a motion, and there is none"),
        (FreeFall(), {"torque_limit": (1.0, -1.0, 1.0)}, (2, "torque_limit"), "must not be below 0"),
        (FreeFall(), {"speed_limit": (1.0, 0.0, 1.0)}, (2, "speed_limit"), "above zero"),
        (FreeFall(), {"speed_limit": (1.0,)}, (None, "speed_limit"), "3 numbers are needed"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(
    law: object, settings: dict[str, object], place: tuple[int | None, str], reason: str
) -> None:
    with pytest.raises(DynamicsError, match=reason) as caught:
        arm(law, **settings)
    assert (caught.value.link, caught.value.field) == place


def test_a_bad_formula_names_its_joint_and_column() -> None:
    with pytest.raises(ExpressionError, match="unknown name 'q4'") as caught:
        arm(ExpressionTorque(("t", "2 * q4", "")))
    assert (caught.value.link, caught.value.column, caught.value.field) == (2, 5, "run.torque.expressions")


LAWS = [
    FreeFall(),
    ConstantTorque((1.0, 2.0, 3.0)),
    TableTorque((0.0, 1.0), ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0)), hold=True),
    ExpressionTorque(("q1 + qd2", "", "sin(q3)^2")),
    PdTorque((1.0, 2.0, 3.0), STILL, False, (0.1, 0.2, 0.3)),
    PdTorque((1.0, 2.0, 3.0), STILL),
    ComputedTorque((1.0, 2.0, 3.0), STILL),
]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: type(law).__name__)
def test_every_law_survives_a_file_and_a_process(law: object, tmp_path: object) -> None:
    project = arm(law, motion=MOTION, torque_limit=(1.0, 2.0, 3.0), speed_limit=(4.0, 5.0, 6.0))
    path = f"{tmp_path}/law.arm.json"
    project.save(path)
    assert load(path) == project
    assert pickle.loads(pickle.dumps(project)) == project
    act = project.job().torque
    if callable(act):
        state = (0.3, np.array([0.1, 0.2, 0.3]), np.array([0.4, 0.5, 0.6]))
        assert pickle.loads(pickle.dumps(act))(*state).tolist() == act(*state).tolist()


class TestCsv:
    def read(self, folder: Path, text: str) -> TableTorque:
        path = folder / "torques.csv"
        path.write_text(text, encoding="utf-8")
        return read_torque_csv(path, ARM)

    def test_the_torques_of_a_recording_are_read_back(self, tmp_path: Path) -> None:
        recorded = run_project(arm(ExpressionTorque(("sin(t)", "t", "1"))))
        law = self.read(tmp_path, csv_text(ARM, recorded))
        assert np.array_equal(law.times, recorded.t)
        assert np.array_equal(law.values, recorded.tau)

    def test_other_names_and_units(self, tmp_path: Path) -> None:
        law = self.read(
            tmp_path, "# measured\nZeit [ms];tau_1 (mN m);Torque 2 / kN*m;τ3 [N·m]\n0;1500;2;3\n500;0;0;0,5\n"
        )
        assert law == TableTorque((0.0, 0.5), ((1.5, 2000.0, 3.0), (0.0, 0.0, 0.5)))

    def test_columns_in_any_order_with_commas(self, tmp_path: Path) -> None:
        law = self.read(tmp_path, "tau3;tau1 [N m];Time [s];note;tau2\n0,5;1;0;x;2\n1,5;3;1;y;4\n")
        assert law == TableTorque((0.0, 1.0), ((1.0, 2.0, 0.5), (3.0, 4.0, 1.5)))

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("t,tau1,tau2\n0,1,2\n", "column 'tau3' is missing"),
            ("tau1,tau2,tau3\n0,1,2\n", "column 't' is missing"),
            ("t,tau1,tau2,tau3,tau4\n0,1,2,3,4\n", "the arm has joints 1 to 3"),
            ("t,tau1,tau2,tau3,tau1\n0,1,2,3,4\n", "twice"),
            ("t,tau1 [N],tau2,tau3\n0,1,2,3\n", "the unit can be N m, mN m, kN m"),
            ("t,tau1,tau2,tau3\n0,1,2,x\n", "line 2, column 'tau3'"),
            ("t,tau1,tau2,tau3\n0,1,2,3\n0,1,2,3\n", "must rise"),
        ],
    )
    def test_what_cannot_be_read_is_refused_in_words(self, tmp_path: Path, text: str, reason: str) -> None:
        with pytest.raises(ProjectError, match=re.escape(reason)) as caught:
            self.read(tmp_path, text)
        assert "torques.csv" in str(caught.value)


class TestRearranging:
    def move(self, values: tuple) -> tuple:
        return (values[2], values[0], values[1])

    def insert(self, values: tuple) -> tuple:
        return (values[0], 0.0, *values[1:])

    def remove(self, values: tuple) -> tuple:
        return (values[0], values[2])

    def test_numbers_go_with_their_joints(self) -> None:
        constant, table, *_ = (rearranged(law, self.move) for law in LAWS[1:])
        assert constant == ConstantTorque((3.0, 1.0, 2.0))
        assert table == TableTorque((0.0, 1.0), ((3.0, 1.0, 2.0), (6.0, 4.0, 5.0)), hold=True)
        held = rearranged(LAWS[4], self.remove)
        assert held == PdTorque((1.0, 3.0), (0.0, 0.0), False, (0.1, 0.3))
        assert rearranged(LAWS[5], self.insert) == PdTorque((1.0, 1.0, 2.0, 3.0), (0.0,) * 4)

    def test_a_new_joint_gets_the_gains_of_its_neighbour(self) -> None:
        law = PdTorque((1.0, 2.0), (3.0, 4.0), target=(0.1, 0.2), ki=(5.0, 6.0))
        first = rearranged(law, lambda values: (0.0, *values))
        assert first == PdTorque((1.0, 1.0, 2.0), (3.0, 3.0, 4.0), target=(0.0, 0.1, 0.2), ki=(5.0, 5.0, 6.0))
        last = rearranged(ComputedTorque((7.0, 8.0), (9.0, 10.0)), lambda values: (*values, 0.0))
        assert last == ComputedTorque((7.0, 8.0, 8.0), (9.0, 10.0, 10.0))

    def test_a_copy_refers_to_itself(self) -> None:
        law = ExpressionTorque(("-2*q1 + qd2", "q1*qd2 - q2"))
        copied = rearranged(law, lambda values: (values[0], values[0], values[1]))
        assert copied == ExpressionTorque(("-2*q1 + qd3", "-2*q2 + qd3", "q1*qd3 - q3"))
        copied = rearranged(law, lambda values: (*values, values[1]))
        assert copied == ExpressionTorque(("-2*q1 + qd2", "q1*qd2 - q2", "q1*qd3 - q3"))
        assert rearranged(FreeFall(), self.move) == FreeFall()

    def test_formulas_name_the_joints_by_their_new_numbers(self) -> None:
        law = ExpressionTorque(("q1 + qd2", "", "sin(q3)^2 - q2"))
        assert rearranged(law, self.move) == ExpressionTorque(("sin(q1)^2 - q3", "q2 + qd3", ""))
        assert rearranged(law, self.insert) == ExpressionTorque(("q1 + qd3", "", "", "sin(q4)^2 - q3"))
        assert rearranged(law, self.remove) == ExpressionTorque(("q1 + 0", "sin(q2)^2 - 0"))


def test_a_law_is_a_function_that_simulate_takes() -> None:
    act = controller(WHEEL, ExpressionTorque(("2",)))
    assert simulate(WHEEL, [0], [0], 1.0, torque=act).q[-1, 0] == pytest.approx(0.5, abs=1e-9)
