"""The contents of a lesson behind the number of its card: titles, and which questions are answered."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from denoc_studio.lessons.lesson import Lesson
from denoc_studio.look.plain_text import menu_text


class CardMenu(QPushButton):
    """`chosen` tells a card, from 0; `anew` that the lesson's answers are to be forgotten."""

    chosen = Signal(int)
    anew = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolTip("The cards of this lesson, and which questions are answered")
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self._cards = QActionGroup(self._menu)  # a dot is where one is: a tick would look like an answer

    def show_place(self, lesson: Lesson, card: int, answered: frozenset[int]) -> None:
        self.setText(f"Card {card + 1} of {len(lesson.cards)}")
        self._menu.clear()
        for number, each in enumerate(lesson.cards):
            told = questions_in_words(len(each.exercises), len(answered & frozenset(lesson.numbers(number))))
            action = self._menu.addAction(f"{number + 1}  {menu_text(each.title)}\t{told}")
            self._cards.addAction(action)
            action.setCheckable(True)
            action.setChecked(number == card)
            action.triggered.connect(lambda _=False, number=number: self.chosen.emit(number))
        self._menu.addSeparator()
        forget = self._menu.addAction("Forget the answers of this lesson")
        forget.setEnabled(bool(answered))
        forget.triggered.connect(lambda _=False: self.anew.emit())


def questions_in_words(count: int, answered: int) -> str:
    """As "✓ 2 answered"."""
    if not count:
        return "to read"
    if answered == count:
        return f"✓ {count} answered"
    questions = "1 question" if count == 1 else f"{count} questions"
    return f"{questions}, {answered} answered" if answered else questions
