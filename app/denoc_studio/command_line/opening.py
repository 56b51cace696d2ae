"""`denoc-studio [FILE]`: the window; where there can be none, the project's pictures."""

from __future__ import annotations

from pathlib import Path

from denoc.files.disk.paths import is_there
from denoc.files.examples import FIRST, examples, load
from denoc_studio.command_line.arguments import STANDARD
from denoc_studio.command_line.convert import holds_robot, read
from denoc_studio.command_line.display import obstacle
from denoc_studio.command_line.messages import fail
from denoc_studio.lessons import is_lesson


def open_window(name: str, xacro: bool = False, new_window: bool = False) -> int:
    """On this project, robot of another program, example or standard input; the exit code."""
    reason = obstacle()
    if not reason and not new_window and not xacro and name not in examples() and is_there(name):
        from denoc_studio.window.files.handover import hand_over

        if hand_over(Path(name)):
            print(f"{name}: opened in the window that is open already; --new-window opens another")
            return 0
    if is_lesson(Path(name)):
        return _open_lesson(Path(name), reason)
    if not reason:
        return _open_robot(Path(name), xacro) if holds_robot(name) else _open_project(name)
    from denoc_studio.command_line.commands import read_project, render_project
    from denoc_studio.command_line.render import RenderOptions

    project = read_project(name, xacro=xacro)
    folder = Path("out")
    print(f"No window can be opened: {reason}. Rendering into {folder.resolve()} instead.", flush=True)
    return render_project(name, project, folder, RenderOptions(("png", "csv", "gif")))


def _open_project(name: str) -> int:
    from denoc_studio.window.start import run

    if name == STANDARD:
        project, notes = read(name)
        return run(project, notes=notes)
    path = None if name in examples() else Path(name)  # a file that is called as an example is is not what was opened
    return run(load(name), path if path is not None and path.is_file() else None)


def _open_lesson(path: Path, reason: str) -> int:
    """In the window; a file that is no lesson is refused here, before there is one."""
    from denoc_studio.lessons.lesson_file import read_lesson

    lesson = read_lesson(path)
    if reason:
        return fail(f"{path}: no window can be opened: {reason}; “denoc-studio worksheet {path}” needs none", 2)
    from denoc_studio.window.start import run

    return run(load(lesson.project), lesson=path)


def _open_robot(path: Path, xacro: bool) -> int:
    """A project is never saved over a URDF. Where it is not plain which chain is meant, the window asks."""
    from denoc.files.robots import read_tree
    from denoc.files.urdf.chain import chain_robot
    from denoc.files.urdf.project import arm_project
    from denoc.files.urdf.xacro import is_xacro
    from denoc_studio.project.urdf_picks import plain_chain
    from denoc_studio.window.start import run

    if is_xacro(path) and not xacro:
        return run(load(FIRST), template=path)
    tree = read_tree(path, xacro=xacro)
    chain = plain_chain(tree)
    if chain is None:
        return run(load(FIRST), tree=tree)
    arm = chain_robot(tree, chain.base, chain.tip, tip_named=False)
    return run(arm_project(arm, tree.path), notes=arm.reports)
