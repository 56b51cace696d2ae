"""Small parts that the editors of motions and torque laws are put together from."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.document import Document
from app.views.combo import Combo
from dynamics.errors import DynamicsError
from dynamics.project import Project


class Editor(QWidget):
    """One part of the run's settings.

    `problem` says why something was refused, and is empty when all is well; with it comes who says so: a part that
    holds on to what it refused, or None for what was just tried.
    """

    problem = Signal(str, object)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(5)

    def show_project(self, project: Project) -> None:
        """Show what does not show itself, as tables do."""

    def reason(self, error: DynamicsError) -> str:
        """Why not, in words; a part that knows in which unit its numbers are shown says it in that."""
        return error.reason

    def refuse(self, reason: str) -> None:
        """Say why what was just tried was refused; empty where it was not."""
        self.problem.emit(reason, None)

    def hear(self, part: object, message: SignalInstance) -> None:
        """What a part of this one says about its refusals is passed on as that part's."""
        message.connect(lambda words: self.problem.emit(words, part))

    def attempt(self, edit: Callable[[Project], Project], text: str, gesture: str = "") -> bool:
        """One undo step, or the reason why not."""
        try:
            after = edit(self.document.project)
        except DynamicsError as error:
            place = f"Joint {error.link}: " if error.link else ""
            self.refuse(f"{place}{self.reason(error)}")
            return False
        self.refuse("")
        self.document.edit(after, text, gesture)
        return True


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
