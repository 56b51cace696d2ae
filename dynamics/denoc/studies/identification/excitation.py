"""Which base parameters a motion tells, and how well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from denoc.arm.batch import check_joints, check_states
from denoc.arm.robot import Robot
from denoc.basics.checks import check_kind, check_number
from denoc.basics.errors import DynamicsError
from denoc.motions.motion_data import Motion
from denoc.motions.motion_to_trajectory import trajectory_of
from denoc.studies.identification.base import BaseParameters, base_parameters
from denoc.studies.identification.least_squares import precision

MOST_SAMPLES = 100_000


@dataclass(frozen=True, eq=False, repr=False)
class Excitation:
    """How well a motion tells each of the b base parameters.

    `condition` is that of the regressor with columns of unit length, rows weighted by the noise; inf where it is
    singular. `deviations` (b,), SI units, are the standard deviations that least squares would have for the given
    torque noise, inf for what the motion does not excite.
    """

    base: BaseParameters
    condition: float
    deviations: np.ndarray
    values: np.ndarray  # (b,), of the robot

    @property
    def relative(self) -> np.ndarray:
        """Standard deviations over the robot's own values, (b,); inf where those are zero."""
        with np.errstate(divide="ignore"):
            return self.deviations / np.abs(self.values)

    @property
    def excited(self) -> np.ndarray:
        """Which base parameters the motion tells on their own, b truth values."""
        return np.isfinite(self.deviations)

    @property
    def not_excited(self) -> tuple[str, ...]:
        """The combinations that it does not tell, in words."""
        return tuple(words for words, there in zip(self.base.words, self.excited, strict=True) if not there)

    def __repr__(self) -> str:
        told = int(self.excited.sum())
        return f"<Excitation: {told} of {self.base.rank} base parameters, condition {self.condition:.4g}>"


def excitation(
    robot: Robot,
    motion: Motion | tuple[object, object, object],
    duration: float | None = None,
    *,
    noise: object = 1.0,
    rate: float = 100.0,
    friction: bool = True,
    rotors: bool = True,
) -> Excitation:
    """Which base parameters a motion tells, and how well: before anything is measured.

    `motion` is one of `trajectory_of`, of this `duration` (s), sampled at `rate` (Hz); or states (q, qd, qdd), (k, n)
    each in rad, m, per s and s^2. `noise` is the standard deviation of the torque (N m, N) in a sample, for all joints
    or (n,). The result has `condition`, `deviations` (b,) and `relative` to the robot's own values, as `identify` would
    have them for that noise, and `not_excited` in words; `base` says what the b parameters are. DynamicsError for a
    motion or states that do not fit the robot, a noise that is not above zero.

    >>> arm = dn.Robot("one", (dn.Link(a=0.5, mass=1.0),), gravity=(0, -9.81, 0))
    >>> still = dn.excitation(arm, dn.SineMotion((0.1,), ((),)), 5.0, friction=False, rotors=False)
    >>> still.condition, still.not_excited
    (inf, ('Jzz1 - a1^2 m1', 'm1 cx1 + a1 m1', 'm1 cy1'))
    >>> swing = dn.excitation(arm, dn.SineMotion((0.1,), (((1.0, 0.5, 0.0),),)), 5.0, friction=False, rotors=False)
    >>> swing.not_excited, swing.relative.shape
    ((), (3,))
    """
    check_kind(robot, Robot, "robot")
    spread = check_noise(robot, noise)
    rate = check_number(rate, "rate")
    base = base_parameters(robot, friction=friction, rotors=rotors)
    return excitation_of_states(base, robot, motion_states(robot, motion, duration, rate), spread)


def excitation_of_states(
    base: BaseParameters, robot: Robot, states: Sequence[np.ndarray], noise: np.ndarray
) -> Excitation:
    """The same of q, qd, qdd (k, n) and noise (n,), where the base parameters are known already."""
    found = precision(base.regressor(*states), noise)
    return Excitation(base, found.condition, found.deviations, base.values(robot))


def check_noise(robot: Robot, noise: object) -> np.ndarray:
    """A standard deviation above zero for each joint, (n,), of one for all or of n."""
    found = check_joints(robot, "noise", noise)
    if not (found > 0).all():
        raise DynamicsError("must be above zero", field="noise", value=noise)
    return found


def motion_states(robot: Robot, motion: object, duration: object, rate: float) -> list[np.ndarray]:
    """q, qd and qdd (k, n) of a motion of this duration (s) at `rate` (Hz), or of states; checked."""
    if isinstance(motion, tuple | list):
        if len(motion) != 3:
            raise DynamicsError("q, qd and qdd are needed, or a motion", field="motion", value=len(motion))
        q, qd, qdd = motion
        try:
            states = [np.atleast_2d(state) for state in check_states(robot, q=q, qd=qd, qdd=qdd)]
        except DynamicsError as error:
            raise DynamicsError(f"{error.field}: {error.reason}", field="motion", value=error.value) from None
        if not 1 <= len(states[0]) <= MOST_SAMPLES or not all(np.isfinite(state).all() for state in states):
            raise DynamicsError(f"1 to {MOST_SAMPLES} finite states are needed", field="motion", value=len(states[0]))
        return states
    if duration is None:
        raise DynamicsError("a motion needs a duration, in s", field="duration")
    trajectory = trajectory_of(robot, motion, duration)  # type: ignore[arg-type]
    count = trajectory.duration * rate
    if not 1 <= count <= MOST_SAMPLES:
        raise DynamicsError(f"1 to {MOST_SAMPLES} samples are possible", field="rate", value=rate)
    return list(trajectory(np.arange(int(count) + 1) / rate))
