"""The links and joints of a URDF as an outline; the link that is current in it is the arm's tip."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from app.theme import Theme
from app.urdf_picks import kind_words
from dynamics.io.urdf_tree import UrdfTree

HEADS = ("Link", "Joint to it", "Type")
NAME = Qt.ItemDataRole.UserRole
STEP = 14  # pixels to the right for each level
WIDEST = 280  # pixels that levels may take


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

    def link_at(self, item: QTreeWidgetItem) -> str:
        return str(item.data(0, NAME))

    def _fill(self, tree: UrdfTree) -> None:
        depth = {tree.root: 0}
        for name in tree.below(tree.root):
            joint = tree.joint_to.get(name)
            texts = [name] if joint is None else [name, joint.name, kind_words(joint)]
            item = self._items[name] = QTreeWidgetItem(texts)
            item.setData(0, NAME, name)
            if joint is not None:
                self._items[joint.parent].addChild(item)
                depth[name] = depth[joint.parent] + 1
                self._colour(item, joint.kind == "fixed", joint.obstacle)
        self.setIndentation(max(1, min(STEP, WIDEST // max(1, *depth.values()))))
        self.addTopLevelItem(self._items[tree.root])

    def _colour(self, item: QTreeWidgetItem, fixed: bool, obstacle: str) -> None:
        colour = self._theme.warning if obstacle else self._theme.muted if fixed else ""
        for column in (1, 2) if colour else ():
            item.setForeground(column, QColor(colour))
        if obstacle:
            for column in range(len(HEADS)):
                item.setToolTip(column, f"<p>{escape(obstacle)}</p>")  # a name is no markup

    def _embolden(self, name: str, bold: bool) -> None:
        font = QFont(self.font())
        font.setBold(bold)
        for column in range(len(HEADS)):
            self._items[name].setFont(column, font)


def _links_between(tree: UrdfTree, base: str, tip: str) -> list[str]:
    """None where no chain leads from one to the other."""
    names, link = [tip], tip
    while link != base:
        if link not in tree.joint_to:
            return []
        link = tree.joint_to[link].parent
        names.append(link)
    return names
