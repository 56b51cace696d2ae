"""The command line. Exit codes: 0 done, 1 the computation failed, 2 bad input or usage, 130 Ctrl+C (see `__main__`).

What a command needs is imported when it is known which one is wanted: the version, a help and a misspelt option come at
once.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from denoc.basics.errors import DynamicsError, NoSolution
from denoc_studio.command_line.arguments import command_parser, window_parser
from denoc_studio.command_line.messages import fail, speak
from denoc_studio.command_line.one_line_parser import EXAMPLES


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    speak()
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
        return fail(f"{error.filename or 'standard output'}: {error.strerror or error}", 2)


def _carry_out(given: list[str]) -> int:
    name, command = _understood(given)
    date = os.environ.get("SOURCE_DATE_EPOCH", "")  # matplotlib reads it too, whenever it writes a PDF or an SVG
    if date and re.fullmatch(r"\d{1,11}", date, re.ASCII) is None:
        return fail(f"SOURCE_DATE_EPOCH: seconds since 1970 are needed (got {date[:40]!r})", 2)
    try:
        return command()
    except NoSolution as error:
        return fail(f"{name}: {error}", 1)
    except DynamicsError as error:
        return fail(str(error), 2)
    except BrokenPipeError:
        raise
    except OSError as error:
        if not error.filename:
            raise
        return fail(f"{error.filename}: {error.strerror or error}", 2)


def _understood(given: list[str]) -> tuple[str, Callable[[], int]]:
    """(of what a failure is told, what to do); bad usage ends here."""
    if given[:1] not in ([name] for name in (*EXAMPLES, "-h", "--help", "--version")):
        window = window_parser()
        wish = window.parse_args(given)
        if wish.file[1:]:
            window.error(f"{wish.file[0]!r} is no command, and a FILE stands alone")
        from denoc_studio.command_line.opening import FIRST, open_window

        name = wish.file[0] if wish.file else FIRST
        return name, lambda: open_window(name, wish.xacro, wish.new_window)
    parsed = command_parser().parse_args(given)
    speak(getattr(parsed, "quiet", False), getattr(parsed, "verbose", False))
    from denoc_studio.command_line.commands import COMMANDS

    return getattr(parsed, "project", parsed.command), lambda: COMMANDS[parsed.command](parsed)


def _drop_output() -> None:
    """What is still on its way to standard output goes nowhere, and the program's end does not try again."""
    with suppress(OSError, ValueError, AttributeError):  # where it is no file of the system
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
