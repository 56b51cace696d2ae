"""Identification of arms whose parameters are known: `python -m tests.long identification` does it for many."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import chi2

import denoc as dn
from denoc.studies.identification.identification import Identified
from tests.support.oracles.identification import COARSE, Case, least_moment, random_case

CASES = ((1, 3), (2, 4), (3, 5))  # seeds and joints


@cache
def case(seed: int, n: int) -> Case:
    return random_case(seed, n, rounds=2)


@cache
def found(seed: int, n: int) -> Identified:
    made = case(seed, n)
    return dn.identify(made.prior, made.measured(0)[0])


def swing(robot: dn.Robot, duration: float = 10.0, rate: float = 100.0) -> tuple[np.ndarray, ...]:
    """Times, and states that excite every joint."""
    rng = np.random.default_rng(5)
    terms = tuple(tuple((0.5, (k + 1) / duration, rng.uniform(0, 6)) for k in range(5)) for _ in robot.links)
    t = np.arange(int(duration * rate) + 1) / rate
    return t, *dn.trajectory_of(robot, dn.SineMotion((0.2,) * robot.n, terms), duration)(t)


@pytest.mark.parametrize(("seed", "n"), CASES)
def test_without_noise_the_base_parameters_are_exact(seed: int, n: int) -> None:
    made = case(seed, n)
    exact = dn.identify(made.prior, made.exact())
    truth = exact.base.values(made.truth)
    assert np.abs(exact.values - truth).max() < 1e-8 * np.abs(truth).max()
    assert exact.not_seen == ()
    assert (exact.deviations < 1e-8 * np.abs(truth).max()).all()


def test_estimates_lie_within_their_covariance() -> None:
    total, count = 0.0, 0
    for seed, n in CASES:
        estimate = found(seed, n)
        off = estimate.values - estimate.base.values(case(seed, n).truth)
        total += float(off @ np.linalg.solve(estimate.covariance, off))
        count += estimate.base.rank
        assert np.abs(off / estimate.deviations).max() < 5
    low, high = chi2.ppf((1e-4, 1 - 1e-4), count)
    assert low < total < high


@pytest.mark.parametrize("encoder", COARSE)
def test_noisy_positions_bias_neither_estimates_nor_deviations(encoder: float) -> None:
    """Least squares that take the residuals for white are off by 21 deviations here, with 1e-3 rad of noise."""
    total, count = 0.0, 0
    for seed, n in (*CASES, (4, 3)):
        made = case(seed, n)
        estimate = dn.identify(made.prior, made.measured(0, encoder)[0])
        off = estimate.values - estimate.base.values(made.truth)
        total += float(off @ np.linalg.solve(estimate.covariance, off))
        count += estimate.base.rank
        assert np.abs(off / estimate.deviations).max() < 5
    low, high = chi2.ppf((1e-3, 1 - 1e-3), count)
    assert low < total < high


def test_accelerations_that_are_mostly_noise_are_named() -> None:
    made = case(1, 3)
    given = made.measured(0, 1e-3)[0]
    wide = dn.identify(made.prior, given, cutoff=20.0).words
    assert "accelerations of joints 1, 2, 3 are mostly noise below 20 Hz: inertias come out too small" in wide
    words = dn.identify(made.prior, given).words
    assert "noise in positions shows in the torques of joint" in words
    assert "mostly noise" not in words


def test_a_joint_that_only_its_noise_moves_tells_nothing(rng: np.random.Generator) -> None:
    truth = dn.rod_chain(2).robot
    t, q, qd, qdd = swing(truth)
    still = [part * (1, 0) for part in (q, qd, qdd)]
    tau = dn.inverse_dynamics(truth, *still) + 0.01 * rng.normal(size=q.shape)
    estimate = dn.identify(truth, dn.Measurement(t, still[0] + 1e-4 * rng.normal(size=q.shape), tau=tau))
    assert {"viscous2", "coulomb2"} <= set(estimate.not_seen)


@pytest.mark.parametrize(("seed", "n"), CASES)
def test_the_noise_is_known_and_another_motion_is_foretold_to_it(seed: int, n: int) -> None:
    made, estimate = case(seed, n), found(seed, n)
    expected = made.foretold(estimate)
    checked = dn.validate(estimate, made.measured(1)[0])
    assert (checked.identified < 1.1 * expected).all()
    assert (checked.prior > 2 * expected).any()
    first, spread = made.measured(0)
    checked = dn.validate(estimate, made.measured(1, spread=spread)[0])
    assert checked.identified_band / checked.expected == pytest.approx(np.ones(n), abs=0.25), "the noise is the same"
    assert (checked.prior_band > 3 * checked.expected).any()
    shares = estimate.noise / (spread * np.sqrt(2 * estimate.cutoff / first.rate))
    tolerance = 5 / np.sqrt(2 * estimate.samples)
    assert (np.abs(shares - 1) < tolerance).all(), "the band's share of white noise"


@pytest.mark.parametrize(("seed", "n"), CASES)
def test_the_robot_has_bodies_that_can_be(seed: int, n: int) -> None:
    estimate = found(seed, n)
    robot = estimate.robot()
    assert least_moment(robot) > -1e-6
    off = estimate.base.values(robot) - estimate.values
    moved = np.sqrt(off @ np.linalg.solve(estimate.covariance, off))
    assert moved == pytest.approx(estimate.standard().moved, abs=1e-3)
    assert moved < np.sqrt(estimate.base.rank), "no further than the truth is"
    assert estimate.consistent == (estimate.reports == ())
    assert robot.kinds == case(seed, n).prior.kinds
    assert robot.links[0].gear_ratio == case(seed, n).prior.links[0].gear_ratio


def test_where_the_prior_is_the_truth_nothing_moves() -> None:
    made = case(1, 3)
    exact = dn.identify(made.truth, made.exact())
    assert exact.consistent
    robot = exact.robot()
    for link, true in zip(robot.links, made.truth.links, strict=True):
        assert link.mass == pytest.approx(true.mass, rel=1e-6)
        assert link.com == pytest.approx(true.com, abs=1e-6)
        assert link.inertia == pytest.approx(true.inertia, abs=1e-6)
        assert link.rotor_inertia == pytest.approx(true.rotor_inertia, rel=1e-4)


def test_another_prior_has_the_same_base_parameters() -> None:
    made, estimate = case(1, 3), found(1, 3)
    values = [estimate.base.values(estimate.robot(prior)) for prior in (made.truth, made.prior)]
    spread = np.sqrt(np.diag(estimate.covariance))
    assert np.abs(values[0] - values[1]).max() < 3 * spread.max()
    assert estimate.robot(made.truth) != estimate.robot(made.prior)
    with pytest.raises(dn.DynamicsError, match="'robot'"):
        estimate.robot(dn.rod_chain(2).robot)


def test_a_body_that_cannot_be_is_moved_no_further_than_it_must() -> None:
    """A pendulum that would need a negative moment about its centre: against a search by another method."""
    prior = dn.Robot("one", (dn.Link(mass=1.0, com=(0.3, 0, 0), inertia=(0.01,) * 3 + (0,) * 3),), "modified")
    prior = replace(prior, gravity=(0, -9.81, 0))
    t, q, qd, qdd = swing(prior)
    rng = np.random.default_rng(0)
    tau = -0.05 * qdd + 9.81 * 0.3 * np.cos(q) + 0.02 * rng.normal(size=q.shape)
    estimate = dn.identify(prior, dn.Measurement(t, q, qd, qdd, tau), friction=False, rotors=False)
    assert estimate.values[0] == pytest.approx(-0.05, abs=0.01)
    assert not estimate.consistent
    assert estimate.reports[0].startswith("link 1: no body has")
    assert "moved by" in estimate.reports[0]
    got = estimate.base.values(estimate.robot())
    assert estimate.robot().links[0].mass > 0

    def misfit(beta: np.ndarray) -> float:
        off = beta - estimate.values
        return float(off @ np.linalg.solve(estimate.covariance, off))

    # any Jzz >= 0, mx, my can be: a mass that is large enough lies on the way there
    best = minimize(misfit, [0.01, 0.3, 0.0], bounds=[(0, None), (None, None), (None, None)], tol=1e-12)
    assert misfit(got) == pytest.approx(best.fun, rel=0.01)


def test_negative_friction_is_moved_to_zero_and_said() -> None:
    prior = dn.rod_chain(2).robot.with_link(0, viscous=0.1)
    t, q, qd, qdd = swing(prior)
    tau = dn.inverse_dynamics(prior, q, qd, qdd) - 0.3 * qd * (1, 0)
    estimate = dn.identify(prior, dn.Measurement(t, q, qd, qdd, tau + 0.01 * np.sin(99 * q)))
    assert any(words.startswith("viscous1: -0.2 is below zero") for words in estimate.reports)
    assert 0 <= estimate.robot().links[0].viscous < 1e-3


def test_what_is_known_is_not_looked_for() -> None:
    """Without friction among the unknowns the robot's own is taken off; a joint without torque sensor is left out."""
    truth = dn.rod_chain(3).robot
    truth = replace(truth, links=tuple(replace(link, viscous=0.4, coulomb=0.2) for link in truth.links))
    t, q, qd, qdd = swing(truth)
    tau = dn.inverse_dynamics(truth, q, qd, qdd)
    tau[:, 1] = np.nan
    estimate = dn.identify(truth, dn.Measurement(t, q, qd, qdd, tau), friction=False, rotors=False)
    assert estimate.base.rank == 9
    assert estimate.values == pytest.approx(estimate.base.values(truth), abs=1e-9)
    assert np.isnan(estimate.rms).tolist() == [False, True, False]
    assert np.isnan(dn.validate(estimate, dn.Measurement(t, q, qd, qdd, tau)).prior).tolist() == [False, True, False]


def test_weights_follow_the_noise(rng: np.random.Generator) -> None:
    """One joint is a hundred times noisier: weighted, the other one's parameters stay known."""
    truth = dn.rod_chain(2).robot
    t, q, qd, qdd = swing(truth)
    tau = dn.inverse_dynamics(truth, q, qd, qdd) + (1.0, 0.01) * rng.normal(size=q.shape)
    given = dn.Measurement(t, q, qd, qdd, tau)
    weighted, plain = (dn.identify(truth, given, rotors=False, weighted=flag) for flag in (True, False))
    place = weighted.base.names.index("viscous2")
    assert weighted.deviations[place] < plain.deviations[place] / 20
    assert weighted.noise[0] / weighted.noise[1] == pytest.approx(100, rel=0.2)
    assert np.abs((weighted.values - weighted.base.values(truth)) / weighted.deviations).max() < 4.5


def test_what_the_motion_does_not_tell_stays_as_the_prior_has_it() -> None:
    truth = dn.rod_chain(2).robot.with_link(0, viscous=0.3)
    t, q, qd, qdd = swing(truth)
    still = [part * (1, 0) for part in (q, qd, qdd)]
    tau = dn.inverse_dynamics(truth, *still)
    estimate = dn.identify(truth.with_link(1, viscous=0.7), dn.Measurement(t, *still, tau), rotors=False)
    assert {"viscous2", "coulomb2"} <= set(estimate.not_seen)
    assert estimate.values[estimate.base.names.index("viscous2")] == pytest.approx(0.7)
    assert np.isinf(estimate.deviations[estimate.base.names.index("viscous2")])
    assert estimate.values[estimate.base.names.index("viscous1")] == pytest.approx(0.3)
    assert estimate.robot().links[1].viscous == pytest.approx(0.7)


ARM = dn.rod_chain(2).robot
T, Q, QD, QDD = swing(ARM)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"measurement": dn.Measurement(T, q=Q)}, "the measurement has no tau"),
        ({"measurement": dn.Measurement(T, tau=Q)}, "the measurement has no q"),
        ({"measurement": dn.Measurement(T, q=Q * (1, np.nan), tau=Q)}, "has no q of joint 2"),
        ({"measurement": dn.Measurement(T, q=Q[:, :1], tau=Q[:, :1])}, "a measurement of 2 joints is needed"),
        ({"measurement": dn.Measurement(T[:40], q=Q[:40], tau=Q[:40])}, "too few samples"),
        ({"measurement": dn.Measurement(T, q=0 * Q + 0.3, tau=0 * Q)}, "excites no base parameter.*Jzz1, m1 cx1"),
        ({"measurement": "a file"}, "'measurement'"),
        ({"cutoff": 1e3}, "'cutoff': 1001 samples over 10 s allow 0.6 to 40 Hz"),
        ({"cutoff": 0.75}, "too few samples: 5 are left of the band below 0.75 Hz"),
        ({"weighted": 1}, "'weighted'"),
        ({"friction": None}, "'friction'"),
    ],
)
def test_refusals(given: dict[str, Any], words: str) -> None:
    good = {"measurement": dn.Measurement(T, q=Q, tau=dn.inverse_dynamics(ARM, Q, QD, QDD))}
    with pytest.raises(dn.DynamicsError, match=words):
        dn.identify(ARM, **{**good, **given})


def test_too_few_samples_for_so_many_parameters() -> None:
    puma = dn.load("puma560").robot
    t, q, qd, qdd = swing(puma, duration=2.0, rate=20.0)
    three = q * (1, 1, 1, np.nan, np.nan, np.nan)
    with pytest.raises(dn.DynamicsError, match="too few samples: 33 independent ones of torque for 52 base parameters"):
        dn.identify(puma, dn.Measurement(t, q, qd, qdd, three), cutoff=3.0)


def test_it_shows_itself() -> None:
    estimate = found(1, 3)
    rank = estimate.base.rank
    assert repr(estimate) == f"<Identified: {rank} of {rank} base parameters of {estimate.prior.name!r}>"
    lines = str(estimate).splitlines()
    assert len(lines) == rank + 4
    assert "low-pass of" in lines[1]
    assert f"{estimate.samples} independent samples" in lines[2]
    place = estimate.base.names.index("viscous2")
    name, value, *_, share, _ = lines[3 + place].split()
    assert name == "viscous2"
    assert float(value) == pytest.approx(estimate.values[place], rel=1e-4)
    assert float(share.strip("(")) == pytest.approx(100 * estimate.relative[place], rel=0.1)
    assert max(map(len, lines)) <= 120


def test_validation_refuses_another_arm() -> None:
    estimate = dn.identify(ARM, dn.Measurement(T, q=Q, tau=dn.inverse_dynamics(ARM, Q, QD, QDD)))
    with pytest.raises(dn.DynamicsError, match="a measurement of 2 joints is needed"):
        dn.validate(estimate, dn.Measurement(T, q=Q[:, :1], tau=Q[:, :1]))
    with pytest.raises(dn.DynamicsError, match="'identified'"):
        dn.validate(ARM, dn.Measurement(T, q=Q))  # type: ignore[arg-type]
