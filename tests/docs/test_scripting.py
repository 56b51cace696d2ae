"""The pages about scripting work as they are written, and objects show themselves in notebooks."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import denoc
from denoc import Link, Robot, load, run_project, simulate
from denoc.notebook.curves import Curve, plot
from tests.docs.blocks import run_blocks
from tests.support.places import ROOT

PAGE = (ROOT / "docs" / "scripting.md").read_text(encoding="utf-8")
MANY_RUNS = (ROOT / "docs" / "many-runs.md").read_text(encoding="utf-8")
EVIL = "<script>alert(1)</script>\"'&\u202e"


class Tags(HTMLParser):
    """Which tags there are, and whether each is closed in its turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data + "\n"


@pytest.mark.parametrize("page", [PAGE, MANY_RUNS], ids=["scripting", "many-runs"])
def test_a_page_names_what_there_is(page: str) -> None:
    for name in re.findall(r"\bdn\.(\w+)", page) + re.findall(r"`(\w+_\w+)`", page):
        assert name in denoc.__all__, name


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    monkeypatch.chdir(tmp_path)
    scope: dict = {}
    run_blocks(PAGE, scope, capsys)
    assert load(tmp_path / "heavy-hand.arm.json") == scope["heavy"]
    assert (tmp_path / "heavy-hand.svg").stat().st_size > 10_000
    assert np.allclose(scope["tracked"].q[-1], (1.0, -0.5, 0.5), atol=1e-3)
    assert 1e-3 < np.abs(scope["astray"].q - scope["tracked"].q).max() < 0.1
    still = simulate(scope["robot"], (-np.pi / 2, 0, 0), (0, 0, 0), 5.0)
    assert np.abs(scope["pushed"].q - still.q).max() > 0.01, "the push was felt"
    assert np.allclose(scope["tau"], sum(scope["parts"].values()))
    plt.close("all")


def test_reprs_are_short(planar: Robot) -> None:
    assert repr(planar) == "<Robot 'planar 3R': 3 joints RRR, standard convention>"
    assert len(repr(load("chain-1000").robot)) < 120
    assert re.fullmatch(
        r"<Simulation: 3 joints, 2 samples over 0.1 s, completed, energy error .*>",
        repr(simulate(planar, [0] * 3, [0] * 3, 0.1, samples=2)),
    )
    assert repr(run_project(load("stanford-inverse"))) == "<Recording: 6 joints, 1001 samples over 10 s>"


class TestRobot:
    def test_degrees_and_convention(self) -> None:
        robot = load("stanford-inverse").robot.with_link(2, b=0.25, alpha=-np.pi / 2).with_link(0, theta=np.pi / 6)
        page = Tags(robot._repr_html_())
        assert page.tags == {"table", "caption", "thead", "tbody", "tr", "th", "td", "div"}
        assert f"{robot.convention} convention" in page.text
        row = re.findall(r"<tr>(.*?)</tr>", robot._repr_html_())
        assert Tags(row[1]).text.split("\n")[-2] == "30 + q1"
        assert Tags(row[3]).text.split("\n")[1:5] == ["prismatic", "0", "0.25 + q3", "\u221290"]
        modified = Tags(replace(robot, convention="modified")._repr_html_())
        assert "modified convention" in modified.text
        assert "b = d [m]" in modified.text

    def test_what_is_not_there_is_not_shown(self, planar: Robot) -> None:
        plain = Tags(planar._repr_html_()).text
        for word in ("Coulomb", "gear", "from", "payload", "tool"):
            assert word not in plain
        full = Tags(
            replace(
                planar.with_link(0, coulomb=1.0, gear_ratio=50, lower=-1.0),
                payload=(2.0, (0, 0, 0), (0,) * 6),
                tool=np.eye(4),
            )._repr_html_()
        ).text
        for word in ("Coulomb", "gear", "from", "\u221257.2958°", "payload of 2 kg", "a tool transform"):
            assert word in full

    def test_hostile_names_are_text(self) -> None:
        robot = Robot(EVIL[:-1], (Link(a=1, mass=1, name="</td><img src=x onerror=alert(1)>"),))
        page = Tags(robot._repr_html_())
        assert not page.tags & {"script", "img"}
        assert EVIL[:-1] in page.text

    def test_a_long_arm_is_cut_short(self) -> None:
        page = load("chain-1000").robot._repr_html_()
        assert "and 950 more" in page
        assert len(page) < 200_000


class TestRecording:
    def test_a_summary_and_curves(self, planar: Robot) -> None:
        found = simulate(planar, [0] * 3, [0] * 3, 1.0, torque=[0.1, 0, 0])
        page = Tags(found._repr_html_())
        assert {"svg", "polyline", "table"} <= page.tags
        for word in (
            "Simulation of planar 3R",
            "completed",
            "energy error",
            "Joint angles [rad]",
            "Energy [J]",
            "t [s]",
        ):
            assert word in page.text
        assert "Joint forces" not in page.text, "no joint slides"

    def test_units_by_the_kind_of_joint(self) -> None:
        page = Tags(run_project(load("stanford-free-fall"))._repr_html_()).text
        assert "Joint displacements [m]" in page
        assert "Joint torques" not in page, "it falls freely"
        page = Tags(run_project(load("stanford-inverse"))._repr_html_()).text
        assert "Joint torques [N m, N]" in page

    def test_a_run_that_failed_says_so(self, planar: Robot) -> None:
        found = simulate(planar, [0] * 3, [0] * 3, 10.0, torque=[1e12, 0, 0])
        assert found.status == "diverged"
        assert "diverged" in Tags(found._repr_html_()).text
        empty = replace(
            found,
            message=EVIL,
            **{
                name: getattr(found, name)[:0]
                for name in ("t", "q", "qd", "qdd", "tau", "kinetic", "potential", "work", "friction_work")
            },
        )
        page = Tags(empty._repr_html_())
        assert not page.tags & {"script", "svg"}
        assert "\u202e" not in page.text

    def test_a_long_run_of_a_long_arm_stays_small(self) -> None:
        found = simulate(load("chain-40").robot, [0] * 40, [0] * 40, 0.05, samples=20_000)
        page = found._repr_html_()
        assert "of 40" in page
        assert len(page) < 400_000


class TestCurves:
    def points(self, svg: str) -> list[np.ndarray]:
        root = ElementTree.fromstring(svg)
        texts = [line.get("points") for line in root.iter("{http://www.w3.org/2000/svg}polyline")]
        return [np.array([pair.split(",") for pair in text.split()], dtype=float) for text in texts if text]

    def test_a_peak_of_one_sample_is_drawn(self) -> None:
        values = np.zeros(100_000)
        values[54_321] = 7.0
        (points,) = self.points(plot("x", np.linspace(0, 1, 100_000), [Curve("a", values)]))
        assert len(points) < 1000
        x, y = points[np.argmin(points[:, 1])]
        assert y == 38.0, "the top of the axes"
        assert x == pytest.approx(54 + 0.54321 * (380 - 8 - 54), abs=0.1)

    @pytest.mark.parametrize("level", [0.1, -5.0, 1e300, 1e-300, 123456789.0])
    def test_a_level_line_has_an_axis(self, level: float) -> None:
        (points,) = self.points(plot("x", np.linspace(0, 1, 5), [Curve("a", np.full(5, level))]))
        assert np.isfinite(points).all()
        assert (points[:, 1] > 38).all()

    def test_what_is_no_number_is_left_out(self) -> None:
        values = np.array([0.0, np.nan, 2.0, np.inf, 1.0])
        (points,) = self.points(plot("x", np.arange(5.0), [Curve("a", values)]))
        assert len(points) == 3
        assert plot("x", np.arange(5.0), [Curve("a", np.full(5, np.nan))]) == ""
        assert plot("x", np.zeros(0), [Curve("a", np.zeros(0))]) == ""
        assert plot("x", np.arange(5.0), []) == ""

    def test_a_title_is_text(self) -> None:
        assert "script" not in Tags(plot(EVIL, np.arange(3.0), [Curve(EVIL, np.arange(3.0))])).tags


def test_no_library_for_plots_is_imported() -> None:
    code = (
        "import sys, denoc; denoc.load('furuta').robot._repr_html_();"
        "denoc.run_project(denoc.load('furuta'))._repr_html_();"
        "print([name for name in ('matplotlib', 'PySide6', 'pyqtgraph', 'IPython') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "[]\n", done.stderr
