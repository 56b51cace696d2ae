"""The lab report put together: the arm, the run, its accuracy, its actuators, its sources, its plots."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from typing import Any

import matplotlib
import numpy as np
from matplotlib.backends.backend_pdf import PdfPages

from app.actuator_study import Study, study
from app.figures import program
from app.film.shooting import Camerawork, Look
from app.film.take import Take
from app.palettes import LIGHT
from app.plots.motion import motion_of
from app.plots.page import LEFT, PAGE, RIGHT, ROOM, SMALL, shortened_to
from app.plots.paper import STYLE
from app.report import drive, tables
from app.report.flow import Flow
from app.report.order import LabSource
from app.report.plates import plates
from app.report.sources import sources
from app.report.words import settings
from dynamics.agreement import STATES, disagreements
from dynamics.errors import DynamicsError
from dynamics.project import Project
from dynamics.recording import Simulation
from dynamics.torque_laws import follows_motion

TITLE = 18.0  # points
PICTURE = (1500, 760)  # pixels
COMPARED = 60  # joints: beyond, comparing the formulations takes longer than the report
VISIBLE = frozenset({"grid", "labels", "gravity", "trace", "wrench"})


def lab_report(source: LabSource, tell: Callable[[float], object] = lambda _: None) -> bytes:
    """A PDF of some pages of A4: vector graphics, embedded fonts. `tell` is given the share that is done."""
    matplotlib.use("Agg")
    with matplotlib.rc_context({**STYLE, "font.size": 8.0}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a name in a script that the font lacks
        flow = Flow()
        for share, part in PARTS:
            tell(share)
            part(flow, source)
        for page in plates(motion_of(source.project, source.recording)):
            flow.insert(page)
        return _bound(flow, source, tell)


def _title(flow: Flow, source: LabSource) -> None:
    project = source.project
    title = shortened_to(project.name, TITLE, ROOM, bold=True)
    flow.text(title, TITLE, weight="bold")
    flow.page().gap(0.4)
    flow.text(f"Lab report, {source.date}. Made by {program()}.", color="0.3")
    flow.page().gap(0.4)
    if project.description:
        flow.text(project.description, most=6)
    if source.outcome:
        flow.text(source.outcome[:1].upper() + source.outcome[1:], most=4, color="#b00020")
    found = getattr(source.recording, "horizon", None)
    if found is not None and not found.whole:
        flow.text(found.line[:1].upper() + found.line[1:], most=4, color=LIGHT.warning)
    flow.page().gap(0.6)
    work = Camerawork(Take(project, source.recording), Look(*PICTURE, visible=VISIBLE, caption=False))
    high = (RIGHT - LEFT) * PAGE[0] * PICTURE[1] / PICTURE[0] / PAGE[1]
    flow.picture(np.asarray(work.image(float(source.recording.t[0]))), high)


def _arm(flow: Flow, source: LabSource) -> None:
    robot = source.project.robot
    flow.heading("The arm")
    kinds = robot.kinds[:40] + ("..." if robot.n > 40 else "")
    gravity = ", ".join(f"{x:g}" for x in robot.gravity)
    lines = [
        ("Name", robot.name or "unnamed"),
        ("Joints", f"{robot.n}: {kinds} (R revolute, P prismatic)"),
        ("Gravity", f"({gravity}) m/s²"),
        ("Payload", tables.payload(robot)),
    ]
    for name, matrix in (("Base", robot.base), ("Tool", robot.tool)):
        if matrix is not None:
            lines.append((name, tables.transform(matrix)))
    if source.project.source:
        lines.append(("Numbers from", source.project.source))
    flow.pairs(lines, most=4)
    flow.heading(f"Denavit-Hartenberg table, {robot.convention} convention")
    flow.table(tables.geometry(robot))
    flow.heading("Masses and inertias")
    flow.text("Mass centre in the link's own frame; inertia tensor about it, in the same axes.", SMALL, color="0.3")
    flow.table(tables.inertia(robot))
    joints = tables.joints(robot)
    if joints is not None:
        flow.heading("Friction, rotors and limits")
        flow.table(joints)


def _run(flow: Flow, source: LabSource) -> None:
    flow.heading("The run")
    flow.pairs(settings(source.project))
    for listing in _listings(source.project):
        flow.heading(listing.title)
        flow.table(listing.table)
        if listing.note:
            flow.text(listing.note, SMALL, color="0.3")
    start = tables.start(source.project)
    if start is not None:
        flow.heading("Initial state")
        flow.table(start)


def _listings(project: Project) -> list[drive.Listing]:
    """What of the run's drive is more than a sentence holds."""
    robot, run = project.robot, project.run
    found = []
    if run.mode == "forward":
        found += [drive.law_listing(robot, run.torque), drive.limits_listing(robot, run)]
    if run.motion is not None and (run.mode == "inverse" or follows_motion(run.torque)):
        found += [drive.motion_listing(robot, run.motion), drive.start_listing(robot, run.motion)]
    return [listing for listing in found if listing is not None]


def _accuracy(flow: Flow, source: LabSource) -> None:
    flow.heading("Accuracy")
    r = source.recording
    lines = []
    if isinstance(r, Simulation):
        largest = float(np.abs(r.energy_drift).max())
        lines = [
            ("Energy drift", f"{r.energy_error:.1e} of the energy exchanged, at most {largest:.2e} J"),
            ("Integration", f"{r.steps} steps, {r.evaluations} evaluations of the accelerations; {r.status}"),
        ]
        if r.horizon is not None:
            by = f", by a second run ({r.horizon.second})" if r.horizon.second else ""
            lines.append(("Reproducible", r.horizon.line.removeprefix("reproducible ") + by))
        if r.warning:
            lines.append(("Warning", r.warning))
    found = _disagreements(source)
    if found:
        worst = max(value for _, value in found)
        words = f"{worst:.1e} at most, relative to the largest value, at {min(STATES, len(r.t))} states along the run:"
        lines.append(("Formulations", f"they disagree by {words}"))
    elif source.project.robot.n > COMPARED:
        lines.append(("Formulations", f"compared for arms of up to {COMPARED} joints: denoc-studio check does it"))
    if lines:
        flow.pairs(lines)
    if found:
        flow.page().gap(0.4)
        flow.table(tables.Table(["compared", "difference"], [[name, f"{x:.1e}"] for name, x in found], frozenset({0})))


def _disagreements(source: LabSource) -> list[tuple[str, float]]:
    """None where there is nothing to compare, or where it takes too long."""
    if source.project.robot.n > COMPARED:
        return []
    try:
        with np.errstate(all="ignore"):
            return disagreements(source.project.robot, source.recording)
    except DynamicsError:  # states at the end of what can be computed with
        return []


def _actuators(flow: Flow, source: LabSource) -> None:
    found = _study(source)
    if found is None:
        return
    flow.heading("Actuators")
    words = "What the run asks of every joint, as one cycle that repeats; peaks are the largest of"
    flow.text(f"{words} {found.recording.peaks_of}.", SMALL, color="0.3")
    flow.table(tables.loads(found))
    motors = tables.motors(found)
    if motors is not None:
        flow.heading("Motors")
        flow.table(motors)


def _study(source: LabSource) -> Study | None:
    try:
        return study(source.project.robot, source.recording, source.project.actuators)
    except DynamicsError:  # too short to be judged
        return None


def _sources(flow: Flow, source: LabSource) -> None:
    flow.heading("Sources")
    for number, text in enumerate(sources(source.project), 1):
        flow.text(f"[{number}] {text}.")
    flow.heading("How to repeat it", keep=3)
    flow.text("This computes the same numbers and writes this report again:")
    flow.text(source.command, family="monospace", most=4)


PARTS = ((0.2, _title), (0.3, _arm), (0.32, _run), (0.34, _accuracy), (0.36, _actuators), (0.38, _sources))
DRAWN, EMBEDDING = 0.4, 0.85  # shares: pages are made, then drawn, then their fonts put in


def _bound(flow: Flow, source: LabSource, tell: Callable[[float], object]) -> bytes:
    """All pages in one file, numbered."""
    about = {"Title": f"{source.project.name}: lab report", "Creator": program(), "CreationDate": None}
    out = io.BytesIO()
    with PdfPages(out, metadata=about) as pdf:
        for number, page in enumerate(flow.pages, 1):
            tell(DRAWN + (EMBEDDING - DRAWN) * number / len(flow.pages))
            of = f"{number} of {len(flow.pages)}"
            name = shortened_to(source.project.name, SMALL, 0.6 * ROOM)
            style: Any = {"va": "bottom", "fontsize": SMALL, "color": "0.3", "parse_math": False}
            page.text(LEFT, 0.03, name, **style)
            page.text(RIGHT, 0.03, f"page {of}", ha="right", **style)
            pdf.savefig(page)
    return out.getvalue()
