"""The actuators on one page of paper: run, table, verdicts, torque-speed clouds. No date: it repeats exactly."""

from __future__ import annotations

from typing import Any

import matplotlib
from matplotlib.ticker import MaxNLocator

from denoc.basics.errors import counted
from denoc_studio.look.colours import joint_colours
from denoc_studio.paper.actuator_report import ReportSource
from denoc_studio.paper.drawing import STYLE, shortened
from denoc_studio.paper.figures import Plot, program, wrench_words
from denoc_studio.paper.page import BOTTOM, LEFT, LINE, RIGHT, SMALL, TINY, USUAL, Page
from denoc_studio.plots.tables.actuator_study import Study, beyond_limits, missing_rotors, outline, study
from denoc_studio.plots.tables.actuator_table import (
    COLUMNS,
    MOTOR,
    RADIAN_PER_SECOND,
    RPM,
    VERDICT,
    cell,
    cloud_units,
    heading,
    is_mixed,
    verdict,
)
from denoc_studio.project.pushes import pushes_words

UNSAVED = "The project was not saved as it was for this run"
MOST = 12  # joints on the page; the rest is in the table's file
FEW = 6  # joints: more clouds stand closer together
DENSE = 5000  # points of a cloud, beyond which it is a picture
BAD = "#b00020"
MOTOR_PLACES = (  # of the motors' columns across the page, and the side that they end at
    (LEFT + 0.03, "right"), (LEFT + 0.05, "left"), (0.46, "right"), (0.54, "right"), (0.67, "right"),
    (0.77, "right"), (0.86, "right"), (RIGHT, "right"),
)  # fmt: skip
WIDTHS = {"torque": 11, "speed": 10, "time": 6, "power": 10, "energy": 9, "ratio": 9, "number": 9, "margin": 10}


def actuator_page(source: ReportSource) -> Plot:
    """The page; exported as PDF it holds vector graphics and embedded fonts."""
    project = source.project
    found = study(project.robot, source.recording, project.actuators)
    with matplotlib.rc_context({**STYLE, "font.size": USUAL}):
        page = Page()
        page.text(shortened(project.name, 56), size=15, weight="bold")
        page.gap(0.5)
        for line in about(source):
            page.text(line)
        page.gap(0.8)
        _table(page, found, source.degrees)
        page.gap(0.6)
        _motors(page, found, source.degrees)
        _verdicts(page, found, source.degrees)
        _clouds(page, found, source.degrees)
        again = f"The run is computed again by: {source.command}" if source.saved else UNSAVED
        page.footer(f"{program()}. {again}")
    return Plot(page.figure, f"{project.name}: actuators", source.outcome or "the whole run")


def about(source: ReportSource) -> list[str]:
    """Arm and run, line by line."""
    robot, run = source.project.robot, source.project.run
    joints = f"{counted(robot.n, 'joint')}, {robot.kinds[:MOST]}"
    more = "..." if robot.n > MOST else ""
    payload = f", payload {robot.payload[0]:g} kg" if robot.payload is not None else ""
    gravity = ", ".join(f"{x:g}" for x in robot.gravity)
    wrench = wrench_words(run.tip_wrench, "; ") + pushes_words(source.project, "; ")
    lines = [f"Arm: {shortened(robot.name or 'unnamed', 40)}; {joints}{more}{payload}; gravity {gravity} m/s²{wrench}"]
    r = source.recording
    span = f"{run.duration:g} s, {len(r.t)} samples; peaks are the largest of {r.peaks_of}"
    if run.mode == "inverse":
        lines.append(
            f"Run: inverse dynamics ({run.inverse_method}) along a motion of kind “{_kind(run.motion)}”, {span}"
        )
    else:
        accuracy = f"step {run.step:g} s" if run.step else f"rtol {run.rtol:g}, atol {run.atol:g}"
        law = f"torque law “{_kind(run.torque)}”"
        lines.append(f"Run: forward dynamics ({run.method}, {run.integrator}, {accuracy}), {law}, {span}")
    return [*lines, source.outcome] if source.outcome else lines


def _kind(what: Any) -> str:
    return str(what.__struct_config__.tag)


def _table(page: Page, found: Study, degrees: bool) -> None:
    """Loads and margins; motors and verdicts have lines of their own."""
    columns = [k for k in range(len(COLUMNS)) if k not in (MOTOR, VERDICT)]
    robot, mixed = found.robot, is_mixed(found.robot)
    size = TINY if mixed else SMALL
    first = LEFT + 0.03
    widths = [WIDTHS[COLUMNS[k].quantity] for k in columns]
    edges = [first + (RIGHT - first) * sum(widths[:k]) / sum(widths) for k in range(len(columns) + 1)]
    heads = ["joint", *(heading(k, robot, degrees) for k in columns)]
    for text, x in zip(heads, edges, strict=True):
        words = text.replace(" [", "\n[").replace(" or ", "\nor ").replace(" margin", "\nmargin")
        page.put(words, x, size, ha="right", color="0.3", linespacing=1.1)
    page.gap(2.9 if mixed else 2.0)
    page.rule()
    for number, (row, link) in enumerate(zip(found.rows[:MOST], robot.links, strict=False), 1):
        cells = [str(number), *(cell(k, row, link, mixed, degrees) for k in columns)]
        for k, (text, x) in enumerate(zip(cells, edges, strict=True)):
            bad = k > 0 and text.endswith("short")
            page.put(text, x, size, ha="right", color=BAD if bad else "0")
        page.gap(1.05)
    page.rule()


def _motors(page: Page, found: Study, degrees: bool) -> None:
    """The data that the verdicts rest on, one line a motor; at the motor's shaft, the ratio of a slide in rad/m."""
    chosen = [(number, row.actuator) for number, row in enumerate(found.rows[:MOST], 1) if row.actuator is not None]
    if not chosen:
        return
    speed = RPM if degrees else RADIAN_PER_SECOND
    heads = (
        *("joint", "motor", "rated [N m]", "peak [N m]", f"top speed [{speed.label}]"),
        *("rotor [kg m²]", "gear ratio", "efficiency"),
    )
    page.gap(0.4)
    for (x, side), text in zip(MOTOR_PLACES, heads, strict=True):
        page.put(text, x, SMALL, ha=side, color="0.3")
    page.gap(1.1)
    page.rule()
    for number, actuator in chosen:
        motor, gear = actuator.motor, actuator.gear
        values = (motor.continuous_torque, motor.peak_torque, motor.top_speed / speed.scale, motor.rotor_inertia)
        words = [f"{x:.4g}" for x in (*values, gear.ratio, gear.efficiency)]
        for (x, side), text in zip(MOTOR_PLACES, (str(number), shortened(motor.name, 34), *words), strict=True):
            page.put(text, x, SMALL, ha=side)
        page.gap(1.05)
    page.rule()
    page.gap(0.3)


def _verdicts(page: Page, found: Study, degrees: bool) -> None:
    for number, row in enumerate(found.rows[:MOST], 1):
        words = verdict(row)
        if row.actuator is not None:
            gear = row.actuator.gear
            words = f"{shortened(row.actuator.motor.name, 32)}, ratio {gear.ratio:.4g}: {words}"
        fits = row.drive is None or row.drive.fits
        page.text(f"Joint {number}: {words}", color="0" if fits else BAD)
    for sentence in missing_rotors(found.robot, tuple(row.actuator for row in found.rows), range(len(found.rows))):
        page.text(f"{sentence}.")
    for sentence in beyond_limits(found.robot, enumerate(row.load for row in found.rows), degrees):
        page.text(f"{sentence}.", color=BAD)
    if len(found.rows) > MOST:
        page.text(f"Joints {MOST + 1} to {len(found.rows)} have no room here; the exported table holds them all.")


def _clouds(page: Page, found: Study, degrees: bool) -> None:
    """Small multiples, one a joint, in what is left of the page."""
    shown = min(len(found.rows), MOST)
    across = min(shown, 3 if shown <= FEW else 4)
    down = -(-shown // across)
    page.gap(0.6)
    page.text(
        "Torque against speed at the motor's shaft (at the joint where there is no motor); "
        "lines: the motor's peak torque, dashed its continuous one.",
        SMALL,
        color="0.3",
    )
    top, bottom = page.y - 1.5 * LINE, BOTTOM
    if down < 3:
        bottom = max(bottom, top - down * 0.24)  # few clouds do not stretch over the whole page
    spaces = {"hspace": 0.35 if down < 3 else 0.6, "wspace": 0.38 if across < 4 else 0.52}
    grid = page.figure.add_gridspec(down, across, left=LEFT + 0.05, right=RIGHT, top=top, bottom=bottom, **spaces)
    for joint in range(shown):
        _cloud(page.figure.add_subplot(grid[joint // across, joint % across]), found, joint, degrees)


def _cloud(ax: Any, found: Study, joint: int, degrees: bool) -> None:
    drive = found.rows[joint].drive
    speed_unit, torque_unit = cloud_units(found.robot.links[joint], drive is not None, degrees)
    if drive is not None:
        for continuous, dash in ((False, "-"), (True, "--")):
            x, y = outline(drive.motor, continuous=continuous)
            ax.plot(x / speed_unit.scale, y, color="0.35", linestyle=dash, linewidth=0.8)
    speed, torque = found.cloud(joint)
    colour = joint_colours(len(found.rows))[joint]
    ax.plot(speed / speed_unit.scale, torque, ".", color=colour, markersize=1.6, rasterized=len(speed) > DENSE)
    ax.set_title(f"joint {joint + 1}{'' if drive else ', no motor'}", fontsize=SMALL, loc="left", pad=3)
    ax.set_xlabel(f"[{speed_unit.label}]", fontsize=TINY, labelpad=1)
    ax.set_ylabel(f"[{torque_unit.label}]", fontsize=TINY, labelpad=1)
    ax.tick_params(labelsize=TINY)
    ax.xaxis.get_offset_text().set_fontsize(TINY)
    ax.yaxis.get_offset_text().set_fontsize(TINY)
    ax.ticklabel_format(scilimits=(-3, 4), useMathText=True)
    ax.xaxis.set_major_locator(MaxNLocator(5))
    ax.yaxis.set_major_locator(MaxNLocator(6))
    ax.margins(0.06)
