"""The bundled lessons: every number can be found, every answer is accepted in any sensible form, others are not."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import denoc as dn
from denoc_studio.lessons.answers import judge, shown
from denoc_studio.lessons.lesson import MATHEMATICS, Lesson, check_lesson, quoted
from denoc_studio.lessons.quantities import find, played_at
from denoc_studio.lessons.shelf import bundled_lessons
from denoc_studio.plots.moment import Moment


@cache
def _run(name: str) -> tuple[dn.Robot, dn.Recording]:
    project = dn.load(name)
    return project.robot, dn.run_project(project)


def _moment(lesson: Lesson) -> Moment:
    robot, run = _run(lesson.project)
    at = int(np.argmin(np.abs(run.t - lesson.time)))
    return Moment(robot, run.q[at], run.qd[at], run.qdd[at], run.tau[at])


LESSONS = pytest.mark.parametrize("lesson", bundled_lessons(), ids=lambda lesson: lesson.name)


def test_there_are_ten_in_their_order() -> None:
    assert [lesson.name[:2] for lesson in bundled_lessons()] == [f"{k:02}" for k in range(1, 11)]


@LESSONS
def test_every_number_that_it_asks_for_can_be_found(lesson: Lesson) -> None:
    check_lesson(lesson, _moment(lesson))
    assert 3 <= len(lesson.cards) <= 8
    assert len(lesson.exercises) >= 2
    assert all(each.hint for each in lesson.exercises)
    for card in lesson.cards:
        assert "{" not in MATHEMATICS.sub("", quoted(card.text, _moment(lesson)))


@LESSONS
def test_right_answers_are_accepted_as_people_type_them(lesson: Lesson) -> None:
    moment = _moment(lesson)
    for exercise in (each for each in lesson.exercises if each.answer):
        asked = find(exercise.answer, moment)
        plain = shown(asked).removesuffix(asked.unit).strip() if asked.unit else shown(asked)
        for typed in (shown(asked), plain, plain.replace(".", ","), f" {plain} ", repr(asked.value * 1.004)):
            if "," in typed and len(typed.partition(",")[2]) == 3:
                continue  # 1,234 is asked about
            assert judge(typed, asked).right, (lesson.name, exercise.question, typed)


@LESSONS
def test_wrong_answers_are_told_what_is_wrong(lesson: Lesson) -> None:
    moment = _moment(lesson)
    for exercise in (each for each in lesson.exercises if each.answer):
        asked = find(exercise.answer, moment)
        if asked.value:
            assert judge(repr(-asked.value), asked) == (False, "The size is right, the sign is not.")
            assert not judge(repr(asked.value * 1.01), asked).right
        assert not judge("a lot", asked).right
        assert not judge("", asked).right


@LESSONS
def test_the_steps_that_it_shows_are_there(lesson: Lesson) -> None:
    played = played_at(_moment(lesson), lesson.recursion)
    steps = {f"{step.name} {step.link}" for step in played.steps}
    assert {card.show for card in lesson.cards if card.show} <= steps
