"""What the residuals' noise looks like over frequency: white from the torques, rising where positions are noisy.

Noise in positions becomes noise of accelerations, of which the mass matrix makes torques: its power rises with the
fourth power of the frequency up to the filter's edge (with the second where rates were measured), while the motion
tells its parameters at the lower end. Taken as white, such residuals make deviations too large; and since that noise is
in the regressor too, plain least squares explain it by inertias that are too small. So rows are taken to their
frequencies by the cosine transform, which keeps white noise white, and each is weighted by the power

    s_j^2 (1 + r_j g(f))    of joint j,    g(f) = x^(2 order) / (1 + 0.414 x^6)^4,    x = f / cutoff,

folded at the cut-off, with r_j of the largest likelihood, found in turns; `order` is how often positions or rates were
differentiated. The first turn counts low frequencies alone: begun with all of them,
inertias that are too small would hide the noise that they fit.
"""

from __future__ import annotations

import numpy as np

from denoc.motions.smoothing import HALF_POWER
from denoc.studies.identification.least_squares import ROUNDING, Fit, fit, leverages

ROUNDS = 4
FIRST = 1e6  # r of the first turn
SHARES = np.concatenate([[0.0], np.logspace(-2, 7, 181)])  # of r, tried
CLEAR = 6.6  # twice the logarithm of the likelihood that r = 0 must fall short by: one in a hundred does by chance
LEAST_FREE = 0.05  # of a row's own information, left by the parameters


def fit_of_noisy_motion(y: np.ndarray, tau: np.ndarray, prior: np.ndarray, order: int, *, weighted: bool) -> Fit:
    """As `fit` of samples at twice the cut-off: y (m, n, b), tau (m, n), prior (b,); `order` as above, 0 for white.

    The result's `noise` is the root mean square over the band, its `residual` is over time. `rising` says of which
    joints the noise was found to rise.
    """
    if order == 0:
        return fit(y, tau, prior, weighted=weighted)
    from scipy.fft import dct  # imported late: it costs as much as the rest of the package

    over_y, over_tau = (dct(values, axis=0, norm="ortho") for values in (y, tau))
    shape = _folded(np.arange(len(tau)) / len(tau), order)[:, None]
    floor = (ROUNDING * (np.abs(tau).max(initial=0.0) or 1.0)) ** 2
    shares = np.full(tau.shape[1], FIRST)
    for _ in range(ROUNDS):
        before, root = shares, np.sqrt(1 + shares * shape)
        found = fit(over_y / root[..., None], over_tau / root, prior, weighted=weighted)
        free = np.clip(1 - leverages(over_y / (root * found.noise)[..., None]), LEAST_FREE, 1.0)
        powers = (over_tau - over_y @ found.values) ** 2 + floor
        shares = np.array([_share(powers[:, j], free[:, j], shape[:, 0]) for j in range(tau.shape[1])])
        if np.array_equal(shares, before):
            break
    root = np.sqrt(1 + shares * shape)
    found = fit(over_y / root[..., None], over_tau / root, prior, weighted=weighted)
    noise = found.noise * np.sqrt((root**2).mean(axis=0))
    return found._replace(noise=noise, residual=tau - y @ found.values, rising=shares > 0)


def _folded(x: np.ndarray, order: int) -> np.ndarray:
    """g at frequencies x of the cut-off, with what sampling at twice the cut-off folds back from above."""

    def passed(x: np.ndarray) -> np.ndarray:
        return x ** (2 * order) / (1 + HALF_POWER * x**6) ** 4  # positions were filtered once, regressors once more

    return passed(x) + passed(2 - x)


def _share(powers: np.ndarray, free: np.ndarray, shape: np.ndarray) -> float:
    """r of the largest likelihood (Whittle's) for these powers, of rows that the parameters leave so free.

    0 where r = 0 is nearly as likely.
    """
    models = 1 + SHARES[:, None] * shape
    sizes = (powers / models).sum(axis=1) / free.sum()
    unlikely = (free * np.log(models)).sum(axis=1) + free.sum() * np.log(sizes)
    best = int(np.argmin(unlikely))
    return float(SHARES[best]) if unlikely[0] - unlikely[best] > CLEAR else 0.0
