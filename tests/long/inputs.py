"""Inputs that change at a time, by every integrator, against exact answers.

Random pulses, ramps, dwells, formulas, motions, limits and controllers.
"""

from __future__ import annotations

import numpy as np

from tests.long.tally import Tally
from tests.support.oracles.inputs import random_case

COUNT = 2000


def run(tally: Tally, count: int, seed: int) -> None:
    for each in range(seed, seed + count):
        case = random_case(np.random.default_rng(each))
        ended = case.run()
        error = case.error(ended)
        tally.tried()
        tally.met("of what is allowed", error / case.allowed)
        if not error <= case.allowed:
            tally.failed(f"seed {each}: {case.name}: off by {error:.3g}, allowed {case.allowed:.3g}, {ended.status}")
