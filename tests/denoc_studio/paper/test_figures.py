"""Figures as a reader sees them: nothing clipped, the right size, something drawn."""

from __future__ import annotations

import io
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest

from denoc import Measurement, load
from denoc.files.projects.project import Project, inverse_recording
from denoc.runs.simulation import run
from denoc_studio.paper.figures import DPI, MOTION, SIZE, figure, figures
from denoc_studio.plots.measured import Alignment, filtered, lay_over
from denoc_studio.plots.motion import Motion
from denoc_studio.plots.selection import during
from denoc_studio.plots.series import PLOTS, Options


@pytest.fixture(scope="module")
def plots(request: pytest.FixtureRequest):
    project = load(request.param)
    if project.run.mode == "inverse":
        return figures(project, inverse_recording(project))
    recording = run(project.job().__class__(project.robot, project.q0, project.qd0, 0.3, samples=31))
    return figures(project, recording)


def pixels(data: bytes) -> np.ndarray:
    return matplotlib.image.imread(io.BytesIO(data), format="png")[..., :3]


def assert_nothing_touches_the_edge(image: np.ndarray) -> None:
    for edge in (image[0], image[-1], image[:, 0], image[:, -1]):
        assert (edge > 0.98).all()


@pytest.mark.parametrize("plots", ["planar-3r-free-fall", "chain-20"], indirect=True)
def test_png(plots) -> None:
    for name, plot in plots.items():
        image = pixels(plot.export("png"))
        assert image.shape[1] == round(SIZE[0] * DPI)
        assert (image < 0.9).any(axis=-1).mean() > 0.01, name
        assert_nothing_touches_the_edge(image)


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs poppler-utils")
@pytest.mark.parametrize("plots", ["stanford-inverse"], indirect=True)
def test_pdf(plots, tmp_path: Path) -> None:
    for name, plot in plots.items():
        path = tmp_path / f"{name}.pdf"
        path.write_bytes(plot.export("pdf"))
        subprocess.run(["pdftoppm", "-png", "-r", "80", path, tmp_path / name], check=True)
        image = pixels((tmp_path / f"{name}-1.png").read_bytes())
        assert (image < 0.9).any(axis=-1).mean() > 0.01
        assert_nothing_touches_the_edge(image)
        fonts = subprocess.run(["pdffonts", path], capture_output=True, text=True, check=True).stdout
        assert "DejaVuSans" in fonts
        assert "yes" in fonts  # embedded


@pytest.mark.parametrize("plots", ["planar-3r-free-fall", "puma560"], indirect=True)
def test_svg_says_how_it_was_made(plots) -> None:
    text = plots["angles"].export("svg").decode()
    assert "DeNOC Studio" in text
    assert "denoc" in text or "kane" in text


@pytest.fixture(scope="module")
def motion() -> tuple[Project, Motion]:
    project = load("stanford-free-fall")
    return project, Motion(project.robot, run(project.job()))


def logged(project: Project, motion: Motion) -> tuple[Project, Motion]:
    """The same with a log over it, whose clock is late by a hundredth of a second."""
    recording = motion.recording
    log = Measurement(recording.t, q=recording.q, qd=recording.qd, qdd=recording.qdd)
    nothing = filtered(project.robot, log, None)
    return project, replace(motion, measured=lay_over("log", log, Alignment(0.01), nothing, recording, recording.t[-1]))


@pytest.mark.parametrize(("key", "size"), [*((key, (84, 65)) for key in [*PLOTS, MOTION]), ("angles", (174, 90))])
def test_a_chosen_size(motion: tuple[Project, Motion], key: str, size: tuple[int, int]) -> None:
    width, height = size
    if key == "residual":
        motion = logged(*motion)
    plot = figure(*motion, key, Options(degrees=True), size=(width / 25.4, height / 25.4))
    image = pixels(plot.export("png", dpi=100))
    assert image.shape[:2] == (int(height / 25.4 * 100), int(width / 25.4 * 100))
    assert (image < 0.9).any(axis=-1).mean() > 0.01
    assert_nothing_touches_the_edge(image)


def test_text_stays_text(motion: tuple[Project, Motion]) -> None:
    text = figure(*motion, "phase", Options(degrees=True)).export("svg").decode()
    for label in ("angle [°]", "rate [°/s]", "displacement [m]", "rate [m/s]", "joint 3"):
        assert f">{label}</text>" in text


def test_hidden_curves_stay_away(motion: tuple[Project, Motion]) -> None:
    text = figure(*motion, "rates", hidden=frozenset({"joint 3", "joint 5"})).export("svg").decode()
    assert "rate [m/s]" not in text
    assert "joint 5" not in text
    assert "joint 6" in text


def test_a_value_that_is_no_number_leaves_the_other_curves(motion: tuple[Project, Motion]) -> None:
    rates = motion[1].recording.qd.copy()
    rates[3, 0] = np.nan
    broken = Motion(motion[1].robot, replace(motion[1].recording, qd=rates))
    lines = [line for ax in figure(motion[0], broken, "rates").figure.axes for line in ax.get_lines()]
    whole = [line for ax in figure(*motion, "rates").figure.axes for line in ax.get_lines()]
    assert len(lines) == len(whole)
    for line, other in zip(lines, whole, strict=True):
        there = np.isfinite(line.get_ydata())
        np.testing.assert_array_equal(line.get_ydata()[there], other.get_ydata()[there])
    assert max(np.nanmax(np.abs(line.get_ydata())) for line in lines) > 1


def test_the_end_is_marked_where_it_is(motion: tuple[Project, Motion]) -> None:
    project, whole = motion
    stopped = replace(whole.recording, status="stopped", message="joint 1 is at its limit")
    middle, end = stopped.t[-1] / 2, stopped.t[-1]
    for span, told in (((0.0, middle), ""), ((middle, end), "stopped: joint 1 is at its limit")):
        axes = figure(project, Motion(whole.robot, during(stopped, span)), "angles").figure.axes
        upright = [line for ax in axes for line in ax.get_lines() if len(set(line.get_xdata())) == 1]
        assert axes[0].get_title() == told
        assert bool(upright) == bool(told)
