"""The report on the actuators: what it is made of, and its order, which a process of its own carries out."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from denoc.basics.errors import DynamicsError
from denoc.files.disk.files import save_bytes
from denoc.files.examples import examples, load
from denoc.files.projects.project import Project
from denoc.files.projects.project_file import SUFFIX
from denoc.files.text.file_names import file_stem
from denoc.runs.recording import Recording


@dataclass(frozen=True)
class ReportSource:
    """A run, how it ended where it is unfinished, and the file that holds its project.

    `saved`: the file holds the project that the run is of; `stale`: the project was changed after the run.
    """

    project: Project
    recording: Recording
    outcome: str
    file: str
    degrees: bool
    saved: bool = True
    stale: bool = False

    @property
    def command(self) -> str:
        """The command that computes the run again in a terminal."""
        return f"denoc-studio run {shlex.quote(self.file)} --out out"


@dataclass(frozen=True)
class ReportOrder:
    """Where the one page about the actuators is to be written, as PDF."""

    path: Path

    def files(self, source: ReportSource) -> list[Path]:
        return [self.path]

    def write(self, source: ReportSource, tell: Callable[[str], None]) -> None:
        from denoc_studio.paper.actuator_page import actuator_page  # matplotlib takes more than a second to import

        tell(self.path.name)
        save_bytes(self.path, actuator_page(source).export("pdf"))


def project_file(project: Project, path: Path | None) -> str:
    """Where the project is: its file, else the example that it is, else the file that it would be saved to."""
    if path is not None:
        return path.name
    return project.name if is_example(project) else f"{file_stem(project.name)}{SUFFIX}"


def is_example(project: Project) -> bool:
    """Does the example of this name compute the same run?"""
    try:
        return project.name in examples() and load(project.name).same_run(project)
    except DynamicsError:
        return False  # an example that cannot be read is none


def outcome(status: str, message: str, end: float) -> str:
    """How an unfinished run ended, in words; empty for a finished one."""
    if status == "completed":
        return ""
    return f"The run {status} at t = {end:.4g} s{f': {message}' if message else ''}."
