"""The robot in the formats of other programs, by the endings of their files' names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from denoc.basics.errors import DynamicsError
from denoc.files.text.file_names import SUFFIX

if TYPE_CHECKING:
    from denoc.files.projects.project import Project

Notes = tuple[str, ...]  # what a format cannot hold


def _save_project(project: Project, path: Path) -> Notes:
    from denoc.files.projects.project_file import save_project

    save_project(project, path)
    return ()


def _save_urdf(project: Project, path: Path) -> Notes:
    from denoc.files.writers.urdf_writer import save_urdf

    return save_urdf(project.robot, path)


def _save_mjcf(project: Project, path: Path) -> Notes:
    from denoc.files.writers.mjcf_writer import save_mjcf

    return save_mjcf(project.robot, path)


def _save_toolbox(project: Project, path: Path) -> Notes:
    from denoc.files.writers.toolbox import save_toolbox

    return save_toolbox(project.robot, path)


def _save_latex(project: Project, path: Path) -> Notes:
    from denoc.files.writers.latex import save_latex

    return save_latex(project.robot, path)


def _save_c(project: Project, path: Path) -> Notes:
    from denoc.files.writers.programs import save_c

    return save_c(project.robot, path)


def _save_matlab(project: Project, path: Path) -> Notes:
    from denoc.files.writers.programs import save_matlab

    return save_matlab(project.robot, path)


WRITERS: dict[str, Callable[[Project, Path], Notes]] = {
    SUFFIX: _save_project,
    ".urdf": _save_urdf,
    ".xml": _save_mjcf,
    ".mjcf": _save_mjcf,
    ".py": _save_toolbox,
    ".tex": _save_latex,
    ".c": _save_c,
    ".m": _save_matlab,
}


def writer_of(target: Path) -> Callable[[Project, Path], Notes]:
    """By the ending of the file's name; DynamicsError names those that there are."""
    for ending, write in WRITERS.items():
        if target.name.lower().endswith(ending):
            return write
    raise DynamicsError(f"{target}: cannot be written; possible endings: {', '.join(WRITERS)}")
