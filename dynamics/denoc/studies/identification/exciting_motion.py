"""A motion that tells the base parameters well: finite Fourier sums, shaped by an evolution strategy within limits.

q_j(t) = o_j + sum over l of a_jl sin(2 pi l t / T) + b_jl cos(2 pi l t / T) (Swevers et al. 1997), with sum l a = 0 and
sum l^2 b = 0, so that the arm starts and ends at rest without acceleration. A candidate that breaks a joint's limits is
made smaller until it keeps them; one that breaks the torques' is made smaller as a whole.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from denoc.arm.batch import check_joints
from denoc.arm.robot import Robot
from denoc.arm.search_ranges import search_ranges
from denoc.basics.cancelling import Cancel, Progress, cancellable, check_cancelled, check_watchers, tell
from denoc.basics.checks import check_choice, check_count, check_flag, check_kind
from denoc.basics.errors import DynamicsError, NoSolution, shorten
from denoc.functions.api import gravity_torque, inverse_dynamics
from denoc.kernels.dispatch import SHARED
from denoc.motions.joint_trajectories import States, check_duration
from denoc.motions.motion_data import SineMotion, Triple
from denoc.studies.identification.base import BaseParameters, base_parameters, random_states, reach

MOST_HARMONICS = 50
MOST_ROUNDS = 10_000
SAFE = 0.995  # of a limit: peaks between samples are no higher than the rest
FINE = 40  # samples in a period of the highest harmonic, where limits are looked at
COARSE = 8  # the same, where regressors are
FEWEST = 60  # samples of a candidate's regressor
FAMILY = 24  # candidates in a round
PARENTS = 6
FIRST = 4  # families before the first round, of which the best are kept
WIDE, NARROW = 0.6, 0.05  # steps of the search, from the first round to the last
SIZES = (1.0, 0.85, 0.7, 0.55, 0.4, 0.3, 0.2, 0.1)  # of the whole motion, for torques that are too high
POSES = 500  # tried for one that torques can hold

Criterion = Literal["condition", "determinant"]


@dataclass(frozen=True)
class _Limits:
    """Of each joint, (n,)."""

    lower: np.ndarray
    upper: np.ndarray
    speed: np.ndarray
    acceleration: np.ndarray
    torque: np.ndarray


def exciting_motion(
    robot: Robot,
    duration: float,
    *,
    harmonics: int = 5,
    lower: object = None,
    upper: object = None,
    speed: object = None,
    acceleration: object = None,
    torque: object = None,
    friction: bool = True,
    rotors: bool = True,
    criterion: Criterion = "condition",
    rounds: int = 40,
    seed: int = 0,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> SineMotion:
    """A periodic motion that tells the base parameters of an arm well, within limits: a `SineMotion`.

    Each joint follows `harmonics` sines of 1, 2, ... times 1 / duration (Hz); it starts and ends at rest, without
    acceleration. Limits are one number or (n,): positions from `lower` to `upper` (rad, m), `speed`, `acceleration`
    (per s, s^2) and `torque` (N m, N) either way. Without them the links' own count (lower, upper, max_speed,
    max_torque); a joint that has none moves by half a turn, or by the arm's typical length, to both sides of zero.
    Minimised is the logarithm of the regressor's condition, or with criterion "determinant" the logarithm of the
    covariance's determinant; `rounds` of a random search, the same for the same `seed`. `progress` is called with the
    share that is done; `cancel.is_set()` ends it with `Cancelled`. `excitation` tells how good the motion is.
    DynamicsError for arguments that cannot be used; NoSolution where limits forbid to stand still or to move.

    >>> arm = dn.rod_chain(2).robot
    >>> motion = dn.exciting_motion(arm, 5.0, harmonics=3, speed=2.0, rounds=5)
    >>> dn.excitation(arm, motion, 5.0).not_excited
    ()
    """
    check_kind(robot, Robot, "robot")
    duration = check_duration(duration)
    harmonics = check_count(harmonics, "harmonics", 3, MOST_HARMONICS)
    rounds = check_count(rounds, "rounds", 0, MOST_ROUNDS)
    seed = check_count(seed, "seed", 0, 2**63)
    check_choice(criterion, ("condition", "determinant"), "criterion")
    limits = _check_limits(robot, lower, upper, speed, acceleration, torque)
    check_watchers(cancel, progress)
    base = base_parameters(robot, friction=check_flag(friction, "friction"), rotors=check_flag(rotors, "rotors"))
    with cancellable(cancel):
        _check_rest(robot, limits)
        search = _Search(robot, base, duration, harmonics, limits, criterion)
        best, score = search.run(np.random.default_rng(seed), rounds, progress)
    if not math.isfinite(score):
        raise NoSolution(search.why_not(best))
    return search.motion(best)


def _check_limits(
    robot: Robot, lower: object, upper: object, speed: object, acceleration: object, torque: object
) -> _Limits:
    room = np.array([math.pi if link.revolute else reach(robot) for link in robot.links])

    def given(name: str, value: object, own: list[float], missing: float = math.inf) -> np.ndarray:
        array = check_joints(robot, name, own if value is None else value, infinite=True)
        return np.where(np.isfinite(array), array, missing)

    links = robot.links
    below = given("lower", lower, [link.lower for link in links], -math.inf)
    above = given("upper", upper, [link.upper for link in links])
    least, most = search_ranges(np.array([below, above]), np.zeros(robot.n), room)
    found = _Limits(
        least,
        most,
        given("speed", speed, [link.max_speed for link in links]),
        given("acceleration", acceleration, [math.inf] * robot.n),
        given("torque", torque, [link.max_torque for link in links]),
    )
    for joint in range(robot.n):
        if not found.lower[joint] < found.upper[joint]:
            reason = f"it cannot move: its limits are {found.lower[joint]:g} and {found.upper[joint]:g}"
            raise NoSolution(reason, link=joint + 1)
        for name in ("speed", "acceleration", "torque"):
            value = getattr(found, name)[joint]
            if not value > 0:
                raise DynamicsError("must be above zero", link=joint + 1, field=name, value=float(value))
    return found


def _check_rest(robot: Robot, limits: _Limits) -> None:
    """Torques that can hold the arm somewhere."""
    if np.isinf(limits.torque).all():
        return
    rng = np.random.default_rng(0)
    poses = rng.uniform(limits.lower, limits.upper, (POSES, robot.n))
    poses[0] = (limits.lower + limits.upper) / 2
    shares = np.abs(gravity_torque(robot, poses, kernels=SHARED)) / limits.torque
    best = int(np.argmin(shares.max(axis=1)))
    if shares[best].max() > 1:
        joint = int(np.argmax(shares[best]))
        needed = shares[best, joint] * limits.torque[joint]
        reason = (
            f"the limits forbid to stand still: in the easiest of {POSES} poses its weight asks for {needed:.4g}, "
            f"and {limits.torque[joint]:.4g} is allowed"
        )
        raise NoSolution(reason, link=joint + 1)


class _Search:
    """Candidates are (n, 2 harmonics + 1) numbers: sines, cosines, and where between its limits a joint moves."""

    def __init__(
        self, robot: Robot, base: BaseParameters, duration: float, harmonics: int, limits: _Limits, criterion: str
    ) -> None:
        self.robot, self.base, self.limits, self.criterion = robot, base, limits, criterion
        self.harmonics, self.duration = harmonics, duration
        self.half = (limits.upper - limits.lower) / 2
        states = random_states(robot, len(base.parameters))
        y = base.regressor(*states)
        torque = y @ base.values(robot)
        rms = np.sqrt((torque**2).mean(axis=0))
        self.weights = 1 / np.where(rms > 0, rms, 1.0)
        self.units = np.linalg.norm((y * self.weights[:, None]).reshape(-1, base.rank), axis=0) / math.sqrt(len(y))
        self.fine = self._waves(FINE * harmonics)
        self.coarse = self._waves(max(COARSE * harmonics, FEWEST))

    def _waves(self, count: int) -> np.ndarray:
        """The sines and cosines at so many times, and their first and second derivatives, (3, count, 2 harmonics)."""
        orders = np.arange(1, self.harmonics + 1)
        w = 2 * math.pi * orders / self.duration
        angles = np.outer(np.arange(count) * self.duration / count, w)
        sine, cosine = np.sin(angles), np.cos(angles)
        parts = (sine, cosine), (w * cosine, -w * sine), (-(w**2) * sine, -(w**2) * cosine)
        return np.array([np.hstack(part) for part in parts])

    def run(self, rng: np.random.Generator, rounds: int, progress: Progress | None) -> tuple[np.ndarray, float]:
        """The best candidate, made to keep the limits, and its score; inf where none of them does."""
        shape = (self.robot.n, 2 * self.harmonics + 1)
        family = np.concatenate([self._scored(rng.normal(size=(FAMILY, *shape))) for _ in range(FIRST)])
        for number in range(rounds):
            check_cancelled()
            tell(progress, number / rounds)
            family = family[np.argsort(family["score"], kind="stable")[:PARENTS]]
            step = WIDE * (NARROW / WIDE) ** (number / max(rounds - 1, 1))
            parents = family["raw"][rng.integers(len(family), size=(2, FAMILY))]
            mixed = np.where(rng.random((FAMILY, shape[0], 1)) < 0.5, parents[0], parents[1])  # joint by joint
            family = np.concatenate([family, self._scored(mixed + step * rng.normal(size=mixed.shape))])
        tell(progress, 1.0)
        best = family[int(np.argmin(family["score"]))]
        return best["kept"], float(best["score"])

    def _scored(self, raw: np.ndarray) -> np.ndarray:
        kept = self._within(raw)
        out = np.empty(len(raw), [("raw", float, raw.shape[1:]), ("kept", float, raw.shape[1:]), ("score", float)])
        out["raw"], out["kept"], out["score"] = raw, kept, self._scores(kept)
        return out

    def _within(self, raw: np.ndarray) -> np.ndarray:
        """Candidates that keep the limits of positions, speeds, accelerations and, where they can, of torques."""
        h, orders = self.harmonics, np.arange(1, self.harmonics + 1)
        out = raw.copy()
        for part, power in ((slice(0, h), 1), (slice(h, 2 * h), 2)):
            rest = (orders**power).astype(float)
            out[..., part] -= (out[..., part] @ rest / (rest @ rest))[..., None] * rest
        out[..., -1] = np.tanh(0.5 * raw[..., -1])  # from -1 at the lower limit to 1 at the upper
        out[..., :-1] *= (self.half / math.sqrt(h))[:, None]
        shape, speed, acceleration = np.einsum("dkh,cnh->dckn", self.fine, out[..., :-1])
        room = self.half * (1 - np.abs(out[..., -1])) + 1e-9 * self.half
        peaks = [np.abs(shape).max(axis=1) / room, np.abs(speed).max(axis=1) / self.limits.speed]
        peaks.append(np.abs(acceleration).max(axis=1) / self.limits.acceleration)
        out[..., :-1] *= (SAFE / np.maximum(np.max(peaks, axis=0), SAFE))[..., None]
        if np.isfinite(self.limits.torque).any():
            out[..., :-1] *= self._size(out)[:, None, None]
        return out

    def _size(self, kept: np.ndarray) -> np.ndarray:
        """Of the whole motion, so that torques keep their limits; 0 where the arm cannot even stand there."""
        found = np.zeros(len(kept))
        for size in reversed(SIZES):
            smaller = kept.copy()
            smaller[..., :-1] *= size
            found = np.where(self._torque_shares(smaller).max(axis=-1) <= SAFE, size, found)
        return found

    def _torque_shares(self, kept: np.ndarray) -> np.ndarray:
        states = self._states(kept, self.fine)
        torque = inverse_dynamics(self.robot, *states, kernels=SHARED)
        return np.abs(torque).reshape(len(kept), -1, self.robot.n).max(axis=1) / self.limits.torque

    def _offset(self, kept: np.ndarray) -> np.ndarray:
        return (self.limits.lower + self.limits.upper) / 2 + self.half * kept[..., -1]

    def _states(self, kept: np.ndarray, waves: np.ndarray) -> States:
        """q, qd, qdd of all candidates one after the other, (candidates * times, n) each."""
        q, qd, qdd = np.einsum("dkh,cnh->dckn", waves, kept[..., :-1])
        q = q + self._offset(kept)[:, None, :]
        return q.reshape(-1, self.robot.n), qd.reshape(-1, self.robot.n), qdd.reshape(-1, self.robot.n)

    def _scores(self, kept: np.ndarray) -> np.ndarray:
        y = self.base.regressor(*self._states(kept, self.coarse)) * self.weights[:, None]
        rows = y.reshape(len(kept), -1, self.base.rank)
        lengths = np.linalg.norm(rows, axis=1)[:, None, :]
        told = (lengths > 0).all(axis=(1, 2)) & (np.abs(kept[..., :-1]).max(axis=(1, 2)) > 0)
        scale = self.units * math.sqrt(rows.shape[1]) if self.criterion == "determinant" else lengths
        unit = rows / np.where(scale > 0, scale, 1.0)
        sizes = np.linalg.eigvalsh(unit.transpose(0, 2, 1) @ unit)
        sizes = np.maximum(sizes, 1e-16 * sizes[:, -1:])
        with np.errstate(divide="ignore", invalid="ignore"):
            if self.criterion == "determinant":
                scores = -np.log(sizes).sum(axis=1)
            else:
                scores = 0.5 * np.log(sizes[:, -1] / sizes[:, 0])
        return np.where(told & np.isfinite(scores), scores, np.inf)

    def why_not(self, kept: np.ndarray) -> str:
        """That no candidate moves, or that none excites everything, in words."""
        if not np.abs(kept[:, :-1]).max() > 0:
            joint = int(np.argmax(self._torque_shares(kept[None])[0])) + 1
            return f"no motion was found that keeps the limits: the torque of joint {joint} is the tightest"
        return f"no motion was found that excites every base parameter: {shorten(list(self.base.names))}"

    def motion(self, kept: np.ndarray) -> SineMotion:
        """As sines with phases: a sin x + b cos x = r sin(x + phase)."""
        h = self.harmonics
        a, b = kept[:, :h], kept[:, h : 2 * h]
        sizes, phases = np.hypot(a, b), np.arctan2(b, a)
        terms: tuple[tuple[Triple, ...], ...] = tuple(
            tuple((float(sizes[j, i]), (i + 1) / self.duration, float(phases[j, i])) for i in range(h))
            for j in range(self.robot.n)
        )
        return SineMotion(tuple(self._offset(kept).tolist()), terms)
