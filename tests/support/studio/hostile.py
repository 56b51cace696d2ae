"""A project, a URDF and files whose every name wants to be more than a name, and a look at everything that is shown."""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    QTimer,
)
from PySide6.QtGui import QAction, QHelpEvent, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QGraphicsTextItem,
    QGraphicsView,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTabBar,
    QTextEdit,
    QToolTip,
    QWidget,
)

from denoc import Gear, Motor, Project, load
from denoc.torques.actuators import Actuator
from denoc_studio.project import edits
from denoc_studio.widgets.rich_label import RichLabel

IN_OPEN = 0x20
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.EditRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.WhatsThisRole,
    Qt.ItemDataRole.AccessibleTextRole,
)


class Lure:
    """A picture that nobody should open; the system says who did (Linux)."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "l.png"
        image = QImage(300, 200, QImage.Format.Format_RGB32)
        image.fill(0)
        assert image.save(str(self.path))
        libc = ctypes.CDLL(None, use_errno=True)
        self._watch = libc.inotify_init1(os.O_NONBLOCK)
        assert libc.inotify_add_watch(self._watch, os.fsencode(self.path), IN_OPEN) >= 0

    def taken(self) -> bool:
        """Whether it was opened since the last question."""
        try:
            return bool(os.read(self._watch, 65536))
        except BlockingIOError:
            return False

    def close(self) -> None:
        os.close(self._watch)

    def name(self, place: str) -> str:
        """A name that is a formula, a mnemonic, a placeholder, markup that loads the picture, and a script's."""
        return f'={place}&File %1 %s {{0}} [*] $x^2$ ${{x}} <img src="file://{self.path}"><b>{place}</b>'


def project(lure: Lure) -> Project:
    """Three links, three motors, one run along a motion."""
    made = load("planar-3r-free-fall")
    for number in range(made.robot.n):
        made = edits.change_link(made, number, name=lure.name(f"link{number + 1}"))
        motor = Motor(lure.name(f"motor{number + 1}"), 5.0, 20.0, 500.0)
        made = edits.set_actuator(made, number, Actuator(motor, Gear(50.0, 0.8)))
    made = edits.change_robot(made, name=lure.name("robot"))
    words = {name: lure.name(name) for name in ("name", "description", "source")}
    return edits.set_run(replace(made, **words), duration=0.2)


def during(action: Callable[[], object], visit: Callable[[QWidget], object]) -> int:
    """Carries out something that may open modal dialogs; each is visited and closed. Returns how many there were."""
    seen = 0

    def look() -> None:
        nonlocal seen
        dialog = QApplication.activeModalWidget()
        if dialog is not None:
            seen += 1
            try:
                visit(dialog)
            finally:
                dialog.close()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(20)
    action()
    QApplication.processEvents()
    look()
    timer.stop()
    return seen


def walk(root: QWidget) -> Iterator[str]:
    """Every text below a widget as a person sees it; AssertionError where Qt would make markup of one."""
    yield root.windowTitle()
    for widget in (root, *root.findChildren(QWidget)):
        yield from _texts(widget)
        for action in widget.actions():
            yield _without_mnemonics(action.text())
            yield action.toolTip()
        if widget.toolTip():
            yield _tip(widget, QPoint(1, 1), lambda at=widget: _show(at))
    for action in root.findChildren(QAction):
        yield _without_mnemonics(action.text())


def _texts(widget: QWidget) -> Iterator[str]:
    yield from (widget.statusTip(), widget.whatsThis(), widget.accessibleName())
    if isinstance(widget, RichLabel):
        assert "<img" not in widget.text()
        yield widget.text()
    elif isinstance(widget, QLabel):
        widget.ensurePolished()
        assert widget.textFormat() == Qt.TextFormat.PlainText, widget.text()
        yield _without_mnemonics(widget.text()) if widget.buddy() else widget.text()
    elif isinstance(widget, QAbstractButton):
        yield _without_mnemonics(widget.text())
    elif isinstance(widget, QGroupBox):
        yield _without_mnemonics(widget.title())
    elif isinstance(widget, QTabBar):
        yield from (_without_mnemonics(widget.tabText(k)) for k in range(widget.count()))
    elif isinstance(widget, QTextEdit):
        assert "<img" not in widget.toHtml().replace('<img src="dh:', "")  # figures of the help, painted here
    elif isinstance(widget, QGraphicsView):
        for item in widget.scene().items() if widget.scene() else ():
            if isinstance(item, QGraphicsTextItem):
                assert "<img" not in item.toHtml()
                yield item.toPlainText()
    elif isinstance(widget, QAbstractItemView):
        yield from _cells(widget)
    elif isinstance(widget, QLineEdit):
        yield widget.text()


def _cells(view: QAbstractItemView) -> Iterator[str]:
    """The cells and headings by every role, and their tool tips as the mouse brings them up."""
    model = view.model()
    if model is None or isinstance(view, QHeaderView):
        return
    for direction in Qt.Orientation:
        sections = _width(model) if direction == Qt.Orientation.Horizontal else model.rowCount()
        for section in range(min(sections, 50)):
            yield from (str(model.headerData(section, direction, role)) for role in ROLES)
    waiting = [model.index(row, 0) for row in range(min(model.rowCount(), 50))]
    while waiting:
        first = waiting.pop()
        waiting += [model.index(row, 0, first) for row in range(min(model.rowCount(first), 50))]
        for column in range(_width(model, first.parent())):
            index = first.siblingAtColumn(column)
            yield from (str(index.data(role)) for role in ROLES)
            if index.data(Qt.ItemDataRole.ToolTipRole) and not view.visualRect(index).isEmpty():
                yield _tip(view.viewport(), view.visualRect(index).center())
    for header in view.findChildren(QHeaderView):
        for section in range(header.count()):
            middle = header.sectionViewportPosition(section) + header.sectionSize(section) // 2
            flat = header.orientation() == Qt.Orientation.Horizontal
            if header.isVisible() and header.model().headerData(section, header.orientation(), ROLES[2]):
                yield _tip(header.viewport(), QPoint(middle, 3) if flat else QPoint(3, middle))


def _width(model: QAbstractItemModel, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent or QModelIndex())


def _tip(widget: QWidget, at: QPoint, show: Callable[[], None] | None = None) -> str:
    """The text of the tool tip that comes up there."""
    if show is not None:
        show()
    else:
        QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, at, widget.mapToGlobal(at)))
    for label in QApplication.topLevelWidgets():
        if isinstance(label, QLabel) and label.metaObject().className() == "QTipLabel":
            assert label.textFormat() == Qt.TextFormat.PlainText, label.text()
    return QToolTip.text()


def _show(widget: QWidget) -> None:
    QToolTip.showText(widget.mapToGlobal(QPoint(1, 1)), widget.toolTip(), widget)


def _without_mnemonics(text: str) -> str:
    """As Qt draws it: the first sign after a single `&` is underlined, `&&` is `&`."""
    return re.sub("&(.?)", r"\1", text)
