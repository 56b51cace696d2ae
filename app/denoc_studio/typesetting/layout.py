"""Nodes to boxes: where every glyph and rule of an equation stands. The proportions follow TeX's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from denoc_studio.typesetting import growing
from denoc_studio.typesetting.boxes import Box, Picture, flatten
from denoc_studio.typesetting.growing import AXIS, RULE, glyph_run
from denoc_studio.typesetting.letters import FUNCTIONS, font_of
from denoc_studio.typesetting.nodes import (
    PRODUCTS,
    PUNCTUATION,
    RELATIONS,
    SUMS,
    Accent,
    Fence,
    Fraction,
    Matrix,
    Node,
    Number,
    Operator,
    Root,
    Row,
    Script,
    Space,
    Symbol,
    Text,
)
from denoc_studio.typesetting.stix import STIX, Metrics

SCRIPT = 0.6  # size of an index beside that of its base
SMALLEST = 0.45  # of the equation's size: an index of an index is no smaller
INLINE = 0.72  # size of the parts of a fraction in a line of text
THIN, MEDIUM, THICK = 3 / 18, 4 / 18, 5 / 18  # em
APART = 0.1  # em between factors, the first of which has an index
MARKS = {"dot": "˙", "ddot": "¨", "hat": "ˆ", "tilde": "˜"}
ENDS = frozenset(")]}|!′…⋯∞%°")  # signs after which a minus stands between two things
LETTER_UP, LETTER_DOWN = 0.68, 0.18  # em: what has a key is lit at least so high and so deep


def layout(node: Node, size: float, *, display: bool = True, metrics: Metrics = STIX) -> Picture:
    """The equation on one line; `size` is that of its letters. Fractions are smaller where it stands within a text."""
    return flatten([(0.0, 0.0, Layout(size, display, metrics).box(node))])


class Layout:
    """Makes boxes for an equation whose letters have this size."""

    def __init__(self, size: float, display: bool = True, metrics: Metrics = STIX) -> None:
        self.size = size
        self.display = display
        self.metrics = metrics

    def box(self, node: Node, size: float | None = None) -> Box:
        """Of one node, at another size where it is an index."""
        size = self.size if size is None else size
        result = _MAKERS[type(node)](self, node, size)
        if node.key is not None or node.colour is not None:
            around = Box(result.width, result.up, result.down, [(0.0, 0.0, result)], node.key, node.colour)
            around.slant, around.point = result.slant, result.point
            if node.key is not None:
                around.up = max(around.up, LETTER_UP * size)
                around.down = max(around.down, LETTER_DOWN * size)
            return around
        return result

    def _smaller(self, size: float) -> float:
        return max(size * SCRIPT, self.size * SMALLEST)

    def _symbol(self, node: Symbol, size: float) -> Box:
        return glyph_run(tuple((letter, font_of(letter, node.style)) for letter in node.text), size, self.metrics)

    def _upright(self, node: Text | Operator, size: float) -> Box:
        return glyph_run(tuple((letter, "roman") for letter in node.text), size, self.metrics)

    def _number(self, node: Number, size: float) -> Box:
        return growing.number_run(node.text, size, self.metrics)

    def _space(self, node: Space, size: float) -> Box:
        return Box(node.width * size)

    def _row(self, node: Row, size: float) -> Box:
        return self.join(node.items, size)

    def join(self, items: tuple[Node, ...], size: float) -> Box:
        """Beside each other; the first decimal point is that of the whole."""
        result = Box()
        tight = size < self.size
        x = 0.0
        for k, node in enumerate(items):
            before = items[k - 1] if k else None
            made = self.box(node, size)
            x += 0.0 if before is None else gap(items, k, tight) * size
            if before is not None and not _leans_into(node):
                x += result.slant
            if made.point is not None and result.point is None:
                result.point = x + made.point
            result.put(x, 0.0, made)
            x += made.width
            result.slant = made.slant
        result.width = x
        return result

    def _script(self, node: Script, size: float) -> Box:
        base, small = self.box(node.base, size), self._smaller(size)
        result = Box()
        result.put(0.0, 0.0, base)
        sub = self.box(node.sub, small) if node.sub is not None else None
        sup = self.box(node.sup, small) if node.sup is not None else None
        tall = isinstance(node.base, Matrix | Fence | Fraction | Root | Row) and base.up > size
        low = max(0.2 * size, base.down - 0.1 * small if tall else 0.0)
        high = max(0.4 * size, base.up - 0.4 * small if tall or isinstance(node.base, Accent) else 0.0)
        if sub is not None and sup is not None:  # they must not touch
            clear = (high - sup.down) - (sub.up - low)
            high += max(0.0, 0.12 * size - clear)
        ends = [base.width]
        if sub is not None:
            result.put(base.width + 0.03 * size, low, sub)
            ends.append(base.width + 0.03 * size + sub.width)
        if sup is not None:
            at = base.width + base.slant + 0.05 * size
            result.put(at, -high, sup)
            ends.append(at + sup.width + sup.slant)
        result.width = max(ends) + 0.02 * size
        result.point = base.point
        return result

    def _accent(self, node: Accent, size: float) -> Box:
        base = self.box(node.base, size)
        result = Box(base.width, slant=base.slant)
        result.put(0.0, 0.0, base)
        lift = max(base.up, 0.45 * size) + 0.09 * size
        middle = (base.width + base.slant) / 2 + (0.06 * size if base.slant > 0.005 * size else 0.0)
        if node.kind == "bar":
            growing.put_rule(result, 0.06 * size, -lift - RULE * size, base.width - 0.08 * size, RULE * size)
            return result
        bold = isinstance(node.base, Symbol) and node.base.style == "bold"
        font = "bold" if bold else "roman"
        mark = self.metrics.glyph(MARKS[node.kind], font)
        made = growing.exact_run(MARKS[node.kind], font, size, self.metrics)
        result.put(middle - (mark.left + mark.right) / 2 * size, -lift - made.down, made)
        return result

    def _fraction(self, node: Fraction, size: float) -> Box:
        part = size if self.display and size == self.size else max(size * INLINE, self.size * SMALLEST)
        top, bottom = self.box(node.top, part), self.box(node.bottom, part)
        width = max(top.width + top.slant, bottom.width + bottom.slant) + 0.2 * size
        apart = 0.14 * size if part == size else 0.09 * size
        result = Box(width + 0.1 * size)
        growing.put_rule(result, 0.05 * size, -(AXIS + RULE / 2) * size, width, RULE * size)
        result.put(0.05 * size + (width - top.width - top.slant) / 2, -AXIS * size - apart - top.down, top)
        result.put(0.05 * size + (width - bottom.width - bottom.slant) / 2, -AXIS * size + apart + bottom.up, bottom)
        return result

    def _root(self, node: Root, size: float) -> Box:
        return growing.root(self.box(node.body, size), size, self.metrics)

    def _fence(self, node: Fence, size: float) -> Box:
        return growing.fenced(self.box(node.body, size), node.left, node.right, size, self.metrics)

    def _matrix(self, node: Matrix, size: float) -> Box:
        cells = [[self.box(cell, size) for cell in row] for row in node.rows]
        outside = [[self.box(cell, size) for cell in column] for column in (node.before, node.after)]
        return growing.matrix(node, cells, outside[0], outside[1], size, self.metrics)


_MAKERS: dict[type[Node], Callable[[Layout, Any, float], Box]] = {
    Symbol: Layout._symbol,
    Number: Layout._number,
    Text: Layout._upright,
    Operator: Layout._upright,
    Space: Layout._space,
    Row: Layout._row,
    Script: Layout._script,
    Accent: Layout._accent,
    Fraction: Layout._fraction,
    Root: Layout._root,
    Fence: Layout._fence,
    Matrix: Layout._matrix,
}


def gap(items: tuple[Node, ...], k: int, tight: bool = False) -> float:
    """Em between the node before and this one; in an index only what stands beside words is set apart."""
    before, node = items[k - 1], items[k]
    if tight:
        return 0.0
    if is_relation(node) or is_relation(before):
        return THICK
    for place, sign in ((k, node), (k - 1, before)):
        if is_between(items, place):
            return MEDIUM if isinstance(sign, Operator) and sign.text != "/" else 0.0
    if isinstance(before, Operator) and before.text in PUNCTUATION:
        return THIN
    if _is_name(before):
        return 0.0 if isinstance(node, Fence) or (isinstance(node, Operator) and node.text == "(") else THIN
    if _is_name(node):
        return 0.0 if isinstance(before, Operator) else THIN
    if isinstance(node, Matrix) and isinstance(before, Matrix | Script):
        return THIN
    return APART if isinstance(before, Script) else 0.0


def is_relation(node: Node) -> bool:
    return isinstance(node, Operator) and node.text in RELATIONS


def is_between(items: tuple[Node, ...], k: int) -> bool:
    """Whether the k-th node is a sign between two others: a minus at the start or after a relation is a sign of one."""
    node = items[k]
    if not isinstance(node, Operator) or node.text not in SUMS | PRODUCTS:
        return False
    before = items[k - 1] if k else node
    return not isinstance(before, Space) and (not isinstance(before, Operator) or before.text in ENDS)


def _is_name(node: Node) -> bool:
    base = node.base if isinstance(node, Script) else node
    return (isinstance(base, Symbol) and base.text in FUNCTIONS) or (isinstance(base, Operator) and base.text in "∑∫")


def _leans_into(node: Node) -> bool:
    """Whether a letter that leans to the right may lean over this one, which has its own slope or room."""
    return isinstance(node, Space) or (isinstance(node, Symbol) and node.style == "italic") or is_relation(node)
