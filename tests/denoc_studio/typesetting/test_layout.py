"""Where things stand: glyphs by the fonts' own tables, parts by their keys, lines by their width."""

from __future__ import annotations

from collections import Counter

import pytest
from fontTools.ttLib import TTFont

from denoc_studio.typesetting.boxes import Picture
from denoc_studio.typesetting.layout import layout
from denoc_studio.typesetting.nodes import EQUALS, PLUS, Fence, Node, Number, Symbol, row, variable
from denoc_studio.typesetting.notation import parse
from denoc_studio.typesetting.numbers import column, decimal, matrix, number
from denoc_studio.typesetting.spoken import spoken
from denoc_studio.typesetting.stix import FILES, STIX, font_file
from denoc_studio.typesetting.wrapping import wrapped


@pytest.mark.parametrize("font", FILES)
def test_the_sizes_are_those_that_fonttools_reads(font: str) -> None:
    with TTFont(font_file(font)) as file:
        characters, widths, outlines = file.getBestCmap(), file["hmtx"], file["glyf"]
        for code in sorted(characters)[:: max(len(characters) // 60, 1)]:
            if code > 0xFFFF or chr(code).isspace():
                continue
            name = characters[code]
            found = STIX.glyph(chr(code), font)
            assert found.number == file.getGlyphID(name)
            assert found.advance == widths[name][0] / 1000
            if outlines[name].numberOfContours:
                box = outlines[name]
                assert found[3:] == (box.xMin / 1000, -box.yMax / 1000, box.xMax / 1000, -box.yMin / 1000)


def test_a_character_that_no_font_has_is_a_square() -> None:
    assert STIX.glyph("手", "italic") == STIX.glyph("□", "roman")


def terms() -> Node:
    inner = variable("t", "2", accent="dot", style="bold", key="t")
    return row(Symbol("g"), EQUALS, row(Symbol("M", "bold", key="M"), inner, key="term"), PLUS, Symbol("x", key="x"))


def test_the_innermost_part_is_hit() -> None:
    picture = layout(terms(), 30.0)
    for key in ("M", "t", "x"):
        (region,) = picture.places(key)
        assert picture.at(region.x + region.width / 2, region.y + region.height / 2) == key
    (term,), (t,) = picture.places("term"), picture.places("t")
    assert term.x <= t.x
    assert term.x + term.width >= t.x + t.width
    assert picture.at(term.x + 0.5, term.y + 0.2) == "term"  # beside the accent, above M
    assert picture.at(2.0, -5.0) is None
    assert picture.at(term.x - 2.0, -8.0, margin=4.0) in ("M", "term")


def ink(picture: Picture) -> Counter[tuple[str, int]]:
    return Counter((glyphs.font, index) for glyphs in picture.glyphs for index in glyphs.indices)


def test_a_long_sum_is_broken_and_nothing_is_lost() -> None:
    node = parse("a = " + " + ".join(f"x_{{{k}}}y_{{{k}}}" for k in range(20)) + r" - \left(p + q\right)")
    whole = layout(node, 20.0)
    for width in (600.0, 300.0, 120.0):
        lines = wrapped(node, 20.0, width)
        assert lines.width <= width
        assert lines.height > whole.height
        assert ink(lines) == ink(whole)
    assert wrapped(node, 20.0, whole.width + 1) == whole
    assert len({round(glyphs.y) for glyphs in wrapped(node, 20.0, 5.0).glyphs}) >= 21  # every term on its own line


def test_lines_break_where_a_reader_would() -> None:
    apart = parse(r"a = b + c, \quad d = e + f")
    lines = wrapped(apart, 20.0, layout(apart, 20.0).width - 5.0)
    (second,) = {round(glyphs.y) for glyphs in lines.glyphs} - {0}
    assert [round(glyphs.y) for glyphs in lines.glyphs if glyphs.font == "italic"] == [0, 0, 0, second, second, second]
    bracketed = parse("a = b(c + d + e)f")
    assert len({round(glyphs.y) for glyphs in wrapped(bracketed, 20.0, 60.0).glyphs}) == 2


def test_a_part_with_a_key_stays_in_one_place() -> None:
    picture = wrapped(row(Symbol("a"), EQUALS, terms()), 30.0, 60.0)
    assert all(len(picture.places(key)) == 1 for key in ("term", "M", "t", "x"))


@pytest.mark.parametrize("left", ["(", "[", "{", "|"])
@pytest.mark.parametrize("count", [1, 2, 3, 6, 12])
def test_brackets_are_as_high_as_what_they_hold(left: str, count: int) -> None:
    body = parse(r"\begin{matrix}" + r"\\".join("x" * count) + r"\end{matrix}")
    inside, whole = layout(body, 20.0), layout(Fence(body, left, ""), 20.0)
    assert whole.height >= 0.95 * inside.height
    assert whole.height <= 1.35 * inside.height + 10.0


def test_a_root_covers_and_a_fraction_stands_on_its_line() -> None:
    body, rooted = layout(parse(r"\frac{a}{b}"), 20.0), layout(parse(r"\sqrt{\frac{a}{b}}"), 20.0)
    assert rooted.height > body.height
    bar = max(rooted.rules, key=lambda rule: -rule.y)
    assert bar.width >= body.width
    (line,) = body.rules
    top, bottom = body.glyphs
    assert top.y < line.y < bottom.y - 0.4 * 20.0


def test_points_stand_below_each_other() -> None:
    picture = layout(column([0.29034, -5.369e-8, 4176.2, 12.5], ["N m", "N m", "N", "N"]), 20.0)
    point = STIX.glyph(".", "roman").number
    places = [
        x for glyphs in picture.glyphs for x, index in zip(glyphs.x, glyphs.indices, strict=True) if index == point
    ]
    assert len(places) == 3  # 4176 has none, and ends where it would be
    assert max(places) - min(places) < 1e-9


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.29034, ("0.2903", None)),
        (-5.3692, ("−5.369", None)),
        (0.00078221, ("0.0007822", None)),
        (8.9e-8, ("8.900", -8)),
        (-123456.0, ("−1.235", 5)),
        (99996.0, ("1.000", 5)),
        (0.99996, ("1.000", None)),
        (0.0, ("0", None)),
        (-0.0, ("0", None)),
        (float("nan"), ("-", None)),
    ],
)
def test_four_digits(value: float, shown: tuple[str, int | None]) -> None:
    assert decimal(value) == shown


def test_rounding_beside_large_entries_is_zero() -> None:
    cells = matrix([[1.0, 1e-13], [-2e-12, 2.0]]).rows
    assert cells[0][1] == Number("0")
    assert cells[1][0] == Number("0")
    assert spoken(matrix([[1.0, 3e-12], [0.0, 1.0]]).rows[0][1]) == "3.000 times 10 to the power of minus 12"
    assert number(1e-13, largest=1.0) == Number("0")
    assert spoken(number(8.9e-8)) == "8.900 times 10 to the power of minus 8"
