"""`denoc-studio convert`, and URDF files in place of projects."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import denoc
from denoc.functions.equality import largest_difference
from denoc_studio.command_line.cli import main
from tests.support.places import URDF_FILES

SIX, SEVEN = str(URDF_FILES / "six_axis.urdf"), str(URDF_FILES / "seven_axis_with_hand.urdf")
TWO = str(URDF_FILES / "two_arms.urdf")


def test_a_project_of_a_urdf_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project, urdf = tmp_path / "arm.arm.json", tmp_path / "arm.urdf"
    assert main(["convert", SEVEN, str(project), "--tip", "hand"]) == 0
    printed, warnings = capsys.readouterr()
    assert printed == f"{project}\n"
    assert "denoc-studio: warning: joints beside the chain are held at zero" in warnings
    assert main(["convert", str(project), str(urdf)]) == 0
    robot = denoc.load_urdf(SEVEN, tip="hand")
    assert largest_difference(robot, denoc.load(project).robot) == 0
    assert largest_difference(robot, denoc.load_urdf(urdf)) < 1e-11


def test_the_project_starts_within_the_joints_limits(tmp_path: Path) -> None:
    main(["convert", SEVEN, str(tmp_path / "a.arm.json"), "--tip", "hand", "--base", "mount"])
    project = denoc.load(tmp_path / "a.arm.json")
    assert project.q0 == (0, 0, 0, pytest.approx(-1.55), 0, pytest.approx(1.9), 0)
    assert project.qd0 == (0,) * 7
    assert (project.run.mode, project.run.motion) == ("forward", None)
    assert "Joints before the base are held at zero: column" in project.description
    assert "seven_axis_with_hand.urdf" in project.source


@pytest.mark.parametrize(
    ("ending", "beginning"),
    [
        (".arm.json", "{"),
        (".urdf", '<?xml version="1.0"'),
        (".xml", "<!-- Written by DeNOC Studio. -->\n<mujoco"),
        (".mjcf", "<!-- Written by DeNOC Studio. -->\n<mujoco"),
        (".py", "# A standard Denavit-Hartenberg table"),
        (".tex", "% Needs"),
        (".c", "/* Dynamics of 'UR5' (RRRRRR), written by DeNOC Studio."),
        (".m", "function [tau, M, h, G] = equations_of_motion(q, qd, qdd)"),
        (".URDF", '<?xml version="1.0"'),
    ],
)
def test_formats_by_ending(tmp_path: Path, ending: str, beginning: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"ur5{ending}"
    path.write_text("an older file")
    assert main(["convert", "ur5", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}\n"
    assert path.read_text().startswith(beginning)
    backup = [f"{path.name}~"] if ending == ".arm.json" else []  # a project keeps the version before
    assert sorted(os.listdir(tmp_path)) == [path.name, *backup]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ur5", "x.step"], "x.step: cannot be written; possible endings: .arm.json, .urdf, .xml"),
        (["ur5", "x"], "possible endings"),
        (["none.urdf", "x.urdf"], "none.urdf: no such file"),
        (["ur5", "no/such/x.urdf"], "no/such/x.urdf: cannot be written: there is no such folder"),
        (["ur5", "x.urdf", "--tip", "tool0"], "--base and --tip pick a chain from a URDF or MJCF file"),
        ([TWO, "x.arm.json"], "several tips are possible: 'left_3' (3 joints), 'right_2' (2 joints)"),
        ([SEVEN, "x.arm.json", "--tip", "right"], "joint 'finger_2': it mimics"),
        ([str(URDF_FILES), "x.arm.json"], "holds several URDF files, name one of them: seven_axis_with_hand.urdf"),
        ([".", "x.arm.json"], "holds no *.urdf file"),
    ],
)
def test_errors_are_one_line_and_exit_2(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["convert", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert error.startswith("denoc-studio: error: ")
    assert words in error
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(os.name == "nt", reason="links")
@pytest.mark.parametrize("other", ["arm.urdf", "./arm.urdf", "link.urdf", "hard.urdf"])
def test_a_file_is_not_converted_onto_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], other: str
) -> None:
    monkeypatch.chdir(tmp_path)
    denoc.save_urdf(denoc.load("ur5").robot, "arm.urdf")
    os.symlink("arm.urdf", "link.urdf")
    os.link("arm.urdf", "hard.urdf")
    before = Path("arm.urdf").read_bytes()
    assert main(["convert", "arm.urdf", other]) == 2
    assert "is the file to be read" in capsys.readouterr().err
    assert Path("arm.urdf").read_bytes() == before


def test_names_from_a_file_stay_on_their_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "arm.urdf"
    path.write_text(f"<robot name='a'><link name='x'/><{'y' * 10}/><joint name='&#10;evil' type='fixed'/></robot>")
    assert main(["convert", str(path), str(tmp_path / "a.arm.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


class TestInPlaceOfAProject:
    def test_run(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["run", SIX, "--out", str(tmp_path), "--csv"]) == 0
        table = np.loadtxt(tmp_path / "six_axis.csv", delimiter=",", skiprows=1)
        assert table.shape == (401, 1 + 4 * 6 + 2)
        assert np.array_equal(table[0, 1:13], np.zeros(12))
        assert "warning: " + SIX + ": links that do not move" in capsys.readouterr().err

    def test_check(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", SIX]) == 0
        assert "largest disagreement" in capsys.readouterr().out

    def test_several_tips(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", TWO]) == 2
        error = capsys.readouterr().err
        assert "several tips are possible" in error
        assert error.endswith("; --tip names one\n")

    def test_base_and_tip(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", SEVEN, "--tip", "hand"]) == 0
        assert "warning: " + SEVEN + ": joints beside the chain are held" in capsys.readouterr().err
        assert main(["run", SEVEN, "--base", "mount", "--tip", "l3", "--out", str(tmp_path), "--csv"]) == 0
        table = np.loadtxt(tmp_path / "seven-axis-hand.csv", delimiter=",", skiprows=1)
        assert table.shape[1] == 1 + 4 * 3 + 2
        assert main(["check", "ur5", "--tip", "hand"]) == 2

    def test_a_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """An example comes before a folder of its name, which may hold its own results."""
        denoc.save_urdf(denoc.load("scara").robot, tmp_path / "arm.urdf")
        assert main(["check", str(tmp_path)]) == 0
        monkeypatch.chdir(tmp_path)
        os.mkdir("ur5")
        assert main(["check", "ur5"]) == 0


class TestInTheWindow:
    """What the window is started with."""

    @pytest.fixture
    def opened(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[denoc.Project, dict[str, Any]]]:
        found: list[tuple[denoc.Project, dict[str, Any]]] = []

        def run(project: denoc.Project, path: Path | None = None, **more: Any) -> int:
            assert path is None, "a project is never saved over a URDF, nor over a file called as an example is"
            found.append((project, more))
            return 0

        monkeypatch.setattr("denoc_studio.command_line.opening.obstacle", lambda: "")
        monkeypatch.setattr("denoc_studio.window.start.run", run)
        return found

    def test_a_plain_chain_opens_with_what_is_to_be_known(self, opened: list[Any]) -> None:
        assert main([SIX]) == 0
        ((project, more),) = opened
        assert project.robot == denoc.load_urdf(SIX)
        assert more["notes"][0].startswith("links that do not move have no effect")

    def test_of_several_tips_the_window_lets_one_be_picked(self, opened: list[Any]) -> None:
        assert main([SEVEN]) == 0
        ((_, more),) = opened
        assert more["tree"].path == Path(SEVEN)

    def test_an_example_is_not_the_file_of_its_name(
        self, opened: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        denoc.load("scara").save(tmp_path / "pendulum")
        assert main(["pendulum"]) == 0
        ((project, _),) = opened
        assert project == denoc.load("pendulum")

    def test_a_broken_file_opens_no_window(
        self, opened: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "bad.urdf"
        path.write_text("<robot name='a'><link name='x'><inertial><mass value='-1'/></inertial></link></robot>")
        assert main([str(path)]) == 2
        assert "bad.urdf: line 1: link 'x', element <mass>, attribute 'value'" in capsys.readouterr().err
        assert not opened


def test_equations_for_matlab(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name that MATLAB cannot call is told; an arm that has too many terms is refused, and nothing is written."""
    assert main(["convert", "furuta", str(tmp_path / "my-arm.m")]) == 0
    assert "warning: MATLAB cannot call a function in a file of this name: my-arm.m" in capsys.readouterr().err
    assert main(["convert", "panda", str(tmp_path / "panda.m")]) == 2
    assert "the equations have more than 10000 terms" in capsys.readouterr().err
    assert not (tmp_path / "panda.m").exists()
