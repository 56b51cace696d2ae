"""The links and joints of a URDF as an outline; the link that is current in it is the arm's tip.

Rows hold their words and nothing more: what they look like and what is said about them is found out for those in
sight, so that thousands cost no more than a screenful.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSignalBlocker, Signal
from PySide6.QtGui import QColor, QHelpEvent, QPalette
from PySide6.QtWidgets import (
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from denoc.files.urdf.tree import UrdfJoint, UrdfTree
from denoc_studio.look.plain_text import wrapped
from denoc_studio.look.theme import Theme
from denoc_studio.project.urdf_picks import kind_words

HEADS = ("Link", "Joint to it", "Type")
STEP = 14  # pixels to the right for each level
WIDEST = 280  # pixels that levels may take
DEEPEST = 40  # levels: in a deeper tree, links that follow each other stand below each other
MEASURED = 100  # rows that are fitted into a column; of the others only the longest word
BOLD = 1.15  # wider than the plain names that columns are fitted to


class UrdfTreeView(QTreeWidget):
    picked = Signal(str)  # the link that is current now

    def __init__(self, tree: UrdfTree, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tree = tree
        self._items: dict[str, QTreeWidgetItem] = {}
        self._looks = Looks(tree, theme, self)
        self.setItemDelegate(self._looks)
        self.setHeaderLabels(HEADS)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setAlternatingRowColors(True)
        self.setAccessibleName("Links and joints")
        self._fill(tree)
        self.expandAll()
        self.header().setStretchLastSection(True)
        self.header().setResizeContentsPrecision(MEASURED)
        for column in (0, 1):
            self.header().setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            self.resizeColumnToContents(column)
            longest = max((item.text(column) for item in self._items.values()), key=len)
            words = self.fontMetrics().horizontalAdvance(longest) + 2 * self.indentation() + STEP
            self.setColumnWidth(column, round(BOLD * max(self.columnWidth(column), words)))
        self.currentItemChanged.connect(lambda item: self.picked.emit(item.text(0)) if item else None)

    def show_chain(self, tree: UrdfTree, base: str, tip: str) -> None:
        """The links from the base to the tip in bold, the tip current and in sight."""
        self._looks.marked = _links_between(tree, base, tip)
        with QSignalBlocker(self):
            self.setCurrentItem(self._items[tip])
        self.scrollToItem(self._items[tip])
        self.horizontalScrollBar().setValue(0)
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        """A row's joint in words where the mouse rests."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            item = self.itemAt(event.pos())
            words = "" if item is None else _about(self._tree.joint_to.get(item.text(0)))
            QToolTip.showText(event.globalPos(), wrapped(words), self)
            return True
        return super().viewportEvent(event)

    def _fill(self, tree: UrdfTree) -> None:
        deep = max(_levels(tree, flat=False).values()) > DEEPEST
        levels = _levels(tree, flat=deep)
        self.setIndentation(max(1, min(STEP, WIDEST // max(1, *levels.values()))))
        for name in tree.below(tree.root):
            joint = tree.joint_to.get(name)
            texts = [name] if joint is None else [name, joint.name, kind_words(joint)]
            item = self._items[name] = QTreeWidgetItem(texts)
            if joint is None:
                self.addTopLevelItem(item)
                continue
            above: QTreeWidgetItem | None = self._items[joint.parent]
            if levels[name] == levels[joint.parent]:
                above = self._items[joint.parent].parent()
            (above or self.invisibleRootItem()).addChild(item)


class Looks(QStyledItemDelegate):
    """Bold for the links that are `marked`, colours for joints that hold or are in the way."""

    def __init__(self, tree: UrdfTree, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._tree = tree
        self._theme = theme
        self.marked: set[str] = set()

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        name = index.sibling(index.row(), 0).data()
        if name in self.marked:
            font = option.font
            font.setBold(True)
            option.font = font
        joint = self._tree.joint_to.get(name)
        if joint is not None and index.column() and (joint.obstacle or joint.kind == "fixed"):
            colour = QColor(self._theme.warning if joint.obstacle else self._theme.muted)
            palette = option.palette
            palette.setColor(QPalette.ColorRole.Text, colour)
            option.palette = palette


def _about(joint: UrdfJoint | None) -> str:
    if joint is None:
        return ""
    does = "holds" if joint.kind == "fixed" else "moves"
    return f"{joint.name}: {joint.obstacle}" if joint.obstacle else f"{does} {joint.child} on {joint.parent}"


def _levels(tree: UrdfTree, *, flat: bool) -> dict[str, int]:
    """How far to the right each link stands: one more than its parent. `flat`: only where the tree parts."""
    levels = {tree.root: 0}
    for name in tree.below(tree.root):
        joint = tree.joint_to.get(name)
        if joint is not None:
            alone = len(tree.joints_from[joint.parent]) == 1 and _is_alone(tree, joint.parent)
            levels[name] = levels[joint.parent] + (not (flat and alone))
    return levels


def _is_alone(tree: UrdfTree, name: str) -> bool:
    """Whether no other link hangs where this one does."""
    joint = tree.joint_to.get(name)
    return joint is None or len(tree.joints_from[joint.parent]) == 1


def _links_between(tree: UrdfTree, base: str, tip: str) -> set[str]:
    """None where no chain leads from one to the other."""
    names, link = {tip}, tip
    while link != base:
        if link not in tree.joint_to:
            return set()
        link = tree.joint_to[link].parent
        names.add(link)
    return names
