"""What authors type: read, written again, said, and refused with its place."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from denoc_studio.typesetting.latex import latex
from denoc_studio.typesetting.layout import layout
from denoc_studio.typesetting.letters import FUNCTIONS, GREEK, SIGNS
from denoc_studio.typesetting.nodes import Accent, Fraction, Node, Number, Operator, Row, Script, Symbol, keys
from denoc_studio.typesetting.notation import DEEPEST, NotationError, parse
from denoc_studio.typesetting.spoken import spoken
from denoc_studio.typesetting.wrapping import wrapped

WRENCH = (
    r"\boldsymbol\gamma_2 = \mathbf M_2\dot{\mathbf t}_2 + \dot{\mathbf M}_2\mathbf t_2"
    r" + \mathbf B_{32}^T\boldsymbol\gamma_3"
)

letters = st.sampled_from([*"abxyzKMT", *(f"\\{name} " for name in (*GREEK, *SIGNS, *FUNCTIONS)), "12", "3.5"])
words = st.text(st.characters(codec="utf-8", exclude_characters="\0", exclude_categories=["C"]), max_size=6)
escaped = words.map(lambda text: "".join(f"\\{c}" if c in "{}$&#%_" else "" if c == "\\" else c for c in text))


def groups(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        pair.map(lambda each: f"{{{each[0]}}}_{{{each[1]}}}"),
        pair.map(lambda each: f"{{{each[0]}}}^{{{each[1]}}}"),
        pair.map(lambda each: rf"\frac{{{each[0]}}}{{{each[1]}}}"),
        pair.map(lambda each: rf"{each[0]} + {each[1]} - \text{{x}}"),
        pair.map(lambda each: rf"\begin{{bmatrix}}{each[0]} & 1 \\ 0 & {each[1]}\end{{bmatrix}}"),
        st.tuples(st.sampled_from(["dot", "ddot", "hat", "tilde", "bar", "sqrt"]), inner).map(
            lambda each: rf"\{each[0]}{{{each[1]}}}"
        ),
        inner.map(lambda each: rf"\left({each}\right|"),
        inner.map(lambda each: rf"\term{{k}}{{{each}}} = {each}"),
        escaped.map(lambda each: rf"\text{{{each}}}"),
        st.sampled_from([r"\mathbf{Mv}", r"\boldsymbol{\gamma}", r"\mathrm{kg}", r"\joint{3}", r"\quad ", "x'"]),
    )


@given(st.recursive(letters, groups, max_leaves=12))
def test_what_is_written_reads_the_same(text: str) -> None:
    written = latex(parse(text))
    again = parse(written)
    assert latex(again) == written
    one, other = (sum(len(glyphs.indices) for glyphs in layout(node, 20.0).glyphs) for node in (parse(text), again))
    assert one == other
    assert spoken(again).isprintable()


@given(st.text("ab12{}_^&\\' =-()[]fracsqtmndobigext", max_size=30))
@example("1={}")
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    try:
        node = parse(text)
    except NotationError as error:
        place = error.place
    else:
        place = 1
        layout(node, 20.0)
        wrapped(node, 20.0, 40.0)
        spoken(node)
        assert latex(parse(latex(node))) == latex(node)
    assert 1 <= place <= len(text) + 1


def test_the_wrench_of_a_link() -> None:
    node = parse(WRENCH)
    assert isinstance(node, Row)
    assert node.items[:2] == (Script(Symbol("γ", "bold"), Number("2")), Operator("="))
    assert node.items[3] == Script(Accent(Symbol("t", "bold"), "dot"), Number("2"))
    assert spoken(node) == (
        "gamma 2 equals M 2 times t dot 2 plus M dot 2 times t 2 plus B 32 transposed times gamma 3"
    )
    assert latex(node) == (
        r"\boldsymbol{\gamma}_{2} = \mathbf{M}_{2}\dot{\mathbf{t}}_{2} + \dot{\mathbf{M}}_{2}\mathbf{t}_{2} + "
        r"\mathbf{B}_{32}^{T}\boldsymbol{\gamma}_{3}"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("e'' + k_d e' = 0", "e double prime plus k d times e prime equals 0"),
        (r"\frac{a}{b} \le \sqrt{x^2 + 1}", "a over b is at most root of x squared plus 1 end of root"),
        (r"\mathbf M^{-1}(x - y)", "M inverse open bracket x minus y close bracket"),
        (r"\sin(\theta_1) \approx 0.5\text{ rad}", "sin open bracket theta 1 close bracket is about 0.5 rad"),
        (
            r"\begin{bmatrix}1 & -2\\3 & 4\end{bmatrix}",
            "matrix row 1: 1, minus 2; row 2: 3, 4; end of matrix",
        ),
    ],
)
def test_in_words(text: str, said: str) -> None:
    assert spoken(parse(text)) == said


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        (r"a + \foo", 5, r"\foo is no command"),
        ("x_", 2, "_ needs something behind it"),
        ("^2", 1, "nothing that it belongs to"),
        ("x^2^3", 4, "a second ^"),
        ("a{b", 2, "{ is not closed"),
        ("a}", 2, "} without {"),
        (r"\begin{bmatrix}1&2\\3\end{bmatrix}", 1, "not of equal length"),
        (r"\begin{table}", 1, "none of the matrices"),
        (r"\left( x", 1, r"without \right"),
        (r"\mathbf{x+y}", 1, "letters and digits only"),
        (r"\joint{x}", 1, "takes a number"),
        ("{" * (DEEPEST + 5), DEEPEST + 1, "groups in each other"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, place: int, why: str) -> None:
    with pytest.raises(NotationError, match=r"mathematics, character \d+: ") as error:
        parse(text)
    assert error.value.place == place
    assert why in str(error.value)


def test_one_digit_belongs_to_a_command_as_in_latex() -> None:
    assert parse(r"\frac12") == Fraction(Number("1"), Number("2"))
    assert parse("x^23") == Row((Script(Symbol("x"), sup=Number("2")), Number("3")))


def test_terms_have_keys_and_numbers_their_joints_colour() -> None:
    node: Node = parse(r"\term{sum}{\term{a}{x_{\joint{2}}} + y}")
    assert list(keys(node)) == ["sum", "a"]
    assert {glyphs.colour for glyphs in layout(node, 20.0).glyphs} == {None, "joint 2"}
    assert latex(node) == "x_{2} + y"
