"""What is said beside the results: errors, warnings and what takes long, a line each on standard error.

How much of it, `--quiet` and `--verbose` tell: it is the level of the program's own log.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

LOG = logging.getLogger("denoc_studio.command_line")
LOGS = (LOG, logging.getLogger("denoc"))  # the numerics say when they compile


def fail(message: str, code: int) -> int:
    """Says the error; gives the exit code back."""
    print(f"denoc-studio: error: {_line(message)}", file=sys.stderr)
    return code


def warn(warnings: Sequence[str]) -> None:
    for warning in warnings:
        print(f"denoc-studio: warning: {_line(warning)}", file=sys.stderr)


def speak(quiet: bool = False, verbose: bool = False) -> None:
    """From now on only warnings are told, or the usual, or every step with its time."""
    for log in LOGS:
        if not any(isinstance(handler, _ToStandardError) for handler in log.handlers):
            log.addHandler(_ToStandardError())
        log.setLevel(logging.WARNING if quiet else logging.DEBUG if verbose else logging.INFO)


def is_quiet() -> bool:
    return not LOG.isEnabledFor(logging.INFO)


def say(line: object) -> None:
    """A line about the result on standard output; not where it is to be quiet."""
    if not is_quiet():
        print(line)


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Tells how long it took, where that is wanted."""
    started = time.perf_counter()
    yield
    LOG.debug("%s: %.2f s", what, time.perf_counter() - started)


class _ToStandardError(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        level = "warning: " if record.levelno >= logging.WARNING else ""
        print(f"denoc-studio: {level}{_line(record.getMessage())}", file=sys.stderr)


def _line(message: str) -> str:
    """The message on one line, whatever names it quotes."""
    return " ".join("".join(each if each.isprintable() else " " for each in message).split())
