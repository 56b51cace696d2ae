"""Functions of states of arms that differ from run to run, in lanes: energies, inertias."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from denoc.arm.robot import Robot
from denoc.kernels import lanes as lane_kernels
from denoc.kernels.emitter.targets import Target
from denoc.kernels.functions import FUNCTIONS
from denoc.kernels.storage.locks import making
from denoc.runs.ensembles.memory import aligned


def of_arms(name: str, robot: Robot, target: Target, tables: np.ndarray, states: Sequence[np.ndarray]) -> np.ndarray:
    """A function of states (k, m, n) each, of arms like `robot` with the numbers `tables` (k, columns): its results,
    (k, m, columns)."""
    with making():
        from denoc.runs.ensembles.first_steps import each

    function, lanes, n = FUNCTIONS[name], target.lanes, robot.n
    kernel, kinds = lane_kernels.of_any_arm(name, target), lane_kernels.kinds(robot)
    given = np.concatenate(states, axis=2)
    out = np.empty((*given.shape[:2], function.columns(n)))
    counts = {
        "given": given.shape[2],
        "out": out.shape[2],
        "tables": tables.shape[1],
        "scratch": lane_kernels.scratch(name, kernel, n),
    }
    begins = dict(zip(counts, np.cumsum([0, *counts.values()]).tolist(), strict=False))
    rows = aligned(sum(counts.values()), lanes)
    at = {place: rows.ctypes.data + 8 * lanes * row for place, row in begins.items()}
    inputs = [at["given"] + 8 * lanes * n * i for i in range(len(states))]
    ends = at["tables"] + 8 * lanes * (tables.shape[1] - lane_kernels.ENDS)
    addresses = [*inputs, at["out"], n, kinds.ctypes.data, at["tables"], ends, at["scratch"]]
    arguments = np.array(addresses, dtype=np.int64)
    each(kernel.address, arguments.ctypes.data, rows, begins["tables"], begins["out"], tables, given, out)
    return out
