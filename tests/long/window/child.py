"""A window in a process of its own, which tells what it meets in lines of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PREFIX = "@"  # of a line that is meant for the one who started the process
Told = dict[str, Any]


def tell(**told: object) -> None:
    """In the child: one line to the process that started it."""
    print(PREFIX + json.dumps(told), flush=True)


def lines(module: str, arguments: list[str], variables: dict[str, str], cwd: Path, seconds: float) -> Iterator[Told]:
    """What `python -m module arguments` tells; the last one is {"exit": its code, "words": the end of its stderr}.

    A child that says nothing for so many seconds is ended by its own watch, see `watch.Watch`.
    """
    complaints = cwd / "stderr.txt"
    with complaints.open("w+", encoding="utf-8", errors="replace") as stderr:
        command = [sys.executable, "-X", "faulthandler", "-m", module, *arguments]
        child = subprocess.Popen(command, env=variables, cwd=cwd, stdout=subprocess.PIPE, stderr=stderr, text=True)
        assert child.stdout is not None
        try:
            for line in child.stdout:
                if line.startswith(PREFIX):
                    yield json.loads(line.removeprefix(PREFIX))
            code = child.wait(seconds)
        except subprocess.TimeoutExpired:
            code = -9
        finally:
            child.kill()
            child.wait()
        yield {"exit": code, "words": _last_words(complaints.read_text(encoding="utf-8", errors="replace"))}


def _last_words(text: str) -> str:
    """From shortly before a crash on, or the end of it."""
    crash = text.rfind("Fatal Python error")
    return text[max(crash - 1000, 0) :][:6000] if crash >= 0 else text[-3000:]
