"""Why did it change? What differs between two runs, shared out among the edits between them, in a window of its own."""

from __future__ import annotations

from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from denoc.studies.sweeps.measures import MEASURES
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.plots.many.shares import OFFERED, Answer, Question
from denoc_studio.project.run_names import run_name
from denoc_studio.session.document import Document
from denoc_studio.session.run import Run
from denoc_studio.widgets.beside import Beside, Reporter
from denoc_studio.widgets.form_parts import choice, note, scrolled, stacked
from denoc_studio.widgets.graphs.bars import Bars
from denoc_studio.widgets.message_line import MessageLine

NOTHING = "There is nothing to compare yet: pin a run (P), or change something, and let it run again."
SECOND = "It stays to be compared with the pinned one, whatever runs follow (Shift+P)"
OUTDATED = "Out of date: the runs are others now."


class WhyDialog(QDialog):
    """The pinned run, or the one before, and the current one, or a second that is pinned: asked when it opens and by
    its button."""

    def __init__(
        self, document: Document, preferences: Preferences, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Why did it change?")
        self._document, self._preferences, results = document, preferences, document.results
        self.answer: Answer | None = None
        self._again = False  # what is under way no longer matters: to start when it has ended
        self.beside = Beside(self)
        self.between = note()
        self.between.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.measure = choice(OFFERED, "Measure", "What is shared out", lambda _: self._choose())
        self.joint = choice({}, "Joint", "Of which joint", lambda _: self._choose())
        self.bars = Bars("Share of each edit")
        self.words = note()
        self.message = MessageLine(themes)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(4)
        self.ask = QPushButton("Compute again")
        self.ask.setMinimumWidth(self.ask.sizeHint().width())  # also while it says Stop, or it would jump
        self.ask.setAutoDefault(False)
        self.second = QCheckBox("Pin the second run")
        self.second.setToolTip(SECOND)
        self._lay_out()
        self.resize(720, 320)
        self.second.clicked.connect(lambda _: results.toggle_second())
        self.ask.clicked.connect(lambda: self.beside.stop() if self.beside.busy else self.start())
        self.beside.started.connect(self._show_busy)
        self.beside.reached.connect(lambda share: self.progress.setValue(round(1000 * share)))
        self.beside.done.connect(self._show)
        self.beside.failed.connect(lambda reason: self.message.say("error", f"{reason.rstrip('.')}."))
        self.beside.ended.connect(self._ended)
        for signal in (results.ended, results.pinned_changed, results.second_changed, results.ghost_changed):
            signal.connect(lambda _: self._say() if self.isVisible() else None)
        preferences.changed.connect(lambda name: self.start() if name == "degrees" and self.isVisible() else None)

    @property
    def runs(self) -> tuple[Run, Run] | None:
        """Before and after."""
        results = self._document.results
        before, after = results.pinned or results.ghost, results.second or results.current
        return None if before is None or after is None or before is after else (before, after)

    @property
    def outdated(self) -> bool:
        """Whether the answer is of other runs than there are."""
        if self.answer is None or self.runs is None:
            return self.answer is not None
        asked, now = self.answer.question, [run.project for run in self.runs]
        return not (asked.before.same_run(now[0]) and asked.after.same_run(now[1]))

    def start(self) -> None:
        """Compute the shares of what is chosen, as soon as nothing else is under way."""
        self.message.say("good", "")
        if self.runs is None:
            self._say()
            return
        self._again = self.beside.busy
        question = self._question()

        def carry_out(reporter: Reporter) -> Answer:
            return question.answer(reporter.cancel, reporter.reach)

        self.beside.start(carry_out)

    def finish(self) -> None:
        """Ends what is under way; before the window goes."""
        self.beside.finish()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._leave_undriven()
            self._list_joints()
            if self.answer is None or self.outdated or self.answer.question != self._question():
                self.start()
            self._say()

    def done(self, result: int) -> None:
        self._again = False
        self.beside.stop()
        super().done(result)

    def _question(self) -> Question:
        assert self.runs is not None
        before, after = self.runs
        joint = min(max(self.joint.currentIndex(), 0), min(before.project.robot.n, after.project.robot.n) - 1)
        measure, degrees = str(self.measure.currentData()), self._preferences["degrees"]
        return Question(before.project, after.project, measure, joint, degrees)

    def _leave_undriven(self) -> None:
        """Where nothing drives the arm its torques have nothing to share out: its speeds do."""
        anew = self.answer is None or self.outdated
        torques = self.measure.currentData() == "peak_torque"
        if anew and torques and self.runs is not None and not any(run.peak_torques.any() for run in self.runs):
            self.measure.setCurrentIndex(self.measure.findData("peak_speed"))

    def _list_joints(self) -> None:
        """As many as both arms have, the selected one first."""
        count = self._question().joints if self.runs is not None else 0
        chosen = self.joint.currentIndex() if 0 <= self.joint.currentIndex() < count else self._document.selected
        if self.joint.count() != count:
            self.joint.clear()
            self.joint.addItems([f"joint {number}" for number in range(1, count + 1)])
        self.joint.setCurrentIndex(min(chosen, count - 1))

    def _choose(self) -> None:
        """Something else is asked: what is under way no longer matters, and what is shown is no answer to it."""
        self.joint.setEnabled(MEASURES[str(self.measure.currentData())].joints)
        self.beside.stop()
        self.answer = None
        self.bars.show_bars([])
        self.start()
        self._say()

    def _ended(self) -> None:
        self._show_busy()
        again, self._again = self._again, False
        if again:
            self.start()

    def _show(self, answer: Answer) -> None:
        self.answer = answer
        self.bars.show_bars(answer.bars())
        self._say()

    def _show_busy(self) -> None:
        busy = self.beside.busy
        self.progress.setRange(0, 1000)
        self.progress.setValue(0)
        self.progress.setVisible(busy)
        self.ask.setText("Stop" if busy else "Compute again")

    def _say(self) -> None:
        """What is compared, and what came of it."""
        results, runs = self._document.results, self.runs
        self.second.setChecked(results.second is not None)
        self.second.setVisible(results.pinned is not None)
        if runs is None:
            self.between.setText(NOTHING)
            self.words.setText("")
            self.bars.show_bars([])
            self.answer = None
            return
        self.between.setText(self._named(runs))
        told = [OUTDATED] if self.outdated else []
        told += [self.answer.words()] if self.answer is not None else []
        self.words.setText(" ".join(told))
        self.message.say("warning", _doubt(runs), "doubt")

    def _named(self, runs: tuple[Run, Run]) -> str:
        results = self._document.results
        if results.pinned is None:
            return "The run before, and the run that is shown."
        name = run_name(*(run.project for run in runs))
        second = "the run that is shown" if results.second is None else "the second that is pinned"
        return f"The pinned run ({name}), and {second}."

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(QLabel("Shared out:"))
        row.addWidget(self.measure)
        row.addWidget(self.joint)
        row.addWidget(self.second)
        row.addStretch(1)
        row.addWidget(self.ask)
        layout = QVBoxLayout(self)
        layout.addWidget(self.between)
        layout.addLayout(row)
        layout.addWidget(self.progress)
        layout.addWidget(scrolled(stacked(self.bars)), 1)
        layout.addWidget(self.words)
        layout.addWidget(self.message)
        self.progress.hide()


def _doubt(runs: tuple[Run, Run]) -> str:
    """Where one of the runs cannot be reproduced to its end its difference from another has no cause there."""
    until = min(run.doubtful_from for run in runs)
    if until >= max(run.end for run in runs):
        return ""
    return f"Beyond {until:.4g} s these runs cannot be reproduced: a peak there comes by chance as much as by an edit."
