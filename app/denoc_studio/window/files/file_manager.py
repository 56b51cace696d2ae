"""New, open, save, recent files; asks before anything unsaved is lost, and says in words what failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.disk.paths import home, is_folder, whole_path
from denoc.files.disk.versions import FileChanged, Version
from denoc.files.examples import load, rod_chain
from denoc.files.projects.project import Project
from denoc.files.projects.project_file import SUFFIX, read_project
from denoc.files.robots import is_robot
from denoc.files.text.file_names import file_stem
from denoc.files.urdf.project import arm_project
from denoc.files.urdf.xacro import is_xacro, xacro_program
from denoc_studio.look.folders import recent_files
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.picture.image.warm_up import make_ready
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.widgets.newest_only import NewestOnly
from denoc_studio.widgets.questions import path_to_save, with_ending
from denoc_studio.window.files.changed_dialog import Answer
from denoc_studio.window.files.shared_file import SharedFile
from denoc_studio.window.files.urdf_opener import Read, UrdfOpener

if TYPE_CHECKING:
    from denoc.files.urdf.tree import UrdfTree

FILTER = f"Arms (*{SUFFIX} *.urdf *.xml *.mjcf *.xacro);;All files (*)"
SAVE_FILTER = f"Projects (*{SUFFIX});;All files (*)"
ROBOT_FILTER = "URDF and MuJoCo (*.urdf *.xml *.mjcf *.xacro);;All files (*)"
Opened = tuple[Project, Path | None, Version | None, Sequence[str]]  # with reports
RECENT = 10
UNTITLED = "untitled"
LONG = 30  # joints: a longer arm is made ready beside the window

Button = QMessageBox.StandardButton


class FileManager(QObject):
    recent_changed = Signal()
    message = Signal(str)  # something to know, for the status bar
    noted = Signal(str, object)  # what was opened; what was assumed or left out, in sentences

    def __init__(self, document: Document, preferences: Preferences, themes: Themes, window: QWidget) -> None:
        super().__init__(window)
        self._document = document
        self._settings = preferences.settings
        self._window = window
        self._opening = NewestOnly(self)
        self._opening.done.connect(self._replace_soon)
        self._opening.failed.connect(lambda reason: self._complain("This arm cannot be opened", reason))
        self._opened: Opened | None = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._replace_opened)
        self._urdf = UrdfOpener(themes, window)
        self._urdf.opened.connect(lambda read: self._take(read, read.arm.reports))
        self._urdf.picked.connect(lambda read: self._take(read, ()))
        self._urdf.failed.connect(self._refuse)
        self._asked_about = document.project  # what may be given up for what is being opened
        self.shared = SharedFile(document, window)
        self.shared.message.connect(self.message)

    @property
    def recent(self) -> list[Path]:
        return recent_files(self._settings)[:RECENT]

    def new(self) -> None:
        """A pendulum of one link to start from."""
        if self.may_discard():
            self._show(first_rod())

    def open(self) -> None:
        if not self.may_discard():
            return
        name, _ = QFileDialog.getOpenFileName(self._window, "Open an arm", self._folder(), FILTER)
        if name:
            self._load(Path(name))

    def open_path(self, path: Path) -> None:
        if self.may_discard():
            self._load(path)

    def import_urdf(self) -> None:
        """The user picks an arm from the file's tree, however plain it is."""
        if not self.may_discard():
            return
        name, _ = QFileDialog.getOpenFileName(self._window, "Import a robot", self._folder(), ROBOT_FILTER)
        if name:
            self._read_urdf(Path(name), ask=True)

    def choose_from(self, tree: UrdfTree) -> None:
        """The user picks an arm from this tree."""
        self._asked_about = self._document.project
        self._urdf.choose_from(tree.path, tree)

    def open_example(self, name: str) -> None:
        if self.may_discard():
            self._show(load(name))

    def save(self) -> bool:
        """Whether the document is saved now."""
        path = self._document.path
        return self._write(path) if path is not None else self.save_as()

    def save_as(self) -> bool:
        proposed = f"{file_stem(self._document.project.name)}{SUFFIX}"
        place = Path(self._folder()) / proposed
        path = path_to_save(self._window, "Save the arm", place, SAVE_FILTER, self._as_project)
        if path is None:
            return False
        project = self._document.project
        return self._write(path, project if path.name == proposed else _named_after(project, path))

    def may_discard(self) -> bool:
        """Whether the document may be closed: unchanged, saved now, or given up by the user."""
        if not self._document.modified:
            return True
        answer = QMessageBox.question(
            self._window,
            "Save changes?",
            f"“{self._document.name}” has been changed. Save it first?",
            Button.Save | Button.Discard | Button.Cancel,
            Button.Save,
        )
        return self.save() if answer == Button.Save else answer == Button.Discard

    def settle(self, answer: Answer) -> bool:
        """Do what the user wants of a file that somebody else has written; whether the document is saved now."""
        sight = self.shared.sight
        if answer is Answer.SAVE_AS:
            return self.save_as()
        if sight is not None and answer is Answer.KEEP:
            self.shared.keep(sight)
            self.message.emit("The next save keeps the other version beside this one.")
        elif sight is not None and answer is Answer.RELOAD:
            self.shared.reload(sight)
        return False

    def show_differences(self) -> None:
        """Of the document and its file, with the choices that there are."""
        if self._document.path is not None and self.shared.ask() is Answer.SAVE_AS:
            self.save_as()

    def clear_recent(self) -> None:
        self._settings.remove("recent")
        self.recent_changed.emit()

    def finish(self) -> None:
        """Nothing is opened any more."""
        self.shared.finish()
        self._opening.wait()
        self._soon.stop()
        self._urdf.finish()

    def _load(self, path: Path) -> None:
        if is_robot(path) or is_folder(path):
            self._read_urdf(path)
            return
        try:
            project, version = read_project(path)
        except DynamicsError as error:
            self._refuse(path, error)
            return
        self._show(project, path, version)
        self._remember(path)

    def _read_urdf(self, path: Path, ask: bool = False) -> None:
        template = is_xacro(path)
        if template and not self._may_run_xacro(path):
            return
        self._asked_about = self._document.project
        self.message.emit(f"Reading {path.name} ...")
        self._urdf.open(path, ask=ask, xacro=template)

    def _may_run_xacro(self, path: Path) -> bool:
        """Asked of the user: the program does what the file says."""
        program = xacro_program()
        if program is None:
            self._refuse(path, f"{path.name} is a xacro template, and the program xacro is not installed here.")
            return False
        question = (
            f"{path.name} is a xacro template: {program} makes a URDF of it. "
            "That program can run code which the file contains.\n\nRun it, because you trust the file?"
        )
        choices = Button.Yes | Button.Cancel
        return QMessageBox.question(self._window, "Run xacro?", question, choices, Button.Cancel) == Button.Yes

    def _take(self, read: Read, reports: Sequence[str]) -> None:
        """Untitled: a project is never saved over a URDF. The reports are what the user has not seen yet."""
        assert read.arm is not None
        if not self._may_take_its_place():
            return
        self._show(arm_project(read.arm, read.tree.path), reports=reports)
        base, tip, joints = read.arm.chain
        self.message.emit(f"{read.tree.path.name}: {len(joints)} joints from {base} to {tip}")
        if is_robot(read.path) or is_folder(read.path):
            self._remember(read.path)

    def _may_take_its_place(self) -> bool:
        """Asked again where the document was edited while another was being opened."""
        return self._document.project is self._asked_about or self.may_discard()

    def _refuse(self, path: Path, reason: object) -> None:
        self._complain("This file cannot be opened", reason)
        self._forget(path)

    def _show(
        self,
        project: Project,
        path: Path | None = None,
        version: Version | None = None,
        reports: Sequence[str] = (),
    ) -> None:
        self._urdf.forget()
        self._soon.stop()
        self._asked_about = self._document.project
        if project.robot.n <= LONG:
            self._opening.forget()
            self._replace(project, path, version, reports)
        else:
            self._opening.ask(lambda: (make_ready(project), path, version, reports))

    def _replace_soon(self, opened: Opened) -> None:
        """In a turn of the event loop of its own: what a long arm makes every view do is enough for one."""
        self._opened = opened
        self._soon.start()

    def _replace_opened(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None and self._may_take_its_place():
            self._replace(*opened)

    def _replace(self, project: Project, path: Path | None, version: Version | None, reports: Sequence[str]) -> None:
        self._document.replace(project, path, version)
        self.noted.emit(f"“{project.name}”", reports)

    def _write(self, path: Path, project: Project | None = None) -> bool:
        """The document, as `project` where it takes another name with its file."""
        project = project or self._document.project
        try:
            saved = self.shared.save(project, path)
        except FileChanged:
            return self._save_after_asking(path, project)
        except DynamicsError as error:
            self._complain("The arm was not saved", error)
            return False
        self._document.edit(project, f"Name the project “{project.name}”")
        self.shared.saved(path, saved)
        self._remember(path)
        return True

    def _save_after_asking(self, path: Path, project: Project) -> bool:
        answer = self.shared.ask()
        if answer is Answer.KEEP:
            return self._write(path, project)
        return self.save_as() if answer is Answer.SAVE_AS else False

    def _as_project(self, path: Path) -> Path | None:
        """With the ending of a project; asked of somebody who typed the name of a robot's file."""
        if not is_robot(path):
            return with_ending(path, (SUFFIX, ".json"))
        path = path.with_suffix(SUFFIX)
        question = (
            "Such a file holds the robot alone, without its run: File > Export the robot writes one.\n\n"
            f"Save the whole project as {path.name} instead?"
        )
        choices = Button.Save | Button.Cancel
        answer = QMessageBox.question(self._window, "Save the arm", question, choices, Button.Save)
        return path if answer == Button.Save else None

    def _complain(self, title: str, error: object) -> None:
        QMessageBox.warning(self._window, title, f"{title}.\n\n{error}\n\nThe arm in the window is unchanged.")

    def _folder(self) -> str:
        path = self._document.path or next(iter(self.recent), None)
        return str(path.parent if path is not None else home())

    def _remember(self, path: Path) -> None:
        path = whole_path(path)
        self._store([path, *(other for other in self.recent if other != path)])

    def _forget(self, path: Path) -> None:
        self._store([other for other in self.recent if other != whole_path(path)])

    def _store(self, paths: list[Path]) -> None:
        self._settings.setValue("recent", [str(path) for path in paths[:RECENT]])
        self.recent_changed.emit()


def first_rod() -> Project:
    """What a new document holds."""
    rod = rod_chain(1)
    words = "A rod on a hinge, let go from a level line."
    return replace(rod, name=UNTITLED, robot=replace(rod.robot, name=UNTITLED), description=words)


def _named_after(project: Project, path: Path) -> Project:
    """Named as its file; a file's name that cannot be a project's leaves it as it is."""
    try:
        return edits.rename_project(project, path.name.removesuffix(".json").removesuffix(SUFFIX.removesuffix(".json")))
    except DynamicsError:
        return project
