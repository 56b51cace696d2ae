"""Everything that can be looked at, in the order in which it is listed."""

from __future__ import annotations

from functools import cache

from denoc.functions.conditioning import condition_number
from denoc_studio.plots.moment import Moment
from denoc_studio.plots.tables.inspector.comparisons import COMPARISONS
from denoc_studio.plots.tables.inspector.complement import COMPLEMENT
from denoc_studio.plots.tables.inspector.entry import Entry
from denoc_studio.plots.tables.inspector.equations import EQUATIONS
from denoc_studio.plots.tables.inspector.recursions import recursions
from denoc_studio.plots.tables.inspector.walker_orin import WALKER_ORIN


@cache
def entries() -> tuple[Entry, ...]:
    return (*EQUATIONS, *COMPLEMENT, *recursions(), *WALKER_ORIN, *COMPARISONS)


def summary(moment: Moment) -> str:
    """How well the equations can be solved here, in words."""
    return f"condition number of I: {condition_number(moment.robot, moment.q):.3g}"
