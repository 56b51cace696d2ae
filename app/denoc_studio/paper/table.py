"""The numbers of one plot as text, named as in the full recording's file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from denoc_studio.plots.curves import Axis, Panel


def columns(panels: Sequence[Panel]) -> list[tuple[str, np.ndarray]]:
    """Header and values, the time first."""
    found = [("t [s]", panels[0].t)]
    for panel in panels:
        for curve in (*panel.curves, *panel.references):
            if not panel.over_time:
                found.append((_header(curve.x_symbol, panel.x), curve.x))
            found.append((_header(curve.symbol, panel.y), curve.y))
    return found


def text(panels: Sequence[Panel], separator: str = ",", more: Sequence[tuple[str, np.ndarray]] = ()) -> str:
    """One header line, one line a sample, `more` columns last; numbers read back exactly."""
    named = [*columns(panels), *more]
    lines = [separator.join(name for name, _ in named)]
    rows = zip(*(values.tolist() for _, values in named), strict=True)
    lines.extend(separator.join(map(repr, row)) for row in rows)
    return "\n".join(lines) + "\n"


def _header(symbol: str, axis: Axis) -> str:
    """With a unit that every program can read."""
    return f"{symbol} [{axis.unit.replace('²', '^2').replace('°', 'deg')}]"
