"""Every kernel, on every processor that can be played, against the recursion's own text on floats."""

from __future__ import annotations

import functools
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from denoc.arm.robot import Robot
from denoc.kernels.emitter.targets import Target, host
from denoc.kernels.functions import FUNCTIONS
from denoc.kernels.kernel import Bound, Kernel
from denoc.kernels.storage import objects
from denoc.recursions.reference import Point, arm_of, evaluate_text, link_numbers
from tests.denoc.kernels.targets import PLAYABLE
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm

# Compiled for every processor: all of DeNOC, and of every other formulation what holds the whole of it.
OTHERS = (
    "inverse kane", "forward walker-orin wrench", "acceleration normalized", "acceleration unnormalized",
    "forward derivatives wrench",
)  # fmt: skip
EVERYWHERE = [
    name
    for name, function in FUNCTIONS.items()
    if (function.compiled == "regrouped" and not function.slow) or name in OTHERS
]
LIMIT = 1e-11
LONG_INVERSE = 1e-9


@pytest.fixture
def not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that is used once takes no room on disk from what other tests share."""
    monkeypatch.setattr(objects, "keep", lambda key, code: None)


@functools.cache
def generic(name: str, target: Target) -> Kernel:
    return Kernel(name, target)


def states(rng: np.random.Generator, name: str, n: int, rows: int) -> list[np.ndarray]:
    function = FUNCTIONS[name]
    given = [rng.normal(size=(rows, n)) * 2 for _ in range(function.inputs)]
    return [*given, rng.normal(size=(rows, 6)) * 5] if function.wrench else given


def reference(robot: Robot, name: str, given: list[np.ndarray]) -> np.ndarray:
    if FUNCTIONS[name].wrench:
        return evaluate_text(robot, name.removesuffix(" wrench"), given[:-1], given[-1])
    return evaluate_text(robot, name, given, None)


def compare(kernel: Kernel, robot: Robot, rng: np.random.Generator, rows: int = 9) -> None:
    """Batch and single state. Walker and Orin, and derivatives of accelerations, go through the whole mass matrix or
    its inverse, which in a long arm costs digits."""
    costly = kernel.name.startswith(("forward derivatives", "forward walker-orin"))
    limit = LONG_INVERSE if costly and robot.n > 30 else LIMIT
    given = states(rng, kernel.name, robot.n, rows)
    expected = reference(robot, kernel.name, given)
    bound = Bound(kernel, robot)
    out = np.full((rows, *bound.result_shape), np.nan)
    assert bound.batch(given, out)
    assert relative(out, expected) < limit
    one, finite = bound.state([array[-1] for array in given])
    assert finite
    assert relative(one, expected[-1]) < limit


def each_somewhere() -> list[tuple[str, str]]:
    """Names and processors: three that take every part of the emitter on all of them, the rest on the host and one
    other, in turn."""
    others = [target for target in PLAYABLE if target != "host"]
    pairs = [(name, target) for name in ("inverse denoc", "forward denoc wrench", "udu") for target in PLAYABLE]
    for number, name in enumerate([*EVERYWHERE, "frames", "potential"]):
        pairs += [(name, target) for target in ("host", *others[number % max(len(others), 1) :][:1])]
    return list(dict.fromkeys(pairs))


@pytest.mark.parametrize(("name", "target"), each_somewhere())
def test_generic(request: pytest.FixtureRequest, rng: np.random.Generator, name: str, target: str) -> None:
    if target != "host":
        request.getfixturevalue("not_kept")
    kernel = generic(name, PLAYABLE[target])
    for n, convention in ((1, "standard"), (2, "modified"), (5, "standard"), (8, "modified"), (13, "standard")):
        compare(kernel, random_arm(rng, n, convention), rng)
        compare(kernel, random_arm(rng, n, convention, extras=False), rng)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("n", [30, 100])
def test_generic_long(rng: np.random.Generator, name: str, n: int) -> None:
    if name.startswith("forward derivatives") and n == 100:
        n = 50  # their own text takes n cubed steps on floats
    compare(generic(name, host()), random_arm(rng, n, joints="R" if n == 30 else "mixed"), rng, rows=2)


@pytest.mark.usefixtures("not_kept")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_customised(rng: np.random.Generator, name: str) -> None:
    for n, extras in ((1, True), (3, False), (4, True)):
        robot = random_arm(rng, n, "modified" if n == 3 else "standard", extras=extras)
        compare(Kernel(name, host(), robot), robot, rng)


@pytest.mark.usefixtures("not_kept")
@pytest.mark.parametrize("target", PLAYABLE)
@pytest.mark.parametrize("name", ["inverse denoc", "forward denoc wrench", "forward normalized"])
def test_customised_everywhere(rng: np.random.Generator, name: str, target: str) -> None:
    robot = random_arm(rng, 5)
    compare(Kernel(name, PLAYABLE[target], robot), robot, rng, rows=17)


@pytest.mark.usefixtures("not_kept")
@pytest.mark.parametrize("name", ["inverse denoc", "forward denoc", "mass matrix"])
def test_customised_as_long_as_they_get(rng: np.random.Generator, name: str) -> None:
    robot = random_arm(rng, 25)
    compare(Kernel(name, host(), robot), robot, rng, rows=4)


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(1, 40),
    convention=st.sampled_from(["standard", "modified"]),
    joints=st.sampled_from(["mixed", "R", "P"]),
    extras=st.booleans(),
    name=st.sampled_from(list(FUNCTIONS)),
    rows=st.integers(1, 20),
)
def test_any_arm(seed: int, n: int, convention: str, joints: str, extras: bool, name: str, rows: int) -> None:
    rng = np.random.default_rng(seed)
    if joints == "P" and n > 3 and name.startswith(("forward", "udu", "rates", "quasi", "acceleration")):
        n = 1 + n % 3  # more than three slides have a singular mass matrix without rotors
    compare(generic(name, host()), random_arm(rng, n, convention, joints=joints, extras=extras), rng, rows)


def test_a_thousand_joints_in_linear_memory(rng: np.random.Generator) -> None:
    robot = random_arm(rng, 1000, joints="R")
    for name in ("inverse denoc", "forward denoc"):
        kernel = generic(name, host())
        assert kernel.scratch(1000, kernel.lanes) == 10 * kernel.scratch(100, kernel.lanes)
        given = states(rng, name, 1000, 5)
        out = np.empty((5, 1000))
        assert Bound(kernel, robot).batch(given, out)
        expected = reference(robot, name, given)
        assert relative(out, expected) < 1e-9  # the mass matrix's condition grows with n


@pytest.mark.parametrize("point", get_args(Point))
def test_all_links_at_once_have_the_numbers_of_each(rng: np.random.Generator, point: Point) -> None:
    for convention in ("standard", "modified"):
        for n in (1, 2, 9):
            arm = random_arm(rng, n, convention)
            each = np.array([link.numbers for link in arm_of(arm, point).links], dtype=float)
            assert np.array_equal(link_numbers(arm, point), each)
