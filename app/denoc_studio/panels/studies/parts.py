"""Pieces that the pages of several studies share."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QProgressBar, QPushButton, QScrollArea, QSizePolicy, QWidget

from denoc_studio.project.entry.numbers import Unit
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import scrolled
from denoc_studio.widgets.message_line import MessageLine

SIDE = 248  # pixels of the column of fields
PADDING = 8
BAR = "QProgressBar { border: 0; background: palette(mid); } QProgressBar::chunk { background: palette(window-text); }"


def number(unit: Unit, name: str, tip: str, value: float | None, *, least: float = 0.0, empty: str = "") -> NumberField:
    """A field that is `optional` where its value is None, and says `empty` then."""
    field = NumberField(unit, minimum=least, optional=value is None)
    field.setAccessibleName(name)
    field.setToolTip(tip)
    field.setPlaceholderText(empty)
    field.set_value(value)
    return field


def watch(
    fields: Mapping[str, NumberField], edited: Callable[[str, float | None], object], message: MessageLine
) -> None:
    """`edited` is called with the name of a field and its value, however it was changed; the line says what is wrong
    in one."""
    for name, field in fields.items():
        for signal in (field.edited, field.stepped):
            signal.connect(lambda value, name=name: edited(name, value))
        field.problem_changed.connect(
            lambda _, field=field: message.say("error", field.complaint(field.accessibleName()), field)
        )


def button(text: str, tip: str, slot: Callable[[], object], *, primary: bool = False) -> QPushButton:
    made = QPushButton(text)
    made.setToolTip(tip)
    made.setProperty("primary", primary)
    made.setAutoDefault(False)
    made.clicked.connect(lambda: slot())
    return made


def progress_bar(name: str) -> QProgressBar:
    """A thin line that fills from left to right."""
    bar = QProgressBar()
    bar.setAccessibleName(name)
    bar.setTextVisible(False)
    bar.setFixedHeight(6)
    bar.setStyleSheet(BAR)
    return bar


def side(inside: QWidget, width: int = SIDE) -> QScrollArea:
    """A column of fields of a fixed width in pixels, which scrolls where the panel is low."""
    area = scrolled(inside)
    area.setFixedWidth(width)
    area.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
    return area
