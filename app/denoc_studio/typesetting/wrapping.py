"""A long equation over several lines: broken before a relation or a sum, at the outermost level only."""

from __future__ import annotations

from itertools import pairwise

from denoc_studio.typesetting.boxes import Box, Picture, flatten
from denoc_studio.typesetting.layout import Layout, is_between, is_relation
from denoc_studio.typesetting.nodes import SUMS, Node, Operator, Row, Space
from denoc_studio.typesetting.stix import STIX, Metrics

LEADING = 0.35  # em between the ink of one line and that of the next
INDENT = 2.0  # em at most, of every line but the first
NOTHING = Row(())  # before a line that begins with a sign, which stands between two things all the same


def wrapped(node: Node, size: float, width: float, *, display: bool = True, metrics: Metrics = STIX) -> Picture:
    """The equation in lines of this width, as far as signs allow; one that fits stays on one line.

    Lines after the first begin under what follows the first relation, so that terms stand below each other.
    """
    maker = Layout(size, display, metrics)
    whole = maker.box(node)
    items = outermost(node)
    if whole.width + whole.slant <= width or len(items) < 2:
        return flatten([(0.0, 0.0, whole)])
    pieces = _pieces(items)
    for indent in _indents(maker, pieces, width):
        found = _stacked(_lines(maker, pieces, width, indent), indent, size)
        if found.width <= width:
            break
    return found


def outermost(node: Node) -> tuple[Node, ...]:
    """What may be broken: rows within rows count as one, unless they have a key or a colour, which is one place."""
    if not isinstance(node, Row) or node.key is not None or node.colour is not None:
        return (node,)
    return tuple(part for item in node.items for part in outermost(item))


def _pieces(items: tuple[Node, ...]) -> list[tuple[Node, ...]]:
    """Each begins with a relation, the sign of a sum or a wide space, but for the first; none within brackets."""
    starts, depth = [0], 0
    for k, node in enumerate(items):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(node.text, 0) if isinstance(node, Operator) else 0
        sums = isinstance(node, Operator) and node.text in SUMS and is_between(items, k)
        apart = isinstance(node, Space) and node.width >= 1.0
        if k and depth <= 0 and (is_relation(node) or sums or apart):
            starts.append(k)
    return [items[start:end] for start, end in zip(starts, [*starts[1:], len(items)], strict=True)]


def _indents(maker: Layout, pieces: list[tuple[Node, ...]], width: float) -> list[float]:
    """Under what follows the first relation where that is near, else two em, and none where there is no room."""
    usual = [min(INDENT * maker.size, width / 4), 0.0]
    if len(pieces) > 1 and is_relation(pieces[1][0]):
        start = maker.join(pieces[0], maker.size).width
        return [start, *usual] if start <= width / 3 else usual
    return usual


def _lines(maker: Layout, pieces: list[tuple[Node, ...]], width: float, indent: float) -> list[Box]:
    """As many pieces a line as fit; what stands apart by a wide space is kept together where it can be."""
    lines: list[Box] = []
    line: tuple[Node, ...] = ()
    made = Box()
    for k, piece in enumerate(pieces):
        longer = maker.join((*line, *piece), maker.size)
        needed = longer
        if isinstance(piece[0], Space):
            needed = maker.join((*line, *_up_to_space(pieces, k)), maker.size)
        if line and needed.width + needed.slant > width - (indent if lines else 0.0):
            lines.append(made)
            line = (NOTHING, *(piece[1:] if isinstance(piece[0], Space) else piece))
            longer = maker.join(line, maker.size)
        else:
            line = (*line, *piece)
        made = longer
    return [*lines, made]


def _up_to_space(pieces: list[tuple[Node, ...]], k: int) -> tuple[Node, ...]:
    """The k-th piece with those behind it, up to the next that stands apart."""
    end = next((j for j in range(k + 1, len(pieces)) if isinstance(pieces[j][0], Space)), len(pieces))
    return tuple(node for piece in pieces[k:end] for node in piece)


def _stacked(lines: list[Box], indent: float, size: float) -> Picture:
    placed, y = [(0.0, 0.0, lines[0])], 0.0
    for before, line in pairwise(lines):
        y += before.down + LEADING * size + max(line.up, 0.7 * size)
        placed.append((indent, y, line))
    return flatten(placed)
