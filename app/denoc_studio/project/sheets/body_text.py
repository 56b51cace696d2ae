"""Blocks of numbers that are pasted into the fields of one body: a tensor of three rows, a mass centre."""

from __future__ import annotations

from denoc.arm.robot import Inertia, Triple
from denoc.basics.errors import DynamicsError
from denoc_studio.project.entry.numbers import KILOGRAM_METRE2, METRE, BadNumber, Unit, parse_number, shown
from denoc_studio.project.sheets.blocks import Target, cells_of

ROUNDED = 1e-6  # of the largest entry: how far two entries of a symmetric tensor may differ on paper


def pasted_tensor(text: str) -> Inertia:
    """Three rows of three, which say what is what; six numbers in a line would not. BadNumber where it is none."""
    rows = _numbers(text, KILOGRAM_METRE2)
    if [len(row) for row in rows] != [3, 3, 3]:
        raise BadNumber("a tensor has three rows of three numbers")
    largest = max(abs(value) for row in rows for value in row)
    for i, j in ((0, 1), (1, 2), (0, 2)):
        if abs(rows[i][j] - rows[j][i]) > ROUNDED * largest:
            entries = f"{shown(rows[i][j])} and {shown(rows[j][i])}"
            raise BadNumber(f"a tensor is symmetric, but {'xyz'[i]}{'xyz'[j]} and {'xyz'[j]}{'xyz'[i]} are {entries}")
    return rows[0][0], rows[1][1], rows[2][2], rows[0][1], rows[1][2], rows[0][2]


def pasted_centre(text: str) -> Triple:
    """Three numbers in a row or in a column."""
    rows = _numbers(text, METRE)
    if sum(map(len, rows)) != 3 or len(rows) not in (1, 3):
        raise BadNumber("a mass centre has three numbers")
    x, y, z = (value for row in rows for value in row)
    return x, y, z


def _numbers(text: str, unit: Unit) -> list[list[float]]:
    try:
        rows = cells_of(text, [Target((), lambda _row: unit)] * 3)
        return [[parse_number(cell, unit) for cell in row] for row in rows if any(row)]
    except DynamicsError as error:
        raise BadNumber(error.reason) from None
