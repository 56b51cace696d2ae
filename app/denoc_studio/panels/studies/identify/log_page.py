"""The arm as a log tells it: estimates with deviations, what they leave of the torques, and the way into the model."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPlainTextEdit, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from denoc.arm.robot import Robot
from denoc.basics.cancelling import cancellable
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.identify.export import IdentifyExport
from denoc_studio.panels.studies.identify.put_dialog import PutDialog
from denoc_studio.panels.studies.parts import PADDING, button, number, side
from denoc_studio.plots.tables.identify import identified
from denoc_studio.plots.tables.identify.identified import Outcome
from denoc_studio.plots.tables.identify.told import Unknowns
from denoc_studio.plots.tables.text_sheet import EMPTY
from denoc_studio.project.entry.joint_units import HERTZ
from denoc_studio.project.identified_arm import changes, put_identified, settled
from denoc_studio.session.document import Document
from denoc_studio.session.measured_log import Log, MeasuredLog
from denoc_studio.widgets.beside import Beside, Reporter
from denoc_studio.widgets.empty_state import EmptyState
from denoc_studio.widgets.fields.switch import Switch
from denoc_studio.widgets.form_parts import make_form, muted
from denoc_studio.widgets.message_line import MessageLine
from denoc_studio.widgets.tables.text_table import TextTable

SIDE = 200  # pixels
NO_LOG = "No log yet: positions and torques of the arm over time, as a CSV file."
PARAMETERS, JOINTS, REMARKS = "Parameters", "Joints", "Remarks"
VIEWS = {
    PARAMETERS: "Every combination: the model's value, the estimate, and how far apart they are",
    JOINTS: "What is left of each joint's torque, root mean squares below the filter's edge",
    REMARKS: "How the log was filtered, and which bodies could not be as estimated",
}
CHOOSE_AGAIN = "The choices have changed since: identify again."
OTHER_ARM = "The arm has changed since: identify again."
OpenLog = Callable[[Callable[[Log], object]], None]
BUSY = "Something else is being computed: try it again when that has ended."
OTHER_LOG = "Another log has been opened since: identify again."


class _Asked(NamedTuple):
    """What an outcome is of."""

    log: Log
    unknowns: Unknowns
    cutoff: float | None


class LogPage(QWidget):
    """`changed` tells that there is another outcome, or none."""

    changed = Signal()

    def __init__(
        self,
        document: Document,
        measured: MeasuredLog,
        preferences: Preferences,
        themes: Themes,
        unknowns: Callable[[], Unknowns],
        open_log: OpenLog,
    ) -> None:
        super().__init__()
        self._document, self._measured, self._unknowns, self._open_log = document, measured, unknowns, open_log
        self.outcome: Outcome | None = None
        self._asked: _Asked | None = None
        self.dialog: PutDialog | None = None
        self.search = Beside(self)
        self.export = IdentifyExport(self, preferences.settings)
        self._make_controls()
        self.message, self.answer = MessageLine(themes), MessageLine(themes)
        self.remarks = QPlainTextEdit()
        self.remarks.setReadOnly(True)
        self.remarks.setAccessibleName("Remarks on the estimates")
        self.table = TextTable("Estimates of the combinations")
        self.joints = TextTable("What is left of the joints' torques")
        self._lay_out()
        self._connect()
        self._show_log()

    @property
    def stops(self) -> list[QWidget]:
        """What the keyboard stops at, in order."""
        doing = [self.empty.button, self.other, self.cutoff, self.run, self.stop, self.second, self.put]
        return [*doing, *self.view.buttons.values(), self.share, self.table, self.joints, self.remarks]

    def open_first(self) -> None:
        """A log for the session."""
        self._open_log(self._measured.put)

    def open_second(self) -> None:
        """A log that the outcome is checked on."""
        self._open_log(self._check_on)

    def identify(self) -> None:
        log = self._measured.current
        if log is None or self.cutoff.problem:
            return
        asked = _Asked(log, self._unknowns(), self.cutoff.value)
        robot = self._document.robot

        def work(reporter: Reporter) -> tuple[_Asked, Outcome]:
            return asked, identified.identified(robot, log.name, log.measurement, *asked[1:], reporter.cancel)

        self._begin(work)

    def put_into_model(self) -> None:
        """Work out the arm beside the window; then ask, with what changes."""
        outcome, robot = self.outcome, self._document.robot
        if outcome is None or not outcome.stands_for(robot):
            return
        found = outcome.found

        def work(reporter: Reporter) -> tuple[Robot, Robot]:
            with cancellable(reporter.cancel):
                return robot, settled(robot, found.robot(robot))

        self._begin(work)

    def finish(self) -> None:
        self.search.finish()
        self.export.finish()

    def judge(self) -> None:
        """Whether the outcome still is of this arm, this log and these choices."""
        outcome, log = self.outcome, self._measured.current
        words = ""
        if outcome is not None and self._asked is not None:
            if not outcome.stands_for(self._document.robot):
                words = OTHER_ARM
            elif log is not None and log is not self._asked.log:
                words = OTHER_LOG
            elif (self._unknowns(), self.cutoff.value) != self._asked[1:]:
                words = CHOOSE_AGAIN
        self.message.say("warning", words, "stale")
        self._enable()

    def _begin(self, work: Callable[[Reporter], object]) -> None:
        if self.search.busy:
            self._refuse(BUSY)
            return
        for source in ("refusal", "export"):
            self.message.say("good", "", source)
        self.search.start(work)

    def _check_on(self, log: Log) -> None:
        outcome = self.outcome
        if outcome is not None:
            asked = self._asked
            measured = log.measurement
            self._begin(lambda told: (asked, identified.validated(outcome, log.name, measured, told.cancel)))

    def _take(self, found: tuple[object, object] | None) -> None:
        match found:
            case (_Asked() as asked, Outcome() as outcome):
                self._asked = asked
                self._show(outcome)
            case (Robot() as before, Robot() as after):
                self._ask(before, after)

    def _show(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.table.show_sheet(identified.sheet(outcome))
        self.joints.show_sheet(identified.joints_sheet(outcome))
        self.remarks.setPlainText("\n".join(identified.remarks(outcome)))
        good, words = identified.verdict(outcome)
        self.answer.say("good" if good else "warning", words)
        if outcome.second is not None:
            self._choose_view(JOINTS)
        self.judge()
        self.changed.emit()

    def _ask(self, before: Robot, after: Robot) -> None:
        """Unless the model has them already, or is another one meanwhile."""
        found = changes(before, after)
        if before != self._document.robot:
            self._refuse(OTHER_ARM)
        elif not found:
            self.message.say("good", "The model has these parameters already.", "export")
        else:
            self.dialog = PutDialog(found, self)
            self.dialog.accepted.connect(lambda: self._put(before, after))
            self.dialog.finished.connect(self.dialog.deleteLater)
            self.dialog.open()

    def _put(self, before: Robot, after: Robot) -> None:
        if before == self._document.robot:
            self._document.edit(put_identified(self._document.project, after), "Put the identified parameters in")

    def _refuse(self, reason: str) -> None:
        """Whatever there was stays."""
        self.message.say("error", reason, "refusal")
        if self._measured.current is None:
            self.empty.say(f"{reason}\n\n{NO_LOG}", True)

    def _show_log(self) -> None:
        log = self._measured.current
        self.pages.setCurrentIndex(0 if log is None and self.outcome is None else 1)
        if log is not None:
            self.empty.say(NO_LOG, True)
            self.message.say("good", "", "refusal")
            m = log.measurement
            what = ", ".join(m.names)
            self.log_words.setText(f"{log.name}: {what} of {m.n} joints, {m.t[-1] - m.t[0]:.4g} s at {m.rate:.4g} Hz")
        else:
            self.log_words.setText("No log is open.")
        self.judge()

    def _forget(self) -> None:
        """Another project is open: what was identified is of another arm, unless it is the same one, and what is being
        computed is nobody's any more."""
        self.search.forget()
        if self.outcome is not None and not self.outcome.stands_for(self._document.robot):
            self.outcome = self._asked = None
            for table in (self.table, self.joints):
                table.show_sheet(EMPTY)
            self.remarks.clear()
            self.answer.say("good", "")
            self._show_log()
            self.changed.emit()

    def _enable(self) -> None:
        busy, outcome = self.search.busy, self.outcome
        self.run.setVisible(not busy)
        self.stop.setVisible(busy)
        self.run.setEnabled(self._measured.current is not None)
        stands = outcome is not None and outcome.stands_for(self._document.robot)
        for each in (self.second, self.put):
            each.setEnabled(stands and not busy)
        self.share.setEnabled(outcome is not None)
        self.view.setVisible(outcome is not None)
        self.views.setVisible(outcome is not None)

    def _choose_view(self, name: str) -> None:
        self.view.show_choice(name)
        self.views.setCurrentIndex(list(VIEWS).index(name))

    def _make_controls(self) -> None:
        self.log_words = muted()
        self.empty = EmptyState("Open a log...")
        self.empty.say(NO_LOG, True)
        self.empty.button.setToolTip("A CSV file with times, positions and torques")
        self.empty.wanted.connect(self.open_first)
        self.other = button("Open another log...", "A CSV file with times, positions and torques", self.open_first)
        tip = "Edge of the low-pass filter [Hz]. Empty: chosen by the noise in the positions"
        self.cutoff = number(HERTZ, "Cut-off", tip, None, empty="by the noise")
        self.run = button("Identify", "Estimate what the log tells", self.identify, primary=True)
        self.stop = button("Stop", "Give it up", self.search.stop, primary=True)
        self.second = button(
            "Check on another log...", "How well the estimate foretells torques that it has not seen", self.open_second
        )
        self.put = button(
            "Put into the model...",
            "Bodies, friction and rotors of the arm; shows first what changes",
            self.put_into_model,
        )
        self.share = QToolButton()
        self.share.setText("Export")
        self.share.setToolTip("The estimates for a spreadsheet or a paper")
        self.share.setAccessibleName("Export the estimates")
        self.share.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.share)
        menu.addAction("Copy", lambda: self._out(self.export.copy))
        menu.addAction("Copy as LaTeX", lambda: self._out(self.export.copy_latex))
        menu.addAction("Save as CSV...", lambda: self._out(self.export.save_csv, named=True))
        menu.addAction("Save as LaTeX...", lambda: self._out(self.export.save_latex, named=True))
        self.share.setMenu(menu)
        self.view = Switch(VIEWS)
        self.view.show_choice(PARAMETERS)
        self.view.chosen.connect(self._choose_view)

    def _out(self, give: Callable[..., None], *, named: bool = False) -> None:
        if self.outcome is not None:
            give(self.outcome, *([self._document.project.name] if named else []))

    def _connect(self) -> None:
        self.search.started.connect(self._enable)
        self.search.ended.connect(self._enable)
        self.search.done.connect(self._take)
        self.search.failed.connect(self._refuse)
        self._measured.changed.connect(self._show_log)
        self._document.robot_changed.connect(lambda _: None if self._document.replacing else self.judge())
        self._document.replaced.connect(lambda _: self._forget())
        self.cutoff.edited.connect(lambda _: self._cutoff_changed())
        self.cutoff.stepped.connect(lambda _: self._cutoff_changed())
        self.cutoff.problem_changed.connect(
            lambda _: self.message.say("error", self.cutoff.complaint("Cut-off"), self.cutoff)
        )
        self.export.message.connect(lambda text: self.message.say("good", text, "export"))
        self.export.failed.connect(lambda text: self.message.say("error", text, "export"))

    def _cutoff_changed(self) -> None:
        if self.cutoff.value is not None and not self.cutoff.value > 0:
            self.cutoff.refuse("must be above zero")
        else:
            self.judge()

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(8)
        column.addWidget(self.log_words)
        column.addWidget(self.other)
        form = make_form()
        form.addRow("Cut-off", self.cutoff)
        column.addLayout(form)
        for each in (self.run, self.stop, self.second, self.put):
            column.addWidget(each)
        column.addStretch(1)
        head = QHBoxLayout()
        head.addWidget(self.view)
        head.addStretch(1)
        head.addWidget(self.share)
        right = QVBoxLayout()
        right.setSpacing(6)
        right.addLayout(head)
        right.addWidget(self.message)
        right.addWidget(self.answer)
        self.views = QStackedWidget()
        for view in (self.table, self.joints, self.remarks):
            self.views.addWidget(view)
        right.addWidget(self.views, 1)
        right.addStretch(0)
        content = QWidget()
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(side(inside, SIDE))
        row.addLayout(right, 1)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.pages.addWidget(content)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(PADDING, PADDING, PADDING, 4)
        whole.addWidget(self.pages)
