"""The list of what can be inspected, by groups: each with its letter, set as in its paper, and what it means."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from denoc_studio.look.fonts import scaled_pixels
from denoc_studio.look.theme import Themes
from denoc_studio.plots.tables.inspector.entries import entries
from denoc_studio.plots.tables.inspector.entry import Entry
from denoc_studio.typesetting.layout import layout
from denoc_studio.typesetting.notation import parse
from denoc_studio.typesetting.spoken import spoken
from denoc_studio.widgets.texts.painting import Inked

LETTER = 16.0  # pixels
ROOM = 36.0  # that a letter has before the words
PAD = 4.0
PLACE = Qt.ItemDataRole.UserRole  # of an entry among all; a group has none


class EntryList(QTreeWidget):
    """Groups fold open by a click, and are no entries themselves: then `entry` is None and `group` tells which."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderHidden(True)
        self.setIndentation(14)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setAccessibleName("Quantities")
        self.setItemDelegate(_LetterDelegate(themes, self))
        places = {id(entry): place for place, entry in enumerate(entries())}
        for group, found in groupby(entries(), lambda entry: entry.group):
            top = QTreeWidgetItem(self, [group])
            top.setToolTip(0, group)
            for entry in found:
                item = QTreeWidgetItem(top, [entry.name])
                item.setToolTip(0, f"{entry.meaning}\n{entry.source}".strip())
                item.setData(0, PLACE, places[id(entry)])
                letter = f"{spoken(parse(entry.tex))}, " if entry.tex else ""
                item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{letter}{entry.meaning}")
        first = self.topLevelItem(0)
        assert first is not None
        first.setExpanded(True)
        self.setCurrentItem(first.child(0) or first)
        self.itemClicked.connect(lambda item: item.setExpanded(True))

    @property
    def entry(self) -> Entry | None:
        item = self.currentItem()
        place = item.data(0, PLACE) if item is not None else None
        return None if place is None else entries()[place]

    @property
    def group(self) -> list[Entry]:
        """The entries of the group that is current, or whose entry is."""
        item = self.currentItem()
        top = "" if item is None else (item.parent() or item).text(0)
        return [entry for entry in entries() if entry.group == top]


def _lettered(index: QModelIndex | QPersistentModelIndex) -> Entry | None:
    """The entry there, where it has a letter."""
    place = index.data(PLACE)
    entry = None if place is None else entries()[place]
    return entry if entry is not None and entry.tex else None


class _LetterDelegate(QStyledItemDelegate):
    def __init__(self, themes: Themes, parent: QTreeWidget) -> None:
        super().__init__(parent)
        self._themes = themes

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        entry = _lettered(index)
        if entry is None:
            return
        theme, inked, room = self._themes.current, _inked(entry.tex, scaled_pixels(LETTER)), QRectF(option.rect)
        middle = room.center().y() - inked.picture.height / 2 + inked.picture.up
        painter.save()
        painter.setClipRect(room)
        inked.paint(painter, room.x() + PAD, middle, lambda _: QColor(theme.text))
        painter.setPen(QColor(theme.muted))
        room.setLeft(room.x() + PAD + max(scaled_pixels(ROOM), inked.picture.width + 2 * PAD))
        words = option.fontMetrics.elidedText(entry.meaning, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, words)
        painter.restore()

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        if _lettered(index) is not None:
            option.text = ""  # painted above, beside the letter

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        hint = super().sizeHint(option, index)
        return hint.expandedTo(QSize(0, round(scaled_pixels(24.0))))


@lru_cache(maxsize=256)
def _inked(tex: str, pixels: float) -> Inked:
    return Inked(layout(parse(tex), pixels, display=False))
