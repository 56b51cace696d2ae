"""The compiled derivative in every mode that joints can be in, against numpy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import denoc as dn
from denoc.runs.events.equation import HybridEquation
from denoc.runs.events.stops import Stops
from denoc.runs.problem.compiled_law import Timing

WRENCH = (0.3, -0.2, 0.1, 4.0, -3.0, 2.0)


class Integrating:
    """A torque law with integrals: tau = z - q, z' = q + qd."""

    integrates = True

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return z - q, q + qd


@pytest.mark.parametrize("method", ["denoc", "normalized", "walker-orin"])
@pytest.mark.parametrize("law", [None, (1.0, -2.0, 3.0, 0.5, -0.5, 0.2), Integrating()])
def test_slopes_in_all_modes(rng: np.random.Generator, method: str, law: object) -> None:
    links = [
        replace(link, viscous=0.3 + i, coulomb=2.0 + i, lower=-1.0, upper=0.8)
        for i, link in enumerate(dn.load("puma560").robot.links)
    ]
    robot = replace(dn.load("puma560").robot, links=tuple(links))
    free = replace(robot, links=tuple(replace(link, viscous=0.0, coulomb=0.0) for link in links))
    q0 = (0.0,) * 6
    job = dn.Job(robot, q0, q0, 1.0, torque=law, tip_wrench=WRENCH, method=method, limits="bounce", integrator="dopri5")  # type: ignore[arg-type]
    stops = Stops(job)
    equation = HybridEquation(job, stops, Timing([], job.duration))
    viscous, coulomb, n = np.arange(6) + 0.3, np.arange(6) + 2.0, 6
    for _ in range(20):
        sign, stuck, side = rng.integers(-1, 2, n), rng.integers(0, 2, n), rng.integers(-1, 2, n)
        sign[stuck == 1] = 0
        equation.modes.sign[:], equation.modes.stuck[:], equation.modes.side[:] = sign, stuck, side
        q, qd, z = rng.normal(size=(3, n))
        qd[stuck == 1] = 0.0
        y = np.concatenate([q, qd, rng.normal(size=n), z if equation.integrals else [], rng.normal(size=2)])
        slope = equation(0.0, y)

        tau = np.zeros(n) if law is None else z - q if callable(law) else np.array(law)
        tau = tau + dn.jacobian(robot, q).T @ WRENCH
        spring = np.where(side == 0, 0.0, stops.stiffness * (q - np.where(side > 0, 0.8, -1.0)))
        damper = np.where(side == 0, 0.0, stops.damping * qd)
        left = tau - spring - damper - viscous * qd - coulomb * sign - dn.inverse_dynamics(free, q, qd, np.zeros(n))
        mass, moving = dn.mass_matrix(free, q), stuck == 0
        qdd = np.zeros(n)
        qdd[moving] = np.linalg.solve(mass[np.ix_(moving, moving)], left[moving])
        held = np.where(moving, coulomb * sign, left - mass @ qdd)
        works = (tau - spring) @ qd, (viscous * qd + coulomb * sign + damper) @ qd
        rates = q + qd if equation.integrals else []
        expected = np.concatenate([qd, qdd, held, rates, works])
        np.testing.assert_allclose(slope, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())
