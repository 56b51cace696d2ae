"""What the commands do, once their arguments are read. Each takes them, and gives an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import numpy as np

from denoc.arm.robot import inertia_warnings
from denoc.basics.errors import NoSolution
from denoc.files.examples import gallery, load
from denoc.files.projects.project import Project
from denoc.files.projects.project_file import SUFFIX
from denoc.files.tables.recording_csv import csv_text
from denoc.studies.agreement import LIMIT, disagreements
from denoc.studies.trust import judge, measures_of
from denoc_studio.command_line.arguments import FORMATS, STANDARD
from denoc_studio.command_line.convert import convert, read
from denoc_studio.command_line.messages import LOG, fail, is_quiet, say, timed, warn
from denoc_studio.command_line.render import (
    RenderOptions,
    checked,
    compute,
    failure,
    horizon_lines,
    render,
    write_report,
)
from denoc_studio.command_line.standard_streams import to_standard_output
from denoc_studio.command_line.targets import check_target, make_folder
from denoc_studio.picture.film import mp4
from denoc_studio.picture.film.frames import FilmLook, Pace

PLOTS = (".svg", ".pdf", ".png")  # how the name of a benchmark's plot may end


def _run(parsed: argparse.Namespace) -> int:
    chosen = tuple(name for name in (*FORMATS, "mat", "frames") if getattr(parsed, name))
    if parsed.out is None:
        return _print_csv(parsed, chosen)
    if mp4.obstacle() and "mp4" in (chosen or FORMATS):
        if chosen:
            return fail(mp4.obstacle(), 2)
        chosen = tuple(name for name in FORMATS if name != "mp4")
        LOG.info("no MP4 is written: %s", mp4.obstacle())
    width, height = parsed.size
    look = FilmLook(width, height, dark=parsed.theme == "dark")
    wishes = RenderOptions(chosen or FORMATS, look, Pace(parsed.fps, parsed.speed))
    return render_project(
        parsed.project, read_project(parsed.project, parsed.base, parsed.tip, parsed.xacro), parsed.out, wishes
    )


def _print_csv(parsed: argparse.Namespace, chosen: tuple[str, ...]) -> int:
    """The run's numbers on standard output."""
    if chosen != ("csv",):
        return fail("-: standard output takes one file: ask for --csv alone, or name a folder", 2)
    project = read_project(parsed.project, parsed.base, parsed.tip, parsed.xacro)
    recording = checked(compute(project))
    sys.stdout.write(csv_text(project.robot, recording))
    return fail(f"{parsed.project}: {failure(recording)}", 1) if failure(recording) else 0


def _report(parsed: argparse.Namespace) -> int:
    if parsed.out is not None:
        if parsed.out.suffix.lower() != ".pdf":
            return fail(f"{parsed.out}: a report is a PDF; give it a name that ends in .pdf", 2)
        check_target(parsed.out, parsed.project)
    project = read_project(parsed.project, parsed.base, parsed.tip, parsed.xacro)
    recording = compute(project)
    if len(recording.t) < 2:
        raise NoSolution(failure(recording))
    file = project.name if parsed.project == STANDARD else parsed.project
    if parsed.out is None:
        with to_standard_output(".pdf") as path:
            write_report(project, recording, file, path)
    else:
        say(write_report(project, recording, file, parsed.out))
    return fail(f"{parsed.project}: {failure(recording)}", 1) if failure(recording) else 0


def _thumbnail(parsed: argparse.Namespace) -> int:
    """As file managers ask for one: in the light theme, on a plain ground, whatever the ending of the file."""
    from denoc.files.disk.files import save_bytes
    from denoc_studio.look.palettes import LIGHT
    from denoc_studio.picture.film.export import png
    from denoc_studio.picture.image.thumbnail import thumbnail

    if parsed.target is not None:
        check_target(parsed.target, parsed.project)
    project = read_project(parsed.project)
    picture = png(thumbnail(project, LIGHT, (parsed.size, parsed.size)))
    if parsed.target is None:
        sys.stdout.buffer.write(picture)
    else:
        save_bytes(parsed.target, picture)
    return 0


def _worksheet(parsed: argparse.Namespace) -> int:
    from denoc_studio.command_line.worksheet import write_worksheet

    if parsed.out is None:
        if parsed.key is not None:
            return fail("-: standard output takes one file: name one for the worksheet where there is a --key", 2)
        with to_standard_output(".pdf") as path:
            write_worksheet(parsed.lesson, _other_arm(parsed), parsed.seed, path)
        return 0
    targets = [path for path in (parsed.out, parsed.key) if path is not None]
    for path in targets:
        if path.suffix.lower() != ".pdf":
            return fail(f"{path}: a worksheet is a PDF; give it a name that ends in .pdf", 2)
        check_target(path, parsed.arm or "")
    if len(targets) == 2 and targets[0].resolve() == targets[1].resolve():
        return fail(f"{parsed.key}: the key needs a file of its own", 2)
    for path in write_worksheet(parsed.lesson, _other_arm(parsed), parsed.seed, *targets):
        say(path)
    return 0


def _other_arm(parsed: argparse.Namespace) -> Project | None:
    return None if parsed.arm is None else read_project(parsed.arm)


def _sweep(parsed: argparse.Namespace) -> int:
    from denoc_studio.command_line.sweep import check_table, measure_lines

    if parsed.measure == ["help"]:
        print("\n".join(measure_lines()))
        return 0
    if parsed.runs is None and (parsed.sobol or parsed.random):
        return fail("--sobol and --random need --runs: without it there is a grid", 2)
    if parsed.out == Path():
        return fail("--out is needed: the table's file, .csv or .parquet; - is standard output", 2)
    if parsed.out is None:
        with to_standard_output(".csv") as path:
            return _write_sweep(parsed, path)
    check_table(parsed.out)
    check_target(parsed.out, parsed.project)
    code = _write_sweep(parsed, parsed.out)
    if code == 0:
        say(parsed.out)
    return code


def _write_sweep(parsed: argparse.Namespace, target: Path) -> int:
    from denoc.studies.sweeps.measures import DEFAULT
    from denoc_studio.command_line.sweep import plan_of, write_sweep

    name, again = (STANDARD, "") if parsed.out is None else (parsed.out, "; the same command goes on")
    plan = plan_of(parsed.vary, parsed.runs, "random" if parsed.random else "sobol", parsed.seed)
    project = read_project(parsed.project)
    end = write_sweep(project, plan, tuple(parsed.measure or DEFAULT), target, parsed.cluster, parsed.workers)
    if end.interrupted:
        return fail(f"{name}: interrupted at {end.runs} of {len(plan.values)} runs{again}", 1)
    if end.without:
        warn([f"{name}: {end.without} of {end.runs} runs have no measures; the first: {end.first_reason}"])
    if end.without == end.runs:
        return fail(f"{parsed.project}: no run could be measured: {end.first_reason}", 1)
    return 0


def render_project(name: str, project: Project, folder: Path, wishes: RenderOptions) -> int:
    report = render(project, folder, wishes, name)
    for line in report.lines:
        say(line)
    for path in report.paths:
        say(os.path.relpath(path) if path.is_relative_to(Path.cwd()) else path)
    warn(report.warnings)
    return fail(f"{name}: {report.failure}", 1) if report.failure else 0


def _examples(parsed: argparse.Namespace) -> int:
    """By families, a line an example; quietly, only their names."""
    if is_quiet():
        print("\n".join(each.name for each in gallery()))
        return 0
    rows = [(each.family, each.name, f"{each.title}. {load(each.name).description}") for each in gallery()]
    rows.append(("Of any length", "chain-N", "N equal rods hinged end to end, for any N up to 1000."))
    width = max(len(name) for _, name, _ in rows)
    for family, members in groupby(rows, key=itemgetter(0)):
        print(family)
        for _, name, words in members:
            print(f"  {name.ljust(width)}  {words}")
    return 0


def _check(parsed: argparse.Namespace) -> int:
    project = read_project(parsed.project, parsed.base, parsed.tip, parsed.xacro)
    for number, link in enumerate(project.robot.links, 1):
        for warning in inertia_warnings(link):
            say(f"link {number}: {warning}")
    recording = compute(project)
    if failure(recording):
        raise NoSolution(failure(recording))
    recording = checked(recording)
    for line in horizon_lines(recording):
        say(line)
    found = disagreements(project.robot, recording)
    measures = measures_of(project.robot, recording, found)
    for figure in judge(recording, measures=measures).figures[len(horizon_lines(recording)) :]:
        say(f"{figure.name.lower()} {figure.value}")
    width = max(len(name) for name, _ in found)
    for name, value in found:
        say(f"{name.ljust(width)}  {value:.1e}")
    worst = float(np.max([value for _, value in found]))
    say(f"largest disagreement {worst:.1e}, limit {LIMIT:.0e}")
    if not worst <= LIMIT:
        return fail(f"{parsed.project}: the formulations disagree by {worst:.1e}", 1)
    return 0


def _convert(parsed: argparse.Namespace) -> int:
    if (parsed.target is None) != (parsed.to is not None):
        return fail(f"{parsed.target or STANDARD}: --to names the ending where OUT is -, and only there", 2)
    warn(convert(parsed.project, parsed.target, parsed.base, parsed.tip, parsed.to or SUFFIX, parsed.xacro))
    if parsed.target is not None:
        say(parsed.target)
    return 0


def read_project(name: str, base: str | None = None, tip: str | None = None, xacro: bool = False) -> Project:
    """What was assumed or left out is said as warnings."""
    with timed(f"reading {name}"):
        project, reports = read(name, base, tip, xacro)
    warn([f"{name}: {report}" for report in reports])
    return project


def _completion(parsed: argparse.Namespace) -> int:
    from denoc_studio.command_line.completion import completion

    sys.stdout.write(completion(parsed.shell))
    return 0


def _manual(parsed: argparse.Namespace) -> int:
    from denoc_studio.command_line.manual import manual

    sys.stdout.write(manual())
    return 0


def _bench(parsed: argparse.Namespace) -> int:
    from denoc_studio.bench.programme import FULL, QUICK, header, measure

    if parsed.plot.suffix.lower() not in PLOTS:
        return fail(f"{parsed.plot}: a plot is written by its ending: {', '.join(PLOTS)}", 2)
    make_folder(parsed.plot.parent)
    check_target(parsed.plot)
    print("\n".join(header()))
    for table in measure(QUICK if parsed.quick else FULL, parsed.plot):
        print(f"\n{table.markdown() if parsed.markdown else table.text()}", flush=True)
    print(f"\nTime against the number of joints: {parsed.plot}")
    return 0


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "examples": _examples,
    "run": _run,
    "report": _report,
    "thumbnail": _thumbnail,
    "worksheet": _worksheet,
    "check": _check,
    "convert": _convert,
    "sweep": _sweep,
    "bench": _bench,
    "completion": _completion,
    "manual": _manual,
}
