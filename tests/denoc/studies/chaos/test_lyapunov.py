"""Lyapunov exponents: against published figures, another engine and another way, and motions that are not chaotic."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import odeint, solve_ivp
from scipy.linalg import expm

import denoc as dn
from denoc.basics.cancelling import Cancelled
from denoc.studies.chaos.tangent import Growth, exponent, exponentials, growth, start_direction
from tests.support.oracles.pinocchio_model import PinocchioArm

pin = pytest.importorskip("pinocchio")  # not on Windows, and not with the oldest NumPy

BENETTIN = 1.726, 0.037
"""1/s, of two rods of 0.5 m and 0.5 kg let go level, and its error: 1000 s by two neighbouring motions (G. Benettin and
others, Meccanica 15, 1980), set 1e-7 apart anew every second, of Pinocchio's accelerations and SciPy's DOP853 at 1e-12.
"""

ORBITS = {  # energy: p2 where both rods hang, the trace of the return map's derivative, the period
    -0.5: (-1.2448609709184, (-3.2315724066, -3.2315006685), 3.704774546),
    0.0: (-1.4623730924799, (-3.8086824280, -3.8086303088), 2.953489010),
    0.5: (-1.6270449592031, (-3.3328213982, -3.3327787524), 2.564362225),
}
"""Unstable periodic motions of the double pendulum of equal point masses and rods, all of length, mass and gravity 1,
enclosed by interval arithmetic: C. Hendrick, Chaos and analytic non-integrability of the classical double pendulum,
preprint 2026, doi:10.5281/zenodo.23096228, data/E0.txt, Ehalf.txt, Eminushalf.txt. The lower rod turns once a period.
"""


def test_the_lorenz_attractor_has_its_published_exponent() -> None:
    """0.9056: J. C. Sprott, Chaos and Time-Series Analysis, Oxford 2003; 0.906 on his page of the Lorenz attractor."""

    def rate(x: np.ndarray, t: float) -> list[float]:
        return [10 * (x[1] - x[0]), x[0] * (28 - x[2]) - x[1], x[0] * x[1] - 8 / 3 * x[2]]

    t = np.linspace(0.0, 400.0, 40_001)
    x, y, z = odeint(rate, [1.0, 1.0, 20.0], t, rtol=1e-9, atol=1e-9).T
    one = np.ones_like(x)
    jacobian = np.array([[-10 * one, 10 * one, 0 * x], [28 - z, -one, -x], [y, x, -8 / 3 * one]]).transpose(2, 0, 1)
    found = exponent(growth(t, lambda first, last: jacobian[first:last]))
    assert found.uncertainty < 0.03
    assert abs(found.value - 0.9056) < 2 * found.uncertainty
    assert found.running[-1] == found.value


def test_an_error_grows_as_two_neighbouring_motions_of_another_engine_part() -> None:
    robot, seconds, apart = dn.rod_chain(2).robot, 3.0, 1e-7
    arm, none = PinocchioArm(robot), np.zeros(2)

    def end(x: np.ndarray) -> np.ndarray:
        def rate(t: float, x: np.ndarray) -> np.ndarray:
            return np.concatenate([x[2:], pin.aba(arm.model, arm.data, x[:2], x[2:], none)])

        return solve_ivp(rate, (0, seconds), x, method="DOP853", rtol=1e-11, atol=1e-11).y[:, -1]

    start = np.array([0.3, 0.2, 0.0, 0.0])
    shift = apart * start_direction(4)
    expected = math.log(np.linalg.norm(end(start + shift) - end(start - shift)) / (2 * apart))
    run = dn.simulate(robot, start[:2], start[2:], seconds, samples=4801, integrator="dop853", rtol=1e-11)
    linear = dn.linearize(robot, run.q, run.qd)
    assert growth(run.t, lambda first, last: linear.A[first:last]).log[-1] == pytest.approx(expected, abs=1e-5)


def test_two_rods_have_the_exponent_that_neighbouring_motions_have() -> None:
    value, error = BENETTIN
    found = dn.lyapunov(dn.rod_chain(2).robot, [0.0, 0.0], [0.0, 0.0], 150.0)
    assert abs(found.exponent - value) < 2 * math.hypot(error, found.uncertainty)
    assert found.grows
    assert found.uncertainty < 0.15
    assert found.tenfold == pytest.approx(math.log(10) / found.exponent)
    assert found.energy_error < 1e-6
    assert found.t.shape == found.running.shape
    assert found.words.startswith("errors grow tenfold every 1.")


@pytest.mark.parametrize("energy", ORBITS)
def test_unstable_motions_of_the_double_pendulum_have_their_published_exponents(energy: float) -> None:
    p2, traces, period = ORBITS[energy]
    robot = dn.Robot("double pendulum", (dn.Link(a=1.0, mass=1.0),) * 2, gravity=(0.0, -1.0, 0.0))
    speed = math.sqrt(2 * (energy + 3) - p2**2)  # of the upper rod; the lower one's is p2 less that
    q0, qd0 = [-math.pi / 2, 0.0], [speed, p2 - 2 * speed]
    multipliers = [math.acosh(-trace / 2) for trace in traces]  # logarithms of the larger eigenvalue, which is negative
    least, most = sorted(multiplier / period for multiplier in multipliers)
    assert most - least < 1e-5
    first, last, steps = 10, 14, 400  # until then what does not grow has its share
    run = dn.simulate(robot, q0, qd0, last * period, samples=last * steps + 1, integrator="dop853", rtol=1e-13)
    turns = run.q[::steps] - run.q[0] + 2 * math.pi * np.outer(np.arange(last + 1), [0, 1])
    assert np.abs(turns).max() < 1e-3, "it comes back to where it was, the lower rod a turn further"
    linear = dn.linearize(robot, run.q, run.qd)
    log = growth(run.t, lambda first, last: linear.A[first:last]).log[:: steps // 2]
    grown = (log[last] - log[first]) / (run.t[last * steps] - run.t[first * steps])
    assert grown == pytest.approx((least + most) / 2, rel=1e-3)
    found = dn.lyapunov(robot, q0, qd0, 50.0)
    assert abs(found.exponent - grown) < 2 * found.uncertainty


@pytest.mark.parametrize("duration", [5.0, 20.0, 80.0])
@pytest.mark.parametrize(
    ("joints", "q0", "qd0"),
    [
        (1, [0.0], [0.0]),  # a large swing: errors grow in proportion to the time
        (1, [0.0], [9.0]),  # and where it turns over
        (1, [math.pi / 2 - 1e-4], [0.0]),  # or nearly stands, for long, again and again
        (2, [-math.pi / 2 + 0.05, 0.02], [0.0, 0.0]),
        (3, [-math.pi / 2 + 0.03, 0.02, -0.03], [0.0, 0.0, 0.0]),
    ],
)
def test_a_regular_motion_has_no_exponent_beyond_its_uncertainty(
    joints: int, q0: list[float], qd0: list[float], duration: float
) -> None:
    found = dn.lyapunov(dn.rod_chain(joints).robot, q0, qd0, duration)
    assert abs(found.exponent) <= 2 * found.uncertainty
    assert not found.grows
    assert found.tenfold == math.inf
    assert found.words.startswith("no exponential growth")


def test_a_rod_that_stands_falls_at_its_own_rate_and_one_with_friction_comes_to_rest() -> None:
    """The linear equation's eigenvalues: sqrt(3 g / 2 l), and for small swings half the damping over the inertia."""
    rod = dn.rod_chain(1).robot
    upright = dn.lyapunov(rod, [math.pi / 2], [0.0], 5.0)
    assert upright.exponent == pytest.approx(math.sqrt(14.715), abs=2e-3)
    damped = dn.lyapunov(rod.with_link(0, viscous=0.2), [-1.5], [0.0], 50.0)
    assert damped.exponent == pytest.approx(-0.3, abs=damped.uncertainty)
    assert not damped.grows
    assert damped.words.startswith("errors shrink to a tenth every ")


def test_a_torque_law_counts_with_its_slopes() -> None:
    """A spring and a damper by a formula are those of the joint."""
    robot = dn.rod_chain(2).robot
    law = dn.RunSettings(torque=dn.ExpressionTorque(("-0.3*qd1", "-0.3*qd2")), duration=1.0, samples=11)
    project = dn.Project("braked", robot, (0.0, 0.0), (0.0, 0.0), law)
    viscous = replace(robot, links=tuple(replace(link, viscous=0.3) for link in robot.links))
    found = dn.lyapunov(project, duration=10.0)
    own = dn.lyapunov(viscous, (0.0, 0.0), (0.0, 0.0), 10.0)
    assert found.exponent == pytest.approx(own.exponent, abs=1e-6)
    with pytest.raises(dn.DynamicsError, match=r"'torque'.*has its own"):
        dn.lyapunov(project, torque=(0.0, 0.0))


def test_steps_are_of_the_fourth_order_and_exact_for_a_constant_matrix() -> None:
    random = np.random.default_rng(3)
    matrices = random.normal(size=(5, 4, 4)) * np.array([1e-3, 0.1, 1.0, 5.0, 20.0])[:, None, None]
    for found, matrix in zip(exponentials(matrices), matrices, strict=True):
        assert found == pytest.approx(expm(matrix), rel=1e-9, abs=1e-9 * np.abs(expm(matrix)).max())
    ends = []
    for steps in (100, 200, 400):
        t = np.linspace(0.0, 10.0, 2 * steps + 1)
        J = np.array([[[0.0, 1.0], [-4 * math.cos(3 * x), -0.1 * math.sin(x)]] for x in t])
        ends.append(growth(t, lambda first, last, J=J: J[first:last]).log[-1])
    assert (ends[0] - ends[1]) / (ends[1] - ends[2]) == pytest.approx(16, rel=0.1)


def test_the_uncertainty_covers_the_spread_of_random_growth() -> None:
    """Increments of a known mean, correlated with their neighbours: two in three are within the uncertainty."""
    random, mean, inside = np.random.default_rng(1), 0.5, 0
    t = np.linspace(0.0, 400.0, 4001)
    for _ in range(100):
        noise = np.convolve(random.normal(size=4020), np.ones(20), "valid")[:4000]
        found = exponent(Growth(t, np.concatenate([[0.0], np.cumsum(0.1 * (mean + noise))])))
        inside += abs(found.value - mean) < found.uncertainty
    assert 50 < inside < 85


@pytest.mark.parametrize(
    ("change", "reason"),
    [({"coulomb": 0.1}, "dry friction and limits"), ({"lower": -4.0, "upper": 4.0}, "dry friction and limits")],
)
def test_motions_that_jump_are_refused(change: dict[str, float], reason: str) -> None:
    robot = dn.rod_chain(1).robot.with_link(0, **change)
    project = dn.Project("jumps", robot, (0.0,), (0.0,), dn.RunSettings(limits="bounce"))
    with pytest.raises(dn.DynamicsError, match=reason):
        dn.lyapunov(project)


def test_it_tells_how_far_it_is_and_can_be_cancelled() -> None:
    told: list[float] = []
    dn.lyapunov(dn.rod_chain(1).robot, [0.0], [0.0], 5.0, progress=told.append)
    assert told[-1] == 1.0
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        dn.lyapunov(dn.rod_chain(1).robot, [0.0], [0.0], 5.0, cancel=cancel)
    with pytest.raises(dn.NoSolution, match="samples are needed"):
        dn.lyapunov(dn.rod_chain(1).robot, [0.0], [0.0], 1e7)
