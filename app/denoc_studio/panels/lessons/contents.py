"""The list of lessons: number, title and what each is about, with how far this user has come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from denoc_studio.lessons.lesson import Lesson
from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.theme import Themes

ENTRY = Qt.ItemDataRole.UserRole
PAD, GAP = 8, 2  # pixels
NUMBERS = "10 "  # the widest number, whose room the titles keep free
FLAGS = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
Index = QModelIndex | QPersistentModelIndex


class Entry(NamedTuple):
    number: str  # empty for a lesson of one's own
    title: str
    about: str
    mark: str
    done: bool


def entry(number: int, lesson: Lesson, answered: int) -> Entry:
    """`number` counts from 1; 0 for a lesson of one's own."""
    count = len(lesson.exercises)
    done = bool(count) and answered == count
    mark = f"✓ {count} of {count}" if done else f"{answered} of {count}" if answered else f"{lesson.minutes} min"
    about = lesson.about or f"From {lesson.name}.md"
    return Entry(str(number or ""), lesson.title, about, mark, done)


class Contents(QListWidget):
    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(_Delegate(themes, self))
        self.setAccessibleName("Lessons")
        self.setResizeMode(QListView.ResizeMode.Adjust)  # the words are wrapped anew
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        themes.changed.connect(lambda _: self.viewport().update())

    def show_entries(self, entries: Sequence[Entry]) -> None:
        row = self.currentRow()
        self.clear()
        for each in entries:
            item = QListWidgetItem(f"{each.number}  {each.title}: {each.about} ({each.mark})".strip())
            item.setData(ENTRY, each)
            self.addItem(item)
        self.setCurrentRow(min(max(row, 0), self.count() - 1))


class _Delegate(QStyledItemDelegate):
    def __init__(self, themes: Themes, view: QListWidget) -> None:
        super().__init__(view)
        self._themes, self._view = themes, view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        each: Entry = index.data(ENTRY)
        theme, place = self._themes.current, option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        under = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        if chosen or under:
            painter.fillRect(place, QColor(theme.select if chosen else theme.hover))
        bold, plain = _fonts()
        left, title, about = self._rooms(place, each)
        painter.setFont(bold)
        painter.setPen(QColor(theme.ink))
        painter.drawText(place.left() + PAD, title.top(), left, title.height(), FLAGS, each.number)
        painter.drawText(title, FLAGS, each.title)
        painter.setFont(plain)
        painter.setPen(QColor(theme.muted))
        painter.drawText(about, FLAGS, each.about)
        painter.setPen(QColor(theme.good if each.done else theme.muted))
        mark = QRect(title.left(), title.top(), place.right() - PAD - title.left(), title.height())
        painter.drawText(mark, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, each.mark)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = self._view.viewport().width()
        _, _, about = self._rooms(QRect(0, 0, width, 1), index.data(ENTRY))
        return QSize(width, about.bottom() + PAD)

    def _rooms(self, place: QRect, each: Entry) -> tuple[int, QRect, QRect]:
        """How wide the number is, and where title and words stand."""
        bold, plain = (QFontMetrics(font) for font in _fonts())
        left = bold.horizontalAdvance(NUMBERS) + PAD // 2
        x, width = place.left() + PAD + left, place.width() - 2 * PAD - left
        beside = max(width - plain.horizontalAdvance(each.mark) - PAD, 1)
        title = bold.boundingRect(QRect(x, place.top() + PAD // 2, beside, 10_000), FLAGS, each.title)
        about = plain.boundingRect(QRect(x, title.bottom() + GAP, max(width, 1), 10_000), FLAGS, each.about)
        return left, title, about


def _fonts() -> tuple[QFont, QFont]:
    return scaled_font(13, QFont.Weight.DemiBold), scaled_font(12)
