"""`denoc-studio convert`: a robot from one format to another, by the endings of the files' names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from app.standard_streams import STANDARD, from_standard_input, to_standard_output
from app.targets import check_target
from dynamics.errors import DynamicsError, ProjectError
from dynamics.examples import examples, load
from dynamics.io.latex import save_latex
from dynamics.io.mjcf_writer import save_mjcf
from dynamics.io.paths import is_folder, is_there
from dynamics.io.project_file import SUFFIX, save_project
from dynamics.io.toolbox import save_toolbox
from dynamics.io.urdf_project import is_urdf, urdf_project
from dynamics.io.urdf_writer import save_urdf
from dynamics.project import Project

Notes = tuple[str, ...]  # what the target cannot hold


def convert(
    source: str, target: Path | None, base: str | None = None, tip: str | None = None, ending: str = SUFFIX
) -> list[str]:
    """Write what `source` holds as `target`, or to standard output as a file of this `ending` is written; returns what
    was assumed or left out on the way."""
    if target is not None:
        write = _writer(target)
        check_target(target, source)
        project, reports = read(source, base, tip)
        return [*reports, *write(project, target)]
    project, reports = read(source, base, tip)
    bare = replace(project, visuals=tuple(visual for visual in project.visuals if visual.kind != "mesh"))
    lost = ["standard output has no folder for meshes: they are left out"] if bare != project else []
    with to_standard_output(ending) as path:
        return [*reports, *lost, *KINDS[ending](bare, path)]


def read(source: str, base: str | None = None, tip: str | None = None) -> tuple[Project, Notes]:
    """(the project that a file, a folder with a URDF, an example or standard input holds, what was assumed or left
    out)."""
    if source == STANDARD:
        with from_standard_input() as path:
            return _read(str(path), base, tip)
    return _read(source, base, tip)


def _read(source: str, base: str | None, tip: str | None) -> tuple[Project, Notes]:
    path = Path(source)
    if not holds_urdf(source):
        if base is not None or tip is not None:
            raise DynamicsError(f"{source}: --base and --tip pick a chain from a URDF file, which this is not")
        return load(source), ()
    try:
        return urdf_project(path, base, tip)
    except ProjectError as error:
        if error.field != "tip" or tip is not None:
            raise
        raise ProjectError(path, f"{error.reason}; --tip names one", field="tip") from None


def holds_urdf(source: str) -> bool:
    """Whether this names a URDF file or a folder that may hold one; examples come before folders of their name."""
    return is_there(source) if is_urdf(Path(source)) else is_folder(source) and source not in examples()


def _save_project(project: Project, path: Path) -> Notes:
    save_project(project, path)
    return ()


KINDS: dict[str, Callable[[Project, Path], Notes]] = {
    SUFFIX: _save_project,
    ".urdf": lambda project, path: save_urdf(project.robot, path),
    ".xml": lambda project, path: save_mjcf(project.robot, path),
    ".mjcf": lambda project, path: save_mjcf(project.robot, path),
    ".py": lambda project, path: save_toolbox(project.robot, path),
    ".tex": lambda project, path: save_latex(project.robot, path),
}


def _writer(target: Path) -> Callable[[Project, Path], Notes]:
    for ending, write in KINDS.items():
        if target.name.lower().endswith(ending):
            return write
    raise DynamicsError(f"{target}: cannot be written; possible endings: {', '.join(KINDS)}")
