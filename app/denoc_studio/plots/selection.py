"""A part of what there is: some curves, some stretch of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from denoc.runs.recording import SERIES, Recording, Simulation
from denoc_studio.plots.curves import Curve, Limit, Panel
from denoc_studio.plots.many.bands import Band
from denoc_studio.plots.ranges import Range

Drawn = TypeVar("Drawn", Curve, Limit, Band)


def only(panels: Sequence[Panel], hidden: frozenset[str] | set[str]) -> list[Panel]:
    """Without the hidden curves, and without panels that have none left."""
    kept = [
        replace(
            panel,
            curves=_shown(panel.curves, hidden),
            references=_shown(panel.references, hidden),
            limits=_shown(panel.limits, hidden),
            measured=_shown(panel.measured, hidden),
            unsure=_shown(panel.unsure, hidden),
            bands=_shown(panel.bands, hidden),
        )
        for panel in panels
    ]
    return [panel for panel in kept if panel.curves]


def _shown(curves: tuple[Drawn, ...], hidden: frozenset[str] | set[str]) -> tuple[Drawn, ...]:
    return tuple(curve for curve in curves if curve.key not in hidden)


def during(recording: Recording, span: Range | None) -> Recording:
    """The samples within the span; a run whose end is not among them has not been ended by anything there."""
    if span is None:
        return recording
    inside = (recording.t >= span[0]) & (recording.t <= span[1])
    changes: dict[str, Any] = {name: getattr(recording, name)[inside] for name in SERIES if hasattr(recording, name)}
    if isinstance(recording, Simulation) and not inside[-1:].all():
        changes |= {"status": "completed", "message": ""}
    return replace(recording, **changes)
