"""The command line. Exit codes: 0 done, 1 the computation failed, 2 bad input or usage."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from app.agreement import LIMIT, disagreements
from app.render import FORMATS, RunFailed, render
from dynamics.errors import DynamicsError
from dynamics.examples import FIRST, examples, load
from dynamics.project import Project

EPILOG = """\
examples:
  denoc-studio examples                                list the bundled projects
  denoc-studio run planar-3r-free-fall --out out       plots and data of a free fall
  denoc-studio run my-arm.arm.json --out out --pdf     only PDF figures
  denoc-studio check puma560                           do all formulations agree?
"""


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = _parser()
    if not given or (given[0] not in COMMANDS and not given[0].startswith("-")):
        command: Callable[[argparse.Namespace], int] = _open
        parsed = argparse.Namespace(file=given[0] if given else None, rest=given[1:])
        if parsed.rest:
            parser.error(f"unrecognized arguments: {' '.join(parsed.rest)}")
    else:
        parsed = parser.parse_args(given)
        command = COMMANDS[parsed.command]
    try:
        return command(parsed)
    except RunFailed as error:
        return _fail(str(error), 1)
    except DynamicsError as error:
        return _fail(str(error), 2)
    except OSError as error:
        return _fail(f"{error.filename or 'file'}: {error.strerror or error}", 2)
    except KeyboardInterrupt:
        return _fail("interrupted", 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="denoc-studio",
        description="Dynamics of serial robot arms. Without a command, a FILE or the first example is shown.",
        usage="denoc-studio [FILE] | examples | run | check  [--help]",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"denoc-studio {_version()}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("examples", help="list the bundled projects")
    run = commands.add_parser("run", help="compute a project and write plots and data")
    run.add_argument("project", metavar="FILE|EXAMPLE")
    run.add_argument("--out", required=True, type=Path, metavar="DIR", help="folder for the results")
    for name in FORMATS:
        run.add_argument(f"--{name}", action="store_true", help=f"write {name.upper()}; without any, all formats")
    check = commands.add_parser("check", help="run every formulation and compare them")
    check.add_argument("project", metavar="FILE|EXAMPLE")
    return parser


def _open(parsed: argparse.Namespace) -> int:
    """Until there is a window, the project is rendered."""
    folder = Path("out")
    project = load(parsed.file or FIRST)
    print(f"There is no window to open: rendering into {folder.resolve()} instead.")
    return _render(project, folder, ("png", "csv"))


def _run(parsed: argparse.Namespace) -> int:
    chosen = tuple(name for name in FORMATS if getattr(parsed, name))
    return _render(load(parsed.project), parsed.out, chosen or FORMATS)


def _render(project: Project, folder: Path, formats: Sequence[str]) -> int:
    report = render(project, folder, formats)
    for line in report.lines:
        print(line)
    for path in report.paths:
        print(os.path.relpath(path) if path.is_relative_to(Path.cwd()) else path)
    return 0


def _examples(parsed: argparse.Namespace) -> int:
    names = examples()
    width = max(len(name) for name in names)
    for name in names:
        print(f"{name.ljust(width)}  {load(name).description}")
    print(f"{'chain-N'.ljust(width)}  N equal rods hinged end to end, for any N up to 1000.")
    return 0


def _check(parsed: argparse.Namespace) -> int:
    found = disagreements(load(parsed.project))
    width = max(len(name) for name, _ in found)
    for name, value in found:
        print(f"{name.ljust(width)}  {value:.1e}")
    worst = max(value for _, value in found)
    print(f"largest disagreement {worst:.1e}, limit {LIMIT:.0e}")
    if not worst <= LIMIT:
        return _fail(f"{parsed.project}: the formulations disagree by {worst:.1e}", 1)
    return 0


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {"examples": _examples, "run": _run, "check": _check}


def _fail(message: str, code: int) -> int:
    print(f"denoc-studio: error: {' '.join(message.split())}", file=sys.stderr)
    return code


def _version() -> str:
    try:
        return version("denoc-studio")
    except PackageNotFoundError:
        return "(not installed)"
