"""A part of what there is: some curves, some stretch of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np

from app.plots.ranges import Range
from app.plots.series import Panel
from dynamics.recording import Recording


def only(panels: Sequence[Panel], hidden: frozenset[str] | set[str]) -> list[Panel]:
    """Without the hidden curves, and without panels that have none left."""
    kept = [replace(p, curves=tuple(curve for curve in p.curves if curve.key not in hidden)) for p in panels]
    return [panel for panel in kept if panel.curves]


def during(recording: Recording, span: Range | None) -> Recording:
    """The samples within the span."""
    if span is None:
        return recording
    inside = (recording.t >= span[0]) & (recording.t <= span[1])
    return replace(
        recording,
        **{
            field.name: getattr(recording, field.name)[inside]
            for field in fields(recording)
            if isinstance(getattr(recording, field.name), np.ndarray)
        },
    )
