"""Small parts that forms are put together from: lists of words, buttons, headings, lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from denoc_studio.widgets.fields.combo import Combo


def choice(texts: Mapping[str, str], name: str, tip: str, slot: Callable[[str], object]) -> Combo:
    """A list of words; `slot` is called with the key of the one that the user takes."""
    box = Combo()
    for key, text in texts.items():
        box.addItem(text, key)
    box.setToolTip(tip)
    box.setAccessibleName(name)
    box.setMinimumContentsLength(8)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.activated.connect(lambda index: slot(box.itemData(index)))
    return box


def show_choice(box: QComboBox, key: str) -> None:
    box.setCurrentIndex(box.findData(key))


def tool(text: str, tip: str, slot: Callable[[], object], name: str = "") -> QToolButton:
    """A small button; `name` is what it is called aloud, the tip where that is empty."""
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(name or tip)
    button.clicked.connect(lambda: slot())
    return button


def titled(title: str, *widgets: QWidget) -> QHBoxLayout:
    """A line with a heading on the left and widgets on the right."""
    row = QHBoxLayout()
    row.setSpacing(3)
    label = QLabel(title)
    label.setStyleSheet("font-weight: 600")
    row.addWidget(label, 1)
    for widget in widgets:
        row.addWidget(widget)
    return row


def make_form() -> QFormLayout:
    form = QFormLayout()
    form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    form.setVerticalSpacing(8)
    form.setHorizontalSpacing(8)
    return form


def share_labels(panel: QWidget) -> None:
    """All forms of a panel have one column of labels, as wide as the longest."""
    forms = panel.findChildren(QFormLayout)
    labels = [label for form in forms for label in _labels(form)]
    widest = max((label.sizeHint().width() for label in labels), default=0)
    for label in labels:
        label.setMinimumWidth(widest)


def _labels(form: QFormLayout) -> list[QWidget]:
    items = (form.itemAt(row, QFormLayout.ItemRole.LabelRole) for row in range(form.rowCount()))
    widgets = (item.widget() for item in items if item is not None)
    return [widget for widget in widgets if widget is not None]


def tab_stops(layout: QLayout) -> Iterator[QWidget]:
    """What the keyboard stops at in a layout, in the order in which it was laid out."""
    for place in range(layout.count()):
        item = layout.itemAt(place)
        assert item is not None
        widget, inner = item.widget(), item.layout()
        if widget is not None and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield widget
        elif widget is not None:
            inner = widget.layout()
        if inner is not None:
            yield from tab_stops(inner)


def put_in_order(stops: Iterable[QWidget]) -> None:
    """Tab goes from one to the next; Qt would go by when they were made."""
    for before, after in pairwise(stops):
        QWidget.setTabOrder(before, after)


def scrolled(inside: QWidget) -> QScrollArea:
    """What is as wide as there is room, and scrolls where it is higher."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inside)
    return area


def stacked(*widgets: QWidget) -> QWidget:
    """Widgets from the top down, without margins; what room is left stays free below."""
    inside = QWidget()
    fill_column(inside, *widgets).addStretch(1)
    return inside


def fill_column(owner: QWidget, *parts: QWidget | QLayout, spacing: int | None = None) -> QVBoxLayout:
    """Lays parts out in a widget from the top down, without margins; `spacing` in pixels, the style's where None."""
    column = QVBoxLayout(owner)
    column.setContentsMargins(0, 0, 0, 0)
    if spacing is not None:
        column.setSpacing(spacing)
    for part in parts:
        if isinstance(part, QLayout):
            column.addLayout(part)
        else:
            column.addWidget(part)
    return column


def note() -> QLabel:
    """A line of plain words, as long as it needs to be."""
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def muted() -> QLabel:
    """Plain words of less weight, that wrap and never widen a panel."""
    label = note()
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    label.setMinimumWidth(1)
    return label
