"""heyoka's Taylor integrator on our equations of motion, which it is given as expressions and compiles itself."""

from __future__ import annotations

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
        q, qd = ([heyoka.expression(f"{name}{i}") for i in range(robot.n)] for name in ("q", "qd"))
        nothing = [heyoka.expression(0.0)] * robot.n
        qdd = symbols.results(robot, "forward denoc", [q, qd, nothing], FUNCTIONS)
        equations = list(zip([*q, *qd], [*qd, *qdd], strict=True))
        self.integrator = heyoka.taylor_adaptive(equations, self.start, tol=tolerance)

    def run(self, times: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
        """q and qd at these times, from the start; and the steps that it took."""
        self.integrator.time = 0.0
        self.integrator.state[:] = self.start
        *_, steps, _, states = self.integrator.propagate_grid(times)
        return states[:, : self.n], states[:, self.n :], steps
