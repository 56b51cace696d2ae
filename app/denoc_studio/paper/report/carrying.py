"""What the arm can carry: at the start, over the run, and where in its reach."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from matplotlib.figure import SubFigure

from denoc.basics.errors import DynamicsError
from denoc.studies.reach import reach_map
from denoc_studio.paper.drawing import Size
from denoc_studio.paper.page import SMALL, USUAL
from denoc_studio.paper.reach_export import MapSource
from denoc_studio.paper.reach_figure import draw_map
from denoc_studio.paper.report.flow import Flow
from denoc_studio.paper.report.order import LabSource
from denoc_studio.plots.reach.capacity_words import has_limits, pose_capacity, run_capacity
from denoc_studio.plots.reach.quantities import grounds

CELLS, SAMPLES = 64, 20_000
HEIGHT = 1.45  # of a plot's


def carrying(flow: Flow, source: LabSource) -> None:
    """Nothing for an arm without torque limits."""
    robot, recording = source.project.robot, source.recording
    if not has_limits(robot):
        return
    flow.heading("What it can carry")
    flow.pairs(
        [
            ("At the start", pose_capacity(robot, recording.q[0]).words),
            ("Over the run", run_capacity(robot, recording).words),
        ]
    )
    flow.gap(0.4)
    try:
        found = reach_map(robot, cells=CELLS, samples=SAMPLES)
    except DynamicsError as error:
        flow.text(f"There is no map of the reach: {error}.", SMALL, color="0.3")
        return
    flow.plot(partial(_paint, MapSource(source.project.name, robot, found, "payload")), HEIGHT)
    flow.text(grounds("payload", found), SMALL, color="0.3")


def _paint(source: MapSource, sheet: SubFigure, size: Size) -> None:
    """Side by side: how much, and which joint it is that limits."""
    left, right = sheet.subplots(1, 2)
    draw_map(sheet, left, source, "nowhere")
    draw_map(sheet, right, replace(source, quantity="joint"), "beside")
    title = "Largest payload over the reach, and the joint that limits it"
    sheet.suptitle(title, x=0.0, ha="left", fontsize=USUAL, weight="bold")
