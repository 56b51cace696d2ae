"""A part of what there is: some curves, some stretch of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np

from app.plots.curves import Curve, Panel
from app.plots.ranges import Range
from dynamics.recording import Recording


def only(panels: Sequence[Panel], hidden: frozenset[str] | set[str]) -> list[Panel]:
    """Without the hidden curves, and without panels that have none left."""
    kept = [replace(p, curves=_shown(p.curves, hidden), references=_shown(p.references, hidden)) for p in panels]
    return [panel for panel in kept if panel.curves]


def _shown(curves: tuple[Curve, ...], hidden: frozenset[str] | set[str]) -> tuple[Curve, ...]:
    return tuple(curve for curve in curves if curve.key not in hidden)


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
