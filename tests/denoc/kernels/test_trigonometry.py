"""Sine and cosine inside the kernels."""

from __future__ import annotations

import numpy as np
import pytest

from denoc.algebra.tracing import Graph
from denoc.kernels.emitter import customised
from denoc.kernels.emitter.compiler import Loaded, compile_text
from denoc.kernels.emitter.targets import Target
from denoc.kernels.emitter.trigonometry import LIMIT
from tests.denoc.kernels.targets import PLAYABLE

precise = pytest.mark.skipif(np.finfo(np.longdouble).eps > 1e-18, reason="needs long doubles as an oracle")


def sine_and_cosine(target: Target, x: np.ndarray) -> np.ndarray:
    node = Graph().input()
    text = customised.text([[node]], [node.apply("sin"), node.apply("cos")], target.lanes)
    loaded = Loaded(compile_text(text, target, optimise=False))
    rows = np.concatenate([x, np.zeros(target.lanes)])
    out = np.empty((len(rows), 2))
    arguments = np.array([rows.ctypes.data, out.ctypes.data])
    loaded.call(len(rows), arguments.ctypes.data)
    return out[: len(x)]


def units_in_the_last_place(found: np.ndarray, x: np.ndarray) -> float:
    wide = x.astype(np.longdouble)
    exact = np.stack([np.sin(wide), np.cos(wide)], axis=-1)
    spacing = np.spacing(np.abs(exact).astype(float)).astype(np.longdouble)
    return float(np.max(np.abs(found - exact) / spacing))


@precise
@pytest.mark.parametrize("target", PLAYABLE)
@pytest.mark.parametrize("size", [1e-8, 1.0, 10.0, 1e3, 1e5, LIMIT])
def test_within_two_units_in_the_last_place(rng: np.random.Generator, target: str, size: float) -> None:
    x = rng.uniform(-size, size, 40_000)
    assert units_in_the_last_place(sine_and_cosine(PLAYABLE[target], x), x) < 2


@precise
@pytest.mark.parametrize("target", PLAYABLE)
def test_close_to_their_zeros(rng: np.random.Generator, target: str) -> None:
    """Multiples of a quarter turn, as near as doubles come: the reduction must keep every digit."""
    most = int(LIMIT / (np.pi / 2))
    further = [rng.integers(-quarters, quarters, 4000) for quarters in (most, 900_000)]
    k = np.concatenate([np.arange(-2000, 2000), *further])
    x = k * (np.pi / 2)
    x = np.concatenate([x, np.nextafter(x, np.inf), np.nextafter(x, -np.inf)])
    assert units_in_the_last_place(sine_and_cosine(PLAYABLE[target], x), x) < 2


@pytest.mark.parametrize("target", PLAYABLE)
def test_beyond_the_limit_the_c_library_answers(rng: np.random.Generator, target: str) -> None:
    x = np.concatenate([rng.uniform(-1, 1, 50) * 10.0 ** rng.integers(6, 300, 50), [LIMIT, np.nextafter(LIMIT, 2e6)]])
    found = sine_and_cosine(PLAYABLE[target], x)
    assert np.abs(found - np.stack([np.sin(x), np.cos(x)], axis=-1)).max() < 3e-16


@pytest.mark.parametrize("target", PLAYABLE)
def test_what_is_not_a_number(target: str) -> None:
    x = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 5e-324, 1.0])
    found = sine_and_cosine(PLAYABLE[target], x)
    assert np.isnan(found[:3]).all()
    assert np.array_equal(found[3:5], [[0.0, 1.0], [-0.0, 1.0]])
    assert found[5, 0] == 5e-324
    assert np.allclose(found[6], [np.sin(1.0), np.cos(1.0)], rtol=1e-15)
