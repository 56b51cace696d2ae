"""Layers stacked on the axis: what is positive upwards, what is negative downwards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from denoc_studio.plots.ranges import Range


def edges(layers: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Edges of the layers above and below the axis, (layers + 1, k) each: layer i lies between edges i and i + 1."""
    values = np.nan_to_num(np.stack(layers))
    return tuple(  # type: ignore[return-value]
        np.vstack([np.zeros(values.shape[1]), np.cumsum(part, axis=0)])
        for part in (np.maximum(values, 0.0), np.minimum(values, 0.0))
    )


def stack_extent(layers: Sequence[np.ndarray]) -> Range | None:
    """From the lowest to the highest edge."""
    if not layers or not len(layers[0]):
        return None
    above, below = np.zeros(len(layers[0])), np.zeros(len(layers[0]))
    for layer in layers:
        above += np.maximum(layer, 0.0)
        below += np.minimum(layer, 0.0)
    return (float(np.nanmin(below, initial=0.0)), float(np.nanmax(above, initial=0.0)))


def telling_rows(t: np.ndarray, total: np.ndarray, span: Range, columns: int) -> np.ndarray:
    """The samples within the span, or where they are too many for a screen the extremes of short stretches.

    All layers are drawn at the same samples, so that they stay a stack.
    """
    first = max(0, int(np.searchsorted(t, span[0])) - 1)
    last = min(len(t), int(np.searchsorted(t, span[1], side="right")) + 1)
    length = (last - first) // (2 * max(columns, 1))
    if length < 2:
        return np.arange(first, last)
    count = (last - first) // length
    stretches = np.nan_to_num(total[first : first + count * length]).reshape(count, length)
    starts = first + length * np.arange(count)
    chosen = np.sort(np.stack([starts + stretches.argmin(axis=1), starts + stretches.argmax(axis=1)]), axis=0)
    return np.concatenate([chosen.T.ravel(), np.arange(first + count * length, last)])
