"""Combinations of parameters in words: coefficients as the entries of the arm's table that they are made of.

Which entries those are is found on a twin of the arm whose lengths and angles all differ, so that a coefficient of 0.5
is a1 and not a2; what then does not fit the arm itself stays a number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, pairwise, product

import numpy as np

from denoc.arm.robot import Link, Robot

Combinations = tuple[list[int], np.ndarray]  # places of the independent parameters, (b, p) coefficients
Entry = tuple[str, Callable[[Robot], float]]

CLOSE = 1e-7  # relative: a coefficient is this product
RIGHT = 1e-9  # rad: an angle is a multiple of a right one
FACTORS = ((1.0, ""), (2.0, "2 "), (0.5, "0.5 "))
MOST_FACTORS = 4
MOST_SQUARES = 6
MOST_SUMS = 2000  # of as many squares
MOST_JOINTS = 8  # of longer arms, coefficients stay numbers: there would be too many products


def distinct_twin(robot: Robot) -> Robot:
    """The same arm with lengths and angles of its own for every joint; zeros and right angles stay."""
    links = []
    for number, link in enumerate(robot.links, 1):
        grown = 1 + 0.1 * math.sqrt(number + 1)  # no two of them are in a simple ratio
        alpha, theta = (
            angle if _right(angle) else angle + 0.01 * math.sqrt(number + 2) for angle in (link.alpha, link.theta)
        )
        links.append(replace(link, a=link.a * grown, b=link.b * (grown + 0.037), alpha=alpha, theta=theta))
    return replace(robot, links=tuple(links))


def combination_words(
    names: Sequence[str], robot: Robot, found: Combinations, twin: tuple[Robot, Combinations]
) -> tuple[str, ...]:
    """A sum for each row of coefficients, its own parameter first: "Jzz1 + a1^2 m2 - 0.25 Jxx2"."""
    other, (kept, numbers) = twin
    same = kept == found[0] and robot.n <= MOST_JOINTS
    products = _Products(other) if same else None
    rows = []
    for number, place in enumerate(found[0]):
        text = names[place]
        for column in np.flatnonzero(found[1][number]).tolist():
            if column != place:
                value = float(found[1][number, column])
                product = products.find(float(numbers[number, column])) if products else None
                text += _term(value, names[column], product, robot)
        rows.append(text)
    return tuple(rows)


def _term(value: float, name: str, product: tuple[str, Callable[[Robot], float]] | None, robot: Robot) -> str:
    size = abs(value)
    if product is not None and abs(abs(product[1](robot)) - size) <= CLOSE * size:
        # the product has a sign of its own
        return f"{' + ' if product[1](robot) * value > 0 else ' - '}{product[0]} {name}"
    sign = " - " if value < 0 else " + "
    return f"{sign}{name}" if abs(size - 1) <= CLOSE else f"{sign}{size:.6g} {name}"


class _Products:
    """What coefficients are made of, looked up by size: products of up to four entries of two neighbours' rows, and
    sums of a few squares of lengths, which is how masses add to moments of inertia."""

    def __init__(self, robot: Robot) -> None:
        self._table: list[tuple[float, str, Callable[[Robot], float]]] = []
        for entries in _groups(robot):
            for count in range(1, MOST_FACTORS + 1):
                for chosen in combinations_with_replacement(entries, count):
                    self._add(chosen, robot)
        lengths = [entry for row in _rows(robot) for entry in row if entry[0][0] in "ab"]
        for pair in combinations(lengths, 2):
            self._add(pair, robot)
        for count in range(2, MOST_SQUARES + 1):
            if math.comb(len(lengths), count) * 2 ** (count - 1) <= MOST_SUMS:
                for chosen, signs in product(combinations(lengths, count), product((1.0, -1.0), repeat=count - 1)):
                    self._add_sum(chosen, (1.0, *signs), robot)
        self._table.sort(key=lambda row: (row[0], len(row[1])))
        self._sizes = np.array([row[0] for row in self._table])

    def _add(self, chosen: tuple[Entry, ...], robot: Robot) -> None:
        counted = {name: sum(other == name for other, _ in chosen) for name, _ in chosen}
        words = " ".join(name if power == 1 else f"{name}^{power}" for name, power in counted.items())
        for factor, text in FACTORS:
            value = _product(chosen, factor)
            self._table.append((abs(value(robot)), text + words, value))

    def _add_sum(self, chosen: tuple[Entry, ...], signs: tuple[float, ...], robot: Robot) -> None:
        words = f"{chosen[0][0]}^2"
        for (name, _), sign in zip(chosen[1:], signs[1:], strict=True):
            words += f" {'+' if sign > 0 else '-'} {name}^2"
        value = _sum_of_squares(chosen, signs)
        self._table.append((abs(value(robot)), f"({words})", value))

    def find(self, coefficient: float) -> tuple[str, Callable[[Robot], float]] | None:
        size = abs(coefficient)
        first, end = np.searchsorted(self._sizes, (size * (1 - CLOSE), size * (1 + CLOSE)))
        near = self._table[first:end]
        return min(((words, value) for _, words, value in near), key=lambda row: len(row[0]), default=None)


def _product(chosen: tuple[Entry, ...], factor: float) -> Callable[[Robot], float]:
    return lambda robot: factor * math.prod(value(robot) for _, value in chosen)


def _sum_of_squares(chosen: tuple[Entry, ...], signs: tuple[float, ...]) -> Callable[[Robot], float]:
    return lambda robot: sum(sign * value(robot) ** 2 for sign, (_, value) in zip(signs, chosen, strict=True))


def _rows(robot: Robot) -> list[list[Entry]]:
    return [list(_entries(index, link)) for index, link in enumerate(robot.links)]


def _groups(robot: Robot) -> Iterator[list[Entry]]:
    """The entries that a coefficient may be made of: those of one joint's row, or of two neighbours'."""
    rows = _rows(robot)
    if robot.n == 1:
        yield rows[0]
    for row, following in pairwise(rows):
        yield [*row, *following]


def _entries(index: int, link: Link) -> Iterator[Entry]:
    number = index + 1
    if link.a != 0:
        yield f"a{number}", lambda robot: robot.links[index].a
    if link.b != 0 and link.revolute:
        yield f"b{number}", lambda robot: robot.links[index].b
    angles = ("alpha",) if link.revolute else ("alpha", "theta")
    for name in angles:
        if not _right(getattr(link, name)):
            yield f"cos({name}{number})", _function(math.cos, name, index)
            yield f"sin({name}{number})", _function(math.sin, name, index)


def _function(function: Callable[[float], float], name: str, index: int) -> Callable[[Robot], float]:
    return lambda robot: function(getattr(robot.links[index], name))


def _right(angle: float) -> bool:
    turns = angle / (math.pi / 2)
    return abs(turns - round(turns)) < RIGHT
