"""`denoc-studio [FILE]`: the window; where there can be none, the project's pictures."""

from __future__ import annotations

from pathlib import Path

from denoc.files.examples import FIRST, load
from denoc_studio.command_line.convert import holds_urdf
from denoc_studio.command_line.display import obstacle
from denoc_studio.command_line.messages import fail
from denoc_studio.lessons import is_lesson


def open_window(name: str) -> int:
    """On this project, URDF file or example; the exit code."""
    reason = obstacle()
    if is_lesson(Path(name)):
        return _open_lesson(Path(name), reason)
    if not reason:
        return _open_urdf(Path(name)) if holds_urdf(name) else _open_project(name)
    from denoc_studio.command_line.commands import read_project, render_project
    from denoc_studio.command_line.render import RenderOptions

    project = read_project(name)
    folder = Path("out")
    print(f"No window can be opened: {reason}. Rendering into {folder.resolve()} instead.", flush=True)
    return render_project(name, project, folder, RenderOptions(("png", "csv", "gif")))


def _open_project(name: str) -> int:
    from denoc_studio.window.start import run

    project, path = load(name), Path(name)
    return run(project, path if path.is_file() else None)


def _open_lesson(path: Path, reason: str) -> int:
    """In the window; a file that is no lesson is refused here, before there is one."""
    from denoc_studio.lessons.lesson_file import read_lesson

    lesson = read_lesson(path)
    if reason:
        return fail(f"{path}: no window can be opened: {reason}; “denoc-studio worksheet {path}” needs none", 2)
    from denoc_studio.window.start import run

    return run(load(lesson.project), lesson=path)


def _open_urdf(path: Path) -> int:
    """A project is never saved over a URDF. Where it is not plain which chain is meant, the window asks."""
    from denoc.files.urdf.chain import chain_robot
    from denoc.files.urdf.project import arm_project
    from denoc.files.urdf.reader import read_urdf
    from denoc_studio.project.urdf_picks import plain_chain
    from denoc_studio.window.start import run

    tree = read_urdf(path)
    chain = plain_chain(tree)
    if chain is None:
        return run(load(FIRST), tree=tree)
    arm = chain_robot(tree, chain.base, chain.tip, tip_named=False)
    return run(arm_project(arm, tree.path), notes=arm.reports)
