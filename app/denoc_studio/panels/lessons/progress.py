"""Which exercises this user has answered: kept for the user, not in the project."""

from __future__ import annotations

import json

from PySide6.QtCore import QObject, QSettings, Signal

from denoc_studio.lessons.lesson import Lesson

KEY = "lessons/answered"
LONGEST = 100_000  # characters


class Progress(QObject):
    """Exercises by lesson, counted from 0 through all cards.

    They are kept by their questions, so that one that is new or has changed in its file counts as not answered.
    """

    changed = Signal()

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._answered = _read(str(settings.value(KEY, "")))

    def answered(self, lesson: Lesson) -> frozenset[int]:
        known = self._answered.get(lesson.name, ())
        return frozenset(number for number, each in enumerate(lesson.exercises) if each.mark in known)

    def put(self, lesson: Lesson, exercise: int) -> None:
        self._answered.setdefault(lesson.name, set()).add(lesson.exercises[exercise].mark)
        self._write()

    def forget(self, lesson: Lesson) -> None:
        """Begin the lesson anew."""
        self._answered.pop(lesson.name, None)
        self._write()

    def _write(self) -> None:
        kept = {name: sorted(marks) for name, marks in sorted(self._answered.items())}
        self._settings.setValue(KEY, json.dumps(kept))
        self.changed.emit()


def _read(text: str) -> dict[str, set[str]]:
    """What is no progress as it was written here counts as none."""
    try:
        found = json.loads(text) if 0 < len(text) <= LONGEST else {}
        return {str(name): {str(mark) for mark in marks} for name, marks in found.items()}
    except (ValueError, TypeError, AttributeError):
        return {}
