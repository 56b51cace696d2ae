"""Small parts that forms are put together from: lists of words, buttons, headings, lines of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLabel, QToolButton, QWidget

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


def tool(text: str, tip: str, slot: Callable[[], object]) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
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
    form.setVerticalSpacing(5)
    return form


def note() -> QLabel:
    """A line of plain words, as long as it needs to be."""
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
