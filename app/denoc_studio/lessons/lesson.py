"""A lesson and its file: cards of text, with something to do and to answer. `docs/lessons.md` tells the format."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from denoc.files.disk.files import read_bytes
from denoc.playing.play import RECURSIONS
from denoc_studio.lessons.answers import shown
from denoc_studio.lessons.quantities import BadQuantity, find
from denoc_studio.plots.moment import Moment
from denoc_studio.project.entry.joint_units import SECOND
from denoc_studio.project.entry.numbers import BadNumber, parse_number

LONGEST = 200_000  # bytes of a file
MOST_CARDS = 20
HEADER = {"title": "", "project": "", "time": "0", "recursion": "", "minutes": "10", "about": ""}
NEEDED = ("title", "project")
ASKED = re.compile(r"\{([^{}]+)\}")
MATHEMATICS = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)


class LessonError(ValueError):
    """A file that is no lesson: which file, which line, and why."""


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


class Card(NamedTuple):
    """`show` is a step of the played recursion, as "gamma 2"; `time` and `project` go there when the card opens."""

    title: str
    text: str
    todo: tuple[str, ...] = ()
    exercises: tuple[Exercise, ...] = ()
    show: str = ""
    time: float | None = None
    project: str = ""


class Lesson(NamedTuple):
    name: str  # of its file
    title: str
    about: str
    project: str
    time: float
    recursion: str
    minutes: int
    cards: tuple[Card, ...]

    @property
    def exercises(self) -> list[Exercise]:
        return [exercise for card in self.cards for exercise in card.exercises]


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file. LessonError names the file and the line; ProjectError where it cannot be read."""
    try:
        text = read_bytes(path, LONGEST).decode("utf-8")
    except UnicodeDecodeError:
        raise LessonError(f"{path.name}: it is no text in UTF-8") from None
    return parse_lesson(text, path.name)


def parse_lesson(text: str, name: str) -> Lesson:
    return _Parser(text, name).lesson()


def quoted(text: str, moment: Moment) -> str:
    """The text with the numbers that it asks for, outside of mathematics: `{ridim tau 1}` becomes 2.31 N m."""
    pieces, start = [], 0
    for formula in MATHEMATICS.finditer(text):
        pieces += [_filled(text[start : formula.start()], moment), formula[0]]
        start = formula.end()
    return "".join((*pieces, _filled(text[start:], moment)))


def _filled(text: str, moment: Moment) -> str:
    return ASKED.sub(lambda match: shown(find(match[1], moment)), text)


class _Parser:
    """Goes through the lines once; `_at` is the line that it is at, from 1."""

    def __init__(self, text: str, name: str) -> None:
        self._lines = text.splitlines()
        self._name = name
        self._at = 0

    def lesson(self) -> Lesson:
        header = self._header()
        cards = []
        while self._at < len(self._lines):
            cards.append(self._card())
            if len(cards) > MOST_CARDS:
                raise self._error(f"more than {MOST_CARDS} cards")
        if not cards:
            raise self._error("there is no card: a line “## Title” begins one")
        time, minutes = self._number(header["time"], "time"), self._number(header["minutes"], "minutes")
        name = self._name.removesuffix(".md")
        recursion = header["recursion"]
        if recursion and recursion not in RECURSIONS:
            raise self._error(f"recursion: “{recursion}” is none of {', '.join(RECURSIONS)}", 1)
        return Lesson(
            name, header["title"], header["about"], header["project"], time, recursion, int(minutes), tuple(cards)
        )

    def _header(self) -> dict[str, str]:
        found = dict(HEADER)
        while self._at < len(self._lines) and not self._lines[self._at].startswith("## "):
            line = self._next()
            key, colon, value = line.partition(":")
            if not line.strip():
                continue
            if not colon or key.strip() not in HEADER:
                raise self._error(f"“{line[:40]}” is none of {', '.join(f'{each}:' for each in HEADER)}")
            found[key.strip()] = value.strip()
        for key in NEEDED:
            if not found[key]:
                raise self._error(f"“{key}:” is missing above the first card", 1)
        return found

    def _card(self) -> Card:
        title = self._next().removeprefix("## ").strip()
        text: list[str] = []
        todo: list[str] = []
        exercises: list[Exercise] = []
        said: dict[str, str] = {}
        while self._at < len(self._lines) and not self._lines[self._at].startswith("## "):
            line = self._next()
            if line.startswith("? "):
                exercises.append(self._exercise(line[2:].strip()))
            elif line.startswith("@"):
                key, _, value = line[1:].partition(" ")
                if key == "do":
                    todo.append(value.strip())
                elif key in ("show", "time", "project"):
                    said[key] = value.strip()
                else:
                    raise self._error(f"“@{key}” is none of @do, @show, @time, @project")
            elif line.startswith(("= ", "! ", "(x)", "( )")):
                raise self._error(f"“{line[:30]}” belongs below a question, a line that begins with “? ”")
            else:
                text.append(line)
        time = self._number(said["time"], "@time") if "time" in said else None
        prose = "\n".join(text).strip()
        return Card(title, prose, tuple(todo), tuple(exercises), said.get("show", ""), time, said.get("project", ""))

    def _exercise(self, question: str) -> Exercise:
        line, answer, hint = self._at, "", ""
        choices: list[Choice] = []
        while self._at < len(self._lines):
            text = self._lines[self._at]
            if text.startswith("= "):
                answer = text[2:].strip()
            elif text.startswith("! "):
                hint = text[2:].strip()
            elif text.startswith(("(x) ", "( ) ")):
                words, _, because = text[4:].partition(" | ")
                choices.append(Choice(words.strip(), text.startswith("(x)"), because.strip()))
            elif text.strip() and not answer and not choices and not text.startswith(("? ", "@", "## ")):
                question += " " + text.strip()
            else:
                break
            self._at += 1
        if bool(answer) == bool(choices):
            raise self._error("a question needs an answer “= ...”, or choices “( ) ...” with one “(x) ...”", line)
        if choices and sum(choice.right for choice in choices) != 1:
            raise self._error("exactly one choice is marked “(x)”", line)
        return Exercise(question, answer, tuple(choices), hint, line)

    def _next(self) -> str:
        self._at += 1
        return self._lines[self._at - 1]

    def _number(self, text: str, what: str) -> float:
        try:
            return parse_number(text, SECOND)
        except BadNumber as error:
            raise self._error(f"{what}: {error}") from None

    def _error(self, words: str, line: int = 0) -> LessonError:
        return LessonError(f"{self._name}, line {line or max(self._at, 1)}: {words}")


def check_lesson(lesson: Lesson, moment: Moment) -> None:
    """That every number it asks for can be found at this moment of its project. LessonError names the card."""
    for card in lesson.cards:
        texts = [card.text, *card.todo, *(each.question for each in card.exercises)]
        asked = [match[1] for text in texts for match in ASKED.finditer(MATHEMATICS.sub("", text))]
        for words in (*asked, *(each.answer for each in card.exercises if each.answer)):
            try:
                find(words, moment)
            except BadQuantity as error:
                raise LessonError(f"{lesson.name}, card “{card.title}”: {error}") from None
