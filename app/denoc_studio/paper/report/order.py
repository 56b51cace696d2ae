"""The lab report: what it is made of, and its order, which a process of its own can carry out."""

from __future__ import annotations

import datetime
import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from app.actuator_report import ReportSource
from dynamics.horizon import with_horizon
from dynamics.io.files import save_bytes
from dynamics.project import Project
from dynamics.recording import Recording


@dataclass(frozen=True)
class LabSource(ReportSource):
    """A run with all that is told about it."""

    date: str = ""

    @property
    def command(self) -> str:
        """What makes the report again."""
        stem = Path(self.file).name.split(".")[0] or "arm"
        return f"denoc-studio report {shlex.quote(self.file)} --out {shlex.quote(f'{stem}-report.pdf')}"


@dataclass(frozen=True)
class LabOrder:
    """All pages into one file."""

    path: Path

    def files(self, source: LabSource) -> list[Path]:
        return [self.path]

    def write(self, source: LabSource, tell: Callable[[str, float], object]) -> None:
        tell(self.path.name, 0.0)
        from app.report.document import lab_report  # matplotlib takes more than a second to import

        source = replace(source, recording=with_horizon(source.recording))
        save_bytes(self.path, lab_report(source, lambda share: tell(self.path.name, share)))


def lab_source(project: Project, recording: Recording, outcome: str, file: str) -> LabSource:
    return LabSource(project, recording, outcome, file, degrees=True, date=today())


def today() -> str:
    """The date; a build that is to be repeated says which."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    if fixed.isdigit():
        return datetime.datetime.fromtimestamp(int(fixed), datetime.UTC).date().isoformat()
    return datetime.date.today().isoformat()
