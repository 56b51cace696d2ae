"""The command line. Exit codes: 0 done, 1 the computation failed, 2 bad input or usage, 130 Ctrl+C (see `__main__`)."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import numpy as np

from denoc.arm.robot import inertia_warnings
from denoc.basics.errors import DynamicsError, NoSolution
from denoc.files.examples import FIRST, gallery, load
from denoc.files.projects.project import Project
from denoc.files.projects.project_file import SUFFIX
from denoc.files.tables.recording_csv import csv_text
from denoc.files.urdf.chain import chain_robot
from denoc.files.urdf.project import arm_project
from denoc.files.urdf.reader import read_urdf
from denoc.studies.agreement import LIMIT, disagreements
from denoc.studies.trust import judge, measures_of
from denoc_studio.command_line.arguments import parser as make_parser
from denoc_studio.command_line.convert import convert, holds_urdf, read
from denoc_studio.command_line.display import obstacle
from denoc_studio.command_line.render import (
    FORMATS,
    RenderOptions,
    checked,
    compute,
    failure,
    horizon_lines,
    render,
    write_report,
)
from denoc_studio.command_line.standard_streams import STANDARD, to_standard_output
from denoc_studio.command_line.targets import check_target
from denoc_studio.picture.film import mp4
from denoc_studio.picture.film.frames import FilmLook, Pace
from denoc_studio.project.urdf_picks import plain_chain


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    _tell_what_takes_long()
    try:
        try:
            return _carry_out(given)
        finally:
            sys.stdout.flush()  # here, where what goes wrong is still told
    except BrokenPipeError:  # the reader of our output has seen enough
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        return _fail(f"{error.filename or 'standard output'}: {error.strerror or error}", 2)


def _carry_out(given: list[str]) -> int:
    if given[:1] == ["bench"]:
        return _bench(given[1:])
    parser = make_parser()
    if not given or (given[0] not in COMMANDS and not given[0].startswith("-")):
        if given[1:]:
            parser.error(f"{given[0]!r} is no command, and a FILE stands alone")
        command: Callable[[argparse.Namespace], int] = _open
        parsed = argparse.Namespace(project=given[0] if given else FIRST)
    else:
        if given[0].startswith("-") and given[0] not in ("-h", "--help", "--version"):
            parser.error(f"unrecognized arguments: {given[0]}")
        parsed = parser.parse_args(given)
        command = COMMANDS[parsed.command]
    try:
        return command(parsed)
    except NoSolution as error:
        return _fail(f"{parsed.project}: {error}", 1)
    except DynamicsError as error:
        return _fail(str(error), 2)
    except BrokenPipeError:
        raise
    except OSError as error:
        if not error.filename:
            raise
        return _fail(f"{error.filename}: {error.strerror or error}", 2)


def _drop_output() -> None:
    """What is still on its way to standard output goes nowhere, and the program's end does not try again."""
    with suppress(OSError, ValueError, AttributeError):  # where it is no file of the system
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open(parsed: argparse.Namespace) -> int:
    """The window; where there can be none, the project's pictures."""
    reason = obstacle()
    if not reason:
        return _open_urdf(Path(parsed.project)) if holds_urdf(parsed.project) else _open_project(parsed.project)
    project = _project(parsed.project)
    folder = Path("out")
    print(f"No window can be opened: {reason}. Rendering into {folder.resolve()} instead.", flush=True)
    return _render(parsed.project, project, folder, RenderOptions(("png", "csv", "gif")))


def _open_project(name: str) -> int:
    from denoc_studio.window.start import run

    project, path = load(name), Path(name)
    return run(project, path if path.is_file() else None)


def _open_urdf(path: Path) -> int:
    """A project is never saved over a URDF. Where it is not plain which chain is meant, the window asks."""
    from denoc_studio.window.start import run

    tree = read_urdf(path)
    chain = plain_chain(tree)
    if chain is None:
        return run(load(FIRST), tree=tree)
    arm = chain_robot(tree, chain.base, chain.tip, tip_named=False)
    return run(arm_project(arm, tree.path), notes=arm.reports)


def _project(name: str, base: str | None = None, tip: str | None = None) -> Project:
    """What was assumed or left out is said as warnings."""
    project, reports = read(name, base, tip)
    _warn([f"{name}: {report}" for report in reports])
    return project


def _run(parsed: argparse.Namespace) -> int:
    chosen = tuple(name for name in (*FORMATS, "frames") if getattr(parsed, name))
    if parsed.out is None:
        return _print_csv(parsed, chosen)
    if mp4.obstacle() and "mp4" in (chosen or FORMATS):
        if chosen:
            return _fail(mp4.obstacle(), 2)
        chosen = tuple(name for name in FORMATS if name != "mp4")
        print(f"denoc-studio: no MP4 is written: {mp4.obstacle()}", file=sys.stderr)
    width, height = parsed.size
    look = FilmLook(width, height, dark=parsed.theme == "dark")
    wishes = RenderOptions(chosen or FORMATS, look, Pace(parsed.fps, parsed.speed))
    return _render(parsed.project, _project(parsed.project, parsed.base, parsed.tip), parsed.out, wishes)


def _print_csv(parsed: argparse.Namespace, chosen: tuple[str, ...]) -> int:
    """The run's numbers on standard output."""
    if chosen != ("csv",):
        return _fail("-: standard output takes one file: ask for --csv alone, or name a folder", 2)
    project = _project(parsed.project, parsed.base, parsed.tip)
    recording = checked(compute(project))
    sys.stdout.write(csv_text(project.robot, recording))
    return _fail(f"{parsed.project}: {failure(recording)}", 1) if failure(recording) else 0


def _report(parsed: argparse.Namespace) -> int:
    if parsed.out is not None:
        if parsed.out.suffix.lower() != ".pdf":
            return _fail(f"{parsed.out}: a report is a PDF; give it a name that ends in .pdf", 2)
        check_target(parsed.out, parsed.project)
    project = _project(parsed.project, parsed.base, parsed.tip)
    recording = compute(project)
    if len(recording.t) < 2:
        raise NoSolution(failure(recording))
    file = project.name if parsed.project == STANDARD else parsed.project
    if parsed.out is None:
        with to_standard_output(".pdf") as path:
            write_report(project, recording, file, path)
    else:
        print(write_report(project, recording, file, parsed.out))
    return _fail(f"{parsed.project}: {failure(recording)}", 1) if failure(recording) else 0


def _worksheet(parsed: argparse.Namespace) -> int:
    from denoc_studio.command_line.worksheet import write_worksheet

    targets = [path for path in (parsed.out, parsed.key) if path is not None]
    for path in targets:
        if path.suffix.lower() != ".pdf":
            return _fail(f"{path}: a worksheet is a PDF; give it a name that ends in .pdf", 2)
        check_target(path, parsed.arm or "")
    if len(targets) == 2 and targets[0].resolve() == targets[1].resolve():
        return _fail(f"{parsed.key}: the key needs a file of its own", 2)
    project = None if parsed.arm is None else _project(parsed.arm)
    for path in write_worksheet(parsed.lesson, project, parsed.seed, *targets):
        print(path)
    return 0


def _render(name: str, project: Project, folder: Path, wishes: RenderOptions) -> int:
    report = render(project, folder, wishes, name)
    for line in report.lines:
        print(line)
    for path in report.paths:
        print(os.path.relpath(path) if path.is_relative_to(Path.cwd()) else path)
    _warn(report.warnings)
    return _fail(f"{name}: {report.failure}", 1) if report.failure else 0


def _examples(parsed: argparse.Namespace) -> int:
    """By families, a line an example."""
    rows = [(each.family, each.name, f"{each.title}. {load(each.name).description}") for each in gallery()]
    rows.append(("Of any length", "chain-N", "N equal rods hinged end to end, for any N up to 1000."))
    width = max(len(name) for _, name, _ in rows)
    for family, members in groupby(rows, key=itemgetter(0)):
        print(family)
        for _, name, words in members:
            print(f"  {name.ljust(width)}  {words}")
    return 0


def _check(parsed: argparse.Namespace) -> int:
    project = _project(parsed.project, parsed.base, parsed.tip)
    for number, link in enumerate(project.robot.links, 1):
        for warning in inertia_warnings(link):
            print(f"link {number}: {warning}")
    recording = compute(project)
    if failure(recording):
        raise NoSolution(failure(recording))
    recording = checked(recording)
    for line in horizon_lines(recording):
        print(line)
    found = disagreements(project.robot, recording)
    measures = measures_of(project.robot, recording, found)
    for figure in judge(recording, measures=measures).figures[len(horizon_lines(recording)) :]:
        print(f"{figure.name.lower()} {figure.value}")
    width = max(len(name) for name, _ in found)
    for name, value in found:
        print(f"{name.ljust(width)}  {value:.1e}")
    worst = float(np.max([value for _, value in found]))
    print(f"largest disagreement {worst:.1e}, limit {LIMIT:.0e}")
    if not worst <= LIMIT:
        return _fail(f"{parsed.project}: the formulations disagree by {worst:.1e}", 1)
    return 0


def _convert(parsed: argparse.Namespace) -> int:
    if (parsed.target is None) != (parsed.to is not None):
        return _fail(f"{parsed.target or STANDARD}: --to names the ending where OUT is -, and only there", 2)
    _warn(convert(parsed.project, parsed.target, parsed.base, parsed.tip, parsed.to or SUFFIX))
    if parsed.target is not None:
        print(parsed.target)
    return 0


def _warn(warnings: Sequence[str]) -> None:
    for warning in warnings:
        print(f"denoc-studio: warning: {_line(warning)}", file=sys.stderr)


def _bench(arguments: Sequence[str]) -> int:
    from denoc_studio.command_line.bench import main as measure

    return measure(arguments)


def _tell_what_takes_long() -> None:
    """The numerics say when they compile something that takes seconds."""
    log = logging.getLogger("denoc")
    if not log.handlers:
        log.addHandler(_ToStandardError())
        log.setLevel(logging.INFO)


class _ToStandardError(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        level = "warning: " if record.levelno >= logging.WARNING else ""
        print(f"denoc-studio: {level}{_line(record.getMessage())}", file=sys.stderr)


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "examples": _examples,
    "run": _run,
    "report": _report,
    "worksheet": _worksheet,
    "check": _check,
    "convert": _convert,
}


def _fail(message: str, code: int) -> int:
    print(f"denoc-studio: error: {_line(message)}", file=sys.stderr)
    return code


def _line(message: str) -> str:
    """The message on one line, whatever names it quotes."""
    return " ".join("".join(each if each.isprintable() else " " for each in message).split())
