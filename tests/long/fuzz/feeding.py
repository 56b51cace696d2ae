"""Feeds a file to the program as its user does, and judges what comes of it."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import denoc
from denoc.basics.errors import ProjectError
from denoc.files.tables.motion_csv import read_motion_csv
from denoc.files.tables.torque_csv import read_torque_csv
from denoc_studio.command_line import cli, commands
from denoc_studio.command_line.one_line_parser import EXAMPLES
from tests.support.places import ROOT

MOST_SECONDS = 2.0
MOST_BYTES = 512 * 1024**2
# A refusal says where, or what limit was passed, or that it is not even the right kind of file.
PLACE = re.compile(
    r"^: contains [-\w]+, which is|"  # a file that is but this
    r"field|link|joint|line|column|'version'|is not JSON|nested|larger|more than|is not UTF-8|not a project|"
    r"cannot be read|header|no rows|neither UTF-8|not a text|not a robot|not XML|name|entit|DOCTYPE|element"
)
# As `denoc-studio`, with a last line: seconds of the processor, and the largest memory in kB.
MEASURED = """
import re, sys, time
from denoc_studio.__main__ import main
try:
    code = main()
finally:
    print(time.process_time(), re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1])
sys.exit(code)
"""
CONVERTS = "convert" in EXAMPLES
READS_URDF = hasattr(denoc, "load_urdf")


class Outcome(NamedTuple):
    code: int
    error: str  # what stderr got
    seconds: float  # of the processor: others may use the machine too
    fault: str  # what is wrong with it, empty for nothing


@contextlib.contextmanager
def nothing_computed() -> Iterator[None]:
    """`check` only reads its project, so that a legal one that asks for a huge run does not hold us up."""
    with (
        mock.patch.object(commands, "compute", return_value=None),
        mock.patch.object(commands, "failure", return_value=""),
        mock.patch.object(commands, "disagreements", return_value=[("none", 0.0)]),
    ):
        yield


def command(path: Path) -> list[str]:
    """The cheapest command that reads the file."""
    if CONVERTS:
        return ["convert", str(path), str(path.with_name("out.arm.json"))]
    return ["check", str(path)]


def by_command_line(path: Path, arguments: Callable[[Path], Sequence[str]] = command) -> Outcome:
    """The command line's own entry point, in this process."""
    out, error = io.StringIO(), io.StringIO()
    begun = time.process_time()
    fault = ""
    code = -1
    with nothing_computed(), contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        try:
            code = cli.main(list(arguments(path)))
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        except BaseException:  # anything that gets out is a finding
            fault = traceback.format_exc()
    seconds = time.process_time() - begun
    return Outcome(code, error.getvalue(), seconds, fault or judged(path, code, error.getvalue(), seconds))


def by_process(path: Path, arguments: Callable[[Path], Sequence[str]] = command) -> Outcome:
    """A real process, which tells its own time and memory."""
    given = [sys.executable, "-c", MEASURED, *arguments(path)]
    done = subprocess.run(given, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    seconds, kilobytes = (float(word) for word in done.stdout.splitlines()[-1].split())
    fault = judged(path, done.returncode, done.stderr, seconds)
    if not fault and kilobytes * 1024 > MOST_BYTES:
        fault = f"took {kilobytes / 1024:.0f} MB"
    return Outcome(done.returncode, done.stderr, seconds, fault)


def by_reader(path: Path, readers: Sequence[Callable[[Path], object]]) -> Outcome:
    """A file, read as the window reads it: by each of these in turn."""
    begun = time.process_time()
    code, error, fault = 0, "", ""
    for reader in readers:
        try:
            reader(path)
        except ProjectError as refusal:
            code, error = 2, f"denoc-studio: error: {refusal}\n"
        except BaseException:
            fault = traceback.format_exc()
        fault = fault or judged(path, code, error, 0.0)
    seconds = time.process_time() - begun
    return Outcome(code, error, seconds, fault or judged(path, code, error, seconds / len(readers)))


def judged(path: Path, code: int, error: str, seconds: float) -> str:
    """What is wrong with an outcome; empty for nothing."""
    if code not in (0, 2):
        return f"exit code {code}: {error}"
    if seconds > MOST_SECONDS:
        return f"took {seconds:.1f} s"
    if "Traceback" in error:
        return error
    if code == 0:
        return ""
    lines = error.splitlines()
    if len(lines) != 1 or not lines[0].startswith("denoc-studio: error: "):
        return f"not one line: {error!r}"
    rest = lines[0].partition(path.name)[2]
    if not rest:
        return f"the file is not named: {error!r}"
    return "" if PLACE.search(rest) and len(lines[0]) < 1000 else f"no place is named: {error!r}"


def feed(path: Path) -> Outcome:
    """By the command line what it takes, by the reader what only the window opens."""
    if path.suffix == ".csv":
        robot = denoc.load("planar-3r-free-fall").robot
        readers = (read_motion_csv, read_torque_csv, denoc.read_measurement_csv)
        return by_reader(path, [lambda path, read=read: read(path, robot) for read in readers])  # type: ignore[misc]
    if not taken_by_command_line(path):
        return by_reader(path, [denoc.load_urdf])
    return by_command_line(path)


def taken_by_command_line(path: Path) -> bool:
    return path.suffix == ".json" or (path.suffix == ".urdf" and CONVERTS)
