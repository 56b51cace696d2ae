"""The theory in brief: pages with contents at their left, typeset equations and figures, and links between them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

import msgspec
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QListWidget, QVBoxLayout, QWidget

from denoc.arm.robot import Convention
from denoc_studio.look.fonts import scaled_pixels
from denoc_studio.look.theme import Themes
from denoc_studio.widgets.texts.prose import Prose
from denoc_studio.window.help.dh_picture import dh_image

TITLE = "Theory in brief"
SIZE = QSize(980, 700)
ROWS = """
QListWidget::item { padding: 5px 8px; border-left: 3px solid transparent; }
QListWidget::item:selected { background: palette(highlight); color: palette(text); border-left-color: palette(link); }
"""
CONTENTS = 210  # pixels beside a text of 13


class Entry(msgspec.Struct, frozen=True):
    """A page: its file's name, and what the contents call it."""

    name: str
    title: str


def contents() -> list[Entry]:
    """The pages in the order in which they are read."""
    return msgspec.json.decode(help_text("theory/index.json"), type=list[Entry])


def help_text(path: str) -> str:
    """A file of the help."""
    return (resources.files("denoc_resources") / "help" / path).read_text(encoding="utf-8")


def help_page(themes: Themes, schemes: tuple[str, ...] = ()) -> Prose:
    """A page that knows the figures dh:standard and dh:modified, in the colours of the theme."""

    def figure(name: str, ratio: float) -> QImage | None:
        kinds: dict[str, Convention] = {"dh:standard": "standard", "dh:modified": "modified"}
        return dh_image(kinds[name], themes.current, ratio) if name in kinds else None

    return Prose(themes, figure, schemes)


class TheoryDialog(QDialog):
    """Beside the window, which goes on.

    `open_lesson` is given the number behind a `lesson:` link; without it these links are plain words.
    """

    def __init__(self, parent: QWidget, themes: Themes, open_lesson: Callable[[str], object] | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(TITLE)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(TITLE)
        self.resize(SIZE.boundedTo(parent.screen().availableSize() * 0.9))
        self._entries = contents()
        self._open_lesson = open_lesson
        self.list = QListWidget()
        self.list.setAccessibleName("Contents")
        self.list.addItems([entry.title for entry in self._entries])
        self.list.setFixedWidth(round(scaled_pixels(CONTENTS)))
        self.list.setStyleSheet(ROWS)
        self.page = help_page(themes, ("theory", "lesson") if open_lesson is not None else ("theory",))
        self.page.setAccessibleName("Page")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        both = QHBoxLayout()
        both.setSpacing(8)
        both.addWidget(self.list)
        both.addWidget(self.page, 1)
        column = QVBoxLayout(self)
        column.addLayout(both)
        column.addWidget(buttons)
        self.list.currentRowChanged.connect(self._show)
        self.page.followed.connect(self._follow)
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def go_to(self, name: str) -> None:
        """The page of that name; one that there is not leaves the page as it is."""
        for row, entry in enumerate(self._entries):
            if entry.name == name:
                self.list.setCurrentRow(row)

    def _show(self, row: int) -> None:
        if 0 <= row < len(self._entries):
            name = self._entries[row].name
            self.page.show_text(help_text(f"theory/{name}.md"), f"{name}.md")

    def _follow(self, link: str) -> None:
        scheme, _, name = link.partition(":")
        if scheme == "theory":
            self.go_to(name)
        elif self._open_lesson is not None:
            self._open_lesson(name)
