"""Sums as chains of fused products."""

from __future__ import annotations

import numpy as np
import pytest

from denoc.algebra.scalars import Scalar
from denoc.algebra.tracing import Graph, Traced, live_nodes
from denoc.kernels.emitter import customised
from denoc.kernels.emitter.compiler import Loaded, compile_text
from denoc.kernels.emitter.targets import host

ROWS = 16


def text(inputs: list[Traced], results: list[Scalar], lanes: int = 1) -> str:
    return customised.text([inputs], results, lanes)


def instructions(inputs: list[Traced], results: list[Scalar]) -> tuple[int, ...]:
    """How many fused products, plain ones and plain sums are written for the results."""
    words = ("call double @llvm.fmuladd", "= fmul", "= fadd", "= fsub")
    written, watched = (
        [text(inputs, each).count(word) for word in words] for each in (results, inputs[: len(results)])
    )
    fused, products, sums, differences = np.subtract(written, watched)  # less the watch on as many results
    return fused, products, sums + differences


def test_a_chain_takes_in_every_product() -> None:
    graph = Graph()
    a, b, c, d, e = inputs = [graph.input() for _ in range(5)]
    assert instructions(inputs, [(a * b + c * d) + e]) == (2, 0, 0)
    assert instructions(inputs, [(a * b - c * d) - e]) == (2, 0, 0)
    assert instructions(inputs, [a * b + c * d]) == (1, 1, 0)


def test_a_product_of_two_sums_is_fused_with_both() -> None:
    graph = Graph()
    a, b, c, d = inputs = [graph.input() for _ in range(4)]
    assert instructions(inputs, [c - a * b, d + a * b]) == (2, 0, 0)
    assert instructions(inputs, [c - a * b, a * b]) == (0, 1, 1)  # where it is a result itself it has a value


def test_what_is_known_last_is_added_last() -> None:
    """So that little waits for the root."""
    graph = Graph()
    a, b, c, d = inputs = [graph.input() for _ in range(4)]
    lines = text(inputs, [(a.apply("sqrt") + b) + (c + d)]).splitlines()
    root = next(i for i, line in enumerate(lines) if "call double @llvm.sqrt" in line)
    name = lines[root].split()[0]
    last = next(line for line in lines if name in line.split("=")[-1])
    assert sum("= fadd" in line for line in lines[: lines.index(last) + 1]) == 3


def random_results(rng: np.random.Generator, inputs: list[Traced]) -> list[Scalar]:
    """Of a graph with sums of sums, products, roots, signs and numbers, used once or often."""
    made: list[Scalar] = [*inputs, 0.5, -2.0]
    for _ in range(60):
        x, y = (made[i] for i in rng.integers(max(0, len(made) - 12), len(made), 2))
        if not isinstance(x, Traced):
            x = inputs[0]
        kind = rng.integers(8)
        new = -x if kind == 0 else (x * x + 1.0).apply("sqrt") if kind == 1 else x * y * 0.3 if kind < 4 else None
        made.append(new if new is not None else x + y if kind < 6 else y - x)
    return made[-8:]


def values(results: list[Scalar], inputs: dict[int, np.ndarray]) -> np.ndarray:
    """Operation by operation, in the order of the trace, with more digits."""
    known = dict(inputs)
    operations = {"+": np.add, "-": np.subtract, "*": np.multiply, "neg": np.negative, "sqrt": np.sqrt}

    def value(x: Scalar) -> np.ndarray:
        return known[x.number] if isinstance(x, Traced) else np.full(ROWS, float(x), np.longdouble)

    for node in live_nodes(results, known):
        if node.number not in known:
            known[node.number] = operations[node.op](*map(value, node.operands))
    return np.stack([value(x) for x in results], axis=-1)


@pytest.mark.parametrize("seed", range(30))
def test_values_stay(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = Graph()
    inputs = [graph.input() for _ in range(6)]
    results = random_results(rng, inputs)
    rows = rng.normal(size=(ROWS, len(inputs)))
    columns = {node.number: rows[:, i].astype(np.longdouble) for i, node in enumerate(inputs)}
    expected = values(results, columns)
    size = float(np.abs(expected).max()) + 1.0

    found = []
    for lanes in (1, host().lanes):
        loaded = Loaded(compile_text(text(inputs, results, lanes), host(), optimise=False))
        out = np.empty(expected.shape)
        loaded.call(ROWS, np.array([rows.ctypes.data, out.ctypes.data]).ctypes.data)
        found.append(out)
    assert np.abs(found[0] - expected).max() < 1e-12 * size
    assert np.array_equal(*found)
