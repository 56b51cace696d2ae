"""`denoc-studio convert`: a robot from one format to another, by the endings of the files' names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from denoc.basics.errors import DynamicsError, ProjectError
from denoc.files.disk.paths import is_folder, is_there
from denoc.files.examples import examples, load
from denoc.files.projects.project import Project
from denoc.files.projects.project_file import SUFFIX
from denoc.files.robots import is_robot, robot_project
from denoc.files.urdf.xacro import is_xacro
from denoc_studio.command_line.arguments import STANDARD
from denoc_studio.command_line.standard_streams import from_standard_input, to_standard_output
from denoc_studio.command_line.targets import check_target
from denoc_studio.paper.robot_files import WRITERS, Notes, writer_of


def convert(
    source: str,
    target: Path | None,
    base: str | None = None,
    tip: str | None = None,
    ending: str = SUFFIX,
    xacro: bool = False,
) -> list[str]:
    """Write what `source` holds as `target`, or to standard output as a file of this `ending` is written; returns what
    was assumed or left out on the way."""
    if target is not None:
        write = writer_of(target)
        check_target(target, source)
        project, reports = read(source, base, tip, xacro)
        return [*reports, *write(project, target)]
    project, reports = read(source, base, tip, xacro)
    bare = replace(project, visuals=tuple(visual for visual in project.visuals if visual.kind != "mesh"))
    lost = ["standard output has no folder for meshes: they are left out"] if bare != project else []
    with to_standard_output(ending) as path:
        return [*reports, *lost, *WRITERS[ending](bare, path)]


def read(source: str, base: str | None = None, tip: str | None = None, xacro: bool = False) -> tuple[Project, Notes]:
    """(the project that a file, a folder with a URDF, an example or standard input holds, what was assumed or left
    out)."""
    if source == STANDARD:
        with from_standard_input() as path:
            return _read(str(path), base, tip, False)
    return _read(source, base, tip, xacro)


def _read(source: str, base: str | None, tip: str | None, xacro: bool) -> tuple[Project, Notes]:
    path = Path(source)
    if not holds_robot(source):
        if base is not None or tip is not None:
            raise DynamicsError(f"{source}: --base and --tip pick a chain from a URDF or MJCF file, which this is not")
        return load(source), ()
    if is_xacro(path) and not xacro:
        raise ProjectError(
            path, "is a xacro template; --xacro runs the program xacro on it, which may run what it says"
        )
    try:
        return robot_project(path, base, tip, xacro=xacro)
    except ProjectError as error:
        if error.field != "tip" or tip is not None:
            raise
        raise ProjectError(path, f"{error.reason}; --tip names one", field="tip") from None


def holds_robot(source: str) -> bool:
    """Whether this names a robot of another program, or a folder that may hold one; examples come before folders."""
    return is_there(source) if is_robot(Path(source)) else is_folder(source) and source not in examples()
