"""What a symbol stands for in a step of a played recursion, taken from the step that has computed it."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from denoc.playing.play import Played, Step, Term
from denoc_studio.picture.arm.symbols.places import Places

ALSO = {"xi_dot": "rate", "effort": "kappa", "quasi": "xi"}  # names for what another step has computed
UPWARD = ("t_dot_before", "p_ddot_before")  # of the base, which accelerates against gravity


class Value(NamedTuple):
    """A number, (3,), (6,) or a matrix in world axes; None where there is none, and then it is zero.

    `point` is where a twist or a wrench is taken, "" where it has none; `body` is the first link of the body that a
    wrench or a mass is of; `largest` are the largest sizes of both halves, or of the whole twice, in any link. `units`
    are those of the halves, as the notation tells them.
    """

    value: Any
    point: str
    body: int
    largest: tuple[float, float]
    units: str


def value_of(places: Places, played: Played, step: Step, name: str) -> Value:
    """Of a symbol in the equation of `step`."""
    found = source(played, step, name)
    if found is not None:
        alike = [each for each in played.of(found.name) if np.ndim(each.value) or _same_joint(places, each, found)]
        column = found.place.column
        largest = _largest([each.value for each in alike])
        return Value(in_world(played, found).value, found.point, column or found.link, largest, found.units)
    symbol = played.notation.symbols[name]
    number = step.link + symbol.of
    units = symbol.unit(step.place.revolute)
    if name in played.inputs:
        values = played.inputs[name]
        kind = [i for i in range(places.n) if places.revolute(i + 1) == places.revolute(number)]
        return Value(float(values[number - 1]), "", number, _largest([float(values[i]) for i in kind]), units)
    if number == 0 and name in UPWARD:
        upward = -np.array(places.robot.gravity, dtype=float)
        value = upward if name == "p_ddot_before" else np.concatenate([np.zeros(3), upward])
        return Value(value, f"{played.notation.point}0", 0, _largest([value]), units)
    value, point = _handed_in(places, played, step, name)
    return Value(value, point, places.n + 1 if step.link == places.n else number, _largest([value]), units)


def source(played: Played, step: Step, name: str) -> Step | None:
    """The step that has computed what `name` stands for in `step`; None for what no step computes."""
    if name == step.name:
        return step
    names = {each.name for each in played.steps}
    if name not in names:
        name = ALSO.get(name, name)
    stem = name.removesuffix("_before").removesuffix("_next")
    if name in names:
        wanted, link = name, step.link
    elif name.endswith("_before"):
        wanted, link = stem, step.link - 1
    elif f"{stem}_before" in names:  # handed on by the link beyond, at this link's point
        wanted, link = f"{stem}_before", step.link + 1
    else:
        wanted, link = stem, step.link + 1
    columns = (0, step.place.column)
    return next((each for each in played.of(wanted) if each.link == link and each.place.column in columns), None)


def in_world(played: Played, step: Step) -> Step:
    """The step in world axes, whichever it is given in."""
    if step.axes in ("", "world"):
        return step
    return replace(played, steps=(step,)).in_world().steps[0]


def _handed_in(places: Places, played: Played, step: Step, name: str) -> tuple[Any, str]:
    """What no step computes, from the term that it is: friction, and beyond the last link the tip wrench, whose moment
    is told about the tip where the term carries it from there."""
    for each in (one for one in played.steps if one.link == step.link):
        for number, term in enumerate(each.terms):
            handed, carried = _only_name(term)
            if handed == name:
                value = in_world(played, each).terms[number].value
                if not carried:
                    return value, each.point
                return _moved(value, places.point(each.point), places.origin(places.n + 1)), f"O{places.n + 1}"
    return None, ""


def _only_name(term: Term) -> tuple[str, bool]:
    """The name that a term is, and whether carried by B^T; "" for any other term."""
    expression, aliases = term.expression, term.place.notation.aliases
    if isinstance(expression, ast.Name) and expression.id in aliases:
        expression = aliases[expression.id].of(term.place.revolute)
    match expression:
        case ast.Name(id=name):
            return name, False
        case ast.BinOp(
            left=ast.Attribute(value=ast.Name(id="B_next"), attr="T"), op=ast.MatMult(), right=ast.Name(id=name)
        ):
            return name, True
    return "", False


def _moved(wrench: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """The same wrench, its moment about another point."""
    return np.concatenate([wrench[:3] + np.cross(start - end, wrench[3:]), wrench[3:]])


def _same_joint(places: Places, one: Step, other: Step) -> bool:
    return places.revolute(one.link) == places.revolute(other.link)


def _largest(values: list[Any]) -> tuple[float, float]:
    sizes = [_sizes(value) for value in values if value is not None]
    return (max(one for one, _ in sizes), max(other for _, other in sizes)) if sizes else (0.0, 0.0)


def _sizes(value: Any) -> tuple[float, float]:
    if np.shape(value) == (6,):
        return float(np.linalg.norm(value[:3])), float(np.linalg.norm(value[3:]))
    size = float(np.linalg.norm(value))
    return size, size
