"""Laws that make the arm follow a reference, and what its motors can give: called at every stage of the integrators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from denoc.arm.batch import check_wrench
from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.kernels.dispatch import of_run
from denoc.kernels.kernel import Bound
from denoc.kernels.law import FADE
from denoc.motions.changes import Changes
from denoc.motions.joint_trajectories import States, state_at
from denoc.torques.controller_model import ControllerModel, believed
from denoc.torques.law_parts import LawParts
from denoc.torques.torque_laws import ComputedTorque, PdTorque, PerJoint

FAINT = 1e-6  # rad/s^2, m/s^2: an acceleration that a joint at rest is not pushed for with all of its friction
PATIENCE = 0.1  # of the proportional torque: so much may be cut off before the integral stands still

ReferenceMotion = Callable[[np.ndarray], States]  # of times (k,); a Trajectory is one, and says when it changes


class Following:
    """One time's q, qd, qdd of a motion, (n,) each; the last ones are kept, as stages share their times."""

    def __init__(self, motion: ReferenceMotion) -> None:
        self._motion = motion
        self._last: tuple[float, States] | None = None

    def __call__(self, t: float) -> States:
        last = self._last
        if last is not None and last[0] == t:
            return last[1]
        found = state_at(self._motion, t)
        self._last = (t, found)
        return found

    def parts(self, count: int) -> LawParts:
        """The first so many of q, qd and qdd."""
        motion = self._motion
        return LawParts(of_time=lambda times: np.hstack(motion(times)[:count]))

    def changes(self, duration: float, longest: float) -> Changes:
        known = getattr(self._motion, "changes", Changes)()
        return known._replace(longest=min(known.longest, longest))


class Resting:
    """A reference that stays where it is."""

    def __init__(self, target: PerJoint) -> None:
        self._states = (np.array(target), np.zeros(len(target)), np.zeros(len(target)))

    def __call__(self, t: float) -> States:
        return self._states

    def motion(self, t: np.ndarray) -> States:
        """The same at times (k,), as a `ReferenceMotion`."""
        q, qd, qdd = (np.tile(state, (len(t), 1)) for state in self._states)
        return q, qd, qdd

    def parts(self, count: int) -> LawParts:
        return LawParts(resting=np.concatenate(self._states[:count]))

    def changes(self, duration: float, longest: float) -> Changes:
        return Changes()


Reference = Following | Resting


class Motors:
    """What the joints' motors give of the torque that is wanted of them.

    `torque_limit` clips each torque. `speed_limit` is the speed at which the joint's motor has no torque left to push
    further: over the last tenth before it, torque in the direction of motion fades linearly to zero; braking torque
    stays. The fade keeps the torque continuous, so that an arm at its top speed does not chatter.
    """

    def __init__(self, torque_limit: PerJoint | None, speed_limit: PerJoint | None) -> None:
        self.torque_limit = None if torque_limit is None else np.array(torque_limit)
        self.speed_limit = None if speed_limit is None else np.array(speed_limit)

    def give(self, tau: np.ndarray, qd: np.ndarray) -> np.ndarray:
        """(n,), never of another sign than tau, never larger."""
        limit = self.torque_limit
        if limit is not None:
            tau = np.minimum(np.maximum(tau, -limit), limit)  # np.clip takes three times as long
        if self.speed_limit is not None:
            left = (1 - np.sign(tau) * qd / self.speed_limit) / FADE
            tau = tau * np.minimum(np.maximum(left, 0.0), 1.0)
        return tau


class Belief:
    """Inverse dynamics as a controller computes them: of the arm that it believes in, under the wrench if it knows it.

    They are those of the kernel that depends on the robot alone, so that runs are the same to the last bit.
    """

    def __init__(
        self, robot: Robot, model: ControllerModel | None, tip_wrench: Sequence[float] | None, *, draft: bool
    ) -> None:
        """`tip_wrench` is the one that acts, (moment, force) in world axes; `draft` is that of the run, see `Job`."""
        self.robot = believed(robot, model)
        self._draft = draft
        known = tip_wrench if model is not None and model.tip_wrench and tip_wrench and any(tip_wrench) else None
        wrench = check_wrench(robot, known, np.zeros(robot.n))
        self.wrench = () if wrench is None else (wrench,)

    def torque(self, *state: np.ndarray) -> np.ndarray:
        """(n,) of q, qd, qdd."""
        return self.kernel.state([*state, *self.wrench])[0]

    def torques(self, *states: np.ndarray) -> np.ndarray:
        """(k, n) of q, qd, qdd, (k, n) each."""
        wrench = [np.tile(each, (len(states[0]), 1)) for each in self.wrench]
        out = np.empty(states[0].shape)
        self.kernel.batch([np.ascontiguousarray(each) for each in (*states, *wrench)], out)
        return out

    @property
    def kernel(self) -> Bound:
        """Of q, qd, qdd and the wrench, if it knows one."""
        return of_run(self.robot, "inverse denoc wrench" if self.wrench else "inverse denoc", draft=self._draft)


class Pd:
    """kp e + kd e', and gravity where it is compensated."""

    def __init__(
        self,
        robot: Robot,
        law: PdTorque,
        reference: Reference,
        tip_wrench: Sequence[float] | None = None,
        *,
        draft: bool = False,
    ) -> None:
        self._belief = Belief(robot, law.model, tip_wrench, draft=draft) if law.gravity_compensation else None
        self.kp, self._kd = np.array(law.kp), np.array(law.kd)
        self._still = np.zeros(robot.n)
        self.reference = reference

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        q_r, qd_r, _ = self.reference(t)
        tau = self.kp * (q_r - q) + self._kd * (qd_r - qd)
        if self._belief is None:
            return tau
        return tau + self._belief.torque(q, self._still, self._still)  # gravity, by the quickest way

    def parts(self) -> LawParts:
        gains = np.array([self.kp, self._kd, self._still])
        return replace(self.reference.parts(2), gains=gains, belief=self._belief)

    def changes(self, duration: float, longest: float) -> Changes:
        return self.reference.changes(duration, longest)


class Pid:
    """A PD law and ki times the integral z of the error, as a law that `integrates`: (t, q, qd, z) -> (tau, z').

    z' is the error e, except against windup: while the motor gives less than is wanted and the error asks for yet more
    in the same direction, the integral of that joint stands still (conditional integration; Astrom, Hagglund: PID
    Controllers, 1995). Switched on and off, that would chatter: an integral that grows into the limit is stopped, falls
    behind, and grows again. So it comes to its stop gradually, over the first tenth of kp |e| that the motor does not
    give; for a joint without kp, of ki |e| s. Within the limits, or with an error of the other sign, z' is e.
    """

    integrates = True

    def __init__(self, pd: Pd, ki: PerJoint, motors: Motors | None) -> None:
        self._pd = pd
        self._ki = np.array(ki)
        self._motors = motors
        scale = np.where(pd.kp > 0, pd.kp, self._ki)
        self._patience = PATIENCE * np.where(scale > 0, scale, 1.0)

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray, z: np.ndarray) -> np.ndarray:
        wanted = self._pd(t, q, qd) + self._ki * z
        error = self._pd.reference(t)[0] - q
        if self._motors is None:
            return np.array((wanted, error))
        tau = self._motors.give(wanted, qd)
        missing = np.abs(wanted - tau) / self._patience
        slowed = np.sign(error) * np.maximum(np.abs(error) - missing, 0.0)
        return np.array((tau, np.where(error * wanted > 0, slowed, error)))

    def parts(self) -> LawParts:
        found = self._pd.parts()
        assert found.gains is not None
        gains = np.array([*found.gains[:2], self._ki])
        return replace(found, gains=gains, motors=self._motors, patience=self._patience)

    def changes(self, duration: float, longest: float) -> Changes:
        return self._pd.changes(duration, longest)


class Computed:
    """Feedback linearisation (Luh, Walker, Paul 1980): with an exact model the error obeys e'' + kd e' + kp e = 0.

    With a model M', h' of an arm M, h it obeys e'' + kd e' + kp e = M'^-1 ((M - M') q'' + h - h').

    A joint that stands still has no direction for its dry friction: breakaway friction is overcome the way the joint
    shall go, all of it once it shall accelerate noticeably.
    """

    def __init__(
        self,
        robot: Robot,
        law: ComputedTorque,
        reference: Reference,
        tip_wrench: Sequence[float] | None = None,
        *,
        draft: bool = False,
    ) -> None:
        self._belief = Belief(robot, law.model, tip_wrench, draft=draft)
        self._kp, self._kd = np.array(law.kp), np.array(law.kd)
        self._reference = reference
        arrays = pack(self._belief.robot)
        self._friction, self._breakaway = arrays.friction.short(), arrays.breakaway
        self._dry = bool(arrays.dry.any())

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return self.in_mode(t, q, qd, np.sign(qd))

    def in_mode(self, t: float, q: np.ndarray, qd: np.ndarray, sign: np.ndarray) -> np.ndarray:
        """The law while each joint slides in the direction `sign`, 0 where it is at rest, whatever the sign of qd.

        The friction of a run keeps its sign until a joint comes to rest, also at the stages of a step that go beyond;
        so must what overcomes it, or it would jump within the step.
        """
        q_r, qd_r, qdd_r = self._reference(t)
        wanted = qdd_r + self._kd * (qd_r - qd) + self._kp * (q_r - q)
        tau = self._belief.torque(q, qd, wanted)
        return tau + self._turned(qd, sign, wanted) if self._dry else tau

    def parts(self) -> LawParts | None:
        """None where friction turns with the joints' directions."""
        gains = np.array([self._kp, self._kd, np.zeros_like(self._kp)])
        return None if self._dry else replace(self._reference.parts(3), gains=gains, belief=self._belief, inverse=True)

    def _turned(self, qd: np.ndarray, sign: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        """What friction takes in the directions `sign`, more than in those of the rates."""
        friction, seen, slides = self._friction, np.sign(qd), sign != 0
        way = np.minimum(np.maximum(wanted / FAINT, -1.0), 1.0)
        resting = np.where(way > 0, *self._breakaway) * way
        dry = np.where(slides, friction.dry(qd, sign), resting) - friction.dry(qd, seen)
        return dry + friction.viscous_skew * (slides * (sign - seen) * qd)

    def changes(self, duration: float, longest: float) -> Changes:
        return self._reference.changes(duration, longest)
