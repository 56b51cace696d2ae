"""The columns of a Denavit-Hartenberg table: their fields, names, units and what they mean in either convention."""

from __future__ import annotations

from typing import Literal, NamedTuple

from denoc.arm.robot import Convention, Link
from denoc_studio.project.entry.numbers import DEGREE, METRE, RADIAN, Unit

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class Column(NamedTuple):
    """One column; `field` is the entry of a Link."""

    field: Literal["joint", "a", "b", "alpha", "theta"]
    symbols: dict[Convention, str]
    meanings: dict[Convention, str]
    angle: bool = False

    def unit(self, degrees: bool) -> Unit:
        if not self.angle:
            return METRE
        return DEGREE if degrees else RADIAN

    def heading(self, convention: Convention, degrees: bool) -> str:
        symbol = self.symbols[convention]
        return symbol if self.field == "joint" else f"{symbol} [{self.unit(degrees).label}]"


def _both(symbol: str) -> dict[Convention, str]:
    return {"standard": symbol, "modified": symbol}


COLUMNS = (
    Column(
        "joint",
        _both("type"),
        _both("R: revolute, turns about its z axis. P: prismatic, slides along it.\nPress R or P."),
    ),
    Column(
        "a",
        _both("a"),
        {
            "standard": "Link length: from this joint's z axis to the next one, along the new x axis",
            "modified": "Link length before this joint: from the last z axis to this one, along the last x axis",
        },
    ),
    Column(
        "b",
        {"standard": "b", "modified": "d"},
        _both("Joint offset: along this joint's z axis, from one x axis to the next"),
    ),
    Column(
        "alpha",
        _both("\N{GREEK SMALL LETTER ALPHA}"),
        {
            "standard": "Twist: from this joint's z axis to the next one, about the new x axis",
            "modified": "Twist before this joint: from the last z axis to this one, about the last x axis",
        },
        angle=True,
    ),
    Column(
        "theta",
        _both("θ"),
        _both("Joint angle: about this joint's z axis, from one x axis to the next"),
        angle=True,
    ),
)
TYPE = 0
NUMERIC = range(1, len(COLUMNS))


def varies(link: Link, column: Column) -> bool:
    """Whether the joint's q is added to this entry."""
    return column.field == ("theta" if link.revolute else "b")


def meaning(column: int, convention: Convention) -> str:
    """What an entry of this column is, in words that fit two lines."""
    found = COLUMNS[column]
    name = "" if column == TYPE else f"{found.symbols[convention]}: "
    return name + found.meanings[convention].splitlines()[0]


def variable(row: int) -> str:
    """q with the joint's number."""
    return f"q{str(row + 1).translate(SUBSCRIPTS)}"
