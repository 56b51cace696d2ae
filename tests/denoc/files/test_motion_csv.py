from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from denoc import Link, Robot, load, run_project, trajectory_of
from denoc.basics.errors import ProjectError
from denoc.files.tables import csv_table
from denoc.files.tables.motion_csv import read_motion_csv
from denoc.files.tables.recording_csv import csv_text

ARM = Robot("arm", (Link(a=0.3), Link(joint="P")))
PLAIN = "t,q1,q2\n0,0.5,0.1\n1,0.75,0.2\n2.5,1e-1,-.3\n"
TIMES, STATES = (0, 1, 2.5), ((0.5, 0.1), (0.75, 0.2), (0.1, -0.3))


def read(folder: Path, text: str, encoding: str = "utf-8", robot: Robot = ARM):
    path = folder / "motion.csv"
    path.write_bytes(text.encode(encoding))
    return read_motion_csv(path, robot)


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace(",", ", "),
        PLAIN.replace(",", ";").replace(".", ","),
        PLAIN.replace(",", "\t").replace(".", ","),
        "\n" + PLAIN + "\n\n",
        PLAIN.replace("t,q1,q2", '"t [s]","q1 [rad]","q2 [m]"'),
        PLAIN.replace("t,q1,q2", "Time (s),Q1 (rad),Q2 [ m ]"),
        PLAIN.replace("-", "\u2212"),
        PLAIN.replace("t,q1,q2", "Zeit [s],theta_1 [rad],theta_2 [m]"),
        PLAIN.replace("t,q1,q2", "Temps (s),q_1,q_2"),
        PLAIN.replace("t,q1,q2", "t / s,θ1 / rad,Joint 2 in m"),
        PLAIN.replace("t,q1,q2", '"t","q1","q2"').replace("0.75", '"0.75"'),
        PLAIN.replace(",", ";").replace("0.75", '"0,75"').replace("0.", "0,").replace("2.5", "2,5").replace("-.", "-,"),
        PLAIN.replace(",", " "),
        PLAIN.replace(",", "   "),
        "# made by hand\n% on a Monday\n" + PLAIN.replace("\n1,", "\n# the middle\n1,"),
        "# recorded\n# " + PLAIN,
        "#" + PLAIN.replace(",", " "),
        "note,q2,t,q1,tau7 [N m]\na,0.1,0,0.5,x\nb,0.2,1,0.75,\n,-0.3,2.5,0.1,1\n",
        "note,q2,t,q1,kinetic [J]\na,0.1,0,0.5,x\nb,0.2,1,0.75,\n,-0.3,2.5,0.1,1\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_as_people_have_them(tmp_path: Path, text: str, encoding: str) -> None:
    if text.startswith("\n") and encoding in ("utf-16-le", "utf-16-be"):
        text = text.lstrip()
    motion = read(tmp_path, text, encoding)
    assert motion.times == TIMES
    assert motion.q == STATES
    assert motion.qd is None
    assert motion.qdd is None


def test_units(tmp_path: Path) -> None:
    header = "t [ms],q1 [deg],q2 [mm],qd1 [°/s],qd2 [cm/s],qdd1 [deg/s^2],qdd2 [m/s²]"
    motion = read(tmp_path, header + "\n0,90,100,180,10,360,1\n500,45,50,0,0,0,0\n")
    assert motion.times == (0, 0.5)
    assert motion.q[0] == pytest.approx((math.pi / 2, 0.1))
    assert motion.qd[0] == pytest.approx((math.pi, 0.1))
    assert motion.qdd[0] == pytest.approx((2 * math.pi, 1))


def test_degrees_as_windows_writes_them(tmp_path: Path) -> None:
    motion = read(tmp_path, "t;q1 [°];q2 [mm]\n0;90;100\n1;-45,5;0\n", "cp1252")
    assert motion.q[0] == pytest.approx((math.pi / 2, 0.1))
    assert motion.q[1] == pytest.approx((math.radians(-45.5), 0))


def test_as_numpy_writes_it(tmp_path: Path) -> None:
    rows = np.column_stack([np.linspace(0, 1, 5), np.ones((5, 2))])
    for separator in (" ", ",", "\t", ";"):
        np.savetxt(tmp_path / "a.csv", rows, header=separator.join(["t", "q1", "q2"]), delimiter=separator)
        assert np.array_equal(read_motion_csv(tmp_path / "a.csv", ARM).times, rows[:, 0])


def test_times_are_shifted_to_begin_at_zero(tmp_path: Path) -> None:
    assert read(tmp_path, "t,q1,q2\n100,0,0\n100.5,1,1\n").times == (0, 0.5)


def test_a_recording_is_read_back_exactly(tmp_path: Path) -> None:
    project = load("stanford-inverse")
    recording = run_project(project)
    motion = read(tmp_path, csv_text(project.robot, recording), robot=project.robot)
    assert motion.times == tuple(recording.t.tolist())
    for name in ("q", "qd", "qdd"):
        assert np.array_equal(getattr(motion, name), getattr(recording, name))
    q, qd, qdd = trajectory_of(project.robot, motion, project.run.duration)(recording.t)
    assert np.allclose(q, recording.q, atol=1e-14)
    assert np.allclose(qd, recording.qd, atol=1e-12)
    assert np.allclose(qdd, recording.qdd, atol=1e-9)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no rows"),
        ("t,q1,q2\n", "no rows"),
        ("0,1,2\n1,2,3\n", "no header"),
        ("q1,q2\n0,0\n1,1\n", "'t' is missing"),
        ("t,q1\n0,0\n1,1\n", "'q2' is missing"),
        ("t,x,y\n0,0,0\n1,1,1\n", "'q1' is missing"),
        ("t,q1,q2,qd2\n0,0,0,0\n1,1,1,1\n", "'qd1' is missing"),
        ("t,q1,q2,q3\n0,0,0,0\n1,1,1,1\n", "joints 1 to 2"),
        ("t,q1,q1,q2\n0,0,0,0\n1,1,1,1\n", "'q1' twice"),
        ("t,time,q1,q2\n0,0,0,0\n1,1,1,1\n", "'t' twice"),
        ("t,q1 [m],q2\n0,0,0\n1,1,1\n", r"q1 \[m\].*rad, deg"),
        ("t,q1,q2 [deg]\n0,0,0\n1,1,1\n", r"q2 \[deg\].*m, cm"),
        ("t,q1,q2\n0,0,0\n1,,1\n", "line 3, column 'q1': the cell is empty"),
        ("t,q1,q2\n0,0,0\n\n1,x,1\n", "line 4, column 'q1': 'x'"),
        ("t,q1,q2\n0,0,0\n1,0\n", "line 3: .*'q2' is missing"),
        ("t,q1,q2\n0,0,0\n1,0,0,0\n", "line 3: 4 cells"),
        ("t,q1,q2\n0,0,0\n1,0,5,0,5\n", "line 3: 5 cells"),
        ("t,q1,q2\n0,0,0\n1,nan,0\n", "line 3, column 'q1': 'nan'"),
        ("t,q1,q2\n0,0,0\n1,inf,0\n", "line 3, column 'q1': 'inf'"),
        ("t,q1,q2\n0,0,0\n1,1e999,0\n", "line 3, column 'q1': '1e999'"),
        ("t,q1,q2\n0,0,0\n1,1_000,0\n", "line 3, column 'q1': '1_000'"),
        ("t,q1,q2\n0,0,0\n1,\u0661,0\n", "line 3, column 'q1'"),
        ("t;q1;q2\n0;0;0\n1;1.000,5;0\n", "line 3, column 'q1'"),
        ("t;q1;q2\n0;0,5;0\n1;1.234;0\n", "line 3, column 'q1': '1.234' has another decimal mark"),
        ('t,q1,q2\n0,0,0\n1,"1,234.5",0\n', "line 3, column 'q1': '1,234.5' is not"),
        ("t,q1,q2\n0,0,0\n1,1 000,0\n", "line 3, column 'q1': '1 000' is not"),
        ("t,q1 [grad],q2\n0,0,0\n1,1,1\n", r"column 'q1 \[grad\]': the unit can be rad, deg, °"),
        ("t [h],q1,q2\n0,0,0\n1,1,1\n", r"column 't \[h\]': the unit can be s, ms"),
        ("t,q1," + "q" * 101 + "\n0,0,0\n1,1,1\n", "column 3: its name is longer than 100"),
        ("# t,q1\n0,0,0\n1,1,1\n", "line 2: 3 cells below a header of 2"),
        ("# only\n# comments\n", "no rows"),
        ("# c\nt,q1,q2\n0,0,0\n# c\n1,x,0\n", "line 5, column 'q1': 'x'"),
        ("Zeit [s],q1,q2\n0,0,0\n0,1,1\n", r"line 3, column 'Zeit \[s\]': the times must rise, and 0 s is there twice"),
        ("t,q1,q2\n0,0,0\n0,1,1\n", "line 3, column 't'.*rise"),
        ("t,q1,q2\n0,0,0\n2,1,1\n1,1,1\n", "line 4, column 't'.*rise"),
        ("t,q1,q2\n0,0,0\n1,1e9,1\n", "row 2"),
        ("t,q1,q2,qdd1,qdd2\n0,0,0,0,0\n1,1,1,1,1\n", "without rates"),
        ("t,q1,q2\n0,0,0\n", "2 to"),
    ],
)
def test_refusals_name_the_place(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ProjectError, match=words) as caught:
        read(tmp_path, text)
    assert "motion.csv" in str(caught.value)


def test_limits_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_table, "MAX_ROWS", 3)
    assert len(read(tmp_path, PLAIN).times) == 3
    with pytest.raises(ProjectError, match="more than 3 rows"):
        read(tmp_path, PLAIN + "3,0,0\n")
    monkeypatch.setattr(csv_table, "MAX_COLUMNS", 2)
    with pytest.raises(ProjectError, match="more than 2 columns"):
        read(tmp_path, PLAIN)


@pytest.mark.parametrize("data", [b"\xff\xfet", b"t,q1,q2\n0,0,\xe9\n", b"a\0b\0c,d", b"t,q1,\0q2\n0,0,0\n"])
def test_not_a_text(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "motion.csv"
    path.write_bytes(data)
    with pytest.raises(ProjectError, match=r"motion\.csv"):
        read_motion_csv(path, ARM)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match="cannot be read"):
        read_motion_csv(tmp_path / "none.csv", ARM)


@settings(max_examples=300)
@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=4))
def test_a_damaged_file_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, place: int, what: bytes) -> None:
    data = PLAIN.encode()
    place %= len(data)
    path = tmp_path_factory.getbasetemp() / "damaged.csv"
    path.write_bytes(data[:place] + what + data[place + 1 :])
    try:
        motion = read_motion_csv(path, ARM)
    except ProjectError:
        return
    assert np.isfinite(motion.q).all()
    assert (np.diff(motion.times) > 0).all()
