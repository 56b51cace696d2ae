"""Arms whose parameters are known, measured with noise that is known: what identification has to find."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

import denoc as dn
from denoc.arm.robot import inertia_matrix
from denoc.functions.regressor import bodies
from denoc.studies.identification.identification import Identified
from tests.support.oracles.arms import random_arm

RATE = 100.0  # samples a second
NOISE = 0.02  # of the torques' RMS
ENCODER = 2e-6  # rad or m of noise in positions: a fine encoder's
COARSE = (1e-4, 1e-3)  # that of coarser ones
OFF = 0.3  # that a prior's masses, mass centres, inertias and friction are off by


@dataclass(frozen=True)
class Case:
    """A true arm, a prior that is off, and two motions of the true one."""

    truth: dn.Robot
    prior: dn.Robot
    motions: tuple[dn.SineMotion, dn.SineMotion]
    duration: float
    seed: int

    def measured(
        self, number: int, encoder: float = ENCODER, spread: np.ndarray | None = None
    ) -> tuple[dn.Measurement, np.ndarray]:
        """Positions and torques of one motion, both noisy, and the torque noise's standard deviations, (n,)."""
        t, (q, qd, qdd) = self._states(number)
        tau = dn.inverse_dynamics(self.truth, q, qd, qdd)
        rng = np.random.default_rng([self.seed, number])
        spread = NOISE * np.sqrt((tau**2).mean(axis=0)) if spread is None else spread
        tau = tau + spread * rng.normal(size=tau.shape)
        return dn.Measurement(t, q + encoder * rng.normal(size=q.shape), tau=tau), spread

    def foretold(self, estimate: Identified) -> np.ndarray:
        """The RMS, (n,), that an estimate of this covariance should leave of the second motion's torques: noise, and
        what its own deviations make of it."""
        _, states = self._states(1)
        y = estimate.base.regressor(*states)
        variance = np.einsum("knb,bc,knc->kn", y, estimate.covariance, y).mean(axis=0)
        return np.sqrt(self.measured(1)[1] ** 2 + variance)

    def exact(self) -> dn.Measurement:
        """Without noise, and with rates and accelerations."""
        t, (q, qd, qdd) = self._states(0)
        return dn.Measurement(t, q, qd, qdd, dn.inverse_dynamics(self.truth, q, qd, qdd))

    def _states(self, number: int) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray, np.ndarray]]:
        t = np.arange(int(self.duration * RATE) + 1) / RATE
        return t, dn.trajectory_of(self.truth, self.motions[number], self.duration)(t)


def random_case(seed: int, n: int, *, duration: float = 20.0, rounds: int = 5) -> Case:
    """R and P mixed, either convention, friction, rotors, payload, base and tool."""
    rng = np.random.default_rng(seed)
    truth = random_arm(rng, n, ("standard", "modified")[seed % 2])
    limits = {"lower": [-2.0 if link.revolute else -0.4 for link in truth.links]}
    limits["upper"] = [-value for value in limits["lower"]]
    first, second = (
        dn.exciting_motion(truth, duration, harmonics=8, speed=3.0, rounds=rounds, seed=2 * seed + k, **limits)
        for k in range(2)
    )
    return Case(truth, off_by(truth, rng), (first, second), duration, seed)


def off_by(robot: dn.Robot, rng: np.random.Generator, share: float = OFF) -> dn.Robot:
    """The robot with other masses, mass centres, inertias, friction and rotors, of bodies that can still be."""

    def other(value: float) -> float:
        return value * rng.uniform(1 - share, 1 + share)

    def body(mass: float, com: tuple[float, ...], inertia: tuple[float, ...]) -> tuple[float, ...]:
        factor = rng.uniform(1 - share, 1 + share)
        return other(mass), tuple(map(other, com)), tuple(factor * x for x in inertia)  # type: ignore[return-value]

    links = []
    for link in robot.links:
        mass, com, inertia = body(link.mass, link.com, link.inertia)
        dry = {name: other(getattr(link, name)) for name in ("viscous", "coulomb", "rotor_inertia")}
        links.append(replace(link, mass=mass, com=com, inertia=inertia, **dry))  # type: ignore[arg-type]
    payload = None if robot.payload is None else body(*robot.payload)
    return replace(robot, links=tuple(links), payload=payload)  # type: ignore[arg-type]


def least_moment(robot: dn.Robot) -> float:
    """The smallest eigenvalue of any body's second moments of mass about its centre, over its largest: not below zero
    for bodies that can be. By the triangle rule of the principal moments, not by pseudo-inertias."""
    worst = np.inf
    for mass, _, inertia in bodies(robot):
        a, b, c = np.linalg.eigvalsh(inertia_matrix(inertia))
        worst = min(worst, (a + b - c) / max(c, 1e-300), mass)
    return float(worst)
