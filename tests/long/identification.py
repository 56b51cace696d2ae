"""Random arms of 3 to 6 joints identified from noisy motion and torques: against the truth, and on a second motion.

R and P mixed, both conventions, with friction, rotors, payload, base and tool. Without noise the base parameters must
be exact to 1e-8; with noise they must lie within their covariance, each arm's chi-square within its 1e-4 quantiles and
that of all together within its 1e-3 quantiles; what they leave of a second motion must be at most 1.1 of the noise and
of what their covariance adds to it, and the bodies must be ones that can be. With the noise of coarser encoders in the
positions, 1e-4 and 1e-3 rad or m, the chi-squares must be the same.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import chi2

import denoc as dn
from tests.long.tally import Tally
from tests.support.oracles.identification import COARSE, ENCODER, Case, least_moment, random_case

COUNT = 20
ROUNDS = 10  # of the search for exciting motions


def run(tally: Tally, count: int, seed: int) -> None:
    squares, degrees = dict.fromkeys((ENCODER, *COARSE), 0.0), 0
    for number in range(seed, seed + count):
        case = random_case(number, 3 + number % 4, rounds=ROUNDS)
        exact = dn.identify(case.prior, case.exact())
        truth = exact.base.values(case.truth)
        error = float(np.abs(exact.values - truth).max() / np.abs(truth).max())
        name = f"arm {number}, {case.truth.kinds}"
        for encoder in squares:
            squares[encoder] += _judged(tally, case, encoder, name)
        degrees += len(truth)
        found = dn.identify(case.prior, case.measured(0)[0])
        checked = dn.validate(found, case.measured(1)[0])
        expected = case.foretold(found)
        foretold = float((checked.identified / expected).max())
        robot = found.robot()
        tally.tried()
        tally.met("error without noise", error)
        tally.met("residual of a second motion over what is expected", foretold)
        tally.met("that of the prior", float((checked.prior / expected).max()))
        tally.met("condition", found.condition)
        if not error <= 1e-8:
            tally.failed(f"{name}: off by {error:.2g} without noise")
        if not foretold <= 1.1:
            tally.failed(f"{name}: leaves {foretold:.3g} of what is expected of a second motion")
        if not least_moment(robot) >= -1e-6:
            tally.failed(f"{name}: a body that cannot be, {least_moment(robot):.2g}")
    low, high = chi2.ppf((1e-3, 1 - 1e-3), degrees)
    for encoder, square in squares.items():
        tally.met(f"chi-square over its {degrees} degrees of freedom, {encoder:g} rad or m of noise", square / degrees)
        if not low <= square <= high:
            tally.failed(f"{encoder:g}: chi-square of all arms {square:.1f}, which should be {low:.1f} to {high:.1f}")


def _judged(tally: Tally, case: Case, encoder: float, name: str) -> float:
    """The chi-square of an arm with this noise in its positions."""
    found = dn.identify(case.prior, case.measured(0, encoder)[0])
    off = found.values - found.base.values(case.truth)
    square = float(off @ np.linalg.solve(found.covariance, off))
    tally.met("largest z", float(np.abs(off / found.deviations).max()))
    low, high = chi2.ppf((1e-4, 1 - 1e-4), len(off))
    if not low <= square <= high:
        tally.failed(f"{name}, {encoder:g} of noise: chi-square {square:.1f} of {len(off)}")
    return square
