"""Which arm of a URDF's tree: its base and tip, with a picture of it and what is assumed or left out."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from denoc.basics.errors import ProjectError, counted
from denoc.files.urdf.chain import UrdfArm, chain_robot
from denoc.files.urdf.project import arm_project
from denoc.files.urdf.tree import UrdfTree
from denoc_studio.look.plain_text import title_text
from denoc_studio.look.theme import Theme, Themes
from denoc_studio.picture.image.thumbnail import thumbnail
from denoc_studio.project.urdf_picks import bases, tips
from denoc_studio.widgets.fields.combo import Combo
from denoc_studio.widgets.images import qimage
from denoc_studio.widgets.message_line import MessageLine
from denoc_studio.widgets.newest_only import NewestOnly
from denoc_studio.widgets.notice_bar import written_out
from denoc_studio.window.files.urdf_tree_view import UrdfTreeView

SIZE = QSize(900, 580)
PICTURE = QSize(320, 200)
SPELT = 12  # joints whose kinds are listed
MANY_JOINTS = 500  # more of them make the window stand still for longer than a second when they are opened
Button = QDialogButtonBox.StandardButton


class Made(NamedTuple):
    """An arm with its picture, or the reason why there is none."""

    arm: UrdfArm | None
    picture: QImage
    reason: str = ""


class UrdfDialog(QDialog):
    """`arm` is the picked one once it is made, which happens beside the window."""

    def __init__(self, tree: UrdfTree, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tree = tree
        self.arm: UrdfArm | None = None
        self._theme = themes.current
        self._picked = ("", "")
        self._accepting = False
        self._making = NewestOnly(self)
        self.setWindowTitle(f"Pick an arm from {title_text(tree.path.name)}")
        self.outline = UrdfTreeView(tree, self._theme)
        self.base, self.tip = self._list("Base"), self._list("Tip")
        self.base.setToolTip("The link that the arm begins at; it stands still")
        self.tip.setToolTip("The link that the arm ends at; also a click in the tree")
        self.picture = QLabel()
        self.picture.setFixedSize(PICTURE)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setAccessibleName("Picture of the arm")
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.reports = QPlainTextEdit(readOnly=True, tabChangesFocus=True)
        self.reports.setAccessibleName("What is assumed or left out")
        self.message = MessageLine(themes)
        self.buttons = QDialogButtonBox(Button.Open | Button.Cancel)
        for button in self.buttons.buttons():
            button.setIcon(QIcon())
        self._lay_out()
        self._connect()
        self._bases = bases(tree)
        self.base.addItems(self._bases)
        self._tips: list[str] = []
        self._pick(*tree.usual())
        self.outline.setFocus()

    def accept(self) -> None:
        """An arm that is still being made is waited for."""
        self._accepting = self.arm is None
        if self.arm is not None:
            super().accept()

    def done(self, result: int) -> None:
        self._accepting = False
        self._making.forget()
        super().done(result)

    def finish(self) -> None:
        """Nothing is made any more; before the dialog goes."""
        self._making.wait()

    def _list(self, name: str) -> Combo:
        box = Combo()
        box.setAccessibleName(name)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return box

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("&Base", self.base)
        form.addRow("&Tip", self.tip)
        side = QVBoxLayout()
        side.addLayout(form)
        side.addWidget(self.picture)
        side.addWidget(self.words)
        side.addWidget(self.message)
        side.addWidget(self.reports, 1)
        row = QHBoxLayout()
        row.addWidget(self.outline, 1)
        row.addLayout(side)
        column = QVBoxLayout(self)
        column.addLayout(row, 1)
        column.addWidget(self.buttons)
        self.message.setMaximumWidth(PICTURE.width())
        self.reports.setMaximumWidth(PICTURE.width())
        self.reports.setMinimumHeight(48)
        kept = self.reports.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.reports.setSizePolicy(kept)
        self.resize(SIZE.boundedTo(self.screen().availableSize() * 0.95))

    def _connect(self) -> None:
        self._making.done.connect(self._show_made)
        self._making.failed.connect(lambda reason: self._show_made(Made(None, QImage(), reason)))
        self.base.activated.connect(lambda _: self._begin_at(self.base.currentText()))
        self.tip.activated.connect(lambda row: self._pick(self._picked[0], self._tips[row]))
        self.outline.picked.connect(lambda link: self._pick(self._picked[0], link))
        self.outline.itemDoubleClicked.connect(lambda *_: self.accept())
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _begin_at(self, base: str) -> None:
        """The tip stays where it can."""
        tip = self._picked[1]
        self._pick(base, tip if tip in tips(self.tree, base) else self.tree.usual(base)[1])

    def _pick(self, base: str, tip: str) -> None:
        if base != self._picked[0]:
            self._list_tips(base)
        self._picked, self.arm = (base, tip), None
        for box, links, link in ((self.base, self._bases, base), (self.tip, self._tips, tip)):
            with QSignalBlocker(box):
                box.setCurrentIndex(links.index(link) if link in links else -1)
        self.outline.show_chain(self.tree, base, tip)
        self.buttons.button(Button.Open).setEnabled(True)
        tree, theme, ratio = self.tree, self._theme, self.devicePixelRatioF()
        self._making.ask(lambda: _make(tree, base, tip, theme, ratio))

    def _list_tips(self, base: str) -> None:
        with QSignalBlocker(self.tip):
            found = tips(self.tree, base)
            self._tips = list(found)
            self.tip.clear()
            self.tip.addItems([f"{name}  ({counted(count, 'joint')})" for name, count in found.items()])

    def _show_made(self, made: Made) -> None:
        self.arm = made.arm
        self.message.say("error", made.reason and written_out(made.reason))
        self.message.say("warning", _patience(made.arm), source=MANY_JOINTS)
        self.buttons.button(Button.Open).setEnabled(made.arm is not None)
        self.reports.setVisible(made.arm is not None)
        if made.arm is None:
            self._accepting = False
            self.picture.setText("no arm")
            self.words.clear()
            return
        self.picture.setPixmap(QPixmap.fromImage(made.picture))
        self.words.setText(_in_words(made.arm))
        self.reports.setPlainText("\n\n".join(map(written_out, made.arm.reports)) or "Nothing is assumed or left out.")
        if self._accepting:
            self.accept()


def _make(tree: UrdfTree, base: str, tip: str, theme: Theme, ratio: float) -> Made:
    try:
        arm = chain_robot(tree, base, tip)
    except ProjectError as error:
        return Made(None, QImage(), error.reason)
    picture = qimage(thumbnail(arm_project(arm, tree.path), theme, (PICTURE * ratio).toTuple()))
    picture.setDevicePixelRatio(ratio)
    return Made(arm, picture)


def _in_words(arm: UrdfArm) -> str:
    robot = arm.robot
    kinds = f" ({' '.join(robot.kinds)})" if robot.n <= SPELT else ""
    return f"{counted(robot.n, 'joint')}{kinds}, {sum(link.mass for link in robot.links):.3g} kg in motion"


def _patience(arm: UrdfArm | None) -> str:
    if arm is None or arm.robot.n <= MANY_JOINTS:
        return ""
    return f"{arm.robot.n} joints are slow to work with: opening them stops the window for seconds"
