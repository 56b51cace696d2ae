"""The lab report: what it is made of, and its order, which a process of its own can carry out."""

from __future__ import annotations

import datetime
import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from denoc.files.disk.files import save_bytes
from denoc.files.projects.project import Project
from denoc.runs.horizon import with_horizon
from denoc.runs.recording import Recording
from denoc_studio.paper.actuator_report import ReportSource
from denoc_studio.paper.report.identified_part import IdentifiedPart
from denoc_studio.plots.measured import Overlay


class PinnedRun(NamedTuple):
    """The run that this one is compared with, and what it is called."""

    project: Project
    recording: Recording
    name: str


@dataclass(frozen=True)
class LabSource(ReportSource):
    """What a lab report is made of: the run, and what it is compared with."""

    date: str = ""
    pinned: PinnedRun | None = None
    identified: IdentifiedPart | None = None
    measured: Overlay | None = None  # a log over the run

    @property
    def command(self) -> str:
        """What makes the report again."""
        stem = Path(self.file).name.split(".")[0] or "arm"
        return f"denoc-studio report {shlex.quote(self.file)} --out {shlex.quote(f'{stem}-report.pdf')}"


@dataclass(frozen=True)
class LabOrder:
    """Where the lab report is to be written, all pages as one PDF."""

    path: Path

    def files(self, source: LabSource) -> list[Path]:
        return [self.path]

    def write(self, source: LabSource, tell: Callable[[str, float], object]) -> None:
        tell(self.path.name, 0.0)
        from denoc_studio.paper.report.document import lab_report  # matplotlib takes more than a second to import

        source = replace(source, recording=with_horizon(source.recording))
        save_bytes(self.path, lab_report(source, lambda share: tell(self.path.name, share)))


def lab_source(
    project: Project, recording: Recording, outcome: str, file: str, pinned: PinnedRun | None = None
) -> LabSource:
    return LabSource(project, recording, outcome, file, degrees=True, date=today(), pinned=pinned)


def today() -> str:
    """The date; a build that is to be repeated says which."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    if fixed.isdigit():
        return datetime.datetime.fromtimestamp(int(fixed), datetime.UTC).date().isoformat()
    return datetime.date.today().isoformat()
