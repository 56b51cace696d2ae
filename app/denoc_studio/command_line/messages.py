"""What is said beside the results: errors, warnings and what takes long, a line each on standard error."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence


def fail(message: str, code: int) -> int:
    """Says the error; gives the exit code back."""
    print(f"denoc-studio: error: {_line(message)}", file=sys.stderr)
    return code


def warn(warnings: Sequence[str]) -> None:
    for warning in warnings:
        print(f"denoc-studio: warning: {_line(warning)}", file=sys.stderr)


def tell_what_takes_long() -> None:
    """The numerics say when they compile something that takes seconds."""
    log = logging.getLogger("denoc")
    if not log.handlers:
        log.addHandler(_ToStandardError())
        log.setLevel(logging.INFO)


class _ToStandardError(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        level = "warning: " if record.levelno >= logging.WARNING else ""
        print(f"denoc-studio: {level}{_line(record.getMessage())}", file=sys.stderr)


def _line(message: str) -> str:
    """The message on one line, whatever names it quotes."""
    return " ".join("".join(each if each.isprintable() else " " for each in message).split())
