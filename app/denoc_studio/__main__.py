"""`denoc-studio`, the same as `python -m denoc_studio`; `denoc-studio-window` where no console is to open."""

from __future__ import annotations

import io
import os
import signal
import sys

INTERRUPTED = 128 + signal.SIGINT  # exit code, as shells have it


def main() -> int:
    try:
        _prepare_streams()
        _end_in_order()
        from denoc_studio.command_line.cli import main as run
        from denoc_studio.command_line.progress import interrupted

        code = run()
        return INTERRUPTED if interrupted() else code
    except KeyboardInterrupt:  # before, or outside, everything that handles it better
        print("denoc-studio: error: interrupted", file=sys.stderr)
        return INTERRUPTED


def main_without_console() -> int:
    """`denoc-studio-window`: as `main`; on Windows without a console, where words that would stand there get a box."""
    from denoc_studio.command_line.without_console import run

    return run(main)


def _prepare_streams() -> None:
    """A standard stream that was closed before the start leads nowhere: a file that is opened later would get its
    number, and what is printed. A letter that the output's encoding does not have is written as standard error does.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _end_in_order() -> None:
    """Signals that would end the program on the spot let it clear up first. The window has its own way."""

    def end(number: int, frame: object) -> None:
        sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)


if __name__ == "__main__":
    sys.exit(main())
