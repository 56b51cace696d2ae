"""The outline of the equations on the screen: typeset terms whose letters light up under the mouse and the keyboard."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)

from denoc_studio.lessons.torque_outline import Branch
from denoc_studio.look.fonts import scaled_font, scaled_pixels
from denoc_studio.look.roles import colour_of
from denoc_studio.look.theme import Themes
from denoc_studio.panels.lessons.equations.model import HEADS, LARGEST, NOW, TERM, TermModel
from denoc_studio.typesetting.layout import layout
from denoc_studio.typesetting.nodes import keys
from denoc_studio.widgets.texts.painting import Inked, paint_lit

LETTERS = 16.0  # pixels beside a text of 13
SMALLEST = 0.6  # of that, where a term is too long for its column
ROW, INDENT, PAD, BAR = 27, 16, 6, 3  # pixels
WIDEST = "\N{MINUS SIGN}0.0088888"
UNIT = " N m"
MARGIN = 3.0  # pixels around a letter
JOINTS = 4  # of so many, all are open at first
SEMIBOLD = QFont.Weight.DemiBold

Index = QModelIndex | QPersistentModelIndex


class TermTree(QTreeView):
    """`pointed` tells the name of the letter that the mouse or the keyboard is at, or ""; `chosen` that of a press."""

    pointed = Signal(str)
    chosen = Signal(str)

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self.themes = themes
        self.terms = TermModel(self)
        self.letter = ""  # that is lit, wherever it stands
        self._opened: dict[Hashable, bool] = {}  # by the user
        self._pictures: dict[int, Inked | None] = {}  # by lines
        self.setModel(self.terms)
        self.setItemDelegate(TermDelegate(self))
        self.setUniformRowHeights(True)
        self.setIndentation(INDENT)
        self.setMouseTracking(True)
        self.setAllColumnsShowFocus(True)
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName("Torques as sums of terms")
        self.header().setSectionsMovable(False)
        self.header().setSectionsClickable(False)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(TERM, QHeaderView.ResizeMode.Stretch)
        for column in (NOW, LARGEST):
            self.header().setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self._fit()
        self.terms.modelReset.connect(self._pictures.clear)
        self.expanded.connect(lambda index: self._note(index, True))
        self.collapsed.connect(lambda index: self._note(index, False))
        themes.changed.connect(lambda _: self.viewport().update())

    def open_lines(self) -> None:
        """As the user left them; at first all but the small terms, and the joints where there are many."""
        many = self.terms.rowCount() > JOINTS
        above = [self.terms.index(row, 0) for row in range(self.terms.rowCount())]
        self.blockSignals(True)  # `_note` is for what the user does
        while above:
            index = above.pop()
            branch = self.terms.line(index).branch
            usual = branch.kind == "group" or (branch.kind == "joint" and not many)
            self.setExpanded(index, self._opened.get(_key(branch), usual))
            above += (self.terms.index(row, 0, index) for row in range(self.terms.rowCount(index)))
        self.blockSignals(False)

    def picture(self, index: Index) -> Inked | None:
        """The letters of a line, laid out; smaller where there is too little room."""
        number = index.internalId()
        if number not in self._pictures:
            node = self.terms.node(self.terms.lines[number].branch)
            self._pictures[number] = None if node is None else Inked(layout(node, self._size(index), display=False))
        return self._pictures[number]

    def origin(self, rect: QRect, inked: Inked) -> QPointF:
        """Where the letters of a line begin, on their baseline, in the rectangle of its first cell."""
        picture = inked.picture
        return QPointF(rect.left() + PAD, round(rect.center().y() + (picture.up - picture.down) / 2) + 1)

    def place(self, index: Index, letter: str) -> QPointF | None:
        """The middle of a letter of a line in the viewport, or None."""
        inked, rect = self.picture(index), self.visualRect(index)
        for region in inked.picture.places(letter) if inked is not None else ():
            origin = self.origin(rect, inked)  # type: ignore[arg-type]
            return origin + QPointF(region.x + region.width / 2, region.y + region.height / 2)
        return None

    # Events

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._point("")
        return super().viewportEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self._at(event.position()))
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        letter = self._at(event.position())
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        if letter:
            self._point(letter)
            self.chosen.emit(letter)
        elif self.terms.line(index).branch.kind == "small" and self.visualRect(index).contains(
            event.position().toPoint()
        ):
            self.setExpanded(index.siblingAtColumn(0), not self.isExpanded(index.siblingAtColumn(0)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, index = Qt.Key(event.key()), self.currentIndex().siblingAtColumn(0)
        letters = self._letters(index) if index.isValid() else []
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and letters and not event.modifiers():
            at = letters.index(self.letter) if self.letter in letters else -1
            at += 1 if key == Qt.Key.Key_Right else -1
            if at >= 0:
                self._point(letters[min(at, len(letters) - 1)])
                return
            if at == -1 and self.letter:
                self._point("")
                return
        elif key == Qt.Key.Key_Escape and self.letter:
            self._point("")
            return
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and index.isValid():
            if self.letter and key != Qt.Key.Key_Space:
                self.chosen.emit(self.letter)
            elif self.terms.rowCount(index):
                self.setExpanded(index, not self.isExpanded(index))
            return
        super().keyPressEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._point("")

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.selectionModel().hasSelection():
            at = self.currentIndex()
            self.setCurrentIndex(at if at.isValid() else self.terms.index(0, 0))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._point("")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange) and hasattr(self, "_pictures"):
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._pictures.clear()

    # Inside

    def _fit(self) -> None:
        self._pictures.clear()
        numbers = QFontMetrics(scaled_font(12))
        width = numbers.horizontalAdvance(WIDEST + UNIT) + 2 * PAD
        for column in (NOW, LARGEST):
            title = self.header().fontMetrics().horizontalAdvance(HEADS[column]) + 3 * PAD
            self.setColumnWidth(column, max(width, title))

    def _size(self, index: Index) -> float:
        node = self.terms.node(self.terms.line(index).branch)
        full = scaled_pixels(LETTERS)
        if node is None:
            return full
        room = self.visualRect(index).width() - 2 * PAD
        wide = layout(node, full, display=False).width
        return full if wide <= room or room <= 0 else full * max(room / wide, SMALLEST)

    def _letters(self, index: Index) -> list[str]:
        node = self.terms.node(self.terms.line(index).branch)
        return [] if node is None else [str(key) for key in keys(node)]

    def _at(self, point: QPointF) -> str:
        index = self.indexAt(point.toPoint())
        inked = self.picture(index) if index.isValid() and index.column() == TERM else None
        if inked is None:
            return ""
        inside = point - self.origin(self.visualRect(index), inked)
        return str(inked.picture.at(inside.x(), inside.y(), MARGIN) or "")

    def _point(self, letter: str) -> None:
        if letter != self.letter:
            self.letter = letter
            self.viewport().update()
            self.pointed.emit(letter)

    def _note(self, index: Index, opened: bool) -> None:
        self._opened[_key(self.terms.line(index).branch)] = opened


class TermDelegate(QStyledItemDelegate):
    """Letters and words at the left, numbers with their unit at the right."""

    def __init__(self, tree: TermTree) -> None:
        super().__init__(tree)
        self._tree = tree

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, round(scaled_pixels(ROW)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = self._tree.themes.current, option.rect
        branch = self._tree.terms.line(index).branch
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(theme.select))
            if index.column() == TERM and option.state & QStyle.StateFlag.State_Active and self._tree.hasFocus():
                painter.fillRect(QRect(rect.left(), rect.top(), BAR, rect.height()), QColor(theme.ink))
        if branch.kind == "joint":
            painter.setPen(QColor(theme.line))
            painter.drawLine(rect.topLeft(), rect.topRight())
        if index.column() == TERM:
            self._letters(painter, rect, branch, index)
        else:
            self._number(painter, rect, branch, index.column())
        painter.restore()

    def _letters(self, painter: QPainter, rect: QRect, branch: Branch, index: Index) -> None:
        tree, theme = self._tree, self._tree.themes.current
        inked, left = tree.picture(index), rect.left() + PAD
        painter.setClipRect(rect)
        if inked is not None:
            origin, picture = tree.origin(rect, inked), inked.picture
            if tree.letter:
                fill, edge = QColor(theme.select), QColor(theme.ink)
                regions = picture.places(tree.letter)
                paint_lit(painter, regions, origin.x(), origin.y(), MARGIN * 0.6, fill, edge)
            inked.paint(painter, origin.x(), origin.y(), lambda role: QColor(colour_of(role, theme)))
            left = round(origin.x() + picture.width) + 2 * PAD
        words = tree.terms.words(branch)
        if words:
            painter.setFont(scaled_font(13, SEMIBOLD) if branch.kind == "group" else scaled_font(13))
            painter.setPen(QColor(theme.text if branch.kind == "group" else theme.muted))
            room = QRect(left, rect.top(), rect.right() - left, rect.height())
            text = f"+ {words}" if branch.kind == "small" else words
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)

    def _number(self, painter: QPainter, rect: QRect, branch: Branch, column: int) -> None:
        theme, terms = self._tree.themes.current, self._tree.terms
        text = terms.text(branch, column)
        if not text:
            return
        heavy = column == NOW and branch.kind == "joint"
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.setFont(scaled_font(12))
        unit = painter.fontMetrics().horizontalAdvance(UNIT)
        painter.setPen(QColor(theme.muted))
        place = QRect(rect.right() - PAD - unit, rect.top(), unit + PAD, rect.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, f" {terms.unit(branch)}")
        painter.setFont(scaled_font(12, SEMIBOLD) if heavy else scaled_font(12))
        painter.setPen(QColor(theme.text if column == NOW and branch.kind != "group" else theme.muted))
        painter.drawText(rect.adjusted(0, 0, -PAD - unit, 0), right, text)


def _key(branch: Branch) -> Hashable:
    words = "" if branch.kind in ("joint", "small") else branch.words
    return branch.kind, branch.joint, words, tuple(symbol.name for symbol in branch.symbols)
