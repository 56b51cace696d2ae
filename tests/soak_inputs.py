"""The long run of inputs that change at a time: python -m tests.soak_inputs 2000 [first seed].

Random pulses, ramps, dwells, formulas, motions, limits and controllers against exact answers, by every integrator.
"""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np

from tests.oracles.inputs import random_case


def main(count: int, first: int = 0) -> int:
    kinds: Counter[str] = Counter()
    wrong = 0
    for seed in range(first, first + count):
        case = random_case(np.random.default_rng(seed))
        run = case.run()
        error = case.error(run)
        kinds[case.name.rsplit(", ", 1)[-1]] += 1
        if not error <= case.allowed:
            wrong += 1
            print(f"seed {seed}: {case.name}: off by {error:.3g}, allowed {case.allowed:.3g}, {run.status}", flush=True)
    print(", ".join(f"{name} {number}" for name, number in sorted(kinds.items())), f"; {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
