"""Keeps the results of the long programmes in docs/reliability.md: one row a programme, the newest only."""

from __future__ import annotations

import os
import platform
from datetime import date

from tests.long.tally import Tally
from tests.support.places import ROOT

PAGE = ROOT / "docs" / "reliability.md"
HEAD = "| programme | what is tried | tried | failed | worst | took | when and where |"


def machine() -> str:
    """The day and the machine, e.g. "2026-11-16, Linux x86_64, 2 cores, Python 3.11"."""
    python = ".".join(platform.python_version_tuple()[:2])
    return f"{date.today()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {python}"


def row(name: str, what: str, tally: Tally) -> str:
    cells = (name, what, str(tally.cases), str(len(tally.failures)), tally.worst_words())
    return f"| {' | '.join(cells)} | {tally.seconds():.0f} s | {machine()} |"


def record(name: str, what: str, tally: Tally) -> None:
    """Put a programme's row into the page's table, in the place of an older one."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(HEAD)
    dashes, *lines = rest.lstrip("\n").split("\n")
    end = next((number for number, line in enumerate(lines) if not line.startswith("|")), len(lines))
    rows = {line.split(" | ")[0].strip("| "): line for line in lines[:end]}
    rows[name] = row(name, what, tally)
    PAGE.write_text("\n".join([before + HEAD, dashes, *(rows[each] for each in sorted(rows)), *lines[end:]]), "utf-8")
