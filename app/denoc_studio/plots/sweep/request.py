"""What a sweep is asked for: which entries vary, over which runs, and what is measured."""

from __future__ import annotations

import math
from typing import NamedTuple

from denoc.basics.errors import DynamicsError
from denoc.studies.sweeps.plan import Design, Plan, Vary, sweep_plan

MOST = 20_000  # runs in the window: as many as can be drawn and sorted while they come
DESIGNS: dict[str, str] = {"grid": "Grid", "random": "Random", "sobol": "Sobol"}


class Request(NamedTuple):
    """`vary` has a range for each entry, in SI units and radians; `runs` and `seed` are for points, not for a grid."""

    vary: tuple[Vary, ...]
    measures: tuple[str, ...]
    design: Design = "grid"
    runs: int = 1
    seed: int = 0

    @property
    def size(self) -> int:
        """How many runs there are."""
        return math.prod(each.steps for each in self.vary) if self.design == "grid" else self.runs

    @property
    def one_line(self) -> bool:
        """Whether the runs follow each other along one entry."""
        return self.design == "grid" and len(self.vary) == 1

    def plan(self) -> Plan:
        """The plan of the runs; a DynamicsError says what of the request cannot be."""
        if self.size > MOST:
            raise DynamicsError(f"at most {MOST} runs are possible in the window; denoc-studio sweep computes more")
        if self.design == "grid":
            return sweep_plan(self.vary)
        return sweep_plan(self.vary, design=self.design, runs=self.runs, seed=self.seed)


def formulas(text: str) -> tuple[str, ...]:
    """Of a line as "ratio = a / b; sum = a + b". DynamicsError for a part without a name."""
    parts = tuple(part.strip() for part in text.split(";") if part.strip())
    for part in parts:
        if "=" not in part:
            raise DynamicsError("a formula is written as NAME = formula", value=part)
    return parts
