"""What `print` shows of a robot, a project and a run."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import denoc as dn
from denoc.runs.horizon import with_horizon

SCREEN = 30  # lines


def table(text: str, first: str) -> list[list[str]]:
    """The rows below the header that begins with this word, up to an empty line."""
    lines = text.splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith(first))
    return [line.split() for line in lines[start + 1 : lines.index("", start)]]


class TestRobot:
    def test_the_table_reads_back(self) -> None:
        """Degrees, metres and kilograms of every row are those of the robot; the variable stands where it adds."""
        robot = dn.load("stanford-inverse").robot.with_link(2, b=0.25, theta=np.pi / 6)
        text = str(robot)
        assert text.splitlines()[0] == "Stanford arm: 6 joints, Denavit-Hartenberg table in the standard convention"
        header = next(line for line in text.splitlines() if line.startswith("joint"))
        assert re.split(r"\s{2,}", header) == ["joint", "a [m]", "b [m]", "alpha [deg]", "theta [deg]"]
        for number, (row, link) in enumerate(zip(table(text, "joint"), robot.links, strict=True), 1):
            values = " ".join(row).replace(f" + q{number}", "").replace(f"q{number}", "0").split()
            assert values[:2] == [str(number), "revolute" if link.revolute else "prismatic"]
            entries = link.a, link.b, np.degrees(link.alpha), np.degrees(link.theta)
            assert [float(value) for value in values[2:]] == pytest.approx(entries, rel=1e-5)
        assert "0.25 + q3" in text
        for row, link in zip(table(text, "link"), robot.links, strict=True):
            assert [float(x) for x in row[1:]] == pytest.approx((link.mass, *link.com, *link.inertia), rel=1e-5)

    def test_columns_are_aligned(self) -> None:
        """Every number ends below the end of its head."""
        text = str(dn.load("puma560").robot)
        for first in ("joint", "link"):
            lines = text.splitlines()
            start = next(k for k, line in enumerate(lines) if line.startswith(first))
            block = lines[start : lines.index("", start)]
            ends = {match.end() for match in re.finditer(r"\S+( \[[^]]*\])?", block[0])}
            last = {tuple(m.end() for m in re.finditer(r"\S+( deg)?", line))[2:] for line in block[1:]}
            assert len(last) == 1, "one set of columns"
            assert set(*last) <= ends

    def test_what_stands_beside_the_table(self, planar: dn.Robot) -> None:
        plain = str(planar)
        for line in ("gravity  (0, -9.81, 0) m/s^2, world axes", "base     identity", "payload  none"):
            assert line in plain.splitlines()
        for word in ("viscous", "Coulomb", "gear", "from", "d ["):
            assert word not in plain
        turned = np.array([[0.0, -1, 0, 0.5], [1, 0, 0, 0], [0, 0, 1, 0.1], [0, 0, 0, 1]])
        arm = replace(planar.with_link(1, coulomb=2.5, lower=-np.pi / 2), convention="modified", tool=turned)
        text = str(replace(arm, payload=(2.0, (0, 0, 0.1), (0.01, 0.02, 0.03, 0, 0, 0))))
        assert "tool     at (0.5, 0, 0.1) m, turned by 90 deg about (0, 0, 1)" in text
        assert "payload  2 kg, com (0, 0, 0.1) m, inertia (0.01, 0.02, 0.03, 0, 0, 0) kg m^2, tip axes" in text
        assert "modified convention" in text
        assert "b = d [m]" in text
        assert table(text, "joint")[1][-3:] == ["-90", "deg", "2.5"]

    @pytest.mark.parametrize("name", ["chain-1", "puma560", "chain-8", "chain-9", "chain-1000"])
    def test_any_arm_fits_a_screen(self, name: str) -> None:
        robot = dn.load(name).robot
        lines = str(robot).splitlines()
        assert len(lines) <= SCREEN
        assert max(map(len, lines)) <= 130
        assert lines.count(f"... {robot.n - 7} more") == (2 if robot.n > 8 else 0)
        assert f"q{robot.n}" in str(robot), "the last row is shown"
        assert str(robot).isascii()

    def test_long_names_are_cut(self) -> None:
        assert max(map(len, str(dn.Robot("x", (dn.Link(name="n" * 200),))).splitlines())) < 120


class TestProject:
    def test_what_is_computed(self) -> None:
        text = str(dn.load("planar-3r-free-fall"))
        assert text.splitlines()[:5] == [
            "planar-3r-free-fall: forward run of 10 s, 1001 samples",
            "robot        'planar 3R': 3 joints RRR, standard convention",
            "start        q0 (0, 0, 0), qd0 (0, 0, 0); rad or m, per s",
            "torque       FreeFall",
            "method       denoc, dopri5, rtol 1e-08, atol 1e-10",
        ]
        text = str(dn.load("stanford-kane-inverse"))
        assert "method       kane" in text
        assert "motion       JointMotion" in text
        assert "start" not in text

    def test_it_fits_a_screen(self) -> None:
        project = replace(dn.rod_chain(1000), description="word " * 2000, source="s" * 10_000)
        assert len(str(project).splitlines()) <= SCREEN
        assert max(map(len, str(project).splitlines())) <= 120
        assert repr(project) == "<Project 'chain-1000': 1000 joints, forward run of 2 s, 401 samples>"

    def test_wrench_and_limits(self, planar: dn.Robot) -> None:
        run = dn.RunSettings(tip_wrench=(0, 0, 1, 2, 0, 0), limits="bounce")
        text = str(dn.Project("pushed", planar, (0,) * 3, (0,) * 3, run))
        assert "tip wrench  (0, 0, 1, 2, 0, 0) N m, N; world axes" in text
        assert "at limits   bounce" in text


class TestRun:
    def test_a_forward_run(self, planar: dn.Robot) -> None:
        run = dn.simulate(planar, [0] * 3, [0] * 3, 0.5, samples=11)
        lines = str(run).splitlines()
        assert lines[0] == "Simulation of planar 3R"
        rows = dict(re.split(r"\s{2,}", line, maxsplit=1) for line in lines[1:])
        assert rows["time"] == "0.5 s in 11 samples"
        assert rows["status"] == "completed"
        assert rows["work"] == f"{run.steps} steps, {run.evaluations} evaluations"
        assert rows["energy error"] == f"{run.energy_error:.1e}"
        assert rows["reproducible"].startswith("not known yet")
        assert "reproducible  to the end" in str(with_horizon(run))

    def test_a_run_that_failed_says_why(self, planar: dn.Robot) -> None:
        run = dn.simulate(planar, [0] * 3, [0] * 3, 10.0, torque=[1e12, 0, 0])
        assert "status        diverged" in str(run)
        assert run.message[:40] in " ".join(str(run).split())

    def test_events_are_counted(self, planar: dn.Robot) -> None:
        run = dn.simulate(planar.with_link(0, coulomb=0.5), [0] * 3, [0] * 3, 1.0)
        assert run.events
        assert f"events        {len(run.events)}" in str(run)

    def test_an_inverse_run(self) -> None:
        run = dn.run_project(dn.load("stanford-inverse"))
        assert str(run) == "Recording of 6 joints\ntime  10 s in 1001 samples"
