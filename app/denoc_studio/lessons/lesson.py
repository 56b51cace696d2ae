"""A lesson as data: cards of text, with something to do and to answer. `docs/lessons.md` tells how it is written."""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from denoc_studio.lessons.answers import shown
from denoc_studio.lessons.quantities import find
from denoc_studio.plots.moment import Moment

ASKED = re.compile(r"\{([^{}]+)\}")
MATHEMATICS = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)


class Choice(NamedTuple):
    text: str
    right: bool
    because: str = ""  # what is wrong with it


class Exercise(NamedTuple):
    """A question with a number for an answer, or with choices."""

    question: str
    answer: str = ""  # as `quantities.find` takes it
    choices: tuple[Choice, ...] = ()
    hint: str = ""
    line: int = 0

    @property
    def mark(self) -> str:
        """The same for the same question with the same answer, wherever it stands."""
        text = "\n".join((self.question, self.answer, *(each.text for each in self.choices)))
        return hashlib.sha256(text.encode()).hexdigest()[:12]


class Card(NamedTuple):
    """`show` is a step of the played recursion, as "gamma 2"; `time` and `project` go there when the card opens."""

    title: str
    text: str
    todo: tuple[str, ...] = ()
    exercises: tuple[Exercise, ...] = ()
    show: str = ""
    time: float | None = None
    project: str = ""


class Place(NamedTuple):
    """What a line of the file names: a quantity, a step or a project; `project` is the one that its card is about."""

    line: int
    kind: str  # "quantity", "step" or "project"
    words: str
    project: str


class Lesson(NamedTuple):
    """`places` are what has to be there for it to work."""

    name: str  # of its file, without its ending
    title: str
    about: str
    project: str
    time: float
    recursion: str
    minutes: int
    cards: tuple[Card, ...]
    places: tuple[Place, ...] = ()

    @property
    def exercises(self) -> list[Exercise]:
        return [exercise for card in self.cards for exercise in card.exercises]

    def numbers(self, card: int) -> range:
        """Of the exercises of a card, from 0 through all cards."""
        first = sum(len(each.exercises) for each in self.cards[:card])
        return range(first, first + len(self.cards[card].exercises))


def quoted(text: str, moment: Moment | None) -> str:
    """The text with the numbers that it asks for, outside of mathematics: `{ridim tau 1}` becomes 2.31 N m.

    Dots stand for them while there is no moment to take them from.
    """
    pieces, start = [], 0
    for formula in MATHEMATICS.finditer(text):
        pieces += [_filled(text[start : formula.start()], moment), formula[0]]
        start = formula.end()
    return "".join((*pieces, _filled(text[start:], moment)))


def _filled(text: str, moment: Moment | None) -> str:
    return ASKED.sub(lambda match: "…" if moment is None else shown(find(match[1], moment)), text)
