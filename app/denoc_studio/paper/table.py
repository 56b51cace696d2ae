"""The numbers of one plot as text, named as in the full recording's file."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

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
    logged = [(curve, panel.y) for panel in panels for curve in panel.measured]
    if logged:
        found.append(("t_measured [s]", logged[0][0].x))  # all curves of a log share its times
        found += ((_header(curve.symbol, axis), curve.y) for curve, axis in logged)
    bands = [(band, panel.y) for panel in panels for band in panel.bands]
    if bands:
        found.append(("t_bands [s]", bands[0][0].t))  # as do all bands
        for band, axis in bands:
            for percent, edge in zip(band.percent, (band.lower, band.upper), strict=True):
                found.append((_header(f"{band.symbol}_p{percent:g}", axis), edge))
    return found


def text(panels: Sequence[Panel], separator: str = ",", more: Sequence[tuple[str, np.ndarray]] = ()) -> str:
    """One header line, one line a sample, `more` columns last; numbers read back exactly.

    What was measured has times of its own: where its columns are shorter than others, or longer, cells are empty.
    """
    return written([*columns(panels), *more], separator)


def written(named: Sequence[tuple[str, np.ndarray]], separator: str = ",") -> str:
    """Columns below their headings; nothing in the place of None, nor below a shorter column."""
    lines = [separator.join(name for name, _ in named)]
    rows = zip_longest(*(values.tolist() for _, values in named))
    lines.extend(separator.join("" if cell is None else repr(cell) for cell in row) for row in rows)
    return "\n".join(lines) + "\n"


def _header(symbol: str, axis: Axis) -> str:
    """With a unit that every program can read."""
    return f"{symbol} [{axis.unit.replace('²', '^2').replace('°', 'deg')}]"
