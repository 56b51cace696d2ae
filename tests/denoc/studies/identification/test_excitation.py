"""Which motions tell which parameters, and motions that are made to tell them."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import denoc as dn
from denoc.basics.cancelling import Cancelled
from tests.support.oracles.arms import random_arm


def pendulum(**changes: Any) -> dn.Robot:
    return dn.Robot("one", (dn.Link(a=0.5, mass=2.0, **changes),), gravity=(0, -9.81, 0))


class TestExcitation:
    def test_deviations_are_those_of_the_normal_equations(self, rng: np.random.Generator) -> None:
        robot = random_arm(rng, 4)
        states = tuple(rng.normal(size=(3, 80, 4)))
        noise = np.array([0.5, 1.0, 2.0, 4.0])
        found = dn.excitation(robot, states, noise=noise)
        y = found.base.regressor(*states) / noise[:, None]
        rows = y.reshape(-1, found.base.rank)
        assert found.deviations == pytest.approx(np.sqrt(np.diag(np.linalg.inv(rows.T @ rows))), rel=1e-6)
        assert found.condition == pytest.approx(np.linalg.cond(rows / np.linalg.norm(rows, axis=0)), rel=1e-6)
        assert found.relative == pytest.approx(found.deviations / np.abs(found.base.values(robot)))
        assert found.not_excited == ()

    def test_half_of_the_samples_tell_a_root_of_two_less(self) -> None:
        motion = dn.SineMotion((0.3,), (((1.0, 0.5, 0.0), (0.4, 1.0, 1.0)),))
        one, two = (dn.excitation(pendulum(), motion, 8.0, rate=rate).deviations for rate in (50.0, 100.0))
        assert one / two == pytest.approx(np.sqrt(2), rel=0.01)

    def test_what_a_motion_does_not_move_is_named(self) -> None:
        arm = dn.load("puma560").robot
        only = tuple(((0.5, 0.3, 0.0), (0.2, 0.7, 1.0)) if joint == 1 else () for joint in range(6))
        found = dn.excitation(arm, dn.SineMotion((0.1,) * 6, only), 10.0)
        assert {"viscous1", "coulomb6", "armature5"} <= set(found.not_excited)
        assert "viscous2" not in found.not_excited
        assert np.isinf(found.condition)
        one = dn.excitation(arm, tuple(np.ones((3, 6))))
        assert np.isinf(one.condition), "fewer rows than parameters"
        steady = dn.excitation(pendulum(), dn.SineMotion((0.0,), (((1.0, 0.0, 0.5),),)), 3.0)
        assert not steady.excited.any(), "it stands still"

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ({"noise": 0.0}, "'noise'"),
            ({"noise": [1.0, 2.0]}, "'noise'"),
            ({"duration": None}, "'duration': a motion needs a duration"),
            ({"rate": 1e9}, "'rate'"),
            ({"motion": ([0.0], [0.0])}, "'motion': q, qd and qdd"),
            ({"motion": ([0.0], [0.0, 1.0], [0.0])}, "'motion': qd: a shape"),
            ({"motion": ([0.0], [np.nan], [0.0])}, "'motion': 1 to"),
            ({"motion": dn.SineMotion((0.0, 0.0), ((), ()))}, "'offset'"),
        ],
    )
    def test_refusals(self, given: dict[str, Any], words: str) -> None:
        good = {"motion": dn.SineMotion((0.0,), (((1.0, 1.0, 0.0),),)), "duration": 2.0}
        with pytest.raises(dn.DynamicsError, match=words):
            dn.excitation(pendulum(), **{**good, **given})


LIMITS = {"speed": 1.5, "acceleration": (3.0, 4.0, 5.0), "torque": (40.0, 20.0, 10.0)}


class TestExcitingMotion:
    def arm(self, rng: np.random.Generator) -> dn.Robot:
        robot = random_arm(rng, 3, joints="R", extras=False)
        return replace(robot, links=tuple(replace(link, mass=0.5, lower=-1.0, upper=1.5) for link in robot.links))

    def test_it_keeps_every_limit_and_rests_at_both_ends(self, rng: np.random.Generator) -> None:
        robot = self.arm(rng)
        motion = dn.exciting_motion(robot, 6.0, harmonics=4, rounds=6, **LIMITS)
        q, qd, qdd = dn.trajectory_of(robot, motion, 6.0)(np.linspace(0.0, 6.0, 2001))
        torque = np.abs(dn.inverse_dynamics(robot, q, qd, qdd)).max(axis=0)
        assert q.min() >= -1.0
        assert q.max() <= 1.5
        assert np.abs(qd).max() <= 1.5
        assert (np.abs(qdd).max(axis=0) <= LIMITS["acceleration"]).all()
        assert (torque <= LIMITS["torque"]).all()
        assert np.abs(qd[[0, -1]]).max() < 1e-9
        assert np.abs(qdd[[0, -1]]).max() < 1e-9
        assert np.abs(qd).max() > 0.5, "and it uses them"

    @pytest.mark.parametrize("criterion", ["condition", "determinant"])
    def test_the_search_gains_and_is_the_same_for_a_seed(self, rng: np.random.Generator, criterion: Any) -> None:
        robot = self.arm(rng)
        shares: list[float] = []

        def made(rounds: int, seed: int = 3) -> dn.SineMotion:
            told = {"criterion": criterion, "progress": shares.append, "rounds": rounds, "seed": seed}
            return dn.exciting_motion(robot, 6.0, harmonics=4, speed=2.0, **told)

        def score(motion: dn.SineMotion) -> float:
            found = dn.excitation(robot, motion, 6.0)
            return found.condition if criterion == "condition" else float(np.log(found.deviations).sum())

        first, best = made(0), made(15)
        assert score(best) < score(first)
        assert made(15) == best
        assert made(15, seed=4) != best
        assert shares[0] == 1.0
        assert shares[1:17] == pytest.approx(np.linspace(0.0, 1.0, 16))

    def test_limits_that_forbid(self) -> None:
        beyond = dn.rod_chain(1).robot.with_link(0, lower=4.0)
        motion = dn.exciting_motion(beyond, 5.0, rounds=1)
        assert 4.0 < dn.trajectory_of(beyond, motion, 5.0)(np.linspace(0.0, 5.0, 501))[0].min() < 4.0 + 2 * np.pi
        with pytest.raises(dn.NoSolution, match=r"link 1: it cannot move: its limits are 0\.2 and 0\.2"):
            dn.exciting_motion(pendulum(), 5.0, lower=0.2, upper=0.2)
        with pytest.raises(
            dn.NoSolution, match=r"link 1: the limits forbid to stand still: .* asks for .* 2 is allowed"
        ):
            dn.exciting_motion(pendulum(), 5.0, lower=-0.5, upper=0.5, torque=2.0)
        barely = dn.gravity_torque(pendulum(), [0.5])[0] * 1.0001
        with pytest.raises(dn.NoSolution, match="no motion was found that keeps the limits: the torque of joint 1"):
            dn.exciting_motion(pendulum(), 5.0, lower=0.4999, upper=0.50001, torque=barely, rounds=1, speed=1e3)

    def test_cancelling(self) -> None:
        flag = threading.Event()
        with pytest.raises(Cancelled):
            dn.exciting_motion(pendulum(), 5.0, cancel=flag, progress=lambda share: share > 0.2 and flag.set())

    @pytest.mark.parametrize(
        "given",
        [
            {"harmonics": 2},
            {"speed": -1.0},
            {"acceleration": 0.0},
            {"torque": [1.0, 2.0]},
            {"criterion": "trace"},
            {"rounds": -1},
            {"seed": 0.5},
            {"upper": np.nan},
            {"cancel": "no"},
            {"progress": 3},
        ],
    )
    def test_refusals(self, given: dict[str, Any]) -> None:
        with pytest.raises(dn.DynamicsError, match=f"'{next(iter(given))}'"):
            dn.exciting_motion(pendulum(), **{"duration": 5.0, "rounds": 1, **given})
