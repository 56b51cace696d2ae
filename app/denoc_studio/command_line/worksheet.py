"""A worksheet without a window."""

from __future__ import annotations

from pathlib import Path

from denoc.basics.errors import DynamicsError
from denoc.files.disk.files import save_bytes
from denoc.files.examples import load
from denoc.files.projects.project import Project
from denoc_studio.lessons.lesson import Lesson
from denoc_studio.lessons.lesson_file import read_lesson
from denoc_studio.lessons.shelf import bundled_lessons


def write_worksheet(lesson: str, project: Project | None, seed: int, out: Path, key: Path | None = None) -> list[Path]:
    """The files that were written; of the lesson's own arm where no project is given. DynamicsError names what is
    wrong."""
    from denoc_studio.paper.worksheet import worksheet

    found = _lesson(lesson)
    if not found.recursion:
        raise DynamicsError("this lesson plays no recursion", field="recursion", value=found.name)
    robot = (project or load(found.project)).robot
    made = worksheet(found, robot, seed)
    save_bytes(out, made.sheet)
    if key is None:
        return [out]
    save_bytes(key, made.key)
    return [out, key]


def _lesson(name: str) -> Lesson:
    bundled = bundled_lessons()
    if name.isascii() and name.isdigit():
        if not 1 <= int(name) <= len(bundled):
            raise DynamicsError(f"there are lessons 1 to {len(bundled)}", field="LESSON", value=name)
        return bundled[int(name) - 1]
    return read_lesson(Path(name))
