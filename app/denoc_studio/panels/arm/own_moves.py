"""Moves of the camera that nobody asked for: each belongs to the edit that led to it, and goes when that is undone."""

from __future__ import annotations

from typing import NamedTuple

from denoc_studio.picture.arm.camera import Camera


class View(NamedTuple):
    camera: Camera
    chosen: bool  # by the user
    aspect: float  # of the window that it was made for


class OwnMoves:
    def __init__(self) -> None:
        self._before: list[tuple[int, View]] = []  # the undo step, and the view before it; steps rise

    def add(self, step: int, before: View) -> None:
        self._before.append((step, before))

    def forget(self, *_: object) -> None:
        """Another project: nothing of it can be undone."""
        self._before.clear()

    def taken_back(self, step: int) -> View | None:
        """The view before the first move that a later step than this one had led to; None where there was none."""
        later = [view for at, view in self._before if at > step]
        self._before = [move for move in self._before if move[0] <= step]
        return later[0] if later else None
