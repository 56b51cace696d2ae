"""The geometry of visuals, loaded beside the window."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from threading import Event

from PySide6.QtCore import QObject, Signal

from denoc.arm.visuals import Visual
from denoc_studio.picture.meshes.primitives import Mesh
from denoc_studio.picture.meshes.visual_meshes import MOST_VISUALS, Key, Loaded, Shape, dressed_in, key_of, load_meshes
from denoc_studio.widgets.newest_only import NewestOnly


class ShapeLoader(QObject):
    """`shapes` gives what is at hand and asks for the rest; `ready` says that it is worth calling again."""

    ready = Signal()
    message = Signal(str)  # which files cannot be drawn

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[Key, Mesh | None] = {}
        self._asked: set[Key] = set()
        self._cancelled = Event()
        self._latest = NewestOnly(self)
        self._latest.done.connect(self._take)
        self._latest.failed.connect(self.message)

    def shapes(self, visuals: Sequence[Visual]) -> tuple[Shape, ...]:
        """Of the first visuals at least; a stranger's file may have more than can be drawn in good time."""
        shown = tuple(visuals[:MOST_VISUALS])
        keys = {key_of(visual) for visual in shown}
        if not keys <= self._asked:
            self._asked = keys
            self._ask(shown)
            if len(shown) < len(visuals):
                self.message.emit(f"Only {len(shown)} of the {len(visuals)} visuals are drawn")
        return self.at_hand(shown)

    def at_hand(self, visuals: Sequence[Visual]) -> tuple[Shape, ...]:
        """What is known of them, without asking for more: an arm that is shown beside another one wears the same."""
        return dressed_in(tuple(visuals[:MOST_VISUALS]), self._known)

    def forget(self, *_: object) -> None:
        """Another project: its files may have changed."""
        self._known, self._asked = {}, set()
        self._cancelled.set()
        self._latest.forget()

    def finish(self) -> None:
        self._cancelled.set()
        self._latest.wait()

    def _ask(self, visuals: tuple[Visual, ...]) -> None:
        self._cancelled.set()
        self._cancelled = Event()
        self._latest.ask(partial(load_meshes, visuals, self._cancelled.is_set))

    def _take(self, loaded: Loaded) -> None:
        self._known.update(loaded.meshes)
        if loaded.reports:
            more = f" (and {len(loaded.reports) - 1} more)" if len(loaded.reports) > 1 else ""
            self.message.emit(f"Not drawn as a mesh: {loaded.reports[0]}{more}")
        self.ready.emit()
