"""Explicit Runge-Kutta methods with error control and dense output; the loop itself is in `loops`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from denoc.kernels.emitter.compiler import Loaded
from denoc.kernels.storage.locks import Once
from denoc.runs.integrators.compiled import CompiledDerivative, CompiledStepper
from denoc.runs.integrators.stepper import Derivative, Progress, Tolerances
from denoc.runs.integrators.tableaus import Tableau


class ExplicitStepper(CompiledStepper):
    """Steps of one tableau; a tableau without an error estimate keeps the step `max_step`."""

    def __init__(
        self,
        tableau: Tableau,
        f: Derivative | CompiledDerivative,
        t: float,
        y: np.ndarray,
        tolerances: Tolerances,
    ) -> None:
        super().__init__(f, t, y, tolerances, 1 + max(len(tableau.a), tableau.stages + 1))
        self._weights = _weights(tableau)
        _describe(tableau, self._numbers)
        step, more = self._stages = _stages(tableau)
        self._step = step.address
        self._start(more.address if more else 0, self._weights)

    def _run(self, end: float, steps: int, times: np.ndarray) -> tuple[int, np.ndarray]:
        """How it ended, and the states at the times that were passed."""
        return self._run_by(self._loops.advance, end, steps, times)

    def advance_by(
        self, loop: Callable[..., int], end: float, steps: int, times: np.ndarray, *more: np.ndarray
    ) -> Progress:
        """So many steps by a compiled loop like `loops.advance`, which is given `more`; it may stop before."""
        outcome, states = self._run_by(loop, end, steps, times, *more)
        return Progress(states, self._failure(outcome))

    def _run_by(
        self, loop: Callable[..., int], end: float, steps: int, times: np.ndarray, *more: np.ndarray
    ) -> tuple[int, np.ndarray]:
        out = np.empty((len(times), self._size))
        f, data, *rest = self._given
        outcome = loop(f, data, self._step, *rest, float(end), steps, times, out, *more)
        return outcome, out[: int(self._numbers[self._loops.SAMPLED])]


@Once
def _stages(tableau: Tableau) -> tuple[Loaded, Loaded | None]:
    """The stages of a step, the last of which is the step itself, and those that only the dense output needs."""
    from denoc.runs.integrators import stages

    count = tableau.stages
    table = [*tableau.a[:count], tableau.b, *tableau.a[count + 1 :]]
    rows = tuple(tuple(row.tolist()) for row in table)
    nodes = (*tableau.nodes[:count].tolist(), 1.0, *tableau.nodes[count + 1 :].tolist())
    more = stages.compiled(rows, nodes, count + 1, len(rows)) if len(rows) > count + 1 else None
    errors = tuple(tuple(row.tolist()) for row in tableau.errors)
    return stages.compiled(rows, nodes, 1, count + 1, errors), more


@Once
def _weights(tableau: Tableau) -> np.ndarray:
    from denoc.runs.integrators import loops

    out = np.zeros((loops.WEIGHT_ROWS, loops.WEIGHT_COLUMNS))
    if tableau.dense is not None:
        count, width = tableau.dense.shape
        out[:count, :width] = tableau.dense
    return out


def _describe(tableau: Tableau, numbers: np.ndarray) -> None:
    """What the loop has to know of the method."""
    from denoc.runs.integrators import loops

    numbers[loops.STAGES] = tableau.stages
    numbers[loops.LAST_STAGE] = max(len(tableau.a) - 1, tableau.stages)
    numbers[loops.ORDER], numbers[loops.ERROR_ORDER] = tableau.order, tableau.error_order
    numbers[loops.ESTIMATES] = len(tableau.errors)
    numbers[loops.DENSE_ROWS] = 0 if tableau.dense is None else len(tableau.dense)
    numbers[loops.BOOTSTRAP] = tableau.bootstrap if tableau.dense is None else 0
