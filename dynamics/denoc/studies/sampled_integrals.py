"""Integrals over time of signals that are known at samples and linear in between: exact for such signals.

Shapes: t (k,), signals (k,) or (k, n), integrals a float or (n,).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from denoc.basics.errors import DynamicsError


def check_times(t: np.ndarray) -> np.ndarray:
    """Two or more finite, rising times."""
    if t.ndim != 1 or len(t) < 2:
        raise DynamicsError("at least two samples are needed", field="recording.t", value=t.shape)
    if not np.isfinite(t).all() or (np.diff(t) <= 0).any():
        raise DynamicsError("the times must be finite and rise", field="recording.t")
    return t


def mean(t: np.ndarray, x: np.ndarray) -> Any:
    return integral(t, x) / (t[-1] - t[0])


def integral(t: np.ndarray, x: np.ndarray) -> Any:
    return (_steps(t, x) * (x[:-1] + x[1:]) / 2).sum(axis=0)


def positive_integral(t: np.ndarray, x: np.ndarray) -> Any:
    """Of the positive part: where a signal changes sign within a step, up to the crossing."""
    first, last = np.maximum(x[:-1], 0.0), np.maximum(x[1:], 0.0)
    crossing = (x[:-1] > 0) != (x[1:] > 0)
    span = np.abs(x[1:] - x[:-1])
    share = np.divide(first + last, span, out=np.ones_like(span), where=crossing & (span > 0))  # of the step
    return (_steps(t, x) * share * (first + last) / 2).sum(axis=0)


def root_mean_square(t: np.ndarray, x: np.ndarray) -> Any:
    """Of the piecewise linear signal itself, not of its samples."""
    return np.sqrt(product_mean(t, x, x))


def product_mean(t: np.ndarray, x: np.ndarray, y: np.ndarray) -> Any:
    """The mean over time of the product of two signals."""
    return (weighted(t, x) * y).sum(axis=0) / (t[-1] - t[0])


def weighted(t: np.ndarray, x: np.ndarray, steps: np.ndarray | None = None) -> np.ndarray:
    """w, shaped like x, such that sum(w * y) is the integral of x y for every piecewise linear y.

    `steps`, shaped like x[1:], are the steps in time, zero for those that are left out.
    """
    h = _steps(t, x) if steps is None else steps
    out = np.zeros_like(x)
    out[:-1] += h / 6 * (2 * x[:-1] + x[1:])
    out[1:] += h / 6 * (x[:-1] + 2 * x[1:])
    return out


def _steps(t: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The steps in time, with as many axes as x."""
    return np.diff(t).reshape(-1, *(1,) * (x.ndim - 1))
