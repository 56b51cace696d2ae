"""The equations on paper: LaTeX in aligned lines, and plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from denoc.symbolic.formula import Definition, Formula
from denoc.symbolic.sums import fold
from denoc.symbolic.terms import Order

WIDE = 90  # characters of mathematics in a line, about a page


def latex(torques: Sequence[Formula], legend: Sequence[Definition], order: Order) -> str:
    """The torques, and below them what their symbols are short for."""
    lines = [rf"\tau_{{{joint}}} = {torque.latex(order)}" for joint, torque in enumerate(torques, 1)]
    parts = [_aligned(lines)]
    if legend:
        parts.append(_aligned([definition.latex() for definition in legend]))
    return parts[0] if len(parts) == 1 else _stacked(parts)


def plain(torques: Sequence[Formula], legend: Sequence[Definition]) -> str:
    """Lines of text, long ones folded."""
    lines = [f"tau{joint} = {torque}" for joint, torque in enumerate(torques, 1)]
    return "\n".join(row for line in (*lines, *map(str, legend)) for row in fold(line))


def _stacked(parts: Sequence[str]) -> str:
    rows = " \\\\[1ex]\n".join(parts)
    return f"\\begin{{gathered}}\n{rows}\n\\end{{gathered}}"


def _aligned(lines: Sequence[str]) -> str:
    rows = [row for line in lines for row in _rows(line)]
    return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"


def _rows(line: str) -> Iterator[str]:
    """A line of mathematics broken before signs, wherever it gets too wide."""
    left, _, right = line.partition(" = ")
    row, width = f"{left} &= ", 0
    for piece in re.split(r"(?= [-+=] )", right):
        if width and width + _width(piece) > WIDE:
            yield row
            row, width = r"&\quad{}", 0
        row += piece
        width += _width(piece)
    yield row


def _width(mathematics: str) -> int:
    """How many characters it shows, about: commands of letters count as one, indices as half."""
    small = len(re.sub(r"\\[a-zA-Z]+|[{}]", "", "".join(re.findall(r"[_^]\{([^{}]*)\}", mathematics))))
    full = re.sub(r"[_^]\{[^{}]*\}|\\[,;!]|[{} ]", "", mathematics)
    return len(re.sub(r"\\(cos|sin)", "...", re.sub(r"\\d*dot", "", full))) + small // 2
