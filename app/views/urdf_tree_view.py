"""The links and joints of a URDF as an outline; the link that is current in it is the arm's tip."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from app.plain_text import wrapped
from app.theme import Theme
from app.urdf_picks import kind_words
from dynamics.io.urdf_tree import UrdfJoint, UrdfTree

HEADS = ("Link", "Joint to it", "Type")
NAME = Qt.ItemDataRole.UserRole
STEP = 14  # pixels to the right for each level
WIDEST = 280  # pixels that levels may take
DEEPEST = 40  # levels: in a deeper tree, links that follow each other stand below each other
BOLD = 1.15  # wider than the plain names that columns are fitted to


class UrdfTreeView(QTreeWidget):
    picked = Signal(str)  # the link that is current now

    def __init__(self, tree: UrdfTree, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._items: dict[str, QTreeWidgetItem] = {}
        self._marked: list[str] = []
        self.setHeaderLabels(HEADS)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setAlternatingRowColors(True)
        self.setAccessibleName("Links and joints")
        self._fill(tree)
        self.expandAll()
        self.header().setStretchLastSection(True)
        for column in (0, 1):
            self.header().setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            self.resizeColumnToContents(column)
            self.setColumnWidth(column, round(BOLD * self.columnWidth(column)))
        self.currentItemChanged.connect(lambda item: self.picked.emit(item.data(0, NAME)) if item else None)

    def show_chain(self, tree: UrdfTree, base: str, tip: str) -> None:
        """The links from the base to the tip in bold, the tip current and in sight."""
        for name in self._marked:
            self._embolden(name, False)
        self._marked = _links_between(tree, base, tip)
        for name in self._marked:
            self._embolden(name, True)
        with QSignalBlocker(self):
            self.setCurrentItem(self._items[tip])
        self.scrollToItem(self._items[tip])
        self.horizontalScrollBar().setValue(0)

    def _fill(self, tree: UrdfTree) -> None:
        deep = max(_levels(tree, flat=False).values()) > DEEPEST
        levels = _levels(tree, flat=deep)
        self.setIndentation(max(1, min(STEP, WIDEST // max(1, *levels.values()))))
        for name in tree.below(tree.root):
            joint = tree.joint_to.get(name)
            texts = [name] if joint is None else [name, joint.name, kind_words(joint)]
            item = self._items[name] = QTreeWidgetItem(texts)
            item.setData(0, NAME, name)
            if joint is None:
                self.addTopLevelItem(item)
                continue
            above: QTreeWidgetItem | None = self._items[joint.parent]
            if levels[name] == levels[joint.parent]:
                above = self._items[joint.parent].parent()
            (above or self.invisibleRootItem()).addChild(item)
            self._colour(item, joint)

    def _colour(self, item: QTreeWidgetItem, joint: UrdfJoint) -> None:
        colour = self._theme.warning if joint.obstacle else self._theme.muted if joint.kind == "fixed" else ""
        does = "holds" if joint.kind == "fixed" else "moves"
        tip = f"{joint.name}: {joint.obstacle}" if joint.obstacle else f"{does} {joint.child} on {joint.parent}"
        for column in range(len(HEADS)):
            item.setToolTip(column, wrapped(tip))
            if colour and column:
                item.setForeground(column, QColor(colour))

    def _embolden(self, name: str, bold: bool) -> None:
        font = QFont(self.font())
        font.setBold(bold)
        for column in range(len(HEADS)):
            self._items[name].setFont(column, font)


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


def _links_between(tree: UrdfTree, base: str, tip: str) -> list[str]:
    """None where no chain leads from one to the other."""
    names, link = [tip], tip
    while link != base:
        if link not in tree.joint_to:
            return []
        link = tree.joint_to[link].parent
        names.append(link)
    return names
