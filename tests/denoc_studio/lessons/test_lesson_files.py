"""Lessons that a teacher writes: what is wrong is told with the file and the line; answers are judged with a reason."""

from __future__ import annotations

import numpy as np
import pytest

import denoc as dn
from denoc_studio.lessons.answers import judge
from denoc_studio.lessons.lesson import LessonError, check_lesson, parse_lesson
from denoc_studio.lessons.quantities import BadQuantity, find, played_at
from denoc_studio.plots.moment import Moment

GOOD = """title: A test
project: planar-3r-inverse
time: 3

## First card
The torque is {ridim tau 1}, and $x_{1}$ is no number.
@do Something
@show tau 1
? How much
is it?
= ridim tau 1
! Look
? Which?
( ) this | no
(x) that
"""


def _moment() -> Moment:
    project = dn.load("planar-3r-inverse")
    run = dn.run_project(project)
    at = int(np.argmin(np.abs(run.t - 3)))
    return Moment(project.robot, run.q[at], run.qd[at], run.qdd[at], run.tau[at])


def test_a_lesson_is_read_whole() -> None:
    lesson = parse_lesson(GOOD, "test.md")
    (card,) = lesson.cards
    assert (lesson.title, lesson.time, card.title, card.show, card.todo) == (
        "A test",
        3.0,
        "First card",
        "tau 1",
        ("Something",),
    )
    number, choice = card.exercises
    assert (number.question, number.answer, number.hint) == ("How much is it?", "ridim tau 1", "Look")
    assert [each.right for each in choice.choices] == [False, True]
    check_lesson(lesson, _moment())


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (GOOD.replace("title: A test\n", ""), "test.md, line 1: “title:” is missing"),
        (GOOD.replace("time: 3", "time: soon"), "time: “soon” is not a number"),
        (GOOD.replace("time: 3", "author: me"), "test.md, line 3: “author: me” is none of title:"),
        (GOOD.replace("= ridim tau 1\n! Look\n", ""), "line 9: a question needs an answer"),
        (GOOD.replace("(x) that", "( ) that"), "line 13: exactly one choice"),
        (GOOD.replace("@do", "@dance"), "test.md, line 7: “@dance” is none of @do"),
        (GOOD.partition("## ")[0], "there is no card"),
        (GOOD.replace("? How much\nis it?\n", ""), "test.md, line 9: “= ridim tau 1” belongs below a question"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(broken: str, told: str) -> None:
    with pytest.raises(LessonError, match=told.replace("(", r"\(").replace("?", r"\?")):
        parse_lesson(broken, "test.md")


@pytest.mark.parametrize(
    "words",
    [
        "ridim tau 4",
        "ridim nothing 1",
        "ridim t 1",
        "ridim t 1 force",
        "run x 1",
        "count nothing",
        "soon",
        "ridim tau 1 x",
    ],
)
def test_what_cannot_be_asked_for_is_refused_with_a_reason(words: str) -> None:
    with pytest.raises(BadQuantity):
        find(words, _moment())
    with pytest.raises(LessonError, match="card “First card”"):
        check_lesson(parse_lesson(GOOD.replace("{ridim tau 1}", f"{{{words}}}"), "test.md"), _moment())


def test_verdicts_name_what_is_wrong() -> None:
    moment = _moment()
    asked = find("ridim gamma 2 force y", moment)
    value = asked.value

    def told(typed: object) -> str:
        return judge(str(typed), asked).words

    assert told(f"{value:.4g} N") == "Right."
    assert told(f"{value * 1000:.6g} mN") == "Right."
    assert told(-value) == "The size is right, the sign is not."
    assert told(f"{value} N m").endswith("and this is a number in N.")
    assert told(value * 1000) == "It is off by a factor of a thousand."
    assert told(find("ridim gamma 3 force y", moment).value) == "That is that of link 3."
    assert told(find("ridim gamma 2 force x", moment).value) == "That is the force along x."
    world = played_at(moment, "ridim").in_world().of("gamma")[1].value[4]
    assert told(world) == "That is in world axes."
    rate = find("run qd 1", moment)
    assert judge(str(np.degrees(rate.value)), rate).words == "That would be right in degrees; this is in rad/s."
    assert judge(f"{np.degrees(rate.value)} deg/s", rate).right
