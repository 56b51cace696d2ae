"""Many runs at once: the motions of `simulate`, the same bits in any company, and each run with an end of its own."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import denoc as dn
from denoc import DynamicsError, Ensemble, Link, Robot, simulate, simulate_many, stream_many
from denoc.kernels.emitter.targets import host
from denoc.runs.ensembles import simulate_many as module
from denoc.runs.ensembles.drives import INTEGRATORS
from tests.support.oracles.arms import random_arm

TRIPLE = dn.load("planar-3r-free-fall").robot
WHEEL = Robot("wheel", (Link(mass=1, inertia=(1, 1, 1, 0, 0, 0)),), gravity=(0, 0, 0))
NUMBERS = ("q", "qd", "kinetic", "potential", "energy_error", "steps", "evaluations", "reached")


def starts(n: int, k: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.uniform(-1, 1, (k, n)), rng.uniform(-0.5, 0.5, (k, n))


def assert_same_bits(some: Ensemble, others: Ensemble, rows: Any = slice(None)) -> None:
    """`some` are those rows of `others`."""
    for name in NUMBERS:
        np.testing.assert_array_equal(getattr(some, name), getattr(others, name)[rows], err_msg=name)
    assert some.status.tolist() == others.status[rows].tolist()


@pytest.fixture(params=(4, 8))
def width(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Kernels of so many lanes; on processors with other vectors, LLVM takes them apart or together."""
    monkeypatch.setattr(module, "host", lambda: host()._replace(lanes=request.param))
    return int(request.param)


def smooth_arm(kinds: str, convention: str) -> Robot:
    """With payload, viscous friction and rotors; the same for both widths, so that `simulate` compiles once."""
    arm = random_arm(np.random.default_rng(3), len(kinds), convention)
    pairs = zip(arm.links, kinds, strict=True)
    return replace(arm, links=tuple(replace(link, joint=kind, coulomb=0.0) for link, kind in pairs))


@pytest.mark.parametrize(("kinds", "convention"), [("RPR", "standard"), ("PRR", "modified")])
def test_runs_are_those_of_simulate(rng: np.random.Generator, kinds: str, convention: str, width: int) -> None:
    """Under constant torques, at samples within the steps."""
    arm = smooth_arm(kinds, convention)
    q0, qd0 = starts(3, 5)
    torque = rng.uniform(-1, 1, (5, 3))
    exact = [
        simulate(arm, *start, 0.5, torque=tau, integrator="dop853", rtol=1e-12, atol=1e-13, samples=8)
        for *start, tau in zip(q0, qd0, torque, strict=True)
    ]
    for integrator in INTEGRATORS:
        found = simulate_many(arm, q0, qd0, 0.5, torque=torque, integrator=integrator, samples=8)
        assert found.count("completed") == 5
        assert set(found.how) == {"lanes"}
        for run, known in enumerate(exact):
            np.testing.assert_allclose(found.q[run], known.q, atol=2e-7 * (1 + np.abs(known.q).max()))
            np.testing.assert_allclose(found.qd[run], known.qd, atol=2e-6 * (1 + np.abs(known.qd).max()))
            np.testing.assert_allclose(found.kinetic[run], known.kinetic, rtol=1e-5, atol=1e-6)
            np.testing.assert_allclose(found.potential[run], known.potential, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_falling_arms_keep_their_energy_at_every_sample(integrator: str, width: int) -> None:
    found = simulate_many(TRIPLE, *starts(3, 40), 2.0, samples=57, integrator=integrator)
    drift = np.abs(found.total - found.total[:, :1]).max()
    assert drift < (1e-4 if integrator == "rk4" else 2e-6)


@pytest.mark.parametrize("step", [0.04, 0.01, 0.0005])
def test_steps_too_long_are_warned_of_as_simulate_does(step: float, width: int) -> None:
    """Under constant torques, with an arm for all or one for each."""
    q0, qd0 = starts(3, 6)
    torque = [1.0, 0.0, -0.5]
    settings = {"torque": torque, "integrator": "rk4", "step": step, "samples": 101}
    for robots in (None, (TRIPLE,) * 6):
        many = simulate_many(TRIPLE, q0, qd0, 1.0, **settings, robots=robots)  # type: ignore[arg-type]
        alone = [simulate(TRIPLE, q, qd, 1.0, **settings) for q, qd in zip(q0, qd0, strict=True)]  # type: ignore[arg-type]
        np.testing.assert_allclose(many.energy_error, [run.energy_error for run in alone], rtol=0.3)
        doubtful = sum(bool(run.warning) for run in alone)
        assert many.warning.startswith(f"{doubtful} of 6 runs: the energy balance is off by" if doubtful else "")
        assert bool(many.warning) == bool(doubtful) == (step > 0.005)
        assert many.warning in repr(many)


def test_the_energy_balance_is_told_where_it_is_known() -> None:
    """What friction takes and what a law gives is not in the samples; runs one by one count it on their way."""
    q0, qd0 = starts(3, 3)

    def arm(**friction: float) -> Robot:
        return replace(TRIPLE, links=tuple(replace(link, **friction) for link in TRIPLE.links))

    assert np.isnan(simulate_many(arm(viscous=0.1), q0, qd0, 0.5).energy_error).all()
    law = dn.PdTorque((5.0,) * 3, (1.0,) * 3, target=(0.0,) * 3)
    assert np.isnan(simulate_many(TRIPLE, q0, qd0, 0.5, torque=law).energy_error).all()
    stuck = simulate_many(arm(coulomb=0.1), q0, qd0, 0.5)
    alone = [
        simulate(arm(coulomb=0.1), *start, 0.5, integrator="dop853", samples=2) for start in zip(q0, qd0, strict=True)
    ]
    assert stuck.energy_error.tolist() == [run.energy_error for run in alone]
    varied = simulate_many(TRIPLE, q0, qd0, 0.5, robots=(TRIPLE, arm(viscous=0.1), TRIPLE))
    np.testing.assert_array_equal(np.isnan(varied.energy_error), [False, True, False])


def test_no_false_alarm_for_arms_that_stand_upright() -> None:
    """What the sine of pi leaves sets them in motion, and the potential energy's rounding hides what that exchanges."""
    upright = [np.pi / 2, 0.0, 0.0]
    many = simulate_many(TRIPLE, [upright], np.zeros(3), 1.0, samples=50)
    assert 0 < many.kinetic.max() < 1e-10
    assert not many.warning
    assert not simulate(TRIPLE, upright, np.zeros(3), 1.0).warning


def test_a_run_has_the_same_bits_in_any_company(width: int) -> None:
    q0, qd0 = starts(3, 90)
    torque = np.linspace(-1, 1, 270).reshape(90, 3)
    every = simulate_many(TRIPLE, q0, qd0, 1.0, torque=torque, samples=5, workers=1)
    for workers in (2, 5):
        assert_same_bits(simulate_many(TRIPLE, q0, qd0, 1.0, torque=torque, samples=5, workers=workers), every)
    order = np.random.default_rng(1).permutation(90)
    assert_same_bits(simulate_many(TRIPLE, q0[order], qd0[order], 1.0, torque=torque[order], samples=5), every, order)
    for run in (0, 41, 89):
        rows = slice(run, run + 1)
        assert_same_bits(simulate_many(TRIPLE, q0[run], qd0[run], 1.0, torque=torque[run], samples=5), every, rows)


@settings(max_examples=10, deadline=None)
@given(st.permutations(range(12)), st.integers(1, 12), st.integers(1, 4), st.integers(1, 9))
def test_bits_depend_on_the_run_alone(order: list[int], count: int, workers: int, samples: int) -> None:
    q0, qd0 = starts(2, 12)
    arm, rows = dn.rod_chain(2).robot, order[:count]
    every = simulate_many(arm, q0, qd0, 0.7, samples=samples, workers=1)
    assert_same_bits(simulate_many(arm, q0[rows], qd0[rows], 0.7, samples=samples, workers=workers), every, rows)


def test_both_widths_give_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """No operation is left to a compiler that might fuse it in one width and not in the other."""
    found = []
    for lanes in (4, 8):
        monkeypatch.setattr(module, "host", lambda lanes=lanes: host()._replace(lanes=lanes))
        found.append(simulate_many(TRIPLE, *starts(3, 9), 1.0, samples=3))
    assert_same_bits(*found)


def variants(arm: Robot, k: int) -> tuple[Robot, ...]:
    """With other masses, lengths, twists and friction."""
    rng = np.random.default_rng(5)

    def link(each: Link) -> Link:
        return replace(
            each, mass=each.mass * rng.uniform(0.5, 2), a=each.a + rng.uniform(0, 0.1), alpha=rng.uniform(-1, 1),
            viscous=rng.choice((0.0, 0.3)), rotor_inertia=rng.choice((0.0, 1e-3)),
        )  # fmt: skip

    return tuple(replace(arm, links=tuple(link(each) for each in arm.links)) for _ in range(k))


@pytest.mark.parametrize("kinds", ["RRR", "RPR"])
def test_variants_of_an_arm_are_those_of_simulate(kinds: str, width: int) -> None:
    arm = smooth_arm(kinds, "modified")
    robots, (q0, qd0) = variants(arm, 11), starts(3, 11)
    found = simulate_many(arm, q0, qd0, 0.5, robots=robots, samples=3)
    for run in (0, 3, 4, 8, 10):  # at both ends of a register; each arm has code of its own in `simulate`
        start = robots[run], q0[run], qd0[run]
        exact = simulate(*start, 0.5, integrator="dop853", rtol=1e-12, atol=1e-13, samples=3)
        np.testing.assert_allclose(found.q[run], exact.q, atol=1e-7 * (1 + np.abs(exact.q).max()))
        np.testing.assert_allclose(found.kinetic[run], exact.kinetic, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(found.potential[run], exact.potential, rtol=1e-5, atol=1e-6)
    alone = simulate_many(arm, q0[4], qd0[4], 0.5, robots=robots[4:5], samples=3)
    assert_same_bits(alone, found, slice(4, 5))


def test_a_long_arm_has_its_numbers_in_a_table() -> None:
    chain = dn.rod_chain(30).robot
    q0, qd0 = starts(30, 3)
    found = simulate_many(chain, 0.2 * q0, 0 * qd0, 0.1)
    exact = simulate(chain, 0.2 * q0[1], 0 * qd0[1], 0.1, rtol=1e-11, atol=1e-12, samples=2)
    np.testing.assert_allclose(found.q[1], exact.q, atol=1e-6)
    skewed = replace(chain, links=(replace(chain.links[0], viscous=1.0, viscous_negative=2.0), *chain.links[1:]))
    apart = simulate_many(skewed, 0.2 * q0[:1], 0 * qd0[:1], 0.01)
    assert apart.how.tolist() == ["one by one"]
    assert "direction" in apart.reason


def test_an_arm_that_may_stick_goes_by_itself_and_the_others_do_not() -> None:
    sticky = replace(WHEEL, links=(replace(WHEEL.links[0], coulomb=0.5),))
    found = simulate_many(WHEEL, [0.0], [1.0], 1.0, robots=(WHEEL, sticky, WHEEL))
    assert found.how.tolist() == ["lanes", "one by one", "lanes"]
    assert "stick" in found.reason
    np.testing.assert_allclose(found.q[:, -1, 0], (1.0, 0.75, 1.0), atol=1e-6)
    assert found.count("completed") == 3


def test_other_integrators_go_one_by_one() -> None:
    found = simulate_many(WHEEL, [[0.0], [1.0]], [1.0], 1.0, integrator="verner65")
    np.testing.assert_allclose(found.q[:, -1, 0], (1.0, 2.0), atol=1e-6)
    assert set(found.how) == {"one by one"}
    assert "verner65" in found.reason


def test_a_function_as_torque_goes_one_by_one() -> None:
    found = simulate_many(WHEEL, [[0.0], [1.0]], [0.0], 1.0, torque=lambda t, q, qd: [2.0])
    np.testing.assert_allclose(found.q[:, -1, 0], (1.0, 2.0), atol=1e-6)
    assert set(found.how) == {"one by one"}
    assert "function" in found.reason


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_run_that_blows_up_ends_alone(integrator: str) -> None:
    """A wheel that is driven until it is as fast as none can be: its neighbours do not notice."""
    torque = np.array([[0.0], [1e6], [0.5], [1e8]])
    found = simulate_many(WHEEL, [0.0], [0.0], 1.0, torque=torque, samples=11, integrator=integrator)
    assert found.status.tolist() == ["completed", "diverged", "completed", "diverged"]
    np.testing.assert_allclose(found.reached, (1.0, 0.1, 1.0, 0.001), rtol=0.02)
    assert "bounds" in found.message[1]
    assert f"{found.reached[1]:.6g}" in found.message[1]
    known = found.t <= found.reached[1]
    assert np.isfinite(found.q[1, known]).all()
    assert np.isnan(found.q[1, ~known]).all()
    assert np.isnan(found.total[1, ~known]).all()
    np.testing.assert_allclose(found.q[2, :, 0], found.t**2 / 4, atol=1e-7)


def test_a_run_that_cannot_start_fails_alone() -> None:
    weightless = replace(WHEEL, links=(Link(),))
    found = simulate_many(WHEEL, [0.0], [[0.0], [0.0], [5e5]], 1.0, robots=(WHEEL, weightless, WHEEL))
    assert found.status.tolist() == ["completed", "failed", "failed"]
    assert "inertia" in found.message[1]
    assert found.reached[1] == 0


def test_budgets_end_single_runs() -> None:
    stiff = replace(WHEEL, links=(replace(WHEEL.links[0], viscous=1e6),))
    found = simulate_many(WHEEL, [0.0], [1.0], 1e4, robots=(WHEEL, stiff), max_evaluations=1e7)
    assert found.status.tolist() == ["completed", "failed"]
    assert "progress" in found.message[1]
    short = simulate_many(TRIPLE, *starts(3, 2), 1e3, step=1e-3, integrator="rk4", max_evaluations=1e6)
    assert short.count("failed") == 2
    assert "1e+06 evaluations" in short.message[0]
    assert (short.reached < 300).all()
    shorter = simulate_many(TRIPLE, *starts(3, 2), 1.0, max_evaluations=100)
    assert shorter.count("failed") == 2
    assert (shorter.evaluations <= 112).all()


def test_samples_may_be_times_and_none_is_lost() -> None:
    times = [0.0, 0.01, 0.0101, 0.5, 0.7]
    found = simulate_many(WHEEL, [[0.0], [1.0]], [1.0], 1.0, samples=times)
    np.testing.assert_allclose(found.q[:, :, 0], [times, np.add(times, 1.0)], atol=1e-12)
    assert simulate_many(WHEEL, [0.0], [1.0], 1.0, samples=1).q.shape == (1, 1, 1)


def test_a_cancelled_ensemble_says_how_far_it_got() -> None:
    looks = iter(range(10_000))
    flag = SimpleNamespace(is_set=lambda: next(looks) > 2)
    found = simulate_many(TRIPLE, *starts(3, 200), 50.0, workers=1, cancel=flag)
    assert found.count("cancelled") > 100
    assert found.count("cancelled") + found.count("completed") == 200
    under_way = (found.status == "cancelled") & (found.reached > 0)
    assert under_way.any()
    assert (found.reached[under_way] < 50).all()
    event = threading.Event()
    event.set()
    assert simulate_many(TRIPLE, *starts(3, 9), 1.0, cancel=event).count("completed") == 0
    assert list(stream_many(TRIPLE, *starts(3, 9), 1.0, cancel=event)) == []


def test_progress_rises_to_one_and_its_errors_pass_through() -> None:
    shares: list[float] = []
    simulate_many(TRIPLE, *starts(3, 400), 0.1, workers=2, progress=shares.append)
    assert all(x <= y for x, y in pairwise(shares))
    assert shares[-1] == 1

    def broken(share: float) -> None:
        raise RuntimeError("no screen")

    with pytest.raises(RuntimeError, match="no screen") as error:
        simulate_many(TRIPLE, *starts(3, 400), 0.1, workers=2, progress=broken)
    assert "raised by the progress function" in error.value.__notes__


def test_blocks_are_the_ensemble_in_its_order() -> None:
    q0, qd0 = starts(3, 50)
    whole = simulate_many(TRIPLE, q0, qd0, 0.3, samples=4)
    first = 0
    for some in stream_many(TRIPLE, q0, qd0, 0.3, samples=4, block=17):
        assert_same_bits(some, whole, slice(first, first + len(some)))
        first += len(some)
    assert first == 50


def test_results_cannot_be_written_to() -> None:
    found = simulate_many(WHEEL, [0.0], [1.0], 1.0)
    for name in (*NUMBERS, "status", "message", "how", "t"):
        assert not getattr(found, name).flags.writeable, name


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("q0", {"q0": np.zeros((4, 2))}),
        ("q0", {"q0": np.zeros((2, 2, 3))}),
        ("q0", {"q0": np.full((2, 3), np.nan)}),
        ("q0", {"q0": np.zeros((0, 3))}),
        ("qd0", {"qd0": np.full((2, 3), np.inf)}),
        ("qd0", {"qd0": np.zeros((7, 3)), "q0": np.zeros((6, 3))}),
        ("torque", {"torque": np.full((2, 3), np.nan)}),
        ("torque", {"torque": np.zeros(2)}),
        ("robots", {"robots": (TRIPLE, WHEEL)}),
        ("robots", {"robots": 3}),
        ("robots", {"robots": (TRIPLE,), "q0": np.zeros((2, 3))}),
        ("samples", {"samples": 1_000_000, "q0": np.zeros((1000, 3))}),
        ("samples", {"samples": 0}),
        ("workers", {"workers": 0}),
        ("workers", {"workers": 10**9}),
        ("duration", {"duration": np.nan}),
        ("integrator", {"integrator": "euler"}),
        ("rtol", {"rtol": 0.0}),
        ("step", {"step": -1.0}),
        ("progress", {"progress": 3}),
        ("cancel", {"cancel": 3}),
    ],
)
def test_what_cannot_be_used_is_named(name: str, arguments: dict[str, Any]) -> None:
    given: dict[str, Any] = {"q0": np.zeros(3), "qd0": np.zeros(3), "duration": 1.0} | arguments
    with pytest.raises(DynamicsError, match=name):
        simulate_many(TRIPLE, **given)
