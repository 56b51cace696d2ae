"""The lessons that come with the program, in their order."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from denoc_studio.lessons.lesson import Lesson
from denoc_studio.lessons.lesson_file import parse_lesson


@cache
def bundled_lessons() -> tuple[Lesson, ...]:
    """Read once."""
    folder = files("denoc_resources") / "lessons"
    found = sorted((each for each in folder.iterdir() if each.name.endswith(".md")), key=lambda each: each.name)
    return tuple(parse_lesson(each.read_text(encoding="utf-8"), each.name) for each in found)
