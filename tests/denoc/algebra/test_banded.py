"""Banded equations against SciPy's solver, around the ends of their blocks and beyond."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import linalg
from scipy.interpolate import make_interp_spline

from denoc.algebra.banded import ROWS, solve_banded
from denoc.motions.piecewise import quintic_spline
from tests.support.measure import relative


@given(
    rows=st.one_of(st.integers(1, 5), st.integers(ROWS - 2, ROWS + 2), st.integers(3 * ROWS - 2, 3 * ROWS + 2)),
    reach=st.integers(1, 9),
    columns=st.integers(1, 4),
    seed=st.integers(0, 2**32 - 1),
)
def test_as_lapack_does(rows: int, reach: int, columns: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    band, right = rng.normal(size=(2 * reach + 1, rows)), rng.normal(size=(rows, columns))
    band[reach] += 4 * reach + 2  # regular, wherever a block ends
    reached = min(reach, rows - 1)
    cut = band[reach - reached : reach + reached + 1]
    expected = linalg.solve_banded((reached, reached), cut, right)
    assert relative(solve_banded(band, right), expected) < 1e-13


@pytest.mark.parametrize("points", [6, 7, ROWS // 2, ROWS // 2 + 1, 500])
def test_a_spline_of_many_blocks(points: int, rng: np.random.Generator) -> None:
    """Without the two outermost knots at either end, through points at uneven times."""
    times = np.r_[0.0, np.cumsum(rng.uniform(0.2, 1.0, points - 1))]
    q = rng.normal(size=(points, 2))
    where = np.linspace(0.0, times[-1], 997)
    expected = make_interp_spline(times, q, k=5)
    found = quintic_spline(times, q, "free").evaluate(where)
    for order, values in enumerate(found):
        assert relative(values, expected(where, nu=order)) < 1e-8
