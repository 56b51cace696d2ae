"""What every export dialog shares: folder and name, files that exist already, and work in a process of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings, Qt, QUrl
from PySide6.QtGui import QCloseEvent, QDesktopServices
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from denoc.basics.errors import DynamicsError
from denoc.files.disk.paths import is_folder, is_there, real_path, typed_path
from denoc.files.disk.versions import reason
from denoc_studio.look.folders import usual_folder
from denoc_studio.look.plain_text import escape
from denoc_studio.paper.export_process import Export
from denoc_studio.widgets.questions import ask
from denoc_studio.widgets.rich_label import RichLabel
from denoc_studio.widgets.task import Task

NARROWEST = 460  # pixels of the fields
LISTED = 4  # files named one by one
LONGEST_NAME = 150  # characters, with room for what is added
LARGEST_KEPT = 1e6  # number in the settings
WHOLE = 1000  # of the progress bar
STOPPED = "Stopped; nothing was written."


class ExportDialog(QDialog):
    """Stays open until the files are written; what went wrong stands in it in words.

    A kind of export says what its fields are (`_rows`), what they order (`order`) and what it is made of (`source`).
    """

    endings: tuple[str, ...] = ()  # of the files; one that is typed with the name is not added again

    def __init__(self, title: str, name: str, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.task: Task | None = None
        self._export: Export | None = None
        self._busy = False
        self._before: dict[Path, int] = {}  # when the files were written that are to be written now
        self.setWindowTitle(title)
        self._make_common(name)
        self._lay_out()
        self._restore()
        self._show_files()
        self.name.setFocus()
        self.name.selectAll()

    @property
    def stem(self) -> str:
        """The name that was typed, without an ending."""
        name = self.name.text().strip()
        ending = next((ending for ending in self.endings if name.lower().endswith(ending)), "")
        return name[: len(name) - len(ending)] or name

    @property
    def folder_path(self) -> Path:
        """The folder that was typed."""
        return typed_path(self.folder.text())

    def order(self) -> Any:
        """What the fields say; a DynamicsError where they cannot be."""
        raise NotImplementedError

    def source(self) -> Any:
        """What it is made of."""
        raise NotImplementedError

    def _rows(self, form: QFormLayout) -> None:
        """Put the fields of this kind of export into the form."""
        raise NotImplementedError

    def _beside(self) -> QWidget | None:
        """What stands to the right of the fields."""
        return None

    def _restore(self) -> None:
        """The choices of last time, where they can be read."""

    def _remember(self) -> None: ...

    def _enable(self) -> None:
        """Fields that mean nothing now are pale."""

    def _files(self) -> list[Path]:
        return list(self.order().files(self.source()))

    def accept(self) -> None:
        if self._busy or not self._fits():
            return
        try:
            order, source = self.order(), self.source()
        except DynamicsError as error:
            self._complain(str(error))
            return
        self._before = {path: _written_at(path) for path in order.files(source)}
        there = [path for path, at in self._before.items() if at]
        if there and not self._may_overwrite(there):
            return
        self._settings.setValue("export/folder", self.folder.text())
        self._remember()
        self._set_busy(True)
        self._export = Export(order, source)
        self.task = Task(self._export.write, self)
        self.task.message.connect(self._say)
        self.task.reached.connect(self._show_share)
        self.task.over.connect(self._let_go)
        self.task.done.connect(self._done)
        self.task.failed.connect(self._failed)
        self.task.start()

    def reject(self) -> None:
        """Closes the dialog, or ends the export that is under way."""
        if self._busy:
            self.stop()
        else:
            super().reject()

    def stop(self) -> None:
        """No further files; those that are written stay."""
        if self._busy and self._export is not None:
            self._export.stop()

    def finish(self) -> None:
        """Stop, and wait until nothing is under way any more."""
        self.stop()
        if self.task is not None:
            self.task.wait()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._busy:
            self.stop()
            event.ignore()
        else:
            super().closeEvent(event)

    def _make_common(self, name: str) -> None:
        self.folder = QLineEdit(str(usual_folder(self._settings)))
        self.browse = QPushButton("Choose...")
        self.name = QLineEdit(name)
        self.files = QLabel()
        self.files.setWordWrap(True)
        self.message = RichLabel()
        self.message.setWordWrap(True)
        self.message.setOpenExternalLinks(True)
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.open_file = QPushButton("&Open file")
        self.open_folder = QPushButton("Open fol&der")
        self.written = QWidget()
        buttons = row(self.open_file, self.open_folder)
        buttons.setContentsMargins(0, 0, 0, 0)
        self.written.setLayout(buttons)
        self.written.hide()
        self._written: list[Path] = []
        for button in (self.open_file, self.open_folder):
            button.setAutoDefault(False)
        self.open_file.clicked.connect(lambda: self._open(self._written[0]))
        self.open_folder.clicked.connect(lambda: self._open(self._written[0].parent))
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setMaximumHeight(6)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.export_button = self.buttons.addButton("Export", QDialogButtonBox.ButtonRole.AcceptRole)
        self.export_button.setDefault(True)

    def _lay_out(self) -> None:
        self.fields = QWidget()
        form = QFormLayout(self.fields)
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._rows(form)
        form.addRow(label("&Folder", self.folder), row(self.folder, self.browse))
        form.addRow("&Name", self.name)
        form.addRow("Writes", self.files)
        layout = QVBoxLayout(self)
        beside = self._beside()
        if beside is None:
            layout.addWidget(self.fields)
        else:
            across = QHBoxLayout()
            across.addWidget(self.fields, 1)
            across.addWidget(beside)
            layout.addLayout(across)
        layout.addWidget(self.progress)
        layout.addWidget(self.message)
        layout.addWidget(self.written)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        self.progress.hide()
        layout.addStrut(NARROWEST)  # a minimum of the dialog's own would let it be narrower than its parts
        self.folder.textChanged.connect(self._show_files)
        self.name.textChanged.connect(self._show_files)
        self.browse.clicked.connect(self._choose_folder)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _choose_folder(self) -> None:
        options = QFileDialog.Option.ShowDirsOnly | QFileDialog.Option.DontUseNativeDialog
        folder = QFileDialog.getExistingDirectory(self, "Folder for the files", self.folder.text(), options)
        if folder:
            self.folder.setText(folder)

    def _show_files(self) -> None:
        self._enable()
        try:
            names = [path.name for path in self._files()]
        except DynamicsError as error:
            self.files.setText(str(error))
            self.export_button.setEnabled(False)
            return
        more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
        listed = ", ".join(names[:LISTED]) + more + self._more_words()
        self.files.setText(listed if names else "no format is chosen")
        self.export_button.setEnabled(bool(names and self.name.text().strip()))

    def _more_words(self) -> str:
        """After the names of the files."""
        return ""

    def _fits(self) -> bool:
        """Are folder and name usable? If not, say why."""
        name, folder = self.name.text().strip(), self.folder_path
        if not self.folder.text().strip():
            self._complain("Choose a folder.")
            return False
        if len(name) > LONGEST_NAME:
            self._complain(f"The name must not be longer than {LONGEST_NAME} characters.")
            return False
        if name != Path(name).name or "\\" in name or not name.isprintable():
            self._complain("The name must be a plain file name, without folders.")
            return False
        return self._has_folder(folder)

    def _has_folder(self, folder: Path) -> bool:
        """One that does not exist is made, if the user agrees."""
        if is_folder(folder):
            return True
        if not self._agrees(f"There is no folder {folder}. Create it?", "Create"):
            self._complain(f"There is no folder {folder}.")
            return False
        try:
            folder.mkdir(parents=True)
        except (OSError, ValueError) as error:
            self._complain(f"The folder {folder} cannot be created: {reason(error)}.")
            return False
        return True

    def _may_overwrite(self, there: list[Path]) -> bool:
        question = (
            f"{there[0].name} exists already. Replace it?"
            if len(there) == 1
            else f"{len(there)} of these files exist already. Replace them?"
        )
        return self._agrees(question, "Replace")

    def _agrees(self, question: str, verb: str) -> bool:
        box = QMessageBox(QMessageBox.Icon.Question, self.windowTitle(), question, parent=self)
        yes = box.addButton(verb, QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        ask(box)
        return box.clickedButton() is yes

    def _let_go(self) -> None:
        self.task = None

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        self.written.hide()
        self.progress.setRange(0, 0)  # until it is known how far it is
        self.progress.setVisible(busy)
        self.fields.setEnabled(not busy)
        self.buttons.button(QDialogButtonBox.StandardButton.Close).setText("Stop" if busy else "Close")
        self.export_button.setEnabled(not busy)

    def _say(self, text: str) -> None:
        self._state(f"Writing {text}")

    def _show_share(self, share: float) -> None:
        self.progress.setRange(0, WHOLE)
        self.progress.setValue(round(share * WHOLE))

    def _done(self, paths: list[Path]) -> None:
        self._set_busy(False)
        folder = real_path(paths[0].parent)
        link = QUrl.fromLocalFile(str(folder)).toString(QUrl.ComponentFormattingOption.FullyEncoded)
        files = "1 file" if len(paths) == 1 else f"{len(paths)} files"
        self._written = paths
        self.written.show()
        self.open_file.setToolTip(paths[0].name)
        self._write(f'Wrote {files} to <a href="{escape(link)}">{escape(str(folder))}</a>')

    def _open(self, path: Path) -> None:
        """By the desktop's own program."""
        if not is_there(path):
            self._complain(f"{path} is no longer there.")
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(real_path(path)))):
            self._complain(f"No program is known here that opens {path.name}.")

    def _failed(self, reason: str) -> None:
        self._set_busy(False)
        if self._export is not None and self._export.stopped:
            written = [path.name for path, at in self._before.items() if _written_at(path) != at]
            self._state(f"Stopped; written until then: {', '.join(written)}" if written else STOPPED)
        else:
            self._complain(reason)

    def _state(self, text: str) -> None:
        self._write(escape(text))

    def _complain(self, text: str) -> None:
        self._write(escape(text), "color: palette(bright-text);")

    def _write(self, text: str, style: str = "") -> None:
        """With room for it, so that no other line is cut."""
        self.message.setStyleSheet(style)
        self.message.setText(text)
        layout = self.layout()
        height = layout.totalHeightForWidth(self.width()) if layout is not None else 0
        if height > self.height():
            self.resize(self.width(), height)


def _written_at(path: Path) -> int:
    """In nanoseconds; 0 where nothing is."""
    try:
        return path.stat().st_mtime_ns
    except (OSError, ValueError):
        return 0


def number(stored: object, default: float) -> float:
    """A number out of the settings, where there is one that a field may take."""
    try:
        found = float(stored)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return default
    return found if abs(found) < LARGEST_KEPT else default


def label(text: str, field: QWidget) -> QLabel:
    """For a row of several fields: its shortcut leads to this one."""
    made = QLabel(text)
    made.setBuddy(field)
    return made


def row(*widgets: QWidget) -> QHBoxLayout:
    made = QHBoxLayout()
    for widget in widgets:
        made.addWidget(widget, 1 if isinstance(widget, QLineEdit | QComboBox) else 0)
    if not any(isinstance(widget, QLineEdit | QComboBox) for widget in widgets):
        made.addStretch(1)
    return made
