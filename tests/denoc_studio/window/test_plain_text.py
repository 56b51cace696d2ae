"""Names out of files are text wherever the window shows them: no markup, no mnemonic, no formula, nothing loaded."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import matplotlib.text
import pytest
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from denoc import ExpressionTorque, run_project
from denoc.files.text.cell_text import cell_to_text
from denoc.files.urdf.reader import read_urdf
from denoc.files.writers.urdf_writer import save_urdf
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.studies.actuators.motor_dialog import MotorDialog
from denoc_studio.paper.figures import figures
from denoc_studio.paper.report.document import lab_report
from denoc_studio.paper.report.order import lab_source
from denoc_studio.plots.tables.actuator_table import csv_text
from denoc_studio.project import edits
from denoc_studio.project.sheets.run_joints import RunJoints
from denoc_studio.session.recovery_store import Leftover, Slot
from denoc_studio.widgets.fold import Fold
from denoc_studio.widgets.questions import may_replace
from denoc_studio.window.files.gallery import Gallery
from denoc_studio.window.files.recovery_dialog import RecoveryDialog
from denoc_studio.window.files.urdf_dialog import UrdfDialog
from denoc_studio.window.main_window import MainWindow
from tests.support.studio import hostile
from tests.support.studio.hostile import Lure, during, walk
from tests.support.studio.windows import idle_window

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="inotify tells who opens a file")
LEFT_OUT = ("Quit", "New", "Restore default preferences", "OpenGL", "Automatic", "Painter, in software", "Open...")


@pytest.fixture
def lure(qapp: QApplication, tmp_path: Path) -> Iterator[Lure]:
    made = Lure(tmp_path)
    yield made
    made.close()


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences, lure: Lure) -> MainWindow:
    """The real window on a project whose every name is hostile, with a run of it that is pinned."""
    preferences["drawing"] = "painter"
    made = idle_window(qtbot, hostile.project(lure), preferences, (1280, 800))
    made.session.run()
    qtbot.waitUntil(lambda: made.session.playback.complete, timeout=30_000)
    made.session.document.results.toggle_pin()
    return made


def test_the_lure_would_be_taken(lure: Lure) -> None:
    """What the other tests rely on: rich text opens the file, and that is seen."""
    assert not lure.taken()
    document = QTextDocument()
    document.setHtml(lure.name("x"))
    document.size()
    assert lure.taken()


def test_every_panel_shows_names_as_they_are(window: MainWindow, lure: Lure, qtbot: QtBot) -> None:
    document = window.session.document
    document.edit(edits.change_robot(document.project, name=lure.name("robot2")), f"Name it {lure.name('step')}")
    window.files._remember(lure.path.with_name("a&b [*] <i>.json"))  # so that the menu has it
    window.notice.tell(lure.name("notice"), [lure.name("sentence"), "more"])
    window.say(lure.name("status"))
    assert window.status.currentMessage() == lure.name("status")  # which is gone before all panels are walked
    found = set()
    for dock in window.docks:
        dock.show()
        QApplication.processEvents()
        found |= set(walk(window))
        for fold in dock.findChildren(Fold):
            fold.open()
    QApplication.processEvents()
    found |= set(walk(window.robot))
    window.docks[3].show()
    for k in range(window.actuators.tabs.count()):
        window.actuators.tabs.setCurrentIndex(k)
        QApplication.processEvents()
        found |= set(walk(window.actuators.tabs))
    shown = "\n".join(found)
    for place in ("link1", "link2", "link3", "motor1", "motor3", "robot2", "step"):
        assert lure.name(place) in shown, place
    assert "a&b [*] <i>.json" in shown
    assert window.windowHandle().title().startswith(f"{lure.name('name')}* - ")
    assert not lure.taken()


def test_every_dialog_shows_names_as_they_are(
    window: MainWindow, lure: Lure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All commands of all menus are carried out; what they open is looked at."""
    proposed: list[str] = []
    for ask in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, ask, lambda *given: proposed.append(given[2]) or ("", ""))
    seen: list[str] = []

    def look(dialog: QWidget) -> None:
        seen.append(dialog.windowTitle())
        list(walk(dialog))

    for action in window.menus.actions.all:
        if not action.text().replace("&", "").startswith(LEFT_OUT) and action.isEnabled():
            during(action.trigger, look)
    for dialog in QApplication.topLevelWidgets():
        if dialog.isVisible() and dialog is not window:
            look(dialog)
    for title in ("Export plots", "Export the animation", "Lab report", "Project notes", "Commands", "Log", "Examples"):
        assert any(title in each for each in seen), (title, seen)
    assert all(Path(name).name.isprintable() and not set('<>:"|?*&\\') & set(Path(name).name) for name in proposed)
    assert proposed
    assert not lure.taken()


def test_message_boxes_show_names_as_they_are(window: MainWindow, lure: Lure) -> None:
    texts: list[str] = []

    def look(dialog: QWidget) -> None:
        texts.extend(walk(dialog))

    boxes: list[Callable[[], object]] = [
        lambda: window.files._complain("It cannot be opened", lure.name("error")),
        lambda: window.exports._complain(lure.name("error")),
        lambda: may_replace(window, Path("<img src=x>&[*]")),
        lambda: window.arm_export._regret("Export", lure.name("error")),
        lambda: QMessageBox.critical(window, "Any", lure.name("error")),
        window.files.may_discard,
    ]
    window.session.document.edit(edits.change_link(window.session.document.project, 0, mass=3.0), "Change")
    for box in boxes:
        texts.clear()
        assert during(box, look) == 1
        assert any("<img src=" in text for text in texts)
    assert not lure.taken()


def test_other_dialogs_show_names_as_they_are(window: MainWindow, lure: Lure, qtbot: QtBot) -> None:
    session = window.session
    motor = MotorDialog(session.document, session.themes, True, lambda _: None, window)
    motor._motors = tuple(each.motor for each in session.document.project.actuators if each)
    motor._fill_list()
    file = lure.path.with_name("a&b [*] <i>.urdf")
    save_urdf(session.document.robot, file)
    left = Leftover(Slot.new(lure.path.parent / "left"), session.document.project, Path("<img src=x>"), False, 0.0)
    dialogs: dict[QDialog, str] = {
        motor: lure.name("motor2"),
        RecoveryDialog([left], window): lure.name("name"),
        UrdfDialog(read_urdf(file), session.themes, window): lure.name("link1"),
        Gallery(session.themes.current, window): "planar-3r-free-fall",
    }
    for dialog, name in dialogs.items():
        qtbot.addWidget(dialog)
        dialog.show()
        QApplication.processEvents()
        assert name in "\n".join(walk(dialog)).replace("\u200b", "")  # where a line may end
        if isinstance(dialog, UrdfDialog):
            assert dialog.windowHandle().title() == f"Pick an arm from {file.name}"
        dialog.close()
    left.slot.close(keep=False)
    assert not lure.taken()


def test_figures_and_reports_show_names_as_they_are(lure: Lure) -> None:
    """No mathematics, no markup, no elements of their own; the titles that a file carries are whole."""
    project = hostile.project(lure)
    recording = run_project(project)
    made = figures(project, recording)
    for key in ("angles", "rates"):
        tree = ElementTree.fromstring(made[key].export("svg"))
        assert f"{project.name}: " in (tree.findtext(".//{http://purl.org/dc/elements/1.1/}title") or "")
        texts = made[key].figure.findobj(matplotlib.text.Text)
        assert any("=link1&" in text.get_text() for text in texts)
        assert not any(text.get_parse_math() for text in texts if "=link" in text.get_text())
        assert made[key].export("png")
        assert made[key].export("pdf")
    assert lab_report(lab_source(project, recording, "", "arm.json"), lambda _: None).startswith(b"%PDF")
    assert not lure.taken()


def test_no_name_is_a_formula_in_the_clipboard(window: MainWindow, lure: Lure, qtbot: QtBot) -> None:
    window.docks[3].show()
    qtbot.waitUntil(lambda: window.actuators.study is not None, timeout=30_000)
    window.actuators.export.copy(window.actuators.study, True)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert {len(line) for line in lines} == {len(lines[0])}
    assert not any(cell.startswith(("=", "+", "@")) for line in lines for cell in line)
    assert sum("'" + lure.name(f"motor{k}") in line for k, line in enumerate(lines)) == 3
    study = window.actuators.study
    rows = list(csv.DictReader(csv_text(study.robot, study.rows).splitlines()))
    assert [cell_to_text(row["motor"]) for row in rows] == [lure.name(f"motor{k}") for k in (1, 2, 3)]
    assert not any(row["motor"].startswith("=") for row in rows)


def test_a_formula_of_a_torque_is_copied_and_pasted_as_it_is(window: MainWindow) -> None:
    """`-2*t` would be computed by a spreadsheet; numbers below zero stay numbers."""
    sheet, document, formulas = RunJoints(), window.session.document, ("-2*t", "+q1", "sin(t)")
    driven = edits.set_run(document.project, mode="forward", torque=ExpressionTorque(formulas))
    document.edit(replace(driven, qd0=(-1.5, 0.0, 0.0)), "Drive")
    headings = [column.heading for column in sheet.columns(document.project)]
    rate, formula = (headings.index(heading) for heading in ("rate", "formula"))
    window.session.preferences["degrees"] = False
    model = CellModel(sheet, document, window.session.preferences, window.session.themes)
    copied = model.copy(range(3), (rate, formula))
    assert [line.split("\t")[1] for line in copied.splitlines()] == ["'-2*t", "'+q1", "sin(t)"]
    assert copied.startswith("-1.5\t'-2*t\n")
    other = edits.set_run(document.project, torque=ExpressionTorque(("t", "t", "t")))
    pasted = sheet.pasted(other, 0, rate, copied, False)
    assert pasted.run.torque == ExpressionTorque(formulas)
