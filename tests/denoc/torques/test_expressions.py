"""Typed formulas: what they mean, what is refused, and that nothing gets out of them."""

from __future__ import annotations

import itertools
import math
import pickle
import time

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from denoc import Expression, ExpressionError
from denoc.torques.formula_functions import FUNCTIONS
from tests.long import expressions as attacks
from tests.long.tally import Tally

ZERO = np.zeros(3)


def value(text: str, t: float = 0.0, q: object = ZERO, qd: object = ZERO) -> float:
    return Expression(text, 3)(t, np.asarray(q), np.asarray(qd))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1 + 2 * 3", 7.0),
        ("2 - 3 - 4", -5.0),
        ("16 / 4 / 2", 2.0),
        ("2^3^2", 512.0),
        ("2**3**2", 512.0),
        ("-2^2", -4.0),
        ("2^-2", 0.25),
        ("-(1 - 3)", 2.0),
        ("+5", 5.0),
        ("--5", 5.0),
        ("1.5e-3", 0.0015),
        (".5 + 1.", 1.5),
        ("pi", math.pi),
        ("e^1", math.e),
        ("atan2(1, -1)", 3 * math.pi / 4),
        ("min(3, 1, 2) + max(3, 1, 2)", 4.0),
        ("clip(7, -1, 2)", 2.0),
        ("step(0) + step(-1e-9)", 1.0),
        ("sign(-3) + sign(0)", -1.0),
        ("sqrt(abs(-9))", 3.0),
        ("\t1 +1 ", 2.0),
    ],
)
def test_what_a_formula_means(text: str, result: float) -> None:
    assert value(text) == pytest.approx(result, rel=1e-15)


def test_names_are_the_time_and_the_state() -> None:
    state = {"t": 0.5, "q": [1.0, 2.0, 3.0], "qd": [10.0, 20.0, 30.0]}
    assert value("t + q1 + 100*q3 + qd2 + 1000*qd3", **state) == 0.5 + 1 + 300 + 20 + 30000


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("2*x", 3, r"unknown name 'x'; possible: t, q1 to q3, qd1 to qd3, pi, e, sin"),
        ("q4", 1, "unknown name 'q4'"),
        ("q0", 1, "unknown name 'q0'"),
        ("1,5", 2, "the decimal mark is a point"),
        ("(1,5)", 3, "the decimal mark is a point"),
        ("sin(1,5)", 1, "2 arguments; the decimal mark is a point"),
        ("2 pi", 3, "an operator is missing before 'pi'"),
        ("1 +", 4, "the formula ends where a number"),
        ("1 + * 2", 5, r"'\*' stands where a number"),
        ("(1 + 2", 1, "never closed"),
        ("1 + 2)", 6, "never opened"),
        ("sin", 1, r"is a function: write sin\(x\)"),
        ("max(1)", 1, "one argument"),
        ("", 1, "empty"),
        ("   ", 1, "empty"),
        ("1e999", 1, "too large"),
        ("t + 1/0", 6, "not a finite number"),
        ("9**9**9", 2, "not a finite number"),
        ("log(-1)", 1, "not a finite number"),
        ("1 = 1", 3, "no meaning"),
        ("1" * 501, 501, "at most 500 characters"),
        ("t" + "+t" * 200, 200, "at most 200 parts"),
        ("(" * 41 + "1" + ")" * 41, 41, "40 levels"),
        ("-" * 60 + "t", 41, "40 levels"),
        ("^".join(["t"] * 60), None, "40 levels"),
    ],
)
def test_refusals_say_where_and_why(text: str, column: int | None, reason: str) -> None:
    with pytest.raises(ExpressionError, match=reason) as caught:
        Expression(text, 3)
    if column is not None:
        assert caught.value.column == column


def test_what_is_allowed_at_most() -> None:
    assert value("+".join(["t"] * 100), t=1.0) == 100
    assert value("(" * 39 + "t" + ")" * 39, t=2.0) == 2.0


ATTACKS = [
    "__import__('os').system('true')",
    "().__class__.__bases__[0].__subclasses__()",
    "q1.__class__",
    "t.real",
    "(lambda: 0)()",
    "lambda x: x",
    "[x for x in (1, 2)]",
    "{1: 2}",
    "{q1}",
    "[1][0]",
    "q[1]",
    "(y := 1)",
    "f'{t}'",
    "'text'",
    '"text"',
    "b'1'",
    "1 if t else 2",
    "t and 1",
    "not t",
    "t < 1",
    "t == 1",
    "1 // 2",
    "1 % 2",
    "1 @ 2",
    "1 << 9999999999",
    "~t",
    "1 | 2",
    "*t",
    "**t",
    "print(1)",
    "eval('1')",
    "exec('1')",
    "open('/etc/passwd')",
    "getattr(t, 'real')",
    "globals()",
    "sin.__globals__",
    "sin(x=1)",
    "sin(*t)",
    "np.sin(1)",
    "math.inf",
    "inf",
    "nan",
    "NaN",
    "None",
    "True",
    "...",
    "1j",
    "0x10",
    "0b1",
    "0o7",
    "1_000",
    "\u0663",
    "\uff11",
    "\u00b2",
    "\U0001d7d9",
    "sin\u200b(1)",
    "\u0455in(1)",
    "1\x00",
    "\x00",
    "1\n+2",
    "1;2",
    "import os",
    "yield 1",
    "await t",
    "#",
    "1 # comment",
    "\\",
    "`t`",
    "$t",
    "t!",
    "9**9**9**9",
    "9^9^9^9^9",
    "10^10^10",
    "2^(2^(2^(2^(2^2))))",
    "exp(exp(exp(10)))",
    "1/(1-1)",
    "0^-1",
    "(-8)^(1/3)",
    "asin(2)",
    "sqrt(-1)",
    "tan(sin)",
    "clip(1)",
    "()",
    "(,)",
    "sin(,)",
    "1..2",
    "1e",
    "e1",
    "1e5e5",
    ".",
    "q-1q",
    "sin sin 1",
    "((((((",
    "))))))",
    "t t",
    "__builtins__",
    "_",
    "qd",
    "Q1",
    "T",
    "\ud800",
]
FRAMES = ["{}", "1 + {}", "sin({})", "({}) * t", "{} + {}", "max(t, {})", "-{}", "t^({})", " {} ", "atan2({}, t)"]


def refusal(text: str) -> ExpressionError | None:
    try:
        Expression(text, 3)
    except ExpressionError as error:
        return error
    return None


def test_a_thousand_attacks_stay_inside() -> None:
    texts = [frame.replace("{}", attack) for attack, frame in itertools.product(ATTACKS, FRAMES)]
    texts += ["(" * k + "1" + ")" * k for k in range(41, 240, 20)] + ["9^" * k + "9" for k in range(4, 240, 20)]
    assert len(texts) > 1000
    slowest = 0.0
    for text in texts:
        started = time.thread_time()
        error = refusal(text)
        slowest = max(slowest, time.thread_time() - started)
        assert error is not None, text
        assert error.reason
        assert 1 <= error.column <= len(text) + 1
    assert slowest < 1.0  # far above any parse, far below what 9**9**9 takes


@given(st.text(max_size=60))
@settings(max_examples=300)
def test_any_text_ends_in_a_formula_or_a_refusal(text: str) -> None:
    try:
        found = Expression(text, 2)
    except ExpressionError:
        return
    assert isinstance(found(0.1, np.ones(2), np.ones(2)), float)


numbers = st.one_of(st.floats(-10, 10), st.sampled_from([0.0, -0.0, 1.0, -1.0, 1e308, -1e308, 800.0]))


@st.composite
def formulas(draw: st.DrawFn, depth: int = 3) -> str:
    if depth == 0:
        return draw(st.sampled_from(["t", "q1", "q2", "qd1", "qd2", "pi", "0.5", "2", "1e300"]))
    part = formulas(depth - 1)
    name = draw(st.sampled_from([*FUNCTIONS, "+", "-", "*", "/", "^"]))
    if name in FUNCTIONS:
        return f"{name}({', '.join(draw(part) for _ in range(FUNCTIONS[name].fewest))})"
    return f"({draw(part)} {name} {draw(part)})"


@given(formulas(), st.lists(st.tuples(*[numbers] * 5), min_size=1, max_size=4))
@example("atan2(t, min(t, qd2))", [(0.0, 0.0, 0.0, 0.0, -0.0)])
@settings(max_examples=200)
def test_one_state_and_a_batch_agree_also_where_there_is_no_value(text: str, rows: list[tuple[float, ...]]) -> None:
    try:
        formula = Expression(text, 2)
    except ExpressionError:  # a constant part without a value
        return
    states = np.array(rows)
    t, q, qd = states[:, 0], states[:, 1:3], states[:, 3:]
    batch = formula(t, q, qd)
    single = np.array([formula(*row) for row in zip(t, q, qd, strict=True)])
    assert batch.shape == (len(rows),)
    with np.errstate(all="ignore"):
        assert (np.isfinite(batch) == np.isfinite(single)).all()
        finite = np.isfinite(batch)
        assert batch[finite] == pytest.approx(single[finite], rel=1e-6, abs=1e-12)


def test_a_constant_formula_fills_a_batch() -> None:
    assert Expression("2", 1)(np.zeros(3), np.zeros((3, 1)), np.zeros((3, 1))).tolist() == [2.0, 2.0, 2.0]


def test_formulas_and_their_errors_travel_between_processes() -> None:
    formula = pickle.loads(pickle.dumps(Expression("q1^2", 3)))
    assert formula(0.0, np.array([3.0, 0, 0]), ZERO) == 9.0
    with pytest.raises(ExpressionError) as caught:
        Expression("1 + x", 3)
    error = pickle.loads(pickle.dumps(caught.value.in_link(2)))
    assert (error.column, error.link, error.reason) == (5, 2, caught.value.reason)


def test_generated_attacks_stay_inside() -> None:
    """Briefly what `python -m tests.long expressions` tries for long."""
    tally = Tally(200)
    attacks.run(tally, 200, 1)
    assert tally.failures == []
