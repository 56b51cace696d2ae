"""Help: the theory in brief, keys and mouse, the log, versions."""

from __future__ import annotations

from importlib import resources

from PySide6.QtCore import QUrl
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QMessageBox, QTextBrowser, QVBoxLayout, QWidget

from app.crash_log import log_path, system_report

MOUSE = """
| with the mouse | |
|---|---|
| drag the background | turn the view |
| drag with the middle or right button, or with Shift | move the view |
| wheel | zoom |
| double click | fit the arm |
| click a link | select it |
| drag a link | pose its joint: the run starts there |
| click in a plot | go to that time |
| drop a project, a URDF file or its folder on the window | open it |
"""
TABLE = """
| in the table of the robot | |
|---|---|
| type, Enter or F2 | edit the cell; Enter again goes down, Escape gives up |
| R, P in the column of types | revolute or prismatic |
| Alt+Up, Alt+Down, Page Up, Page Down, Alt+wheel | a little more or less (Shift: ten times, Ctrl: a tenth) |
| drag with the middle button, or with Alt | more or less, as far as you drag |
| Insert, Ctrl+D, Ctrl+Delete | add, duplicate, remove a joint |
| Ctrl+Shift+Up, Ctrl+Shift+Down | move a joint |
| Shift+Space, Delete | select the row; clear cells, or remove whole rows |
| Ctrl+C, Ctrl+X, Ctrl+V | copy, cut, paste: as a spreadsheet does |
| Tab, F6 | the next cell; out of the table, to the next panel |
"""
NUMBERS = """
| a number may be | |
|---|---|
| 0.5 or 0,5 or 5e-1 | in the unit that is shown |
| 1/3, 0.3*2, sqrt(2)/2, 10^-3 | worked out |
| 300 mm, 30 deg, 0.5 rad, 250 g, 60 rpm | in another unit |
| pi/2, -3*pi/4 | radians, also where degrees are shown: pi/2 is 90° |
"""
LOG_END = 20_000  # characters of the log that are shown


def show_theory(parent: QWidget) -> None:
    text = (resources.files("resources") / "help" / "theory.md").read_text(encoding="utf-8")
    _show_text(parent, "Theory in brief", text)


def show_keys(parent: QWidget, actions: list[QAction]) -> None:
    rows = [f"| {keys_of(action)} | {plain_text(action)} |" for action in actions if action.shortcuts()]
    table = "| key | |\n|---|---|\n" + "\n".join(rows)
    _show_text(parent, "Keys and mouse", f"{MOUSE}\n\n{table}\n\n{TABLE}\n\n{NUMBERS}\n")


def show_log(parent: QWidget) -> None:
    """The end of the log, and the folder it is in."""
    path = log_path()
    try:
        text = path.read_text(encoding="utf-8", errors="replace")[-LOG_END:]
    except OSError:
        text = ""
    box = QMessageBox(parent)
    box.setWindowTitle("Log")
    box.setText(f"The log is {path}.\n\n{'It is empty: nothing went wrong.' if not text else 'Its end is below.'}")
    box.setDetailedText(text)
    folder = box.addButton("Open the folder", QMessageBox.ButtonRole.ActionRole)
    folder.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent))))
    box.addButton(QMessageBox.StandardButton.Close)
    box.exec()


def show_about(parent: QWidget, canvas: str) -> None:
    report = system_report(canvas)
    box = QMessageBox(parent)
    box.setWindowTitle("About DeNOC Studio")
    box.setText(
        "<b>DeNOC Studio</b><br>A lab for the dynamics of serial robot arms, built on recursive O(n) algorithms: "
        "the decoupled natural orthogonal complement of S. K. Saha, and the formulations it is compared with."
    )
    box.setInformativeText(report.replace("\n", "<br>"))
    copy = box.addButton("Copy versions", QMessageBox.ButtonRole.ActionRole)
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(report))
    box.addButton(QMessageBox.StandardButton.Close)
    box.exec()


def plain_text(action: QAction) -> str:
    """The action's name without its mnemonic, dots and keys."""
    return action.text().partition("\t")[0].replace("&", "").removesuffix("...")


def keys_of(action: QAction) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    return " or ".join(key.toString(native) for key in action.shortcuts()) or action.text().partition("\t")[2]


def _show_text(parent: QWidget, title: str, markdown: str) -> None:
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    dialog.resize(720, 640)
    browser = QTextBrowser()
    browser.setMarkdown(markdown)
    browser.setOpenExternalLinks(True)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    column = QVBoxLayout(dialog)
    column.addWidget(browser)
    column.addWidget(buttons)
    dialog.exec()
