"""Two windows on one file in every order: nothing that was acknowledged is lost. The suite tries it briefly, the long
programme until it is a figure."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import QCoreApplication, QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.disk.files import BACKUP
from denoc.files.examples import load, rod_chain
from denoc.files.projects.project import Project
from denoc.files.projects.project_file import SUFFIX, load_project
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.session.disk_watch import FileOnDisk
from denoc_studio.session.document import Document
from denoc_studio.session.recovery import Recovery
from denoc_studio.session.recovery_store import leftovers
from denoc_studio.window.files import shared_file
from denoc_studio.window.files.changed_dialog import Answer
from denoc_studio.window.files.file_manager import FileManager


def others(path: Path) -> list[Path]:
    """The versions of somebody else that are kept beside a file."""
    stem = path.name.partition(".")[0]
    return sorted(item for item in path.parent.iterdir() if item.name.startswith(f"{stem} (other version"))


def words(project: Project) -> set[str]:
    """The steps that a version was made by: every edit adds one to its description."""
    return set(project.description.split())


class Window:
    """A document with its file manager and its recovery, as a window has them."""

    def __init__(self, name: str, place: Path, desk: Desk) -> None:
        self.name, self._place, self._desk = name, place, desk
        self.start()

    def start(self) -> None:
        settings = QSettings(str(self._place / f"{self.name}.ini"), QSettings.Format.IniFormat)
        preferences = Preferences(settings)
        self.parent = QWidget()
        self.document = Document(rod_chain(1), self.parent)
        self.files = FileManager(self.document, preferences, Themes(preferences, self.parent), self.parent)
        self.files._complain = self._desk.complain  # type: ignore[method-assign]
        self.recovery = Recovery(self.document, self._place / "recovery", self.parent)

    def edit(self) -> None:
        self._desk.edits += 1
        text = f"{self.document.project.description} {self.name}{self._desk.edits}"
        self.document.edit(replace(self.document.project, description=text), "Edit")

    def settle(self) -> None:
        """What is unsaved is on the disk, as it would be some seconds later."""
        self.recovery._timer.stop()
        self.recovery._keep()
        self.recovery._do(lambda: None)
        if self.recovery._busy is not None:
            self.recovery._busy.result()

    def crash(self) -> None:
        """What a killed process leaves: its copies, without their lock. Then it is started anew."""
        self.recovery._timer.stop()
        self.recovery._closed = True
        self.recovery._thread.shutdown(wait=True)
        if self.recovery._slot is not None:
            self.recovery._slot._lock.release(remove=False)
        self._vanish()
        self.start()

    def close(self) -> None:
        """In order, giving up what is unsaved."""
        self.recovery.close()
        self._vanish()
        self.start()

    def end(self) -> None:
        self.recovery.close()
        self._vanish()

    def _vanish(self) -> None:
        self.files.finish()
        self.parent.deleteLater()
        QCoreApplication.processEvents()


class Desk:
    """Two windows, two files, and somebody who does anything in any order.

    After each step every version whose saving was acknowledged, and every unsaved one that a recovery file held, must
    be part of something on the disk, unless its own author gave it up.
    """

    STEPS = (*["edit"] * 4, *["save"] * 4, "open", "save_as", "crash", "recover", "close", "script", "remove")

    def __init__(self, place: Path, seed: int) -> None:
        self.paths = [place / f"{name}.arm.json" for name in ("one", "one", "one", "two")]  # mostly the same one
        self.edits = 0
        self.acknowledged: set[str] = set()
        self.asked = 0
        self.complaints: list[str] = []
        self._place = place
        self._random = random.Random(seed)
        load("planar-3r-free-fall").save(self.paths[0])
        self.windows = [Window("a", place, self), Window("b", place, self)]

    def complain(self, title: str, error: object) -> None:
        self.complaints.append(f"{title}: {error}")

    def answer(self, sight: FileOnDisk, mine: Project, parent: QWidget) -> Answer:
        """In the place of the dialog."""
        self.asked += 1
        answer = self._random.choice(list(Answer))
        if answer is Answer.RELOAD and sight.project is not None:
            self._give_up(next(window for window in self.windows if window.parent is parent))
        return answer

    def choose_file(self, *_: object) -> tuple[str, str]:
        """In the place of the dialog for saving."""
        return str(self._random.choice([*self.paths, ""])) or "", ""

    def step(self) -> str:
        """One act of one window; what it was."""
        window, act = self._random.choice(self.windows), self._random.choice(self.STEPS)
        if window.document.path is None and act not in ("recover", "crash"):
            act = "open"
        getattr(self, f"_{act}")(window)
        for each in self.windows:
            each.settle()
        return f"{window.name} {act}"

    def check(self) -> None:
        missing = self.acknowledged - set().union(*(words(project) for project in self.on_disk().values()))
        assert not missing, f"lost: {sorted(missing)}"
        assert not list(self._place.glob(".*.tmp")), "temporary files"

    def on_disk(self) -> dict[Path, Project]:
        """Every version that is in a file, its backup, a kept copy or the recovery folder."""
        places = [place for place in (self._place, self._place / "recovery") if place.is_dir()]
        files = [path for place in places for path in place.iterdir()]
        return {path: load_project(path) for path in files if path.name.endswith((SUFFIX, SUFFIX + BACKUP))}

    def end(self) -> None:
        for window in self.windows:
            window.end()

    def _edit(self, window: Window) -> None:
        window.edit()

    def _give_up(self, window: Window) -> None:
        """The window's user discards what is nowhere but in it and in its own recovery file."""
        own = None if window.recovery._slot is None else window.recovery._slot.project_file
        elsewhere = [words(project) for path, project in self.on_disk().items() if path != own]
        self.acknowledged -= words(window.document.project) - set().union(*elsewhere)

    def _save(self, window: Window) -> None:
        if window.files.save():
            self._acknowledge(window)

    def _save_as(self, window: Window) -> None:
        if window.files.save_as():
            self._acknowledge(window)

    def _open(self, window: Window) -> None:
        path = self._random.choice(self.paths)
        if path.exists():
            self._give_up(window)
            window.document.undo_stack.setClean()
            window.files.open_path(path)

    def _crash(self, window: Window) -> None:
        """Work that its recovery file holds is promised to be found again."""
        window.settle()
        unsaved = words(window.document.project) if window.document.modified else set()
        window.crash()
        self.acknowledged |= unsaved

    def _recover(self, window: Window) -> None:
        found = leftovers(self._place / "recovery")
        chosen = self._random.choice(found) if found and not window.document.modified else None
        for leftover in found:
            if leftover is not chosen:
                leftover.slot.close(keep=True)
        if chosen is not None:
            window.recovery.adopt(chosen)

    def _close(self, window: Window) -> None:
        """A document that is unsaved is saved first, as the question on closing proposes."""
        if not window.document.modified or window.files.save():
            self._acknowledge(window)
            window.close()

    def _script(self, window: Window) -> None:
        """Another program writes the file in place, having read it: it adds to what is there."""
        path = self._random.choice(self.paths)
        if path.exists():
            self.edits += 1
            project = load(path)
            replace(project, description=f"{project.description} s{self.edits}").save(path)
            self.acknowledged.add(f"s{self.edits}")

    def _remove(self, window: Window) -> None:
        """Somebody moves a file into another folder, where it stays."""
        path = self._random.choice(self.paths)
        if path.exists() and self._random.random() < 0.3:
            path.rename(path.with_name(f"moved {self._random.random()}.arm.json"))

    def _acknowledge(self, window: Window) -> None:
        if window.document.path is not None and not window.document.modified:
            self.acknowledged |= words(window.document.project)


def any_order(place: Path, seed: int, steps: int = 40) -> Desk:
    """So many steps of one random story, checked after each."""
    desk = Desk(place, seed)
    story: list[str] = []
    with patch.object(shared_file, "ask", desk.answer), patch.object(QFileDialog, "getSaveFileName", desk.choose_file):
        for _ in range(steps):
            try:
                story.append(desk.step())
                desk.check()
            except (AssertionError, DynamicsError) as why:
                desk.end()
                raise AssertionError(f"seed {seed}: {why} after {', '.join(story)}") from None
        desk.end()
    assert not desk.complaints, desk.complaints
    return desk
