"""Shares of a variance: against functions whose shares have a closed form."""

from __future__ import annotations

import math

import numpy as np
import pytest

from denoc.studies.tolerances.causes import Cause, is_spread, linear, saltelli, sobol, sobol_design

ISHIGAMI_A, ISHIGAMI_B = 7.0, 0.1


def ishigami(points: np.ndarray) -> np.ndarray:
    """T. Ishigami and T. Homma, 1990: sin x1 + a sin^2 x2 + b x3^4 sin x1, each x within pi either way."""
    x = math.pi * (2 * points - 1)
    values = np.sin(x[:, 0]) + ISHIGAMI_A * np.sin(x[:, 1]) ** 2 + ISHIGAMI_B * x[:, 2] ** 4 * np.sin(x[:, 0])
    return values[:, None]


def causes(runs: int, seed: int, gaps: int = 0) -> Cause:
    one, other = sobol_design(3, runs, seed)
    known = ishigami(one)
    known[:gaps] = np.nan
    second, mixed = saltelli(ishigami, one, other, known)
    return sobol(known[:, 0], second[:, 0], mixed[..., 0], 0.0, seed)


def closed_form() -> tuple[np.ndarray, np.ndarray]:
    """First and total shares of Ishigami's function."""
    a, b, pi4 = ISHIGAMI_A, ISHIGAMI_B, math.pi**4
    alone = np.array([0.5 * (1 + b * pi4 / 5) ** 2, a * a / 8, 0.0])
    together = b * b * pi4 * pi4 * 8 / 225  # of x1 and x3
    variance = alone.sum() + together
    return alone / variance, (alone + np.array([together, 0.0, together])) / variance


def test_sobol_indices_of_a_curved_function_are_those_of_the_closed_form() -> None:
    first, total = closed_form()
    found = causes(2048, seed=3)
    assert found.first == pytest.approx(first, abs=0.02)
    assert found.total == pytest.approx(total, abs=0.02)
    assert (found.total_error < 0.05).all()


def test_their_errors_cover_what_they_are_off() -> None:
    first, total = closed_form()
    found = [causes(128, seed) for seed in range(20)]
    off = np.array([[np.abs(each.first - first), np.abs(each.total - total)] for each in found])
    errors = np.array([[each.first_error, each.total_error] for each in found])
    assert (off < 2 * errors).mean() > 0.9


def test_results_that_are_missing_are_passed_by() -> None:
    _, total = closed_form()
    assert causes(2048, seed=1, gaps=300).total == pytest.approx(total, abs=0.1)


def test_a_line_gives_the_shares_of_its_slopes() -> None:
    z = math.sqrt(3) * (2 * sobol_design(3, 64, 0)[0] - 1)
    found = linear(z, 5 + z @ np.array([3.0, -4.0, 0.0]))
    assert found.first == pytest.approx([0.36, 0.64, 0.0])
    assert found.r_squared == pytest.approx(1.0)
    assert (found.first_error < 1e-12).all()


def test_a_line_through_noise_says_how_unsure_it_is() -> None:
    random = np.random.default_rng(4)
    z = random.normal(size=(200, 2))
    off, errors = [], []
    for _ in range(50):
        found = linear(z, z @ np.array([3.0, 4.0]) + 5 * random.normal(size=200))
        off.append(np.abs(found.first - [9 / 50, 16 / 50]))
        errors.append(found.first_error)
    assert np.mean(np.array(off) < 2 * np.array(errors)) > 0.9
    assert found.r_squared == pytest.approx(0.5, abs=0.15)


def test_a_line_that_passes_through_all_results_foretells_nothing() -> None:
    random = np.random.default_rng(1)
    for runs in (8, 10):
        found = linear(random.normal(size=(runs, 9)), random.normal(size=runs))
        assert found.r_squared == -math.inf
        assert np.isnan(found.total_error).all()
    assert np.isfinite(linear(random.normal(size=(11, 9)), random.normal(size=11)).r_squared)


def test_what_a_line_cannot_foretell_counts_against_it() -> None:
    z = np.linspace(-1.7, 1.7, 64)[:, None]
    assert linear(z, z[:, 0] ** 2).r_squared < 0.1
    assert not is_spread(np.array([1.0, 1.0 + 1e-12]))
    assert is_spread(np.array([1.0, 1.001]))
