"""heyoka's Taylor integrator on our equations of motion, which it is given as expressions and compiles itself."""

from __future__ import annotations

from collections.abc import Callable

import heyoka
import numpy as np

import denoc
from denoc_studio.bench.peers import symbols

FUNCTIONS = {
    "sin": heyoka.sin,
    "cos": heyoka.cos,
    "sqrt": heyoka.sqrt,
    "sign": lambda x: heyoka.gt(x, heyoka.expression(0.0)) - heyoka.lt(x, heyoka.expression(0.0)),
}


class Fall:
    """An arm without torques, from a state at rest or not, (2, n): q and qd."""

    def __init__(self, robot: denoc.Robot, start: np.ndarray, tolerance: float) -> None:
        self.n = robot.n
        self.start = start.ravel()
        self.integrator = heyoka.taylor_adaptive(_equations(robot), self.start, tol=tolerance)

    def run(self, times: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
        """q and qd at these times, from the start; and the steps that it took."""
        self.integrator.time = 0.0
        self.integrator.state[:] = self.start
        *_, steps, _, states = self.integrator.propagate_grid(times)
        return states[:, : self.n], states[:, self.n :], steps


def _equations(robot: denoc.Robot) -> list[tuple[heyoka.expression, heyoka.expression]]:
    """Of an arm without torques."""
    q, qd = ([heyoka.expression(f"{name}{i}") for i in range(robot.n)] for name in ("q", "qd"))
    nothing = [heyoka.expression(0.0)] * robot.n
    qdd = symbols.results(robot, "forward denoc", [q, qd, nothing], FUNCTIONS)
    return list(zip([*q, *qd], [*qd, *qdd], strict=True))


def falls_in_batches(
    robot: denoc.Robot, starts: np.ndarray, duration: float, tolerance: float
) -> Callable[[], np.ndarray]:
    """The ends of falls from `starts` (runs, 2 n), as many at once as the processor has lanes."""
    lanes = heyoka.recommended_simd_size()
    batches = starts.reshape(-1, lanes, starts.shape[1])
    integrator = heyoka.taylor_adaptive_batch(_equations(robot), np.array(batches[0].T, order="C"), tol=tolerance)

    def run() -> np.ndarray:
        ends = np.empty_like(batches)
        for batch, end in zip(batches, ends, strict=True):
            integrator.set_time(0.0)
            integrator.state[:] = batch.T
            integrator.propagate_until([duration] * lanes)
            end[:] = integrator.state.T
        return ends.reshape(starts.shape)

    return run
