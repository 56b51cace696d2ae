"""What a screen reader is told of a window, and where the Tab key leads in it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

Role = QAccessible.Role
NAMED = {
    Role.Button, Role.ButtonMenu, Role.ButtonDropDown, Role.CheckBox, Role.RadioButton, Role.ComboBox,
    Role.EditableText, Role.SpinBox, Role.Slider, Role.Dial, Role.Table, Role.Tree, Role.List, Role.PageTab,
    Role.MenuItem, Role.Graphic, Role.Chart, Role.Link, Role.Canvas,
}  # fmt: skip


def interfaces(root: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Everything visible below, but for the cells of tables, and the parts of a field that has its own name."""
    waiting = [root]
    while waiting:
        each = waiting.pop()
        if not each.isValid() or each.state().invisible:
            continue
        yield each
        if each.role() in (Role.Table, Role.Tree, Role.List, Role.ComboBox, Role.SpinBox):
            continue
        waiting += [child for k in range(each.childCount()) if (child := each.child(k)) is not None]


def nameless(widget: QWidget) -> list[str]:
    """What can be used and has no name, or takes the keyboard and has no role; where it stands."""
    root = QAccessible.queryAccessibleInterface(widget)
    found = []
    for each in interfaces(root):
        named = bool(each.text(QAccessible.Text.Name).strip())
        wanted = each.role() in NAMED or (each.role() in (Role.NoRole, Role.Client) and takes_keyboard(each))
        if wanted and not named:
            found.append(place(each))
    return found


def takes_keyboard(each: QAccessibleInterface) -> bool:
    widget = each.object()
    if not isinstance(widget, QWidget) or widget.focusProxy() is not None:
        return False
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isEnabled()


def place(each: QAccessibleInterface) -> str:
    """The classes of the object and of what it is in."""
    names = []
    widget = each.object()
    while widget is not None and len(names) < 5:
        names.append(
            type(widget).__name__
            + (f"({widget.toolTip()[:30]})" if isinstance(widget, QWidget) and widget.toolTip() else "")
        )
        widget = widget.parent()
    return f"{each.role().name}: {' < '.join(names)}"


def tab_stops(window: QWidget, most: int = 3000) -> list[QWidget]:
    """The widgets that a person who presses Tab again and again comes to, until back at the first one.

    AssertionError where one of them keeps the keyboard.
    """
    first = QApplication.focusWidget()
    assert first is not None
    seen = [first]
    for _ in range(most):
        QTest.keyClick(seen[-1], Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert focused is not None, f"after {seen[-1]} nothing has the keyboard"
        if focused is first and len(seen) > 1:
            return seen
        if focused is not seen[-1]:
            seen.append(focused)
    raise AssertionError(f"the keyboard does not come back; it is at {seen[-1]}, {seen[-1].accessibleName()!r}")
