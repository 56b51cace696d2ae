"""Mass properties of the selected link as a CAD program prints them, pasted as text."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc_studio.panels.robot.body_editor import PLACES
from denoc_studio.project import edits
from denoc_studio.project.entry.mass_properties import LONGEST, Pasted, Sign, read_mass_properties
from denoc_studio.project.entry.numbers import BadNumber, shown
from denoc_studio.session.document import Document
from denoc_studio.widgets.fields.combo import Combo

SIGNS: tuple[tuple[str, Sign | None], ...] = (
    ("Products of inertia: as the text says, or usual there", None),
    ("Products are printed as +∫ x y dm", "positive"),
    ("Products are printed as −∫ x y dm (the tensor's entries)", "tensor"),
)
HINT = "Paste the text of the mass properties of SolidWorks, Fusion 360 or Onshape here"


class CadDialog(QDialog):
    """Shows what was understood while the text changes; "Apply" is one undo step."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._document = document
        self._index = document.selected
        self.setWindowTitle(f"Mass properties of link {self._index + 1} from CAD")
        self.text = QPlainTextEdit()
        self.text.setAccessibleName("Mass properties")
        self.text.setPlaceholderText(HINT)
        self.text.setTabChangesFocus(True)
        self.sign = Combo()
        self.sign.setAccessibleName("Sign of the products of inertia")
        self.sign.addItems([words for words, _ in SIGNS])
        self.preview = QLabel()
        self.preview.setTextFormat(Qt.TextFormat.PlainText)
        self.preview.setWordWrap(True)
        self.preview.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Apply | QDialogButtonBox.StandardButton.Cancel)
        self.apply_button = self.buttons.button(QDialogButtonBox.StandardButton.Apply)
        self._lay_out()
        self.text.textChanged.connect(self._update)
        self.sign.currentIndexChanged.connect(lambda _: self._update())
        self.apply_button.clicked.connect(lambda _checked=False: self.apply())
        self.buttons.rejected.connect(self.reject)
        self._propose()

    def apply(self) -> None:
        """Make it the link's body and close."""
        try:
            pasted = self._pasted()
            after = self._project(pasted)
        except (BadNumber, DynamicsError):
            return  # the preview says why
        self._document.edit(after, f"Paste the mass properties of link {self._index + 1}")
        self.accept()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        frame = QLabel(
            f"The output coordinate system in the CAD program has to be frame {self._index + 1} of the link, as the "
            "arm's view shows it."
        )
        frame.setWordWrap(True)
        layout.addWidget(frame)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.sign)
        layout.addWidget(self.preview)
        layout.addWidget(self.buttons)
        self.apply_button.setDefault(True)
        for button in self.buttons.buttons():
            button.setIcon(QIcon())
        self.resize(520, 460)

    def _propose(self) -> None:
        """What is in the clipboard, where that is what is wanted."""
        text = QGuiApplication.clipboard().text()
        try:
            read_mass_properties(text)
            self.text.setPlainText(text)
        except BadNumber:
            self._update()

    def _pasted(self) -> Pasted:
        return read_mass_properties(self.text.toPlainText()[: LONGEST + 1], SIGNS[self.sign.currentIndex()][1])

    def _project(self, pasted: Pasted) -> Project:
        return edits.change_link(
            self._document.project, self._index, mass=pasted.mass, com=pasted.com, inertia=pasted.inertia
        )

    def _update(self) -> None:
        self.apply_button.setEnabled(False)
        if not self.text.toPlainText().strip():
            self.preview.setText("")
            return
        try:
            pasted = self._pasted()
            self._project(pasted)
        except (BadNumber, DynamicsError) as error:
            reason = error.reason if isinstance(error, DynamicsError) else str(error)
            self.preview.setText(f"Not understood: {reason}")
            return
        named = [f"I{name} {shown(value)}" for name, value in zip(PLACES, pasted.inertia, strict=True)]
        self.preview.setText(
            f"{pasted.words}\nMass {shown(pasted.mass)} kg   centre {', '.join(map(shown, pasted.com))} m\n"
            f"{'   '.join(named[:3])}\n{'   '.join(named[3:])}\nkg m² about the mass centre, the tensor's own entries"
        )
        self.apply_button.setEnabled(True)
