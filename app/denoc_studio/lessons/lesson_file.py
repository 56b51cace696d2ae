"""Lessons from files, checked: what is wrong is told with the file and the line. `docs/lessons.md` tells the format."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np

from denoc.basics.errors import DynamicsError
from denoc.files.disk.files import read_bytes
from denoc.files.examples import examples, load
from denoc.playing.play import RECURSIONS
from denoc_studio.lessons import SUFFIX
from denoc_studio.lessons.lesson import ASKED, MATHEMATICS, Card, Choice, Exercise, Lesson, Place
from denoc_studio.lessons.quantities import BadQuantity, find
from denoc_studio.plots.moment import Moment, played_at
from denoc_studio.project.entry.joint_units import SECOND
from denoc_studio.project.entry.numbers import BadNumber, parse_number
from denoc_studio.typesetting.markup import read_text

LONGEST = 200_000  # bytes of a file
MOST_CARDS = 20
HEADER = {"title": "", "project": "", "time": "0", "recursion": "", "minutes": "10", "about": ""}
NEEDED = ("title", "project")
COMMANDS = ("do", "show", "time", "project")
CHOICE = re.compile(r"\(([xX ])\)\s*(.+)")
PART = re.compile(r"[?=!]|\([xX ]\)")  # how the lines of a question begin


class LessonError(DynamicsError):
    """A file that is no lesson: which file, which line, and why."""


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file, checked. LessonError names the file and the line; DynamicsError where it cannot be read."""
    try:
        text = read_bytes(path, LONGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LessonError(f"{path.name}: it is no text in UTF-8") from None
    lesson = parse_lesson(text, path.name)
    check_lesson(lesson)
    return lesson


def parse_lesson(text: str, name: str) -> Lesson:
    """What the text says; whether it names things that there are is `check_lesson`'s."""
    return _Parser(text, name).lesson()


def check_lesson(lesson: Lesson) -> None:
    """That its projects, numbers and steps can be found. LessonError names the line of what cannot."""
    moments, steps = cache(_at_rest), cache(_steps)
    for place in sorted(lesson.places, key=lambda place: place.kind != "project"):
        try:
            if place.project not in examples():
                wanted = f"“{place.project}” is no bundled project: File, Examples shows them"
                raise BadQuantity(f"project: {wanted}, “denoc-studio examples” lists their names")
            moment = moments(place.project)
            if place.kind == "quantity":
                find(place.words, moment)
            elif place.kind == "step" and place.words not in steps(place.project, lesson.recursion):
                known = ", ".join(sorted({each.partition(" ")[0] for each in steps(place.project, lesson.recursion)}))
                raise BadQuantity(
                    f"“@show {place.words}”: {lesson.recursion} has no such step; it has {known}, with a link"
                )
        except (BadQuantity, DynamicsError) as error:
            raise LessonError(f"{lesson.name}{SUFFIX}, line {place.line}: {error}") from None


def _at_rest(project: str) -> Moment:
    """A state of the project at which everything can be looked for, without its run."""
    found = load(project)
    still = np.zeros(found.robot.n)
    return Moment(found.robot, np.array(found.q0), np.array(found.qd0), still, still, found.run.tip_wrench)


def _steps(project: str, recursion: str) -> set[str]:
    """As a card may name them: "gamma 2", "entry 1 3" with its column."""
    steps = played_at(_at_rest(project), recursion).steps
    plain = {f"{step.name} {step.link}" for step in steps}
    return plain | {f"{step.name} {step.link} {step.place.column}" for step in steps if step.place.column}


class _Parser:
    """Goes through the lines once; `_at` is the line that it is at, from 1."""

    def __init__(self, text: str, name: str) -> None:
        self._lines = text.splitlines()
        self._words = MATHEMATICS.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), "\n".join(self._lines)).split("\n")
        self._name = name
        self._at = 0
        self._places: list[Place] = []
        self._recursion = ""

    def lesson(self) -> Lesson:
        header = self._header()
        cards = []
        while self._at < len(self._lines):
            cards.append(self._card(header["project"]))
            if len(cards) > MOST_CARDS:
                raise self._error(f"more than {MOST_CARDS} cards")
        if not cards:
            raise self._error("there is no card: a line “## Title” begins one")
        time, minutes = float(header["time"]), int(float(header["minutes"]))
        named = self._name.removesuffix(SUFFIX), header["title"], header["about"], header["project"]
        return Lesson(*named, time, self._recursion, minutes, tuple(cards), tuple(self._places))

    def _header(self) -> dict[str, str]:
        found = dict(HEADER)
        while self._at < len(self._lines) and not self._lines[self._at].startswith("## "):
            line = self._next()
            key, colon, value = (part.strip() for part in line.partition(":"))
            if not line.strip():
                continue
            if not colon or key not in HEADER:
                known = ", ".join(f"{each}:" for each in HEADER)
                raise self._error(f"“{line[:40]}” is none of {known}, and a card begins with a line “## Title”")
            if key in ("time", "minutes"):
                value = repr(self._number(value, key))
            elif key == "recursion" and value not in RECURSIONS:
                raise self._error(f"recursion: “{value}” is none of {', '.join(RECURSIONS)}")
            elif key == "project":
                self._places.append(Place(self._at, "project", value, value))
            found[key] = value
        for key in NEEDED:
            if not found[key]:
                raise self._error(f"“{key}:” is missing above the first card", 1)
        self._recursion = found["recursion"]
        return found

    def _card(self, project: str) -> Card:
        title, first = self._next().removeprefix("## ").strip(), self._at
        text: list[str] = []
        todo: list[str] = []
        exercises: list[Exercise] = []
        show, time, own = "", None, ""
        before = len(self._places)
        while self._at < len(self._lines) and not self._lines[self._at].startswith("## "):
            line = self._next()
            text.append("")
            if line.startswith("?"):
                exercises.append(self._exercise(line[1:].strip()))
                text += [""] * (self._at - first - len(text))
            elif line.startswith("@"):
                key, _, value = (part.strip() for part in line[1:].partition(" "))
                if key not in COMMANDS:
                    raise self._error(f"“@{key}” is none of {', '.join(f'@{each}' for each in COMMANDS)}")
                if key == "do":
                    todo.append(value)
                    self._check_text(value, self._at)
                elif key == "show":
                    show = self._step(value)
                elif key == "time":
                    time = self._number(value, "@time")
                else:
                    own = value
                    self._places.append(Place(self._at, "project", value, value))
            elif PART.match(line):
                raise self._error(f"“{line[:30]}” belongs below a question, a line that begins with “? ”")
            else:
                text[-1] = line
            self._ask_for_numbers()
        self._places[before:] = [place._replace(project=own or project) for place in self._places[before:]]
        self._check_text("\n".join(text), first + 1)
        prose = re.sub(r"\n{3,}", "\n\n", "\n".join(text)).strip()
        return Card(title, prose, tuple(todo), tuple(exercises), show, time, own)

    def _exercise(self, question: str) -> Exercise:
        line, answer, hint = self._at, "", ""
        choices: list[Choice] = []
        while self._at < len(self._lines):
            text = self._lines[self._at]
            following = next((each for each in self._lines[self._at :] if each.strip()), "")
            if text.startswith("="):
                answer = text[1:].strip()
                self._places.append(Place(self._at + 1, "quantity", answer, ""))
            elif text.startswith("!"):
                hint = self._plain(text[1:].strip())
            elif found := CHOICE.fullmatch(text.rstrip()):
                words, _, because = (part.strip() for part in found[2].partition(" | "))
                choices.append(Choice(self._plain(words), found[1] != " ", self._plain(because)))
            elif not text.strip() and PART.match(following) and not following.startswith("?"):
                pass
            elif text.strip() and not answer and not choices and not text.startswith(("?", "@", "## ")):
                question += " " + text.strip()
            else:
                break
            self._at += 1
            self._ask_for_numbers()
        if bool(answer) == bool(choices):
            raise self._error("a question needs an answer “= ...”, or choices “( ) ...” with one “(x) ...”", line)
        if choices and sum(choice.right for choice in choices) != 1:
            raise self._error("exactly one choice is marked “(x)”", line)
        self._check_text(question, line)
        return Exercise(question, answer, tuple(choices), hint, line)

    def _ask_for_numbers(self) -> None:
        """What stands between braces in the line that was read last."""
        asked = {match[1] for match in ASKED.finditer(self._words[self._at - 1])}
        known = {place.words for place in self._places if place.line == self._at}
        self._places += [Place(self._at, "quantity", words, "") for words in sorted(asked - known)]

    def _step(self, words: str) -> str:
        if not self._recursion:
            raise self._error("“@show” needs a line “recursion:” above the first card")
        self._places.append(Place(self._at, "step", words, ""))
        return words

    def _plain(self, words: str) -> str:
        """Of a choice or a hint."""
        if "$" in words or "{" in words:
            sign = "$" if "$" in words else "{"
            raise self._error(
                f"“{sign}”: choices and hints are plain words, without mathematics and numbers asked for", self._at + 1
            )
        return words

    def _check_text(self, text: str, line: int) -> None:
        """That its mathematics can be set."""
        try:
            read_text("\n" * (line - 1) + text, self._name)
        except DynamicsError as error:
            raise LessonError(str(error)) from None

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
