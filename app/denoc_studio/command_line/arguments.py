"""What the command line understands. Shell completion and the manual page are made of the same parsers."""

from __future__ import annotations

import argparse
import math
import re
from pathlib import Path

from denoc.basics.version import __version__
from denoc_studio.command_line.one_line_parser import OneLineParser, show_examples
from denoc_studio.paper.robot_files import WRITERS

EPILOG = """\
examples:
  denoc-studio                                         open the window
  denoc-studio examples                                list the bundled projects
  denoc-studio run planar-3r-free-fall --out out       plots, data, film and report of a free fall
  denoc-studio run my-arm.arm.json --out out --pdf     only PDF figures and the report
  denoc-studio report puma560 --out puma560.pdf        a lab report in one step
  denoc-studio check puma560                           do all formulations agree?
  denoc-studio convert arm.urdf arm.arm.json           a project of a URDF file
  denoc-studio convert puma560 puma560.urdf            and back; also .xml (MuJoCo), .py (Robotics Toolbox), .tex
  denoc-studio convert puma560 puma560.c               its dynamics as C for firmware; .m: its equations for MATLAB
  denoc-studio convert - - --to .urdf < arm.arm.json   - is standard input and output
  denoc-studio my-lesson.md                            open a lesson of your own in the window
  denoc-studio worksheet 3 --out w.pdf --key key.pdf   a worksheet to a lesson, and its key
  denoc-studio sweep puma560 --vary robot.links[2].mass=3:8 --out t.csv    a run for each mass of link 3
  denoc-studio bench --quick                           how fast is it here, beside others?

exit codes: 0 done, 1 the computation failed, 2 bad input or usage, 130 interrupted by Ctrl+C
"""
ENVIRONMENT = {
    "DENOC_STUDIO_CACHE": "Folder for compiled code, instead of one in the user's cache.",
    "XDG_CACHE_HOME": "Where the user's caches are; usually ~/.cache.",
    "XDG_RUNTIME_DIR": "Where an open window listens for files of later starts.",
    "SOURCE_DATE_EPOCH": "Seconds since 1970 that a lab report gives as its date, so that it can be made again.",
    "DISPLAY, WAYLAND_DISPLAY": "Where a window is shown; without both, pictures are written instead.",
    "QT_QPA_PLATFORM": "Qt's way to a display: offscreen needs none.",
    "QT_SCALE_FACTOR": "How large the window draws everything; usually as the display says.",
}
MEANINGS = {
    "png": "plots as PNG",
    "svg": "plots as SVG",
    "pdf": "plots and the lab report as PDF",
    "csv": "the numbers as CSV",
    "gif": "the arm in motion as GIF",
    "mp4": "the arm in motion as MP4 (needs imageio-ffmpeg)",
}
FORMATS = tuple(MEANINGS)  # all of them, when none is named
STANDARD = "-"  # standard input or output in the place of a file
PROJECT = "FILE|EXAMPLE"
PLOT = Path("out/bench-time-against-n.svg")
SHELLS = ("bash", "zsh", "fish")
READ = "a project, a URDF or MJCF file, a folder with a URDF, an example; - is standard input"


def window_parser() -> argparse.ArgumentParser:
    """Of a line without a command."""
    out = OneLineParser(prog="denoc-studio", usage="denoc-studio [--new-window] [FILE]", add_help=False)
    out.add_argument("file", nargs="*", metavar="FILE", help=f"{READ}; a lesson")
    out.add_argument("--new-window", action="store_true", help="not in the window that is open already")
    _add_xacro(out)
    return out


def command_parser() -> argparse.ArgumentParser:
    out = OneLineParser(
        prog="denoc-studio",
        description="Dynamics of serial robot arms. Without a command, a window opens on a FILE or the first example.",
        usage="denoc-studio [FILE] | COMMAND ...  [--help]",
        epilog=EPILOG,
    )
    out.add_argument("--version", action="version", version=f"denoc-studio {__version__}")
    commands = out.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("examples", prog="denoc-studio examples", help="list the bundled projects")
    _add_run(commands.add_parser("run", prog="denoc-studio run", help="compute a project: plots, data, film, report"))
    report = commands.add_parser("report", prog="denoc-studio report", help="compute a project and write a lab report")
    report.add_argument("project", metavar=PROJECT, help=READ)
    _add_chain(report)
    report.add_argument(
        "--out", required=True, type=_target, metavar="FILE.pdf", help="the report's file; - is standard output"
    )
    check = commands.add_parser("check", prog="denoc-studio check", help="run every formulation and compare them")
    check.add_argument("project", metavar=PROJECT, help=READ)
    _add_chain(check)
    _add_convert(commands.add_parser("convert", prog="denoc-studio convert", help="write a robot in another format"))
    _add_thumbnail(
        commands.add_parser("thumbnail", prog="denoc-studio thumbnail", help="draw a project's arm as a small PNG")
    )
    _add_worksheet(
        commands.add_parser("worksheet", prog="denoc-studio worksheet", help="write a worksheet to a lesson")
    )
    _add_sweep(commands.add_parser("sweep", prog="denoc-studio sweep", help="run a project with many other entries"))
    for name, command in commands.choices.items():
        _add_talk(command, name)
    _add_bench(commands.add_parser("bench", prog="denoc-studio bench", help="measure our speed beside its peers"))
    shell = commands.add_parser(
        "completion", prog="denoc-studio completion", help="print what makes a shell complete this program's arguments"
    )
    shell.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    commands.add_parser("manual", prog="denoc-studio manual", help="print the manual page")
    for name, command in commands.choices.items():
        show_examples(command, name)
    return out


def _add_run(run: argparse.ArgumentParser) -> None:
    run.add_argument("project", metavar=PROJECT, help=READ)
    _add_chain(run)
    run.add_argument(
        "--out",
        required=True,
        type=_target,
        metavar="DIR",
        help="folder for the results; with --csv alone, - is standard output",
    )
    formats = run.add_argument_group("formats", "all but --mat and --frames when none is named")
    for name in FORMATS:
        formats.add_argument(f"--{name}", action="store_true", help=MEANINGS[name])
    formats.add_argument("--mat", action="store_true", help="the numbers for MATLAB and Octave")
    formats.add_argument("--frames", action="store_true", help="the arm in motion as single PNG pictures")
    film = run.add_argument_group("the arm in motion")
    film.add_argument("--size", type=_size, default=(640, 480), metavar="WxH", help="in pixels; usually 640x480")
    film.add_argument("--fps", type=_number, default=25.0, metavar="RATE", help="frames a second; usually 25")
    film.add_argument("--speed", type=_number, metavar="X", help="times real time; usually 1, faster beyond a minute")
    film.add_argument("--theme", choices=("light", "dark"), default="light", help="usually light")


def _add_convert(change: argparse.ArgumentParser) -> None:
    change.add_argument("project", metavar="IN", help=READ)
    endings = ", ".join(WRITERS)
    change.add_argument(
        "target", metavar="OUT", type=_target, help=f"what to write, by its ending: {endings}; - is standard output"
    )
    change.add_argument("--to", choices=tuple(WRITERS), metavar="ENDING", help="what to write where OUT is -")
    _add_chain(change)


def _add_thumbnail(small: argparse.ArgumentParser) -> None:
    small.add_argument("project", metavar=PROJECT, help=READ)
    small.add_argument("target", metavar="OUT", type=_target, help="the PNG; - is standard output")
    small.add_argument(
        "size", nargs="?", type=_edge, default=256, metavar="SIZE", help="pixels wide and high, up to 2048; usually 256"
    )


def _add_worksheet(sheet: argparse.ArgumentParser) -> None:
    sheet.add_argument("lesson", metavar="LESSON", help="its number, 1 to 10, or its file")
    sheet.add_argument(
        "--out", required=True, type=_target, metavar="FILE.pdf", help="the worksheet; - is standard output"
    )
    sheet.add_argument("--key", type=Path, metavar="FILE.pdf", help="the answers, step by step")
    sheet.add_argument("--arm", metavar=PROJECT, help="another arm than the lesson's")
    sheet.add_argument("--seed", type=_whole, default=1, metavar="S", help="other numbers for each; usually 1")


def _add_sweep(sweep: argparse.ArgumentParser) -> None:
    sweep.add_argument("project", metavar=PROJECT, help=READ)
    sweep.add_argument(
        "--vary",
        required=True,
        action="append",
        metavar="PATH=FROM:TO[:COUNT]",
        help="an entry of the project file, as robot.links[1].mass or q0[0], links counted from 0; SI units and "
        "radians; COUNT values of it in a grid, usually 11",
    )
    sweep.add_argument("--runs", type=_count, metavar="N", help="so many points in the ranges instead of a grid")
    spread = sweep.add_mutually_exclusive_group()
    spread.add_argument("--sobol", action="store_true", help="points of Sobol's sequence, evenly spread; usual")
    spread.add_argument("--random", action="store_true", help="independent random points")
    sweep.add_argument("--seed", type=_whole, default=1, metavar="S", help="other points for each; usually 1")
    sweep.add_argument(
        "--measure",
        action="append",
        metavar="NAME",
        help="what is measured of a run: peak_torque of all joints, peak_torque2, or NAME=FORMULA of those before; "
        "usually peak_torque and energy; --measure help lists them",
    )
    sweep.add_argument(
        "--out",
        type=_target,
        default=Path(),
        metavar="TABLE.csv|.parquet",
        help="the table; ended early, the same command goes on where it was; - is standard output",
    )
    sweep.add_argument("--workers", type=_count, metavar="N", help="threads; usually one a processor")
    sweep.add_argument("--cluster", metavar="ADDRESS", help="of a dask.distributed scheduler, as tcp://host:8786")


def _add_bench(bench: argparse.ArgumentParser) -> None:
    bench.description = "Our speed beside the peers that are installed, taking turns in one process on one core."
    bench.add_argument("--quick", action="store_true", help="a first impression in seconds")
    bench.add_argument("--markdown", action="store_true", help="write the tables as Markdown")
    bench.add_argument("--plot", type=Path, default=PLOT, metavar="FILE.svg", help=f"where the plot goes ({PLOT})")


def _add_talk(command: argparse.ArgumentParser, name: str) -> None:
    if name == "examples":
        command.add_argument("-q", "--quiet", action="store_true", help="only their names")
        return
    talk = command.add_mutually_exclusive_group()
    talk.add_argument("-q", "--quiet", action="store_true", help="say nothing but warnings, errors and what goes to -")
    talk.add_argument("-v", "--verbose", action="store_true", help="every step with its time")


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 on")
    return int(text)


def _count(text: str) -> int:
    if not (value := _whole(text)):
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return value


def _edge(text: str) -> int:
    if not 16 <= (size := _whole(text)) <= 2048:
        raise argparse.ArgumentTypeError(f"{text} is no size: from 16 to 2048 pixels")
    return size


def _add_chain(command: argparse.ArgumentParser) -> None:
    command.add_argument("--base", metavar="LINK", help="where the arm begins in a URDF's or MJCF's tree (its root)")
    command.add_argument("--tip", metavar="LINK", help="where it ends (needed when there are several ends)")
    _add_xacro(command)


def _add_xacro(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--xacro", action="store_true", help="run the installed xacro on a template; it may run what the file says"
    )


def _target(text: str) -> Path | None:
    """Where to write; None is standard output. A file of that name is ./-"""
    if not text:
        raise argparse.ArgumentTypeError("a name is needed")
    return None if text == STANDARD else Path(text)


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", text, re.ASCII)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: write it as 640x480")
    return int(found[1]), int(found[2])


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return value
