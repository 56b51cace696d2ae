"""The lab report put together: the arm, the run, its plots, its accuracy, its actuators, its load, its sources."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial

import matplotlib
import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.runs.recording import Simulation
from denoc.studies.agreement import STATES, disagreements
from denoc.studies.loads import loads_of_run
from denoc.torques.torque_laws import follows_motion
from denoc_studio.look.palettes import LIGHT
from denoc_studio.look.plain_text import capitalised
from denoc_studio.paper.binding import bound
from denoc_studio.paper.drawing import STYLE
from denoc_studio.paper.figures import program
from denoc_studio.paper.page import ROOM, SMALL, USUAL, shortened_to
from denoc_studio.paper.report import drive, tables
from denoc_studio.paper.report.carrying import carrying
from denoc_studio.paper.report.flow import Flow
from denoc_studio.paper.report.identification import identification
from denoc_studio.paper.report.order import LabSource, PinnedRun
from denoc_studio.paper.report.plates import plots
from denoc_studio.paper.report.sources import sources
from denoc_studio.paper.report.words import settings
from denoc_studio.picture.film.frames import Camerawork, FilmLook
from denoc_studio.picture.film.recorded_run import RecordedRun
from denoc_studio.plots.comparison import Pinned
from denoc_studio.plots.motion import motion_of
from denoc_studio.plots.tables.actuator_study import Study, study
from denoc_studio.project.differences import differences

STALE = "Out of date: the project was changed after this run."
TITLE = 18.0  # points
PICTURE = 1500  # pixels across
PICTURE_HEIGHT = 1.45  # of a plot's
DESCRIBED = 8  # lines
DIFFERING = 8  # entries told of a pinned run
COMPARED = 60  # joints: beyond, comparing the formulations takes longer than the report


def lab_report(source: LabSource, tell: Callable[[float], object] = lambda _: None) -> bytes:
    """A PDF of some pages of A4: vector graphics, embedded fonts. `tell` is given the share that is done."""
    matplotlib.use("Agg")
    with matplotlib.rc_context({**STYLE, "font.size": 8.0}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a name in a script that the font lacks
        flow = Flow()
        for share, part in PARTS:
            tell(share)
            part(flow, source)
        pages = flow.pages()
        title = f"{source.project.name}: lab report"
        return bound(pages, title, source.project.name, lambda share: tell(DRAWN + (EMBEDDING - DRAWN) * share))


def _title(flow: Flow, source: LabSource) -> None:
    project = source.project
    title = shortened_to(project.name, TITLE, ROOM, bold=True)
    flow.text(title, TITLE, weight="bold")
    flow.gap(0.4)
    flow.text(f"Lab report, {source.date}. Made by {program()}.", color="0.3")
    flow.gap(0.4)
    for line in project.description.splitlines()[:DESCRIBED]:
        flow.text(line, most=6)
    if source.outcome:
        flow.text(capitalised(source.outcome), most=4, color="#b00020")
    if source.stale:
        flow.text(STALE, color=LIGHT.warning)
    found = getattr(source.recording, "horizon", None)
    if found is not None and not found.whole:
        flow.text(capitalised(found.line), most=4, color=LIGHT.warning)
    flow.gap(0.6)
    flow.picture(partial(_picture, source), PICTURE_HEIGHT)


def _picture(source: LabSource, aspect: float) -> np.ndarray:
    """The arm at the start, as a film shows it; of this width over height."""
    look = FilmLook(PICTURE, round(PICTURE / aspect), caption=False)
    work = Camerawork(RecordedRun(source.project, source.recording), look)
    return np.asarray(work.image(float(source.recording.t[0])))


def _arm(flow: Flow, source: LabSource) -> None:
    robot = source.project.robot
    flow.heading("The arm")
    kinds = robot.kinds[:40] + ("..." if robot.n > 40 else "")
    gravity = ", ".join(f"{x:g}" for x in robot.gravity)
    lines = [
        ("Name", robot.name or "unnamed"),
        ("Joints", f"{robot.n}: {kinds} (R revolute, P prismatic)"),
        ("Gravity", f"({gravity}) m/s²"),
        *tables.carried(robot),
    ]
    if source.project.source:
        lines.append(("Numbers from", source.project.source))
    flow.pairs(lines, most=4)
    flow.heading(f"Denavit-Hartenberg table, {robot.convention} convention")
    flow.table(tables.geometry(robot))
    flow.heading("Masses and inertias")
    bodies(flow, robot)


def bodies(flow: Flow, robot: Robot) -> None:
    """Masses, inertias, friction, rotors and limits of an arm."""
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
    if source.pinned is not None:
        _pinned(flow, source.pinned, source.project)


def _pinned(flow: Flow, pinned: PinnedRun, project: Project) -> None:
    """What it is called, and how it differs."""
    flow.heading("Pinned run", keep=4)
    flow.text(f"{shortened_to(pinned.name, USUAL, 0.7 * ROOM)}: dotted in the figures.")
    found = differences(pinned.project, project)
    if found:
        cells = [[shortened_to(text, SMALL, ROOM / 3 - 20) for text in each] for each in found[:DIFFERING]]
        flow.gap(0.4)
        flow.table(tables.Table(["entry (SI units)", "pinned run", "this run"], cells, frozenset({0, 1, 2})))
    if len(found) > DIFFERING:
        flow.text(f"and {drive.counted(len(found) - DIFFERING, 'more difference')}", SMALL, color="0.3")


def _plots(flow: Flow, source: LabSource) -> None:
    motion = motion_of(source.project, source.recording, source.measured)
    other = source.pinned
    pinned = Pinned(motion_of(other.project, other.recording), other.name) if other is not None else None
    flow.gap(1.0)
    for paint, height in plots(source.project, motion, pinned):
        flow.plot(paint, height)
    if not source.recording.tau.any():
        flow.text("No joint torques act: there is no plot of them.", SMALL, color="0.3")
    table = tables.following(source.project, motion)
    if table is not None:
        reference = motion.reference is not None
        flow.heading("Tracking error" if reference else "Torque limits")
        flow.table(table)


def _measured(flow: Flow, source: LabSource) -> None:
    """How the run compares with a log."""
    log = source.measured
    if log is None:
        return
    flow.heading("Measured against modelled")
    flow.text(f"Log: {shortened_to(log.name, USUAL, 0.7 * ROOM)}. {tables.alignment_words(log)}", most=4)
    flow.gap(0.4)
    flow.table(tables.residuals(source.project.robot, log))
    for words in (*log.words, *log.refusals):
        flow.text(f"{capitalised(words)}.", SMALL, most=4, color="0.3")


def _loads(flow: Flow, source: LabSource) -> None:
    """What joints and links have to bear."""
    robot = source.project.robot
    if robot.n > COMPARED:
        return
    try:
        loads = loads_of_run(robot, source.recording.fine)
    except DynamicsError:
        return
    flow.heading("Bearing loads")
    flow.table(tables.bearings(robot, loads))
    said = (
        "Peaks at the joints' origins, across and along their axes; of links, the larger of both ends, pull positive."
    )
    check = f"Along the joints the reactions are the torques less friction, rotors and stops, to {loads.residual:.0e}."
    flow.text(f"{said} {check}", SMALL, color="0.3")


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
        flow.gap(0.4)
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


def _identified(flow: Flow, source: LabSource) -> None:
    if source.identified is not None:
        identification(flow, source.identified)


def _sources(flow: Flow, source: LabSource) -> None:
    flow.heading("Sources")
    for number, text in enumerate(sources(source.project), 1):
        flow.text(f"[{number}] {text}.")
    flow.heading("How to repeat it", keep=3)
    if not source.saved:
        name = shortened_to(source.file, USUAL, ROOM / 3)
        flow.text(f"The project must be saved first: {name} does not hold it as it was for this run.", most=2)
        return
    flow.text("This computes the same numbers and writes this report again:")
    flow.text(source.command, family="monospace", most=4)


PARTS = (
    *((0.2, _title), (0.22, _arm), (0.24, _run), (0.26, _plots)),
    *((0.27, _measured), (0.28, _loads), (0.3, _accuracy), (0.34, _actuators)),
    *((0.36, carrying), (0.37, _identified), (0.38, _sources)),
)
DRAWN, EMBEDDING = 0.4, 0.85  # shares: pages are made, then drawn, then their fonts put in
