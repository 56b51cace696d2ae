"""Help: the theory in brief, keys and mouse, the log, versions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QMessageBox, QTextBrowser, QVBoxLayout, QWidget

from denoc.arm.robot import Convention
from denoc_studio.look.plain_text import escape
from denoc_studio.look.theme import Themes
from denoc_studio.widgets.guard import guarded
from denoc_studio.widgets.questions import ask
from denoc_studio.window.crash_log import log_path, system_report

Rows = Sequence[tuple[str, str]]
MOUSE: Rows = (
    ("drag the background", "turn the view"),
    ("drag with the middle or right button, or with Shift", "move the view"),
    ("wheel", "zoom"),
    ("double click", "fit the arm"),
    ("click a link", "select it"),
    ("drag a link", "pose its joint: the run starts there"),
    ("Ctrl+drag a link", "push it while the run plays; Escape takes the push back"),
    ("drop a project, a URDF or MuJoCo file or its folder on the window", "open it"),
)
PLOTS: Rows = (
    ("click, or drag the time cursor", "go to that time"),
    ("drag", "move the visible stretch, of all plots over time"),
    ("wheel, Ctrl+wheel", "zoom in time; zoom the values"),
    ("drag with the right button", "stretch either way"),
    ("double click", "the whole run and all values again"),
    ("right click", "measure, grid, copy, export"),
    ("click a name in the legend, with Ctrl", "show or hide the curve; show it alone"),
    ("click min, max or peak in the legend", "the time cursor to that instant (Return: to the peak)"),
)
TABLE: Rows = (
    ("type, Enter or F2", "edit the cell; Enter again goes down, Escape gives up"),
    ("R, P in the column of types", "revolute or prismatic"),
    (
        "Alt+Up, Alt+Down, Page Up, Page Down, Alt+wheel",
        "a little more or less (Shift: ten times, Ctrl: a tenth)",
    ),
    ("drag with the middle button, or with Alt", "more or less, as far as you drag"),
    ("Insert, Ctrl+D, Ctrl+Delete", "add, duplicate, remove a joint"),
    ("Ctrl+Shift+Up, Ctrl+Shift+Down", "move a joint"),
    ("Shift+Space, Delete", "select the row; clear cells, or remove whole rows"),
    ("Ctrl+C, Ctrl+X, Ctrl+V", "copy, cut, paste: as a spreadsheet does"),
    ("Tab, F6", "the next cell; out of the table, to the next panel"),
)
FIELDS: Rows = (
    ("Enter", "take the number, and back to the arm, where Space plays"),
    ("Up, Down, wheel", "a little more or less (Shift: ten times, Ctrl: a tenth)"),
    ("Escape", "give up what is typed"),
    ("a time beside the slider, Enter", "go to that time"),
)
PLAYER: Rows = (
    ("Right, Left", "the next step, the one before"),
    ("Shift+Right, Shift+Left", "the next link, the one before"),
    ("Home, End", "the first step, the last"),
    ("Space", "play step after step, and pause"),
    ("Right, Left, Home, End in an equation (Tab)", "its symbols one by one, shown on the arm; Escape leaves them"),
    ("Ctrl+C in an equation", "copy it as LaTeX"),
    ("Right, Left in the elimination", "set the next joint loose, or fix it again"),
    ("Right, Left, Enter in the terms of Equations", "its letters one by one; what one stands for, or fold the line"),
)
RESULTS: Rows = (
    ("Ctrl+C in a table of results", "copy it for a spreadsheet"),
    ("Space, Return in the legend", "show or hide the curve; the time cursor to its peak"),
    ("Return in the table of Measured", "the time cursor to the largest difference"),
    ("arrows, with Shift, Return in the map of Reach", "another cell, farther away; pose the arm there"),
    ("the same in the map of Chaos", "another start, farther away; let the arm go from there"),
    ("Delete in the list of pushes", "remove the push"),
    ("Page Up, Page Down, Home, End at the time slider", "a tenth of the run on or back; start, end"),
)
NUMBERS: Rows = (
    ("0.5 or 0,5 or 5e-1", "in the unit that is shown"),
    ("1/3, 0.3*2, sqrt(2)/2, 10^-3", "worked out"),
    ("300 mm, 30 deg, 0.5 rad, 250 g, 60 rpm", "in another unit"),
    ("pi/2, -3*pi/4", "radians, also where degrees are shown: pi/2 is 90°"),
)
PAPER = (
    "S. K. Saha, Dynamics of serial multibody systems using the decoupled natural orthogonal complement matrices, "
    "ASME Journal of Applied Mechanics 66, 1999"
)
LOG_END = 20_000  # characters of the log that are shown


def show_theory(
    parent: QWidget, themes: Themes, page: str = "", open_lesson: Callable[[str], object] | None = None
) -> None:
    """The pages of theory, from this one on where it is named; links to lessons where they can be opened."""
    from denoc_studio.window.help.theory import TITLE, TheoryDialog

    _close(parent, TITLE)
    dialog = guarded(TheoryDialog)(parent, themes, open_lesson)
    dialog.go_to(page)
    dialog.show()


def show_parameters(parent: QWidget, themes: Themes, convention: Convention) -> None:
    """The figures of both conventions, that of the table first."""
    from denoc_studio.window.help.theory import help_page, help_text

    pages = {name: help_text(f"{name}_dh.md") for name in ("standard", "modified")}
    first = pages.pop(convention)
    page = guarded(help_page)(themes)
    page.show_text("\n\n".join([first, *pages.values()]))
    _show_beside(parent, "Denavit-Hartenberg parameters", page)


def show_keys(parent: QWidget, keys: Rows) -> None:
    tables = {
        "The arm, with the mouse": MOUSE,
        "Plots, with the mouse": PLOTS,
        "Keys": keys,
        "The player of Lessons": PLAYER,
        "Results": RESULTS,
        "The table": TABLE,
        "A number field": FIELDS,
        "A number may be": NUMBERS,
    }
    page = QTextBrowser()
    page.setHtml("".join(_table(title, rows) for title, rows in tables.items()))
    _show_beside(parent, "Keys and mouse", page)


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
    ask(box)


def show_about(parent: QWidget, canvas: str) -> None:
    report = system_report(canvas)
    box = QMessageBox(parent)
    box.setWindowTitle("About DeNOC Studio")
    box.setText(
        "DeNOC Studio\n\nA lab for the dynamics of serial robot arms, built on recursive O(n) algorithms: "
        "the decoupled natural orthogonal complement of S. K. Saha, and the formulations it is compared with."
    )
    cite = f"Free software, MIT licence. To cite the method: {PAPER}."
    box.setInformativeText(f"{cite}\n\n{report}")
    copy = box.addButton("Copy versions", QMessageBox.ButtonRole.ActionRole)
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(report))
    box.addButton(QMessageBox.StandardButton.Close)
    ask(box)


def _table(title: str, rows: Rows) -> str:
    cells = "".join(f"<tr><td width='45%'>{escape(what)}</td><td>{escape(does)}</td></tr>" for what, does in rows)
    return f"<h3>{title}</h3><table width='100%' cellpadding='3'>{cells}</table>"


def _close(parent: QWidget, title: str) -> None:
    """Such a page where there is one: asked for again, it is shown anew."""
    for dialog in parent.findChildren(QDialog, title):
        dialog.close()


def _show_beside(parent: QWidget, title: str, page: QTextBrowser) -> None:
    """A page beside the window, which goes on."""
    _close(parent, title)
    dialog = QDialog(parent)
    dialog.setObjectName(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.resize(720, 640)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    column = QVBoxLayout(dialog)
    column.addWidget(page)
    column.addWidget(buttons)
    dialog.show()
