"""What a table refuses stays in its cell with its reason, whatever is computed or edited elsewhere meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from PySide6.QtCore import QAbstractTableModel, QCoreApplication
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QStyleOptionViewItem, QTableView, QWidget
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.files.projects.project import Project, stream_project
from denoc_studio.panels.robot.all_links_dialog import BodiesDialog
from denoc_studio.panels.robot.panel import RobotPanel
from denoc_studio.panels.run.joints import JointsEditor
from denoc_studio.panels.run.motion import MotionPanel
from denoc_studio.panels.run.torque import TorquePanel
from denoc_studio.panels.studies.actuators.panel import ActuatorPanel
from denoc_studio.plots.tables.actuator_table import EFFICIENCY, RATIO
from denoc_studio.project import edits
from denoc_studio.project.law_kinds import default_limit
from denoc_studio.project.run_edits import choose_law, set_kind, set_mode
from denoc_studio.session.run import Run
from denoc_studio.session.session import Session
from denoc_studio.widgets.message_line import MessageLine
from tests.support.studio.motors import SERVO
from tests.support.studio.showing import shown


class Table(NamedTuple):
    """A table on the screen: its model, the line that tells its refusals, a column of numbers and a neighbour."""

    widget: QWidget
    model: QAbstractTableModel
    line: MessageLine
    column: int = 0
    neighbour: int = 1
    good: str = "0.5"


def dh_table(session: Session) -> Table:
    panel = RobotPanel(session.document, session.preferences, session.themes)
    return Table(panel, panel.model, panel.message, 1, 2)


def bodies(session: Session) -> Table:
    dialog = BodiesDialog(session.document, session.preferences, session.themes)
    return Table(dialog, dialog.model, dialog.message)


def motors(session: Session) -> Table:
    document = session.document
    document.edit(edits.set_actuators(document.project, (SERVO,) * document.robot.n), "Choose")
    panel = ActuatorPanel(document, session.playback, session.preferences, session.themes)
    return Table(panel, panel.model, panel.message, RATIO, EFFICIENCY)


def joints(session: Session, project: Project, first: int) -> Table:
    """The table of the Run panel, from a column on."""
    session.document.edit(project, "Choose")
    panel = JointsEditor(session)
    panel.show_project(project)
    last = min(first + 1, panel.model.columnCount() - 1)
    return Table(panel, panel.model, panel.message, first, last, "0.25")


def driven(session: Session, law: str, first: int) -> Table:
    project = choose_law(session.document.project, law)
    limited = edits.set_run(project, torque_limit=default_limit(project, "torque_limit"))
    return joints(session, limited, first)


def moved(session: Session, kind: str, first: int) -> Table:
    return joints(session, set_kind(set_mode(session.document.project, "inverse"), kind), first)


def torques(session: Session) -> Table:
    document = session.document
    document.edit(choose_law(document.project, "table"), "Choose")
    panel = TorquePanel(session)
    panel.show_project(document.project)
    return Table(panel, panel.table.model, panel.message, 0, 1, "0.25")


def via_points(session: Session) -> Table:
    document = session.document
    document.edit(set_kind(set_mode(document.project, "inverse"), "via"), "Choose")
    panel = MotionPanel(session, JointsEditor(session))
    return Table(panel, panel.via.rows.model, panel.refusal, 1, 2)


TABLES: dict[str, Callable[[Session], Table]] = {
    "DH table": dh_table,
    "bodies": bodies,
    "motors": motors,
    "start": lambda session: joints(session, session.document.project, 1),
    "formulas": lambda session: driven(session, "expression", 2),
    "gains": lambda session: driven(session, "pd", 3),
    "motor limits": lambda session: driven(session, "constant", 3),
    "torques over time": torques,
    "ends of a motion": lambda session: moved(session, "joints", 1),
    "via points": via_points,
    "sines": lambda session: moved(session, "sines", 0),
    "start of a line": lambda session: moved(session, "line", 1),
}
BAD = "1..2"


@pytest.fixture
def session(preferences: object) -> Iterator[Session]:
    preferences["recompute"] = False  # type: ignore[index]
    made = Session(load("planar-3r-free-fall"), preferences)  # type: ignore[arg-type]
    yield made
    made.close()


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest, qtbot: QtBot, session: Session) -> Iterator[Table]:
    made = TABLES[request.param](session)
    shown(qtbot, made.widget, 780, 600)
    yield made
    if isinstance(made.widget, ActuatorPanel):
        made.widget.finish()


def recompute(session: Session) -> None:
    """A run from its start to its end, here and now."""
    results, project = session.document.results, session.document.project
    number = results.current.number + 1 if results.current else 1
    results.start(Run(number, project, session.document.step))
    for chunk in stream_project(project):
        results.extend(number, chunk)


def let_timers_come(session: Session, table: Table) -> None:
    """What the panels' timers would call sooner or later, now."""
    QCoreApplication.processEvents()
    if isinstance(table.widget, ActuatorPanel):
        table.widget.refresh()
        table.widget._show_state()


def refuse(table: Table, row: int = 0) -> str:
    """Type something that is no number; what the line says about it."""
    assert not table.model.setData(table.model.index(row, table.column), BAD)
    assert table.model.index(row, table.column).data() == BAD
    assert table.line.severity == "error"
    assert table.line.text
    return table.line.text


def check_refused(table: Table, said: str, row: int = 0) -> None:
    assert table.model.index(row, table.column).data() == BAD
    assert (table.line.severity, table.line.text) == ("error", said)


def elsewhere(project: Project) -> Project:
    return edits.change_robot(project, gravity=(0.0, -1.62, 0.0))


def test_a_reason_outlives_what_happens_elsewhere(session: Session, table: Table) -> None:
    said, document = refuse(table), session.document
    recompute(session)
    let_timers_come(session, table)
    check_refused(table, said)
    document.edit(elsewhere(document.project), "Moon")  # the run is out of date now
    let_timers_come(session, table)
    check_refused(table, said)
    recompute(session)
    document.select(2)
    document.select(0)
    session.themes.changed.emit(session.themes.current)
    let_timers_come(session, table)
    check_refused(table, said)


def test_a_reason_is_told_and_marked_when_its_cell_is_selected_again(session: Session, table: Table) -> None:
    said = refuse(table)
    view = next(each for each in table.widget.findChildren(QTableView) if each.model() is table.model)
    for place in ((1, table.neighbour), (0, table.column)):
        view.setCurrentIndex(table.model.index(*place))
        let_timers_come(session, table)
        check_refused(table, said)
    option = QStyleOptionViewItem()
    view.itemDelegateForIndex(view.currentIndex()).initStyleOption(option, view.currentIndex())
    assert option.palette.color(QPalette.ColorRole.Highlight) == QColor(session.themes.current.error)


def test_a_reason_outlives_an_edit_beside_it(session: Session, table: Table) -> None:
    recompute(session)
    said = refuse(table)
    beside = (0, table.neighbour) if table.neighbour != table.column else (1, table.column)
    table.model.setData(table.model.index(*beside), table.good)
    let_timers_come(session, table)
    assert table.model.index(0, table.column).data() == BAD
    assert said in table.line.text


def test_two_refusals_are_both_told(session: Session, table: Table) -> None:
    first = refuse(table)
    both = refuse(table, 1)
    assert first in both
    assert both != first


def test_editing_the_cell_again_ends_it(session: Session, table: Table) -> None:
    refuse(table)
    assert table.model.setData(table.model.index(0, table.column), table.good)
    let_timers_come(session, table)
    assert table.line.severity != "error" or not table.line.text
    assert table.model.index(0, table.column).data() != BAD


@pytest.mark.parametrize("other", ["the same again", "another arm"])
def test_another_document_ends_it(session: Session, table: Table, other: str) -> None:
    refuse(table)
    project = session.document.project
    session.document.replace(project if other == "the same again" else load("puma560"))
    let_timers_come(session, table)
    assert table.line.severity != "error" or not table.line.text
    if table.model.rowCount():
        assert table.model.index(0, table.column).data() != BAD


def test_undoing_ends_it(session: Session, table: Table) -> None:
    document = session.document
    document.edit(elsewhere(document.project), "Moon")
    refuse(table)
    document.undo_stack.undo()
    assert table.line.severity != "error" or not table.line.text


def test_another_term_of_a_sine_does_not_have_it(qtbot: QtBot, session: Session) -> None:
    table = TABLES["sines"](session)
    joints = table.widget
    assert isinstance(joints, JointsEditor)
    panel = MotionPanel(session, joints)
    for widget in (joints, panel):
        qtbot.addWidget(widget)
    panel.sines._add()
    refuse(table)
    panel.sines._show_term(0)
    assert table.model.index(0, table.column).data() != BAD
    assert not table.line.text


def test_a_motor_that_goes_takes_its_refusals_along(qtbot: QtBot, session: Session) -> None:
    table = motors(session)
    qtbot.addWidget(table.widget)
    refuse(table, 1)
    document = session.document
    document.edit(edits.set_actuator(document.project, 1, None), "Remove")
    assert table.model.index(1, RATIO).data() != BAD
    assert isinstance(table.widget, ActuatorPanel)
    table.widget.finish()


def test_another_choice_in_the_panel_leaves_it(qtbot: QtBot, session: Session) -> None:
    table = TABLES["gains"](session)
    joints, panel = shown(qtbot, table.widget, 400, 600), shown(qtbot, TorquePanel(session), 400, 600)
    assert isinstance(joints, JointsEditor)
    said = refuse(table)
    panel.gravity.click()
    joints.model.setData(joints.model.index(1, joints.model.columnCount() - 1), "7")
    check_refused(table, said)


def test_a_refused_block_is_told_beside_it(qtbot: QtBot, session: Session) -> None:
    for make in (dh_table, bodies):
        table = make(session)
        qtbot.addWidget(table.widget)
        said = refuse(table)
        table.model.paste(0, 1, "a\tb")  # type: ignore[attr-defined]
        assert table.line.text.startswith(f"{said}\nPast")
