"""The robot in the formats of other programs, by the endings of their files' names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.files.projects.project_file import SUFFIX, save_project
from denoc.files.writers.latex import save_latex
from denoc.files.writers.mjcf_writer import save_mjcf
from denoc.files.writers.programs import save_c, save_matlab
from denoc.files.writers.toolbox import save_toolbox
from denoc.files.writers.urdf_writer import save_urdf

Notes = tuple[str, ...]  # what a format cannot hold


def _save_project(project: Project, path: Path) -> Notes:
    save_project(project, path)
    return ()


WRITERS: dict[str, Callable[[Project, Path], Notes]] = {
    SUFFIX: _save_project,
    ".urdf": lambda project, path: save_urdf(project.robot, path),
    ".xml": lambda project, path: save_mjcf(project.robot, path),
    ".mjcf": lambda project, path: save_mjcf(project.robot, path),
    ".py": lambda project, path: save_toolbox(project.robot, path),
    ".tex": lambda project, path: save_latex(project.robot, path),
    ".c": lambda project, path: save_c(project.robot, path),
    ".m": lambda project, path: save_matlab(project.robot, path),
}


def writer_of(target: Path) -> Callable[[Project, Path], Notes]:
    """By the ending of the file's name; DynamicsError names those that there are."""
    for ending, write in WRITERS.items():
        if target.name.lower().endswith(ending):
            return write
    raise DynamicsError(f"{target}: cannot be written; possible endings: {', '.join(WRITERS)}")
