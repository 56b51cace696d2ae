"""One question, for a number or with choices: a verdict with a reason, after two misses a hint, then the answer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from denoc.basics.errors import DynamicsError
from denoc_studio.lessons.answers import HINT_AFTER, TOLD_AFTER, Verdict, answer_in_words, in_signs, judge
from denoc_studio.lessons.lesson import Exercise, quoted
from denoc_studio.lessons.quantities import BadQuantity, Quantity, find
from denoc_studio.look.theme import Themes
from denoc_studio.panels.lessons.choices import Choices
from denoc_studio.plots.moment import Moment
from denoc_studio.widgets.texts.prose import Prose

Now = Callable[[], Moment | None]


class ExerciseBox(QWidget):
    """`now` tells the moment that the cursor is at: the answer belongs to it.

    `told` follows every verdict; `step_wanted` tells the step that gives an answer, as "ridim gamma 2".
    """

    answered = Signal()
    told = Signal()
    step_wanted = Signal(str)

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
        self.choices = Choices([each.text for each in exercise.choices])
        self.check_button = QPushButton("Check")
        self.check_button.clicked.connect(self.check)
        self.tick = QLabel("✓")
        self.tick.hide()
        self.verdict = QLabel()
        self.verdict.setWordWrap(True)
        self.verdict.setMinimumWidth(1)
        self.verdict.setTextFormat(Qt.TextFormat.PlainText)
        self._lay_out()
        self.refresh()
        themes.changed.connect(self._colour)
        if done:
            self._tell(Verdict(True, "Answered."))

    def refresh(self) -> None:
        """The numbers that the question quotes, and the unit, for the moment as it is now."""
        moment, text = self._now(), self._exercise.question
        try:
            self.question.show_text(quoted(text, moment))
            asked = find(self._exercise.answer, moment) if self._exercise.answer and moment is not None else None
        except (BadQuantity, DynamicsError) as error:
            self.question.show_text(text.replace("{", "").replace("}", ""))
            self.verdict.setText(f"This question does not fit the arm: {error}")
            return
        self.unit.setText(in_signs(asked.unit) if asked is not None and asked.unit != "1" else "")

    def check(self) -> None:
        verdict = self._judged()
        if verdict is None:
            return
        if verdict.right:
            self._tell(verdict)
            self.answered.emit()
            return
        self._misses += verdict.counts
        words = [verdict.words]
        if self._misses >= TOLD_AFTER:
            words.append(self._answer())
        elif self._misses >= HINT_AFTER and self._exercise.hint:
            words.append(f"Hint: {self._exercise.hint}")
        self._tell(Verdict(False, " ".join(words)))

    def _judged(self) -> Verdict | None:
        if self._exercise.choices:
            number = self.choices.chosen
            if number < 0:
                return Verdict(False, "Choose one of them.", counts=False)
            chosen = self._exercise.choices[number]
            return Verdict(chosen.right, "Right." if chosen.right else f"No. {chosen.because}".strip())
        if self._now() is None:
            return Verdict(False, "The motion is still being computed.", counts=False)
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
        """With the step that gives it, or with the hint where no step does."""
        asked = None if self._exercise.choices else self._asked()
        if asked is not None and asked.step:
            self.step_wanted.emit(asked.step)
            return f"{answer_in_words(asked)} Its step is shown now."
        right = next((f"It is: {each.text}." for each in self._exercise.choices if each.right), "")
        return " ".join(filter(None, (right or (answer_in_words(asked) if asked else ""), self._exercise.hint)))

    def _tell(self, verdict: Verdict) -> None:
        self.tick.setVisible(verdict.right)
        self.verdict.setText(verdict.words)
        self._colour()
        self.told.emit()

    def _colour(self, _theme: object = None) -> None:
        self.tick.setStyleSheet(f"color: {self._themes.current.good}; font-weight: 600")

    def _lay_out(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(6)
        whole.addWidget(self.question)
        row = QHBoxLayout()
        row.setSpacing(8)
        if self._exercise.choices:
            whole.addWidget(self.choices)
        else:
            row.addWidget(self.field)
            row.addWidget(self.unit)
        row.addWidget(self.check_button)
        row.addStretch(1)
        whole.addLayout(row)
        told = QHBoxLayout()
        told.addWidget(self.tick)
        told.addWidget(self.verdict, 1)
        whole.addLayout(told)
