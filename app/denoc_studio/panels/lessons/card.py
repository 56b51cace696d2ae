"""A card of a lesson: text, what to do, what is asked."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from denoc.basics.errors import DynamicsError
from denoc_studio.lessons.lesson import Card, Lesson, quoted
from denoc_studio.lessons.quantities import BadQuantity
from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.theme import Themes
from denoc_studio.panels.lessons.exercise import ExerciseBox, Now
from denoc_studio.widgets.texts.prose import Prose

SETTLED = 50  # milliseconds until a verdict has its lines and its place


class CardView(QScrollArea):
    """`answered` tells the number of an exercise of the lesson; `followed` a link in the text.

    `step_wanted` tells the step that gives an answer, as "ridim gamma 2".
    """

    answered = Signal(int)
    followed = Signal(str)
    step_wanted = Signal(str)
    typing = Signal()  # an answer: time had better stand still

    def __init__(self, themes: Themes, now: Now, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes, self._now = themes, now
        self._card: Card | None = None
        self.exercises: list[ExerciseBox] = []
        self.text = Prose(themes, schemes=("theory",), grows=True)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._told: ExerciseBox | None = None
        self._soon = QTimer(self, singleShot=True, interval=SETTLED)
        self._soon.timeout.connect(self._show_verdict)

    def show_card(self, lesson: Lesson, number: int, done: frozenset[int]) -> None:
        card = lesson.cards[number]
        self._card = card
        first = sum(len(each.exercises) for each in lesson.cards[:number])
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(12, 4, 12, 12)
        column.setSpacing(12)
        title = QLabel(card.title)
        title.setFont(scaled_font(14, title.font().Weight.DemiBold))
        title.setWordWrap(True)
        column.addWidget(title)
        self.text = Prose(self._themes, schemes=("theory",), grows=True)
        self.text.setAccessibleName(card.title)
        self.text.followed.connect(self.followed)
        column.addWidget(self.text)
        self.exercises = []
        for index, exercise in enumerate(card.exercises, first):
            box = ExerciseBox(exercise, self._now, self._themes, index in done)
            box.answered.connect(lambda index=index: self.answered.emit(index))
            box.step_wanted.connect(self.step_wanted)
            box.field.textEdited.connect(lambda _: self.typing.emit())
            box.told.connect(lambda box=box: self._reveal(box))
            self.exercises.append(box)
            column.addWidget(box)
        column.addStretch(1)
        self.setWidget(inside)
        self.refresh()

    def refresh(self) -> None:
        """The numbers that the card quotes, for the moment as it is now."""
        moment, card = self._now(), self._card
        if card is None:
            return
        todo = "".join(f"\n\n**Do:** {each}" for each in card.todo)
        try:
            self.text.show_text(quoted(card.text + todo, moment))
        except (BadQuantity, DynamicsError) as error:
            self.text.show_text(f"This card does not fit the arm: {error}")
        for box in self.exercises:
            box.refresh()

    def _reveal(self, box: ExerciseBox) -> None:
        self._told = box
        self._soon.start()

    def _show_verdict(self) -> None:
        """What is said about an answer may lie below the lower edge."""
        if self._told in self.exercises and self._told is not None:
            self.ensureWidgetVisible(self._told.verdict, 0, 8)
