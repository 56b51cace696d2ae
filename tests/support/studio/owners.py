"""Whom PySide takes for a widget's parent: when that one goes, what Qt made for the widget becomes unusable."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import Shiboken

PARENT = re.compile(r"^parent\.* <.* at (0x[0-9a-f]+)>", re.MULTILINE)


def strangers() -> list[str]:
    """The widgets whose parent is, for PySide, a widget that they are not inside of for Qt."""
    widgets = QApplication.allWidgets()
    named = {id(each): each for each in widgets}
    found = []
    for widget in widgets:
        told = PARENT.search(Shiboken.dump(widget))
        owner = named.get(int(told[1], 16)) if told is not None else None
        if owner is not None and not _above(owner, widget):
            found.append(f"{type(widget).__name__}, for PySide inside of {type(owner).__name__}")
    return found


def _above(owner: QWidget, widget: QWidget) -> bool:
    """`isAncestorOf` ends at windows, and dialogs have owners."""
    each = widget.parentWidget()
    while each is not None and each is not owner:
        each = each.parentWidget()
    return each is owner
