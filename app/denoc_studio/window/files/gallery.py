"""The bundled arms with a picture each."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from denoc.files.examples import examples, load
from denoc_studio.look.plain_text import escape
from denoc_studio.look.theme import Theme
from denoc_studio.widgets.questions import ask
from denoc_studio.widgets.rich_label import RichLabel
from denoc_studio.window.files.thumbnail import thumbnail

PICTURE = QSize(184, 128)
NAME = Qt.ItemDataRole.UserRole
MODES = {"forward": "free motion", "inverse": "driven along a motion"}


class Gallery(QDialog):
    """Double click or Enter opens. Pictures are drawn one at a time, so that the list is there at once."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._projects = {name: load(name) for name in examples()}
        self.setWindowTitle("Examples")
        self.resize(900, 560)
        self.list = QListWidget()
        self.list.setViewMode(QListWidget.ViewMode.IconMode)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setMovement(QListWidget.Movement.Static)
        self.list.setIconSize(PICTURE)
        self.list.setUniformItemSizes(True)
        self.list.setSpacing(6)
        self.list.setAccessibleName("Examples")
        for name in self._projects:
            item = QListWidgetItem(name)
            item.setData(NAME, name)
            item.setSizeHint(PICTURE + QSize(8, 28))
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom)
            self.list.addItem(item)
        self.words = RichLabel()
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setFixedWidth(230)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.list, 1)
        row.addWidget(self.words)
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(buttons)
        self.list.currentItemChanged.connect(lambda item: self._describe(item))
        self.list.itemActivated.connect(lambda _: self.accept())
        self.list.setCurrentRow(0)
        self._next = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._draw_one)
        self._timer.start(0)

    def choose(self) -> str:
        """The chosen example's name; empty when none was."""
        accepted = ask(self) == QDialog.DialogCode.Accepted
        item = self.list.currentItem()
        return str(item.data(NAME)) if accepted and item is not None else ""

    def _describe(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        project = self._projects[item.data(NAME)]
        kinds = project.robot.kinds
        self.words.setText(
            f"<p><b>{escape(project.name)}</b></p><p>{escape(project.description)}</p>"
            f"<p>{kinds}, {project.robot.convention} table, {MODES[project.run.mode]}</p>"
            f"<p style='color: {self._theme.muted}; font-size: small'>{escape(project.source)}</p>"
        )

    def _draw_one(self) -> None:
        if self._next >= self.list.count():
            self._timer.stop()
            return
        item = self.list.item(self._next)
        self._next += 1
        ratio = self.devicePixelRatioF()
        image = thumbnail(self._projects[item.data(NAME)], self._theme, PICTURE * ratio)
        image.setDevicePixelRatio(ratio)
        item.setIcon(QIcon(QPixmap.fromImage(image)))
