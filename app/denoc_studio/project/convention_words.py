"""What a change of convention moved between the table and the transforms at the arm's ends, in words."""

from __future__ import annotations

from denoc.arm.robot import Link, Robot
from denoc_studio.project.entry.numbers import DEGREE, METRE, RADIAN, Unit, shown


def moved(before: Robot, after: Robot, degrees: bool) -> str:
    """One sentence for each row whose a and alpha left the table or came into it; nothing where they are zero."""
    last = before.n
    if after.convention == "modified":
        given, taken = (last, before.links[-1], "tool"), (1, after.links[0], "base")
    else:
        given, taken = (1, before.links[0], "base"), (last, after.links[-1], "tool")
    angle = DEGREE if degrees else RADIAN
    sentences = (
        _sentence(*given, angle, "Row {} had {}: now in the {}"),
        _sentence(*taken, angle, "Row {} has {} from the {}"),
    )
    return ". ".join(sentence for sentence in sentences if sentence)


def _sentence(number: int, link: Link, where: str, angle: Unit, words: str) -> str:
    if not (link.a or link.alpha):
        return ""
    gap = "" if angle is DEGREE else " "
    entries = f"a = {shown(link.a, METRE, digits=6)} m, α = {shown(link.alpha, angle, digits=6)}{gap}{angle.label}"
    return words.format(number, entries, where)
