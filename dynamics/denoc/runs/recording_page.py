"""A recording as it shows itself: a summary, for notebooks with its curves."""

from __future__ import annotations

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.notebook import plain_text
from denoc.notebook.curves import MOST, Curve, plot
from denoc.notebook.html import table
from denoc.runs.horizon import Deadline, with_horizon
from denoc.runs.recording import Recording, Simulation

TITLES = {  # of revolute joints, of prismatic ones, of joints of which nothing is known
    "q": ("Joint angles [rad]", "Joint displacements [m]", "Joint positions [rad, m]"),
    "tau": ("Joint torques [N m]", "Joint forces [N]", "Joint torques [N m, N]"),
}
MOST_ROWS = 50
PATIENCE = 2.0  # seconds


def recording_html(recording: Recording) -> str:
    robot = recording.job.robot if isinstance(recording, Simulation) else None
    plots = [
        plot(title, recording.t, curves)
        for symbol, titles in TITLES.items()
        for title, curves in zip(titles, _by_kind(getattr(recording, symbol), symbol, robot), strict=True)
    ]
    energies = {"kinetic": recording.kinetic, "potential": recording.potential, "total": recording.total}
    plots.append(plot("Energy [J]", recording.t, [Curve(name, values) for name, values in energies.items()]))
    return f"{_summary(recording)}{_peaks(recording, robot)}<div>{''.join(plots)}</div>"


def _by_kind(values: np.ndarray, symbol: str, robot: Robot | None) -> list[list[Curve]]:
    """Curves of the revolute, of the prismatic, of the unknown joints."""
    kinds: list[list[Curve]] = [[], [], []]
    for joint in range(values.shape[1]):
        kind = 2 if robot is None else 0 if robot.links[joint].revolute else 1
        kinds[kind].append(Curve(f"{symbol}{joint + 1}", values[:, joint]))
    return kinds


def recording_text(recording: Recording) -> str:
    """The summary in lines, without a second run where none has been made."""
    known = "not known yet: reproducible_until(run) finds out"
    if isinstance(recording, Simulation) and recording.horizon is not None:
        known = recording.horizon.line.removeprefix("reproducible ")
    title, rows = _rows(recording, known)
    if not isinstance(recording, Simulation):
        title += f" of {recording.q.shape[1]} joints"
    return "\n".join([title, *plain_text.named(rows)])


def _summary(recording: Recording) -> str:
    reproducible = _reproducible(recording) if isinstance(recording, Simulation) else ""
    title, rows = _rows(recording, reproducible)
    return table(title, (), rows, align="left")


def _rows(recording: Recording, reproducible: str) -> tuple[str, list[tuple[str, object]]]:
    """What was computed, and names and values of how that went."""
    duration = float(recording.t[-1] - recording.t[0]) if len(recording.t) else 0.0
    rows: list[tuple[str, object]] = [("time", f"{duration:.6g} s in {len(recording.t)} samples")]
    if not isinstance(recording, Simulation):
        return "Recording", rows
    job = recording.job
    rows += [
        ("status", recording.status),
        ("method", f"{job.method}, {job.integrator}, rtol {job.rtol:g}, atol {job.atol:g}"),
        ("work", f"{recording.steps} steps, {recording.evaluations} evaluations"),
        ("energy error", f"{recording.energy_error:.1e}"),
        ("reproducible", reproducible),
    ]
    if recording.events:
        rows.append(("events", str(len(recording.events))))
    if recording.message:
        rows.append(("message", recording.message))
    return f"Simulation of {job.robot.name or 'a robot'}", rows


def _reproducible(run: Simulation) -> str:
    """Until when, and why no further; a page does not wait long for it."""
    try:
        found = with_horizon(run, Deadline(PATIENCE)).horizon
    except DynamicsError:
        return f"not known within {PATIENCE:g} s: reproducible_until(run) says it"
    return found.line.removeprefix("reproducible ") if found is not None else "not known before the run has ended"


def _peaks(recording: Recording, robot: Robot | None) -> str:
    """The largest rate, acceleration and torque of every joint, and what they are the largest of."""
    if not len(recording.t):
        return ""
    fine = recording.fine
    series = {"q at the end": recording.q[-1]}
    series |= {f"largest |{name}|": np.abs(getattr(fine, name)).max(axis=0) for name in ("qd", "qdd", "tau")}
    n = recording.q.shape[1]
    names = [
        f"{joint + 1}  {robot.links[joint].own_name}" if robot else str(joint + 1) for joint in range(min(n, MOST_ROWS))
    ]
    rows = ([name, *(float(values[joint]) for values in series.values())] for joint, name in enumerate(names))
    shown = "" if n <= MOST else f"; curves of the first {MOST} of a kind"
    title = f"{n} joints, SI units; largest values of {recording.peaks_of}{shown}"
    return table(title, ["joint", *series], rows)
