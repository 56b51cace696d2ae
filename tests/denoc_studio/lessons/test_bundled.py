"""The bundled lessons: every number is right, answers are accepted in any sensible form, wrong ones explained."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from msgspec import structs

import denoc as dn
from denoc_studio.lessons.answers import judge, shown
from denoc_studio.lessons.lesson import ASKED, MATHEMATICS, Lesson, quoted
from denoc_studio.lessons.lesson_file import check_lesson
from denoc_studio.lessons.quantities import Quantity, find
from denoc_studio.lessons.shelf import bundled_lessons
from denoc_studio.look.plain_text import in_signs
from denoc_studio.plots.moment import Moment
from denoc_studio.plots.tables.inspector.entries import entries


@cache
def _run(name: str) -> tuple[dn.Robot, dn.Recording]:
    project = dn.load(name)
    return project.robot, dn.run_project(project)


def _moment(lesson: Lesson) -> Moment:
    robot, run = _run(lesson.project)
    at = int(np.argmin(np.abs(run.t - lesson.time)))
    return Moment(robot, run.q[at], run.qd[at], run.qdd[at], run.tau[at])


def _asked(lesson: Lesson) -> Iterator[tuple[str, Quantity]]:
    moment = _moment(lesson)
    for exercise in lesson.exercises:
        if exercise.answer:
            yield exercise.question, find(exercise.answer, moment)


LESSONS = pytest.mark.parametrize("lesson", bundled_lessons(), ids=lambda lesson: lesson.name)


def test_there_are_ten_in_their_order() -> None:
    assert [lesson.name[:2] for lesson in bundled_lessons()] == [f"{k:02}" for k in range(1, 11)]


@LESSONS
def test_everything_that_it_names_is_there(lesson: Lesson) -> None:
    check_lesson(lesson)
    assert 3 <= len(lesson.cards) <= 8
    assert len(lesson.exercises) >= 2
    for card in lesson.cards:
        assert "{" not in MATHEMATICS.sub("", quoted(card.text, _moment(lesson)))


@LESSONS
def test_choices_cannot_be_guessed_at_once_and_tell_why_they_are_wrong(lesson: Lesson) -> None:
    for exercise in lesson.exercises:
        assert exercise.hint
        assert not exercise.choices or len(exercise.choices) >= 3, exercise.question
        assert all(each.right or each.because for each in exercise.choices), exercise.question


# Numbers that a text tells by itself, with what they must be equal to; all others are asked for, or count links.

ROBOTS = {name: dn.load(name).robot for name in ("planar-3r-inverse", "double-pendulum", "puma560", "stanford-inverse")}


def _operations(name: str, algorithm: str, joints: int = 0) -> int:
    robot = dn.Robot("", tuple(dn.Link() for _ in range(joints))) if joints else ROBOTS[name]
    return dn.operation_count(robot, algorithm).multiplications


def _crossing() -> int:
    forward = ("denoc-forward", "walker-orin-forward")
    counted = {n: [_operations("", each, n) for each in forward] for n in (10, 11)}
    return min(n for n, (denoc, orin) in counted.items() if denoc < orin)


TOLD: dict[str, dict[str, Callable[[], float]]] = {
    "02": {
        "0": lambda: 0.0,
        "-9.81": lambda: ROBOTS["planar-3r-inverse"].gravity[1],
    },
    "04": {
        "18": lambda: 6 * ROBOTS["planar-3r-inverse"].n,
        "6": lambda: 6,
        "3": lambda: ROBOTS["planar-3r-inverse"].n,
        "0": lambda: 0.0,
    },
    "05": {"0.7": lambda: sum(link.mass for link in ROBOTS["planar-3r-inverse"].links[1:])},
    "08": {
        "24": lambda: _operations("stanford-inverse", "denoc-inverse") - _operations("stanford-inverse", "kane-inverse")
    },
    "09": {
        "6": lambda: ROBOTS["puma560"].n,
        "10": lambda: _crossing() - 1,
        "11": _crossing,
        "12": lambda: _crossing() + 1,
        "282": lambda: _operations("", "denoc-forward", 12) - _operations("", "denoc-forward", 11),
    },
    "10": {
        "20": lambda: 20.0,  # chosen, and test_the_run_of_lesson_ten says what comes of it
        "2": lambda: 2.0,
        "16": lambda: 2.0 * np.log10(1 / 1e-8),
        "1": lambda: 1.0,
        "0": lambda: 0.0,
        "1e-8": lambda: float(f"{np.radians(60.0000006 - 60):.0e}"),
        "60": lambda: np.degrees(dn.load("double-pendulum").q0[0]),
        "60.0000006": lambda: round(60 + float(np.degrees(1e-8)), 7),
    },
}
NAMED = re.compile(  # what counts links, joints and entries, and places in papers
    r"(?P<kind>[Ll]inks?|[Jj]oints?|index|[Ee]ntry|[Rr]ow|mass centre) "
    r"(?P<first>\d)(?:(?: and |,)(?P<second>\d))?(?:,? (?:and|to) (?P<third>\d))?"
    r"|(?:Saha|Kozlowski|Rojas) (?P<year>\d{4})|section (?P<section>\d\.\d)|\((?P<equation>\d+[a-z]?)\)"
    r"|[Ll]esson (?P<lesson>\d+)|L/2|L²/3"
)
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?")
YEARS = {"1999", "1995", "1989"}


def _told(lesson: Lesson) -> Iterator[str]:
    for card in lesson.cards:
        yield from (card.title, card.text, *card.todo)
        for each in card.exercises:
            yield from (each.question, each.hint)
            yield from (words for choice in each.choices for words in (choice.text, choice.because))
            if each.answer[:1].isdigit():
                yield each.answer


@LESSONS
def test_every_number_of_its_texts_is_right(lesson: Lesson) -> None:
    known = TOLD.get(lesson.name[:2], {})
    n, used = ROBOTS[lesson.project].n, set()
    cited = {digits for step in _steps(lesson) for digits in re.findall(r"\((\d+[a-z]?)\)", step.citation)}
    for text in _told(lesson):
        plain = ASKED.sub("", MATHEMATICS.sub("", text))
        for found in NAMED.finditer(plain):
            assert all(1 <= int(x) <= n for x in found.group("first", "second", "third") if x), (lesson.name, found[0])
            assert found["year"] is None or found["year"] in YEARS
            assert found["section"] in (None, "5.1")
            assert found["equation"] is None or found["equation"] in cited, (lesson.name, found[0])
        for number in NUMBER.findall(NAMED.sub("", plain)):
            assert number in known, f"{lesson.name}: {number} in “{text}” is not tested"
            used.add(number)
            assert known[number]() == pytest.approx(float(number), rel=1e-12), (lesson.name, number)
    assert used == set(known)


def _steps(lesson: Lesson) -> tuple[dn.Step, ...]:
    moment = _moment(lesson)
    third = moment.tau if lesson.recursion in ("rfdsim", "normalized") else moment.qdd
    return dn.play(moment.robot, lesson.recursion, moment.q, moment.qd, third).steps


def test_the_cubic_method_takes_a_sixth_of_a_cube() -> None:
    counted = [_operations("", "walker-orin-forward", n) for n in (5, 6, 7, 8)]
    assert np.diff(counted, 3).tolist() == [1]


def test_the_run_of_lesson_ten_is_shaded_as_it_says() -> None:
    project = dn.load("double-pendulum")
    longer = replace(project, run=structs.replace(project.run, duration=20.0))
    assert dn.reproducible_until(longer) < 20.0


def test_the_inspector_has_the_pages_that_lessons_name() -> None:
    moment = _moment(next(each for each in bundled_lessons() if each.project == "puma560"))
    pages = {entry.name: entry for entry in entries() if entry.group == "Comparison"}
    told = " ".join(text for lesson in bundled_lessons() for text in _told(lesson))
    assert {"operations, inverse", "operations, forward"} <= set(pages)
    for name in re.findall(r'"(here: [^"]+)"', told):
        assert name in pages["operations, forward"].look(moment, 0, False).grid.rows


@LESSONS
def test_right_answers_are_accepted_as_people_type_them(lesson: Lesson) -> None:
    for question, asked in _asked(lesson):
        unit = in_signs(asked.unit)
        plain = shown(asked).removesuffix(unit).strip() if unit != "1" else shown(asked)
        minus = plain.replace("-", "\u2212")
        forms = [shown(asked), plain, f" {plain} ", minus, f"= {plain}", f"2*{asked.value / 2:.6g}", f"({plain})"]
        forms += (
            [plain.replace(".", ",")] if "." in plain and len(plain.partition(".")[2]) != 3 else []
        )  # 1,234 is asked about
        forms += [f"{plain} {each}" for each in SPELT.get(asked.unit, ())]
        forms += [repr(asked.value * 1.004)] if not asked.whole else []
        for typed in forms:
            assert judge(typed, asked).right, (lesson.name, question, typed, judge(typed, asked))


SPELT = {
    "N m": ("Nm", "N*m", "N·m", "N.m"),
    "kg m^2": ("kg m²", "kg*m^2", "kgm²", "kg·m²", "kg m2"),
    "rad/s": ("1/s", "rad s^-1", "rad/sec", "s⁻¹"),
    "m/s^2": ("m/s²", "m s^-2"),
    "m/s": ("m s^-1",),
    "J": ("N m", "J"),
    "kg^0.5 m/s": ("kg^0.5 m/s", "kg^(1/2) m/s"),
}


@LESSONS
def test_wrong_answers_are_told_what_is_wrong(lesson: Lesson) -> None:
    for question, asked in _asked(lesson):
        if asked.value:
            assert judge(repr(-asked.value), asked) == (False, "The size is right, the sign is not.", True)
            assert not judge(repr(asked.value * 1.01), asked).right, question
            assert "factor of a thousand" in judge(repr(asked.value * 1000), asked).words or asked.mistaken
        assert not judge("a lot", asked).right
        assert judge(" ", asked) == (False, "A number is needed.", False)
