"""Attacks on formulas: none gets out, none hangs, none takes memory.

Each text ends in a refusal that says where, or in a formula whose value is a float.
"""

from __future__ import annotations

import builtins
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest import mock

import numpy as np

from denoc import Expression, ExpressionError
from tests.long.tally import Tally
from tests.support.expression_attacks import attack

COUNT = 1000
MOST_SECONDS = 0.5  # of the processor
MOST_BYTES = 8 * 1024**2
DOORS = (
    *((builtins, name) for name in ("eval", "exec", "compile", "open", "__import__", "input")),
    *((os, name) for name in ("system", "open", "listdir")),
    (subprocess, "Popen"),
)
READ = "formula_parser.py", "expressions.py", "formula_functions.py"


class Escape(BaseException):
    """Something was called that no formula may reach."""


@contextmanager
def watched() -> Iterator[None]:
    """Inside, what an attacker wants raises when a formula's own code calls it."""

    def guard(name: str, real: object) -> object:
        def called(*given: object, **named: object) -> object:
            if sys._getframe(1).f_code.co_filename.endswith(READ):
                raise Escape(name)
            return real(*given, **named)  # type: ignore[operator]

        return called

    with ExitStack() as stack:
        for owner, name in DOORS:
            stack.enter_context(mock.patch.object(owner, name, guard(name, getattr(owner, name))))
        yield


def fault(text: str) -> str:
    """What is wrong with how a text was taken; empty for nothing."""
    begun = time.process_time()
    tracemalloc.start()
    try:
        found = _outcome(text)
    finally:
        taken = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    seconds = time.process_time() - begun
    if not found and seconds > MOST_SECONDS:
        found = f"took {seconds:.2f} s"
    if not found and taken > MOST_BYTES:
        found = f"took {taken / 1024**2:.0f} MB"
    return f"{text[:100]!r}: {found}" if found else ""


def _outcome(text: str) -> str:
    try:
        with watched():
            formula = Expression(text, 2)
    except ExpressionError as error:
        good = error.reason and 1 <= error.column <= len(text) + 1 and len(str(error)) < 1000
        return "" if good else f"the refusal does not say where: {error.column}, {str(error)[:200]}"
    except BaseException as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    state = np.array([0.3, -0.7])
    values = formula(0.1, state, state), formula(np.zeros(3), np.tile(state, (3, 1)), np.zeros((3, 2)))
    return "" if isinstance(values[0], float) and values[1].shape == (3,) else f"is no number: {values}"


def run(tally: Tally, count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for number in range(count):
        begun = time.process_time()
        found = fault(attack(rng))
        tally.tried()
        tally.met("longest", time.process_time() - begun, "s")
        if found:
            tally.failed(f"attack {number} of seed {seed}: {found}")
