"""Lessons that a teacher writes: what is wrong is told with the file and the line; answers are judged with a reason."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import denoc as dn
from denoc_studio.lessons.answers import judge
from denoc_studio.lessons.lesson_file import LessonError, check_lesson, parse_lesson, read_lesson
from denoc_studio.lessons.quantities import BadQuantity, Quantity, find
from denoc_studio.plots.moment import Moment, played_at

GOOD = """title: A test
project: planar-3r-inverse
time: 3
recursion: ridim

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
    check_lesson(lesson)


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (GOOD.replace("title: A test\n", ""), "test.md, line 1: “title:” is missing"),
        (GOOD.replace("time: 3", "time: soon"), "test.md, line 3: time: “soon” is not a number"),
        (GOOD.replace("time: 3", "author: me"), "test.md, line 3: “author: me” is none of title:"),
        (GOOD.replace("recursion: ridim", "recursion: none"), "test.md, line 4: recursion: “none” is none of ridim"),
        (GOOD.replace("## First card\n", ""), "test.md, line 6: “The torque is .*a card begins with a line “## Title”"),
        (GOOD.replace("= ridim tau 1\n! Look\n", ""), "line 10: a question needs an answer"),
        (GOOD.replace("(x) that", "( ) that"), "line 14: exactly one choice"),
        (GOOD.replace("( ) this", "( ) $x$"), "line 15: “$”: choices and hints are plain words"),
        (GOOD.replace("@do", "@dance"), "test.md, line 8: “@dance” is none of @do"),
        (GOOD.partition("## ")[0], "there is no card"),
        (GOOD.replace("? How much\nis it?\n", ""), "test.md, line 10: “= ridim tau 1” belongs below a question"),
        (GOOD.replace("$x_{1}$", r"$\nothing{x}$"), "test.md, line 7: "),
        (GOOD.replace("How much", r"How $\frac{1}$"), "test.md, line 10: "),
        (GOOD.replace("Something", r"Some $\hat$"), "test.md, line 8: "),
    ],
)
def test_what_is_wrong_is_told_with_its_line(broken: str, told: str) -> None:
    with pytest.raises(LessonError, match=told.replace("(", r"\(").replace("?", r"\?").replace("$", r"\$")):
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
        "arm weight 1",
        "arm mass 4",
        "count denoc-forward additions 99",
        "ridim gamma 2 term 3 force x",
    ],
)
def test_what_cannot_be_asked_for_is_refused_with_a_reason(words: str) -> None:
    with pytest.raises(BadQuantity):
        find(words, _moment())
    with pytest.raises(LessonError, match=r"^test.md, line 7: "):
        check_lesson(parse_lesson(GOOD.replace("{ridim tau 1}", f"{{{words}}}"), "test.md"))
    with pytest.raises(LessonError, match=r"^test.md, line 12: "):
        check_lesson(parse_lesson(GOOD.replace("= ridim tau 1", f"= {words}"), "test.md"))


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (GOOD.replace("planar-3r-inverse", "my-arm"), "line 2: project: “my-arm” is no bundled project"),
        (GOOD.replace("@show tau 1", "@show tau 4"), "line 9: “@show tau 4”: ridim has no such step; it has gamma, "),
        (GOOD.replace("@show tau 1", "@project puma561"), "line 9: project: “puma561” is no bundled project"),
        (GOOD.replace("tau 1\n? How", "tau 1\n@project pendulum\n? How").replace("{ridim tau 1}", "{run q 2}"),
         "line 7: “2” is no joint of this arm: 1 to 1"),
    ],
)  # fmt: skip
def test_what_a_file_names_must_be_there(broken: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "test.md"
    path.write_text(broken, encoding="utf-8-sig")  # as some editors write it
    with pytest.raises(LessonError) as caught:
        read_lesson(path)
    assert str(caught.value).startswith(f"test.md, {told}")


def test_the_example_of_the_guide_is_a_lesson() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "lessons.md").read_text(encoding="utf-8")
    example = re.search(r"(?:^ {4}.*\n|^\n)+(?=\n?- )", guide, re.MULTILINE)
    assert example is not None
    text = "\n".join(line[4:] for line in example[0].strip("\n").splitlines())
    lesson = parse_lesson(text, "guide.md")
    check_lesson(lesson)
    assert len(lesson.exercises) == 2


def test_an_answer_with_a_comma_is_right_in_either_reading() -> None:
    force, count = Quantity(2.943, "N", "", 3.0), Quantity(1297.0, "", "", 1297.0, whole=True)
    for typed in ("2,943", "2,943 N", "≈ 2,943 N", "2943 mN"):
        assert judge(typed, force).right, typed
    assert judge("1,297", count).right
    assert judge("-2,943", force._replace(value=-2.943)).right
    wrong = judge("2,345", force)
    assert wrong.words == "“2,345” may be 2.345 or 2345: type 2.345 or 2345."
    assert not wrong.counts
    assert judge("2.345", force).counts


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
    assert told(find("ridim gamma 3 force y", moment).value) == "That is the number of link 3."
    assert told(find("ridim gamma 2 force x", moment).value) == "That is the force along x."
    world = played_at(moment, "ridim").in_world().of("gamma")[1].value[4]
    assert told(world) == "That is in world axes."
    rate = find("run qd 1", moment)
    assert judge(str(np.degrees(rate.value)), rate).words == "That would be right in degrees; this is in rad/s."
    assert judge(f"{np.degrees(rate.value)} deg/s", rate).right
    assert judge(f"{rate.value} deg/s", rate).words == "The number is right in rad/s, not in deg/s."
    assert judge(f"{rate.value / np.pi:.6g}π", rate).right
    for unit in ("rad/s", "rad s^-1", "rad·s⁻¹", "rad/sec", "s⁻¹", "/s"):
        assert judge(f"≈ {rate.value:.6g} {unit}", rate).right
    for asked, units in (
        ("rad/s^2", ("rad/s2", "rad/s^2", "s⁻²")),
        ("m/s^2", ("m/s2",)),
        ("kg m^2", ("kgm2", "kg·m²")),
    ):
        assert all(judge(f"3 {unit}", Quantity(3.0, asked, "", 3.0)).right for unit in units)
    assert judge(f"{rate.value * 1000:.5g}·10⁻³", rate).right
    assert judge(f"{rate.value * 1.02:.6g}", rate).words.startswith("Close, but not within half a percent")
    count = find("count kane-inverse additions", moment)
    assert judge(str(int(count.value)), count).right
    assert not judge(str(int(count.value) + 1), count).right
    second = find("ridim gamma 2 term 2 force y", moment)
    step = played_at(moment, "ridim").of("gamma")[1]
    assert second.value == step.terms[1].value[4]
    assert judge(repr(float(step.value[4])), second).words == "That is the sum of all terms."
