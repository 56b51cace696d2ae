"""The bundled arms with a picture each, by families, found by typing."""

from __future__ import annotations

from collections import Counter
from functools import cache

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QKeyEvent, QPalette, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from denoc.files.examples import Example, gallery, load
from denoc.files.projects.project import Project
from denoc_studio.look.plain_text import escape, words
from denoc_studio.look.theme import Theme
from denoc_studio.picture.image.thumbnail import thumbnail
from denoc_studio.widgets.images import qimage
from denoc_studio.widgets.questions import ask
from denoc_studio.widgets.rich_label import RichLabel

PICTURE = QSize(184, 128)
SIZE = QSize(1120, 680)  # where the screen is large enough
EXAMPLE = Qt.ItemDataRole.UserRole
ALL = "All"
MODES = {"forward": "free motion", "inverse": "driven along a motion"}
UP_AND_DOWN = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
SIDEWAYS = (Qt.Key.Key_Left, Qt.Key.Key_Right)
MODIFIERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class Gallery(QDialog):
    """Type to search, arrows choose, Enter or a double click opens, Escape closes.

    Projects are read and pictures are drawn one at a time, so that the list is there at once.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._project = cache(_read)  # as long as the dialog lives
        self.setWindowTitle("Examples")
        self.resize(SIZE.boundedTo(self.screen().availableSize() * 0.95))
        self.search = QLineEdit()
        self.search.setPlaceholderText("Words of a title, a family, a description or a source")
        self.search.setAccessibleName("Search")
        self.search.setClearButtonEnabled(True)
        self.families = QListWidget()
        self.families.setFixedWidth(170)
        self.families.setStyleSheet("QListView::item { padding: 4px; }")
        self.families.setAccessibleName("Families")
        self.list = _pictures()
        for example in gallery():
            item = QListWidgetItem(example.title)
            item.setData(EXAMPLE, example)
            item.setSizeHint(PICTURE + QSize(8, 28))
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom)
            self.list.addItem(item)
        for family in (ALL, *dict.fromkeys(example.family for example in gallery())):
            item = QListWidgetItem()
            item.setData(EXAMPLE, family)
            self.families.addItem(item)
        self.nothing = QLabel("Nothing found")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.words = RichLabel()
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        self._arrange()
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.list.currentItemChanged.connect(lambda item: self._describe(item))
        self.list.itemActivated.connect(lambda _: self.accept())
        self.families.currentRowChanged.connect(lambda _: self._filter())
        self.search.textChanged.connect(lambda _: self._filter())
        self.search.installEventFilter(self)
        self.list.installEventFilter(self)
        self.families.setCurrentRow(0)
        self.search.setFocus()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._draw_one)
        self._timer.start(0)

    def choose(self) -> str:
        """The chosen example's name; empty when none was."""
        accepted = ask(self) == QDialog.DialogCode.Accepted
        item = self.list.currentItem()
        return _example(item).name if accepted and item is not None else ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows in the search field move in the list; what is typed in the list is searched for."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if watched is self.search:
            if event.key() in UP_AND_DOWN or (event.key() in SIDEWAYS and not self.search.text()):
                QApplication.sendEvent(self.list, event)
                return True
        elif event.text().strip().isprintable() and event.text().strip() and not event.modifiers() & MODIFIERS:
            self.search.setFocus()
            QApplication.sendEvent(self.search, event)
            return True
        return False

    def _arrange(self) -> None:
        about = QScrollArea()
        about.setAccessibleName("About this example")
        about.setWidget(self.words)
        about.setWidgetResizable(True)
        about.setFrameShape(QFrame.Shape.NoFrame)
        about.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        about.setFixedWidth(260)
        row = QHBoxLayout()
        row.addWidget(self.families)
        row.addWidget(self.list, 1)
        row.addWidget(self.nothing, 1)
        row.addWidget(about)
        column = QVBoxLayout(self)
        column.addWidget(self.search)
        column.addLayout(row)
        column.addWidget(self.buttons)

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]

    def _filter(self) -> None:
        """Show what has all typed words and is of the chosen family, and how many of each family have them."""
        wanted = words(self.search.text())
        found = [item for item in self._items() if not wanted or self._has(_example(item), wanted)]
        counts = Counter(_example(item).family for item in found)
        counts[ALL] = len(found)
        for row in range(self.families.count()):
            family = self.families.item(row)
            family.setText(f"{family.data(EXAMPLE)} ({counts[family.data(EXAMPLE)]})")
        chosen = self.families.currentItem().data(EXAMPLE)
        shown = [item for item in found if chosen in (ALL, _example(item).family)]
        for item in self._items():
            item.setHidden(item not in shown)
        self.list.setVisible(bool(shown))
        self.nothing.setVisible(not shown)
        self.buttons.button(QDialogButtonBox.StandardButton.Open).setEnabled(bool(shown))
        if self.list.currentItem() not in shown:
            self.list.setCurrentRow(self.list.row(shown[0]) if shown else -1)
        self.list.scrollToItem(self.list.currentItem())

    def _has(self, example: Example, wanted: list[str]) -> bool:
        project = self._project(example.name)
        known = words(" ".join((*example, project.robot.name, project.description, project.source)))
        return all(any(word in each for each in known) for word in wanted)

    def _describe(self, item: QListWidgetItem | None) -> None:
        if item is None:
            self.words.clear()
            return
        example = _example(item)
        project = self._project(example.name)
        self.words.setText(
            f"<p><b>{escape(example.title)}</b><br>{escape(example.name)}</p><p>{escape(project.description)}</p>"
            f"<p>{project.robot.kinds}, {project.robot.convention} table, {MODES[project.run.mode]}</p>"
            f"<p style='color: {self._theme.muted}; font-size: small'>{escape(project.source)}</p>"
        )

    def _draw_one(self) -> None:
        """The next picture, one that is shown before one that is not."""
        missing = [item for item in self._items() if item.icon().isNull()]
        if not missing:
            self._timer.stop()
            return
        item = min(missing, key=QListWidgetItem.isHidden)
        ratio = self.devicePixelRatioF()
        image = qimage(thumbnail(self._project(_example(item).name), self._theme, (PICTURE * ratio).toTuple()))
        image.setDevicePixelRatio(ratio)
        item.setIcon(QIcon(QPixmap.fromImage(image)))


def _pictures() -> QListWidget:
    """A list that shows its items as rows of pictures."""
    pictures = QListWidget()
    pictures.setViewMode(QListWidget.ViewMode.IconMode)
    pictures.setResizeMode(QListWidget.ResizeMode.Adjust)
    pictures.setMovement(QListWidget.Movement.Static)
    pictures.setIconSize(PICTURE)
    pictures.setUniformItemSizes(True)
    pictures.setSpacing(6)
    pictures.setAccessibleName("Examples")
    return pictures


def _example(item: QListWidgetItem) -> Example:
    return Example(*item.data(EXAMPLE))


def _read(name: str) -> Project:
    return load(name)
