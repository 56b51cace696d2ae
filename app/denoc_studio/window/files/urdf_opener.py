"""URDF and MJCF files into the window: read beside it, with a dialog where the user has to pick an arm."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from denoc_studio.look.theme import Themes
from denoc_studio.widgets.guard import guarded
from denoc_studio.widgets.newest_only import NewestOnly

if TYPE_CHECKING:
    from denoc.files.urdf.chain import UrdfArm
    from denoc.files.urdf.tree import UrdfTree
    from denoc_studio.window.files.urdf_dialog import UrdfDialog


class Read(NamedTuple):
    """`arm` is None where the user has to pick one; one with very many joints is not opened unasked either."""

    path: Path  # as the user named it: a file or its folder
    tree: UrdfTree
    arm: UrdfArm | None


class UrdfOpener(QObject):
    opened = Signal(object)  # Read, with its arm
    picked = Signal(object)  # the same, after the user has seen its reports
    failed = Signal(object, str)  # path, reason

    def __init__(self, themes: Themes, window: QWidget) -> None:
        super().__init__(window)
        self._themes = themes
        self._window = window
        self._path = Path()
        self._reading = NewestOnly(self)
        self._reading.done.connect(self._go_on)
        self._reading.failed.connect(lambda reason: self.failed.emit(self._path, reason))
        self.dialog: UrdfDialog | None = None

    def open(self, path: Path, *, ask: bool = False, xacro: bool = False) -> None:
        """`ask`: let the user pick even where there is one arm only; `xacro`: run that program on the file first."""
        self._path = path
        self._reading.ask(lambda: _read(path, ask, xacro))

    def choose_from(self, path: Path, tree: UrdfTree) -> None:
        from denoc_studio.window.files.urdf_dialog import UrdfDialog

        self._close_dialog()
        self.dialog = dialog = guarded(UrdfDialog)(tree, self._themes, self._window)
        dialog.finished.connect(lambda result: self._take(path, dialog) if result == ACCEPTED else None)
        dialog.open()

    def forget(self) -> None:
        """Something else was opened."""
        self._reading.forget()

    def finish(self) -> None:
        self._reading.wait()
        self._close_dialog()

    def _go_on(self, read: Read) -> None:
        from denoc_studio.window.files.urdf_dialog import MANY_JOINTS

        if read.arm is None or read.arm.robot.n > MANY_JOINTS:
            self.choose_from(read.path, read.tree)
        else:
            self.opened.emit(read)

    def _take(self, path: Path, dialog: UrdfDialog) -> None:
        self.picked.emit(Read(path, dialog.tree, dialog.arm))

    def _close_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.reject()
            self.dialog.finish()
            self.dialog.deleteLater()
            self.dialog = None


ACCEPTED = QDialog.DialogCode.Accepted.value


def _read(path: Path, ask: bool, xacro: bool) -> Read:
    from denoc.files.robots import read_tree
    from denoc.files.urdf.chain import chain_robot
    from denoc_studio.project.urdf_picks import plain_chain

    tree = read_tree(path, xacro=xacro)
    chain = plain_chain(tree)
    if ask or chain is None:
        return Read(path, tree, None)
    return Read(path, tree, chain_robot(tree, chain.base, chain.tip, tip_named=False))
