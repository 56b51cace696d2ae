"""One question, for a number or with choices: a verdict with a reason, after two misses a hint, then the answer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from denoc.basics.errors import DynamicsError
from denoc_studio.lessons.answers import HINT_AFTER, TOLD_AFTER, Verdict, answer_in_words, judge
from denoc_studio.lessons.lesson import Exercise, quoted
from denoc_studio.lessons.quantities import BadQuantity, Quantity, find
from denoc_studio.look.theme import Themes
from denoc_studio.plots.moment import Moment
from denoc_studio.widgets.texts.prose import Prose

Now = Callable[[], Moment | None]


class ExerciseBox(QWidget):
    """`now` tells the moment that the cursor is at: the answer belongs to it."""

    answered = Signal()

    def __init__(self, exercise: Exercise, now: Now, themes: Themes, done: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._exercise, self._now, self._themes = exercise, now, themes
        self._misses = 0
        self.question = Prose(themes, grows=True)
        self.question.setAccessibleName("Question")
        self.field = QLineEdit()
        self.field.setAccessibleName("Answer")
        self.field.setMaximumWidth(180)
        self.field.returnPressed.connect(self.check)
        self.unit = QLabel()
        self.choices = QButtonGroup(self)
        self.check_button = QPushButton("Check")
        self.check_button.clicked.connect(self.check)
        self.tick = QLabel("✓")
        self.tick.hide()
        self.verdict = QLabel()
        self.verdict.setWordWrap(True)
        self._lay_out()
        self.refresh()
        themes.changed.connect(self._colour)
        if done:
            self._tell(Verdict(True, "Answered."))

    def refresh(self) -> None:
        """The numbers that the question quotes, and the unit, for the moment as it is now."""
        moment, text = self._now(), self._exercise.question
        if moment is None:
            return
        try:
            self.question.show_text(quoted(text, moment))
            asked = find(self._exercise.answer, moment) if self._exercise.answer else None
        except (BadQuantity, DynamicsError) as error:
            self.question.show_text(text.replace("{", "").replace("}", ""))
            self.verdict.setText(f"This question does not fit the arm: {error}")
            return
        self.unit.setText(asked.unit.replace("^2", "²") if asked is not None and asked.unit != "1" else "")

    def check(self) -> None:
        verdict = self._judged()
        if verdict is None:
            return
        if verdict.right:
            self._tell(verdict)
            self.answered.emit()
            return
        self._misses += 1
        words = [verdict.words]
        if self._misses >= TOLD_AFTER:
            words.append(self._answer())
        elif self._misses >= HINT_AFTER and self._exercise.hint:
            words.append(f"Hint: {self._exercise.hint}")
        self._tell(Verdict(False, " ".join(words)))

    def _judged(self) -> Verdict | None:
        if self._exercise.choices:
            number = self.choices.checkedId()
            if number < 0:
                return Verdict(False, "Choose one of them.")
            chosen = self._exercise.choices[number]
            return Verdict(chosen.right, "Right." if chosen.right else f"No. {chosen.because}".strip())
        asked = self._asked()
        return None if asked is None else judge(self.field.text(), asked)

    def _asked(self) -> Quantity | None:
        moment = self._now()
        try:
            return None if moment is None else find(self._exercise.answer, moment)
        except (BadQuantity, DynamicsError) as error:
            self.verdict.setText(f"This question does not fit the arm: {error}")
            return None

    def _answer(self) -> str:
        if self._exercise.choices:
            return f"It is: {next(each.text for each in self._exercise.choices if each.right)}."
        asked = self._asked()
        return "" if asked is None else answer_in_words(asked)

    def _tell(self, verdict: Verdict) -> None:
        self.tick.setVisible(verdict.right)
        self.verdict.setText(verdict.words)
        self._colour()

    def _colour(self, _theme: object = None) -> None:
        self.tick.setStyleSheet(f"color: {self._themes.current.good}; font-weight: 600")

    def _lay_out(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(6)
        whole.addWidget(self.question)
        row = QHBoxLayout()
        row.setSpacing(8)
        for number, each in enumerate(self._exercise.choices):
            button = QRadioButton(each.text.replace("&", "&&"))
            self.choices.addButton(button, number)
            whole.addWidget(button)
        if not self._exercise.choices:
            row.addWidget(self.field)
            row.addWidget(self.unit)
        row.addWidget(self.check_button)
        row.addStretch(1)
        whole.addLayout(row)
        told = QHBoxLayout()
        told.addWidget(self.tick)
        told.addWidget(self.verdict, 1)
        whole.addLayout(told)
