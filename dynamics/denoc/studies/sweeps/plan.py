"""Which entries are varied, and the values of each run: a grid, or points spread over the ranges."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np

from denoc.basics.checks import as_numbers, check_choice, check_count, check_items, check_kind, check_number
from denoc.basics.errors import DynamicsError
from denoc.files.projects.documents import keys_of

Design = Literal["grid", "random", "sobol"]
DESIGNS: tuple[Design, ...] = get_args(Design)
MAX_VARIED = 100
MAX_RUNS = 10_000_000
MAX_NUMBERS = 50_000_000  # of the whole plan: 400 MB
STEPS = 11  # of a range in a grid, where none are asked for


class Vary(NamedTuple):
    """An entry that a sweep varies, by its path in the project file, from `low` to `high`.

    SI units and radians. In a grid it takes `steps` values, both ends among them.

    >>> dn.Vary("robot.links[1].mass", 0.5, 2.0).steps
    11
    """

    path: str
    low: float
    high: float
    steps: int = STEPS


@dataclass(frozen=True, eq=False)
class Plan:
    """The values of the varied entries in every run: `values` (runs, paths), SI units and radians.

    `sweep_plan` makes grids and spread points; any other table of runs is made here. DynamicsError where they do not
    fit.

    >>> dn.Plan(("q0[0]", "q0[1]"), [[0.0, 0.5], [0.2, 0.1]]).values.shape
    (2, 2)
    """

    paths: tuple[str, ...]
    values: np.ndarray

    def __post_init__(self) -> None:
        paths = check_items(self.paths, MAX_VARIED, "paths")
        if not paths or len({keys_of(path, "paths") for path in paths}) < len(paths):
            raise DynamicsError("at least one entry must vary, and none twice", field="paths", value=paths)
        values = as_numbers(self.values, "values")
        if values.ndim != 2 or values.shape[1] != len(paths) or not np.isfinite(values).all():
            raise DynamicsError(f"finite numbers (runs, {len(paths)}) are needed", field="values", value=values.shape)
        _check_size(len(values), len(paths))
        object.__setattr__(self, "paths", paths)
        object.__setattr__(self, "values", values)


def sweep_plan(vary: Iterable[Vary], *, design: Design = "grid", runs: int | None = None, seed: int = 0) -> Plan:
    """The runs of a sweep: every combination of the ranges' steps, or `runs` points spread over the ranges.

    "random" points are independent and uniform, "sobol" points fill the ranges evenly (Sobol's sequence, scrambled by
    the seed); of either, more runs begin with the same points. The last entry varies fastest in a grid. DynamicsError
    names what cannot be.

    >>> dn.sweep_plan([dn.Vary("q0[0]", 0.0, 1.0, 3), dn.Vary("robot.links[0].mass", 1.0, 2.0, 2)]).values.tolist()
    [[0.0, 1.0], [0.0, 2.0], [0.5, 1.0], [0.5, 2.0], [1.0, 1.0], [1.0, 2.0]]
    """
    ranges = [_checked(each) for each in check_items(vary, MAX_VARIED, "vary")]
    if not ranges:
        raise DynamicsError("at least one entry must vary", field="vary")
    paths = tuple(each.path for each in ranges)
    if check_choice(design, DESIGNS, "design") == "grid":
        if runs is not None:
            raise DynamicsError("a grid has as many runs as its ranges have steps", field="runs", value=runs)
        _check_size(math.prod(each.steps for each in ranges), len(ranges))
        axes = (np.linspace(each.low, each.high, each.steps) for each in ranges)
        return Plan(paths, np.stack([axis.ravel() for axis in np.meshgrid(*axes, indexing="ij")], axis=1))
    if runs is None:
        raise DynamicsError("how many runs there are must be said", field="runs")
    _check_size(check_count(runs, "runs", 1, MAX_RUNS), len(ranges))
    low, high = (np.array([getattr(each, name) for each in ranges]) for name in ("low", "high"))
    points = _points(design, runs, len(ranges), check_count(seed, "seed", 0, 2**32 - 1))
    return Plan(paths, low + points * (high - low))


def _points(design: Design, runs: int, count: int, seed: int) -> np.ndarray:
    """(runs, count) between 0 and 1."""
    if design == "random":
        return np.random.default_rng(seed).random((runs, count))
    from scipy.stats import qmc

    whole = qmc.Sobol(count, seed=np.random.default_rng(seed)).random_base2(max(0, math.ceil(math.log2(runs))))
    return whole[:runs]


def _checked(given: object) -> Vary:
    try:
        path, low, high, steps = Vary(*check_kind(given, tuple, "vary"))
    except TypeError:
        raise DynamicsError("path, low, high and steps are needed", field="vary", value=given) from None
    keys_of(path, "vary")
    low, high = check_number(low, f"vary {path}"), check_number(high, f"vary {path}")
    if not low < high:
        raise DynamicsError(f"its range must rise, not go from {low:g} to {high:g}", field=f"vary {path}")
    return Vary(path, low, high, check_count(steps, f"vary {path}", 2, MAX_RUNS))


def _check_size(runs: int, count: int) -> None:
    most = min(MAX_RUNS, MAX_NUMBERS // count)
    if runs > most:
        raise DynamicsError(f"at most {most} runs are possible", field="runs", value=runs)
