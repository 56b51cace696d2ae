"""What leaves the window of a run has the measured log that lies over it."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.text import Text

from denoc_studio.paper.export import Order, Source
from denoc_studio.paper.report.document import _measured as tell_of_log
from denoc_studio.paper.report.flow import Flow
from denoc_studio.paper.report.order import lab_source
from denoc_studio.paper.report.plates import plots
from denoc_studio.plots.measured import Alignment, Overlay, filtered, lay_over
from denoc_studio.plots.motion import motion_of
from denoc_studio.plots.series import Options
from tests.support.studio.run_logs import Truth, known_log


@pytest.fixture(scope="module")
def truth() -> Truth:
    return known_log()


@pytest.fixture(scope="module")
def log(truth: Truth) -> Overlay:
    measurement = truth.measurement
    derived = filtered(truth.project.robot, measurement, None)
    return lay_over("swing.csv", measurement, Alignment(), derived, truth.run, 10.0)


def test_files_of_plots_have_the_log(truth: Truth, log: Overlay, tmp_path: Path) -> None:
    motion = motion_of(truth.project, truth.run, log)
    source = Source(truth.project, motion, "torques", frozenset(), Options(), (0.0, 10.0))
    order = Order(False, ("csv", "svg"), 174.0, 90.0, 100, False, tmp_path, "torques")
    order.write(source, lambda _: None)
    rows = list(csv.reader((tmp_path / "torques.csv").read_text().splitlines()))
    column = rows[0].index("tau2_measured [N m]")
    times = rows[0].index("t_measured [s]")
    values = [(float(row[times]), float(row[column])) for row in rows[1:] if row[column]]
    inside = truth.t <= 1.02 * 10.0
    assert np.allclose(values, np.column_stack([truth.t, truth.tau[:, 1]])[inside], atol=1e-12)
    assert "rings: measured" in (tmp_path / "torques.svg").read_text()
    everything = Order(True, ("csv",), 174.0, 90.0, 100, False, tmp_path, "all")
    everything.write(source, lambda _: None)
    heads = (tmp_path / "all-measured.csv").read_text().splitlines()[0].split(",")
    assert heads[:3] == ["t [s]", "q1_measured [rad]", "q1_residual [rad]"]


def test_the_report_tells_of_it(truth: Truth, log: Overlay) -> None:
    source = replace(lab_source(truth.project, truth.run, "", "planar.arm.json"), measured=log)
    flow = Flow()
    tell_of_log(flow, source)
    told = " ".join(text.get_text() for page in flow.pages() for text in page.findobj(Text))
    assert "Measured against modelled" in told
    assert "swing.csv" in told
    rms = log.figures()[-1].rms
    assert all(words in told for words in ("RMS residual", "torque", f"{rms:.4g}", "acceleration, filtered"))
    motion = motion_of(source.project, source.recording, source.measured)
    assert len(plots(source.project, motion, None)) == 1 + len(
        plots(source.project, replace(motion, measured=None), None)
    )
