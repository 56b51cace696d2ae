"""CSV files as sensors write them: what could be misread is said or asked, never taken silently."""

from __future__ import annotations

import logging
import math
from pathlib import Path

import numpy as np
import pytest

from denoc import Link, Robot
from denoc.basics.errors import DynamicsError, ProjectError
from denoc.files.tables.csv_table import DecimalInDoubt
from denoc.files.tables.motion_csv import CsvMotion, motion_from_csv, read_motion_csv
from denoc.files.tables.torque_csv import read_torque_csv, torques_from_csv

ARM = Robot("arm", (Link(a=0.3), Link(joint="P")))
ONE = Robot("one", (Link(a=0.3),))
T = np.linspace(0.0, 4.0, 201)


def found(folder: Path, text: str, robot: Robot = ARM, **how: str) -> CsvMotion:
    path = folder / "motion.csv"
    path.write_text(text, encoding="utf-8")
    return motion_from_csv(path, robot, **how)  # type: ignore[arg-type]


def table(header: str, *columns: np.ndarray) -> str:
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return "\n".join([header, *(",".join(map(repr, row)) for row in rows)])


class TestUnits:
    def test_rates_without_a_unit_have_that_of_their_position(self, tmp_path: Path) -> None:
        rows = "0,90,100,180,10,360,1\n0.5,45,50,0,0,0,0\n"
        motion, assumed, notes, *_ = found(tmp_path, "t,q1 [deg],q2 [mm],qd1,qd2,qdd1,qdd2\n" + rows)
        assert motion.qd is not None
        assert motion.qdd is not None
        assert motion.qd[0] == pytest.approx((math.pi, 0.01))
        assert motion.qdd[0] == pytest.approx((2 * math.pi, 0.001))
        assert not assumed
        assert notes == (
            "qd1 read in deg/s, as the positions are",
            "qd2 read in mm/s, as the positions are",
            "qdd1 read in deg/s^2, as the positions are",
            "qdd2 read in mm/s^2, as the positions are",
        )

    def test_their_own_unit_comes_first(self, tmp_path: Path) -> None:
        motion, _, notes, *_ = found(tmp_path, "t,q1 [deg],qd1 [rad/s]\n0,90,1\n1,45,2\n", ONE)
        assert motion.qd == ((1.0,), (2.0,))
        assert notes == ()

    def test_without_any_unit_they_are_assumed(self, tmp_path: Path) -> None:
        read = found(tmp_path, "t,q1,qd1\n0,90,180\n1,45,0\n", ONE, angle="deg")
        assert read.assumed
        assert read.motion.qd[0] == pytest.approx((math.pi,))  # type: ignore[index]


class TestNames:
    @pytest.mark.parametrize(
        ("rate", "acceleration"),
        [
            ("q{}dot", "q{}ddot"),
            ("q{}_dot", "q{}_ddot"),
            ("q{} dot", "q{} dotdot"),
            ("qdot{}", "qddot{}"),
            ("q_dot_{}", "q_ddot_{}"),
            ("dq{}", "ddq{}"),
            ("dq_{}", "ddq_{}"),
            ("dtheta{}", "ddtheta{}"),
            ("theta{}_dot", "theta_ddot{}"),
            ("Q{}DOT", "QDD{}"),
            ("q\u0307{}", "θ\u0308{}"),
        ],
    )
    def test_rates_as_people_call_them(self, tmp_path: Path, rate: str, acceleration: str) -> None:
        names = [form.format(k) for form in ("q{}", rate, acceleration) for k in (1, 2)]
        read = found(tmp_path, ",".join(["t", *names]) + "\n0,1,2,3,4,5,6\n1,1,2,3,4,5,6\n")
        assert read.motion.qd == ((3.0, 4.0), (3.0, 4.0))
        assert read.motion.qdd == ((5.0, 6.0), (5.0, 6.0))
        assert read.notes == ()

    def test_what_is_not_read_is_named(self, tmp_path: Path) -> None:
        read = found(tmp_path, "t,q1,q2,q_d1,note,tau1 [N m],\n0,1,2,3,x,4,\n1,1,2,3,y,4,\n")
        assert read.notes == ("not read: q_d1, note, tau1 [N m], column 7, without a name",)
        assert read.motion.qd is None
        path = tmp_path / "torques.csv"
        path.write_text("t,tau1,tau2,q1\n0,1,2,3\n")
        assert torques_from_csv(path, ARM).notes == ("not read: q1",)

    def test_a_script_is_told(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        path = tmp_path / "motion.csv"
        path.write_text(table("t,q1,qd1,x", T, np.sin(T), 57.3 * np.cos(T), T))
        with caplog.at_level(logging.INFO, "denoc"):
            read_motion_csv(path, ONE)
        levels = [(record.levelname, record.getMessage().partition("motion.csv: ")[2]) for record in caplog.records]
        assert levels == [
            ("INFO", "not read: x"),
            ("WARNING", "qd1 is 57.3 times the change of q1: degrees beside radians?"),
        ]


class TestContradictions:
    @pytest.mark.parametrize(
        ("factor", "words"),
        [
            (180 / math.pi, ": degrees beside radians?"),
            (math.pi / 180, "is 0.01745 (1/57.3) times the change of q1: degrees beside radians?"),
            (1000.0, "is 1000 times the change of q1: mm beside m, or ms beside s?"),
            (-1.0, "is -1 times the change of q1: the sign of one of them is wrong?"),
            (-57.3, "is -57.3 times the change of q1"),
            (0.0, "is zero, and q1 changes"),
            (2.0, "is 2 times the change of q1"),
        ],
    )
    def test_rates_and_accelerations(self, tmp_path: Path, factor: float, words: str) -> None:
        q, qd, qdd = np.sin(T) + 0.2 * T, np.cos(T) + 0.2, -np.sin(T)
        (doubt,) = found(tmp_path, table("t,q1,qd1", T, q, factor * qd), ONE).doubts
        assert doubt.startswith("qd1 ")
        assert words in doubt
        (doubt,) = found(tmp_path, table("t,q1,qd1,qdd1", T, q, qd, factor * qdd), ONE).doubts
        assert doubt.startswith("qdd1 ")
        assert words.replace("q1", "qd1") in doubt

    def test_columns_in_the_wrong_order(self, tmp_path: Path) -> None:
        columns = (np.sin(T), np.sin(3 * T), 3 * np.cos(3 * T), np.cos(T))
        two = Robot("two", (Link(), Link()))
        doubts = found(tmp_path, table("t,q1,q2,qd1,qd2", T, *columns), two).doubts
        assert doubts == ("qd1 does not follow the change of q1", "qd2 does not follow the change of q2")

    @pytest.mark.parametrize("samples", [3, 4, 10, 100])  # a period
    def test_what_agrees_is_not_doubted(self, tmp_path: Path, samples: int) -> None:
        t = np.arange(0, 400.0)
        w = 2 * math.pi / samples
        columns = np.sin(w * t), w * np.cos(w * t), -w * w * np.sin(w * t)
        assert found(tmp_path, table("t,q1,qd1,qdd1", t, *columns), ONE).doubts == ()

    def test_noise_and_rounding_are_no_contradiction(self, tmp_path: Path) -> None:
        rng = np.random.default_rng(3)
        q, qd, qdd = np.sin(T), np.cos(T), -np.sin(T)
        noisy = [x + size * rng.standard_normal(len(T)) for x, size in ((q, 1e-3), (qd, 0.1), (qdd, 2.0))]
        assert found(tmp_path, table("t,q1,qd1,qdd1", T, *noisy), ONE).doubts == ()
        rounded = [np.round(x, digits) for x, digits in ((q, 3), (qd, 2), (qdd, 1))]
        assert found(tmp_path, table("t,q1,qd1,qdd1", T, *rounded), ONE).doubts == ()
        still = [1e-4 * rng.standard_normal(len(T)) for _ in range(2)]
        assert found(tmp_path, table("t,q1,qd1", T, *still), ONE).doubts == ()

    def test_a_few_points_at_rest_are_no_contradiction(self, tmp_path: Path) -> None:
        assert found(tmp_path, "t,q1,qd1\n0,0,0\n1,1,0\n2,0,0\n", ONE).doubts == ()


class TestCommas:
    TEXT = "t;q1;q2\n0;1,000;0\n1;1,500;0\n2;2,000;0\n"

    def test_in_doubt_it_is_refused_with_line_and_column(self, tmp_path: Path) -> None:
        with pytest.raises(DecimalInDoubt, match=r"line 2, column 'q1': '1,000' may be 1\.0 or 1000") as caught:
            found(tmp_path, self.TEXT)
        assert isinstance(caught.value, ProjectError)
        assert "say decimal=',' or decimal='.'" in str(caught.value)
        assert caught.value.value == "1,000"

    @pytest.mark.parametrize(("decimal", "first"), [(",", 1.0), (".", 1000.0)])
    @pytest.mark.parametrize("separator", [";", "\t", " "])
    def test_the_caller_may_say(self, tmp_path: Path, decimal: str, first: float, separator: str) -> None:
        text = self.TEXT.replace(";", separator)
        motion = found(tmp_path, text, decimal=decimal).motion
        assert [row[0] for row in motion.q] == [first, 1.5 * first, 2 * first]

    @pytest.mark.parametrize(
        "text",
        [
            TEXT.replace("2,000", "0,500"),
            TEXT.replace("2,000", "2,0"),
            TEXT.replace("2,000", "2,0001"),
            TEXT.replace("2;2,000;0", "2;2,000;0,25"),
            TEXT.replace("\n2;", "\n1,5;"),
            TEXT.replace("2,000", "-1234,500"),
            TEXT.replace("2,000", ",500"),
            "note;" + TEXT.replace("\n", "\n0,5;").removesuffix("0,5;"),
        ],
    )
    def test_another_number_of_the_file_settles_it(self, tmp_path: Path, text: str) -> None:
        assert found(tmp_path, text).motion.q[0][0] == 1.0

    def test_points_elsewhere_do_not(self, tmp_path: Path) -> None:
        with pytest.raises(DecimalInDoubt):
            found(tmp_path, "t;q1;q2\n0.0;1,000;0\n0.5;1,500;0\n")

    def test_thousands_where_it_is_said(self, tmp_path: Path) -> None:
        text = "t;q1 [deg];q2\n0;1,234,567.5;0.25\n1;-1,000;0.5\n"
        motion = found(tmp_path, text, decimal=".").motion
        assert [row[0] for row in motion.q] == pytest.approx(np.radians([1234567.5, -1000]))
        assert motion.q[0][1] == 0.25
        commas = text.translate(str.maketrans(".,", ",."))
        assert found(tmp_path, commas, decimal=",").motion == motion
        assert found(tmp_path, 't,q1,q2\n0,"1,000",0\n1,2,0\n', decimal=".").motion.q[0][0] == 1000.0

    @pytest.mark.parametrize(("text", "decimal"), [("1,5", "."), ("1.5", ","), ("12,34,567", "."), ("0,500", ".")])
    def test_what_does_not_fit_what_is_said_is_refused(self, tmp_path: Path, text: str, decimal: str) -> None:
        with pytest.raises(ProjectError, match=f"line 2, column 'q1': '{text}' is not a finite number"):
            found(tmp_path, f"t;q1;q2\n0;{text};0\n1;0;0\n", decimal=decimal)

    def test_another_mark_is_no_mark(self, tmp_path: Path) -> None:
        with pytest.raises(DynamicsError, match="decimal"):
            found(tmp_path, self.TEXT, decimal="comma")

    def test_torques_too(self, tmp_path: Path) -> None:
        path = tmp_path / "torques.csv"
        path.write_text("t;tau1\n0;1,000\n1;2,000\n")
        with pytest.raises(DecimalInDoubt):
            read_torque_csv(path, ONE)
        assert read_torque_csv(path, ONE, decimal=".").values == ((1000.0,), (2000.0,))
        assert read_torque_csv(path, ONE, decimal=",").values == ((1.0,), (2.0,))


def test_torques_and_motion_of_one_log_begin_together(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("t,q1,tau1\n100,0,1\n100.5,0.1,2\n101,0.2,3\n")
    found = torques_from_csv(path, ONE)
    assert found.law.times == motion_from_csv(path, ONE).motion.times == (0.0, 0.5, 1.0)
    assert "shifted to begin at 0 s instead of 100 s" in found.notes
    path.write_text("t,tau1\n0,1\n1,3\n")
    assert torques_from_csv(path, ONE).notes == ()
