"""Boxes of glyphs, and what grows with what it holds: brackets, roots, matrices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from denoc_studio.typesetting.boxes import Box, Glyphs, Rule
from denoc_studio.typesetting.nodes import Matrix
from denoc_studio.typesetting.stix import Metrics

AXIS = 0.26  # em above the baseline: the height of a minus sign, about which brackets and fractions are centred
RULE = 0.052  # em: the thickness of lines
SIZES = ("roman", "size 1", "size 2", "size 3", "size 4")
LINE = 1.3  # em from row to row of a matrix
BETWEEN = 0.75  # em between its columns
INSIDE = 0.1  # em between its brackets and what they hold
CLEAR = 0.25  # em at least between the ink of its rows
HOOK = 0.2  # em: length of the ends of a square bracket


@lru_cache(maxsize=4096)
def glyph_run(letters: tuple[tuple[str, str], ...], size: float, metrics: Metrics) -> Box:
    """Characters, each with its font, one after the other; not to be changed, for the same ones are kept."""
    result = Box()
    places: list[float] = []
    indices: list[int] = []
    x, font = 0.0, ""
    for letter, wanted in letters:
        glyph = metrics.glyph(letter, wanted)
        if glyph.font != font and indices:
            result.parts.append((0.0, 0.0, Glyphs(tuple(places), 0.0, tuple(indices), font, size, None)))
            places, indices = [], []
        font = glyph.font
        places.append(x)
        indices.append(glyph.number)
        result.up = max(result.up, -glyph.top * size)
        result.down = max(result.down, glyph.bottom * size)
        x += glyph.advance * size
        result.slant = max(0.0, (glyph.right - glyph.advance) * size)
    if indices:
        result.parts.append((0.0, 0.0, Glyphs(tuple(places), 0.0, tuple(indices), font, size, None)))
    result.width = x
    return result


@lru_cache(maxsize=1024)
def number_run(text: str, size: float, metrics: Metrics) -> Box:
    """Upright digits, which know where their point is."""
    box = glyph_run(tuple((digit, "roman") for digit in text), size, metrics)
    before, dot, _ = text.partition(".")
    point = sum(metrics.glyph(digit, "roman").advance for digit in before) * size if dot else box.width
    return replace(box, point=point)


@lru_cache(maxsize=1024)
def exact_run(sign: str, font: str, size: float, metrics: Metrics) -> Box:
    """One glyph as high as its ink, also where that hangs wholly above or below the baseline."""
    glyph = metrics.glyph(sign, font)
    return replace(glyph_run(((sign, font),), size, metrics), up=-glyph.top * size, down=glyph.bottom * size)


def put_rule(box: Box, x: float, y: float, width: float, height: float) -> None:
    """A filled rectangle with its upper left corner there."""
    box.parts.append((x, y, Rule(0.0, 0.0, width, height, None)))
    box.up = max(box.up, -y)
    box.down = max(box.down, y + height)


def fenced(body: Box, left: str, right: str, size: float, metrics: Metrics) -> Box:
    """Brackets about the axis, as high as the body and a little more."""
    half = max(body.up - AXIS * size, body.down + AXIS * size) + 0.06 * size
    result, x = Box(), 0.0
    for piece in (_bracket(left, half, size, metrics), body, _bracket(right, half, size, metrics)):
        result.put(x, 0.0, piece)
        x += piece.width + (piece.slant if piece is body else 0.0)
    result.width = x
    return result


def _bracket(sign: str, half: float, size: float, metrics: Metrics) -> Box:
    """The smallest glyph that reaches `half` above and below the axis, or the largest, made larger; | is a line."""
    if not sign:
        return Box()
    if sign == "|":
        bar = Box(0.3 * size)
        put_rule(bar, 0.125 * size, -AXIS * size - half, RULE * size, 2 * half)
        return bar
    if sign in "[]" and half > 0.6 * size:
        return _square(sign == "[", half, size)
    for font in SIZES:
        glyph = metrics.glyph(sign, font)
        reach = (glyph.bottom - glyph.top) / 2 * size
        if reach >= 0.94 * half:
            break
    grown = size * max(1.0, half / reach)
    box = exact_run(sign, font, grown, metrics)
    result = Box(box.width)
    result.put(0.0, -AXIS * size + (box.up - box.down) / 2, box)  # its middle onto the axis
    return result


def _square(opens: bool, half: float, size: float) -> Box:
    """[ or ] of three lines, of any height."""
    thick, hook = RULE * size, HOOK * size
    box = Box(hook + 0.14 * size)
    left = 0.08 * size if opens else 0.06 * size
    top = -AXIS * size - half
    put_rule(box, left if opens else left + hook - thick, top, thick, 2 * half)
    for y in (top, top + 2 * half - thick):
        put_rule(box, left, y, hook, thick)
    return box


def root(body: Box, size: float, metrics: Metrics) -> Box:
    """The sign in the smallest size that is high enough, its bar over the body."""
    clear, thick = 0.12 * size, RULE * size
    wanted = body.up + body.down + clear + thick
    for font in SIZES:
        glyph = metrics.glyph("√", font)
        if (glyph.bottom - glyph.top) * size >= wanted:
            break
    grown = size * max(1.0, wanted / ((glyph.bottom - glyph.top) * size))
    extra = ((glyph.bottom - glyph.top) * grown - wanted) / 2  # what the sign has too much, above and below
    top = -(body.up + clear + thick + extra)
    sign = exact_run("√", font, grown, metrics)
    result = Box()
    result.put(0.0, top - glyph.top * grown, sign)
    start = glyph.right * grown
    width = body.width + body.slant + 0.12 * size
    put_rule(result, start - 0.01 * size, top, width, thick)
    result.put(start + 0.03 * size, 0.0, body)
    result.width = start + width + 0.04 * size
    return result


def matrix(
    node: Matrix, cells: list[list[Box]], before: list[Box], after: list[Box], size: float, metrics: Metrics
) -> Box:
    """Rows at equal distances about the axis; where the entries are numbers their points stand below each other."""
    outside = [column for column in (before, after) if column]
    ups = [max(box.up for box in (*row, *(column[k] for column in outside))) for k, row in enumerate(cells)]
    downs = [max(box.down for box in (*row, *(column[k] for column in outside))) for k, row in enumerate(cells)]
    ups, downs = [max(up, 0.68 * size) for up in ups], [max(down, 0.1 * size) for down in downs]
    step = max(LINE * size, *(downs[k - 1] + ups[k] + CLEAR * size for k in range(1, len(cells)))) if cells[1:] else 0.0
    height = ups[0] + step * (len(cells) - 1) + downs[-1]
    first = -AXIS * size - height / 2 + ups[0]
    baselines = [first + step * k for k in range(len(cells))]
    margin = INSIDE * size if node.left + node.right else 0.0
    body, x = Box(), margin
    for column in zip(*cells, strict=True):
        x += _put_column(body, x, column, baselines, node.align) + BETWEEN * size
    body.width = x - BETWEEN * size + margin
    body.up, body.down = -first + ups[0], baselines[-1] + downs[-1]
    result = fenced(body, node.left, node.right, size, metrics)
    if after:
        result.width += 0.35 * size + _put_column(result, result.width + 0.35 * size, after, baselines, "left")
    if before:
        whole = Box()
        wide = 0.1 * size + _put_column(whole, 0.1 * size, before, baselines, "left") + 0.35 * size
        whole.put(wide, 0.0, result)
        whole.width = wide + result.width
        result = whole
    return result


def _put_column(body: Box, x: float, column: Sequence[Box], baselines: Sequence[float], align: str) -> float:
    """Its width; boxes in their rows from x on."""
    widths = [box.width + box.slant for box in column]
    room = max(widths)
    shifts = [{"left": 0.0, "right": room - width}.get(align, (room - width) / 2) for width in widths]
    if align == "decimal":
        points = [box.width if box.point is None else box.point for box in column]
        shifts = [max(points) - point for point in points]
        room = max(shift + width for shift, width in zip(shifts, widths, strict=True))
    for shift, box, baseline in zip(shifts, column, baselines, strict=True):
        body.put(x + shift, baseline, box)
    return room
