"""The joints along a path of the tip, for any arm: predicted from the twist, corrected by Newton, joined by a spline.

What is returned is a spline over the path's share s, so rates and accelerations are its exact derivatives; the tip is
on the path to `ACCURACY`. An arm with more joints than the task needs moves them as little as it can: its rates are
those of least norm (radians and metres alike), to the accuracy of the march.
"""

from __future__ import annotations

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.motions.inverse_kinematics import joint_limits, search
from denoc.motions.piecewise import PiecewisePolynomial, quintic_spline
from denoc.motions.tip_paths import TipPath
from denoc.motions.tip_task import Task, linearise, resolve

ACCURACY = 1e-11  # of the spline between its knots, in radians and metres of the joints
SINGULAR = 1e-7  # smallest over largest singular value of the Jacobian
STEPS = 16, 64  # of the march, at first; more where joints are idle, for it alone decides how these move
EXTRAPOLATED = 6  # states before, whose polynomial foretells the next one where the task leaves no joint idle
ADAMS = tuple(x / 720 for x in (251, -1274, 2616, -2774, 1901))  # Adams and Bashforth, order 5; the latest rate last
MOULTON = tuple(x / 1440 for x in (27, -173, 482, -798, 1427, 475))  # and Moulton, with the rate ahead; order 6
STABLE = 0.1  # pull times step, up to which they are
FAR = 1.0  # rad, m in a step: such a state may be as many turns away, and must be where the rates at both ends lead
ORDER = 6  # of the spline's error in the distance of its knots
MOST_PARTS = 4  # that an interval between knots is cut into at once
SMALLEST_STEP = 1e-4
SMALLEST_GAP = 1e-6  # between knots; where the spline needs less, the joints' rates have no bound
MOST_STEPS = 200  # of the march: an arm that needs more is all but singular
MOST_KNOTS = 4000
NEWTON = 8  # steps at most
QUADRATIC, REGULAR = 1e-8, 1e-3  # a step of Newton's that is as short, in a state as regular, is the last one
WISHFUL = 80  # steps at most
FIRST_SHARE = 0.7  # of a step: wishes that are not met make it overshoot
SHARES = 0.3, 1.3  # of the steps after it, at least and at most


class PathBlocked(DynamicsError):
    """The arm cannot follow: `share` of the path says where, `reason` why."""

    def __init__(self, share: float, reason: str) -> None:
        super().__init__(reason)
        self.share = share


def follow(robot: Robot, path: TipPath, start: np.ndarray, task: Task, pull: float = 0.0) -> PiecewisePolynomial:
    """q over s from 0 to 1, from the joint state `start`, which puts the tip at the path's beginning.

    `pull` draws idle joints to the middle of their limits, at this rate per unit of s.
    """
    follower = _Follower(robot, path, task, pull)
    shares, q = follower.march(start)
    spline = follower.refine(shares, q)
    follower.check_limits(spline)
    return _at_rest(spline)


class _Follower:
    def __init__(self, robot: Robot, path: TipPath, task: Task, pull: float) -> None:
        self.robot, self.path, self.task, self.pull = robot, path, task, pull
        self.determined = robot.n <= task.rank  # each pose has one state near the one before
        self.rates: list[tuple[float, np.ndarray]] = []  # dq/ds at the last states of the march, and where these are
        self.limits = joint_limits(robot)
        bounded = np.isfinite(self.limits).all(axis=0)
        self.middle = np.where(bounded, np.where(bounded, self.limits, 0.0).mean(axis=0), np.nan)

    def march(self, start: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Shares (m,) and joint states (m, n) on the path, step by step from its beginning."""
        longest = 1 / STEPS[not self.determined]
        shares, states = [0.0], [self._settled(np.zeros(1), start[None])[0]]
        step = longest
        trust = 1.0 if len(self.task.wish) else 0.1  # wishes that are not met bend the way that rates alone foretell
        while shares[-1] < 1.0:
            s, q = shares[-1], states[-1]
            after = min(s + step, 1.0)
            guess = self._guess(shares, states, after, hindered=step < longest)
            found, there = self._correct(np.array([after]), guess[None])
            near = np.abs(found[0] - guess).max() <= trust * np.abs(guess - q).max() + 1e-6
            if there[0] and near and np.abs(found[0] - q).max() > FAR:
                told = (after - s) / 2 * (self._rates(s, q) + self._rates(after, found[0]))
                near = np.abs(found[0] - q - told).max() <= trust * np.abs(found[0] - q).max()
            if there[0] and near and len(shares) < MOST_STEPS:
                shares.append(after)
                states.append(found[0])
                step = min(2 * step, longest)
            elif step > SMALLEST_STEP and len(shares) < MOST_STEPS:
                step /= 2
            else:
                raise PathBlocked(s, self._why(s, q))
        return np.array(shares), np.array(states)

    def refine(self, shares: np.ndarray, q: np.ndarray) -> PiecewisePolynomial:
        """A spline through these states and as many more as it needs to keep to the path."""
        while True:
            spline = quintic_spline(shares, q, "free")
            between = (shares[1:] + shares[:-1]) / 2
            found, guess = self._between(spline, shares, q, between)
            off = np.abs(found - guess).max(axis=1)
            if off.max() <= ACCURACY * max(1.0, np.abs(q).max()):
                return spline
            wanting = (off > 0.1 * ACCURACY) & (np.diff(shares) > SMALLEST_GAP)
            parts = np.where(wanting, _parts(off), 1)
            worst = int(np.argmax(off))
            if len(shares) + (parts - 1).sum() > MOST_KNOTS or shares[worst + 1] - shares[worst] < SMALLEST_GAP:
                raise PathBlocked(between[worst], self._why(between[worst], guess[worst]))
            more = _within(shares, np.where(parts > 2, parts, 1))
            if len(more):
                found = np.concatenate([found, self._between(spline, shares, q, more)[0]])
            chosen = np.concatenate([parts == 2, np.ones(len(more), dtype=bool)])
            shares = np.concatenate([shares, np.concatenate([between, more])[chosen]])
            order = np.argsort(shares)
            shares, q = shares[order], np.concatenate([q, found[chosen]])[order]

    def _between(
        self, spline: PiecewisePolynomial, knots: np.ndarray, q: np.ndarray, shares: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """States on the path between those of the knots, and those of the spline there. Where that is further from its
        chord than the chord is long, it swings: then the chord is where to begin."""
        guess, place = spline.evaluate(shares)[0], np.searchsorted(knots, shares) - 1
        way = np.diff(q, axis=0)[place]
        chord = q[place] + ((shares - knots[place]) / np.diff(knots)[place])[:, None] * way
        swings = np.abs(guess - chord).max(axis=1) > np.abs(way).max(axis=1)
        return self._settled(shares, np.where(swings[:, None], chord, guess)), guess

    def check_limits(self, spline: PiecewisePolynomial) -> None:
        shares = np.union1d(spline.knots, np.linspace(0.0, 1.0, 201))
        q = spline.evaluate(shares)[0]
        beyond = (q < self.limits[0] - 1e-9) | (q > self.limits[1] + 1e-9)
        if not beyond.any():
            return
        row = int(np.argmax(beyond.any(axis=1)))
        joint = int(np.argmax(beyond[row]))
        low, high = self.limits[:, joint]
        unit = "rad" if self.robot.links[joint].revolute else "m"
        raise PathBlocked(shares[row], f"joint {joint + 1} would leave its limits {low:.6g} to {high:.6g} {unit}")

    def _guess(self, shares: list[float], states: list[np.ndarray], after: float, *, hindered: bool) -> np.ndarray:
        """Where the joints will be at `after`: from the states before, or with care where they lie closer together."""
        s, q, step, steps = shares[-1], states[-1], after - shares[-1], np.diff(shares[-EXTRAPOLATED:])
        if self.determined and not hindered and len(steps) == EXTRAPOLATED - 1 and steps.min() >= step:
            return _extrapolated(shares[-EXTRAPOLATED:], states[-EXTRAPOLATED:], after)
        self.rates = [] if self.determined else [*self.rates, (s, self._rates(s, q))][-len(ADAMS) :]
        even = all(s - k * step == place for k, (place, _) in enumerate(reversed(self.rates)))
        if len(self.rates) == len(ADAMS) and even and self.pull * step < STABLE:
            known = [rate for _, rate in self.rates]
            first = q + step * sum(factor * rate for factor, rate in zip(ADAMS, known, strict=True))
            known.append(self._rates(after, first))
            return q + step * sum(factor * rate for factor, rate in zip(MOULTON, known, strict=True))
        return self._predict(s, step, q)

    def _predict(self, s: float, step: float, q: np.ndarray) -> np.ndarray:
        """One step of Runge and Kutta along the rates that the path asks for."""
        k1 = self._rates(s, q)
        k2 = self._rates(s + step / 2, q + step / 2 * k1)
        k3 = self._rates(s + step / 2, q + step / 2 * k2)
        k4 = self._rates(s + step, q + step * k3)
        return q + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    def _rates(self, s: float, q: np.ndarray) -> np.ndarray:
        """dq/ds: what the tip's twist needs, and in the idle joints the pull."""
        if not np.isfinite(q).all():
            return q
        share = np.array([s])
        targets, twists = self.path.poses(share), self.path.twists(share)
        _, jacobian, twist = linearise(self.robot, q[None], targets, twists, coupled=self.task.coupled)
        found = resolve(self.task, jacobian, twist)
        if not self.pull:
            return found.rates[0]
        return found.rates[0] + found.idle[0] @ np.nan_to_num(self.pull * (self.middle - q))

    def _correct(self, shares: np.ndarray, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The states nearest to q (k, n) whose tips are on the path, and which of them (k,) were found."""
        targets = self.path.poses(shares)
        there = np.isfinite(q).all(axis=1)
        q = np.where(there[:, None], q, 0.0)
        wishful = len(self.task.wish) > 0
        share = np.full((len(q), 1), FIRST_SHARE if wishful else 1.0)
        before: np.ndarray | None = None
        for _ in range(WISHFUL if wishful else NEWTON):
            error, jacobian, _ = linearise(self.robot, q, targets, coupled=self.task.coupled)
            found = resolve(self.task, jacobian, error)
            there &= (found.regularity > SINGULAR) & (np.abs(found.rates).max(axis=1) < 1.0)
            if wishful and before is not None:
                share = _better_share(share, before, found.rates)
            before = found.rates
            step = np.where(there[:, None], share * found.rates, 0.0)
            q = q + step
            longest = float(np.abs(step).max())
            if longest < 1e-13 * max(1.0, np.abs(q).max()):
                break
            if not wishful and longest < QUADRATIC and (found.regularity[there] > REGULAR).all():
                error = error - (jacobian @ step[..., None])[..., 0]  # what is left is of second order
                break
        left = np.abs(error[:, self.task.must]).max(axis=1)
        there &= (left < 1e-10 * max(1.0, np.abs(targets[:, :3, 3]).max())) & (np.abs(step).max(axis=1) < 1e-8)
        return q, there

    def _settled(self, shares: np.ndarray, q: np.ndarray) -> np.ndarray:
        """Corrected states; where there is none the path is blocked."""
        found, there = self._correct(shares, q)
        if not there.all():
            first = int(np.argmin(there))
            raise PathBlocked(shares[first], self._why(shares[first], q[first]))
        return found

    def _why(self, share: float, q: np.ndarray) -> str:
        """Why the arm, which comes as far as `share` in about the state q, comes no further."""
        weights = np.zeros(6)
        weights[self.task.must] = 1.0
        anywhere = np.array([[-np.inf], [np.inf]]) * np.ones(self.robot.n)
        ahead = share + (1 - share) * np.array([0.0, 0.01, 0.5, 1.0])
        left = [search(self.robot, pose, q, weights, anywhere, restarts=20).error for pose in self.path.poses(ahead)]
        if max(left) > 1e-6:
            return f"what follows is out of reach, by up to {max(left):.3g} m or rad"
        if len(self.task.wish):
            return "the arm is singular, or what is wished has no best state near"
        return "the arm is singular"


def _at_rest(spline: PiecewisePolynomial) -> PiecewisePolynomial:
    """The spline, with joints that move by no more than its accuracy standing still: a rate that rounding leaves them
    would have a direction, and all of their dry friction."""
    q = spline.coefficients[0]
    still = np.ptp(q, axis=0) <= ACCURACY * max(1.0, np.abs(q).max())
    coefficients = np.where(still, 0.0, spline.coefficients)
    coefficients[0] = np.where(still, q[0], q)
    return PiecewisePolynomial(spline.knots, coefficients)


def _better_share(share: np.ndarray, before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """How much of a step to take, (k, 1), judged by what the last one has left of it: Barzilai and Borwein 1988."""
    size = (before * before).sum(axis=1, keepdims=True)
    changed = (before * (before - now)).sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.clip(np.nan_to_num(share * size / changed, nan=FIRST_SHARE), *SHARES)


def _extrapolated(shares: list[float], states: list[np.ndarray], after: float) -> np.ndarray:
    """The polynomial through the states, at `after`: by Neville's scheme."""
    values = list(states)
    for width in range(1, len(shares)):
        for k in range(len(shares) - width):
            a, b = shares[k], shares[k + width]
            values[k] = ((after - b) * values[k] + (a - after) * values[k + 1]) / (a - b)
    return values[0]


def _parts(off: np.ndarray) -> np.ndarray:
    """Into how many parts intervals must be cut that are so far off in their middles."""
    return np.clip(np.ceil((off / (0.5 * ACCURACY)) ** (1 / ORDER)), 2, MOST_PARTS).astype(int)


def _within(shares: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """The places that cut each interval into its number of equal parts."""
    rows = zip(shares[:-1], shares[1:], parts, strict=True)
    return np.concatenate([np.linspace(a, b, k + 1)[1:-1] for a, b, k in rows])
