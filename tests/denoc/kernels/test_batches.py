"""What a user may hand to the public functions, and what must come back."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import denoc
from denoc.arm.robot import Link, Robot
from denoc.basics.errors import SingularMassMatrix
from denoc.kernels.emitter.targets import host
from tests.support.oracles.arms import random_arm

W = host().lanes
CALLS = {
    "inverse": (denoc.inverse_dynamics, 3),
    "forward": (denoc.forward_dynamics, 3),
    "gravity": (denoc.gravity_torque, 1),
    "mass": (denoc.mass_matrix, 1),
    "frames": (denoc.forward_kinematics, 1),
    "jacobian": (denoc.jacobian, 1),
    "coriolis": (denoc.coriolis_matrix, 2),
    "regressor": (denoc.regressor, 3),
    "kinetic": (denoc.kinetic_energy, 2),
    "potential": (denoc.potential_energy, 1),
}


WRITTEN_OUT = ("inverse denoc", "forward denoc", "table frames", "jacobian", "coriolis", "regressor")


@pytest.fixture(params=["generic", "written out"])
def robot(request: pytest.FixtureRequest) -> Robot:
    """The same numbers for every test, so that its kernels are compiled once and then read from disk."""
    robot = random_arm(np.random.default_rng(6), 6)
    if request.param == "written out":
        denoc.prepare(robot, WRITTEN_OUT)
    return robot


@pytest.mark.parametrize("name", CALLS)
def test_any_number_of_rows(robot: Robot, rng: np.random.Generator, name: str) -> None:
    call, inputs = CALLS[name]
    given = rng.normal(size=(inputs, 5 * W + 3, 6))
    whole = call(robot, *given)
    for rows in (0, 1, W - 1, W, W + 1, 2 * W + 3):
        part = call(robot, *given[:, :rows])
        assert part.shape == (rows, *whole.shape[1:])
        assert np.array_equal(part, whole[:rows])  # a row does not feel how many there are


@pytest.mark.parametrize("name", CALLS)
def test_any_memory_layout(robot: Robot, rng: np.random.Generator, name: str) -> None:
    call, inputs = CALLS[name]
    whole = np.round(rng.normal(size=(inputs, 11, 6)) * 3)
    expected = call(robot, *whole)
    spread = np.zeros((inputs, 22, 12))
    spread[:, ::2, ::2] = whole
    shapes = {
        "fortran": [np.asfortranarray(x) for x in whole],
        "strided": list(spread[:, ::2, ::2]),
        "backwards": [np.ascontiguousarray(x[::-1])[::-1] for x in whole],
        "float32": list(whole.astype(np.float32)),
        "int": list(whole.astype(int)),
        "lists": whole.tolist(),
        "big endian": list(whole.astype(">f8")),
    }
    for given in shapes.values():
        assert np.array_equal(call(robot, *given), expected)
        one = call(robot, *(x[3] for x in given))
        assert np.allclose(one, expected[3], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", CALLS)
def test_inputs_are_never_written_to(robot: Robot, rng: np.random.Generator, name: str) -> None:
    call, inputs = CALLS[name]
    given = rng.normal(size=(inputs, 9, 6))
    given.setflags(write=False)
    before = given.copy()
    first = call(robot, *given)
    first += 1.0  # the result is the caller's
    assert np.array_equal(call(robot, *given), first - 1.0) or np.allclose(call(robot, *given), first - 1.0)
    one = call(robot, *given[:, 0])
    again = call(robot, *given[:, 1])
    assert not np.shares_memory(one, again)
    assert np.array_equal(given, before)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_a_number_stays_in_its_row(robot: Robot, rng: np.random.Generator, bad: float) -> None:
    for call in (denoc.inverse_dynamics, denoc.forward_dynamics):
        given = rng.normal(size=(3, 2 * W + 1, 6))
        expected = call(robot, *given)
        given[1, W, 2] = bad
        found = call(robot, *given)
        assert not np.isfinite(found[W]).all()
        others = np.arange(2 * W + 1) != W
        assert np.array_equal(found[others], expected[others])
        assert not np.isfinite(call(robot, *given[:, W])).all()


def test_a_singular_arm_is_named_in_a_batch() -> None:
    bare = Robot("bare", (Link(a=1, mass=1), Link()))
    for shape in ((2,), (W + 1, 2)):
        with pytest.raises(SingularMassMatrix):
            denoc.forward_dynamics(bare, *np.zeros((3, *shape)))
        with pytest.raises(SingularMassMatrix):
            denoc.udu(bare, np.zeros(shape))


@pytest.mark.parametrize("shape", [(6,), (200, 6)])
def test_threads_on_one_robot(robot: Robot, rng: np.random.Generator, shape: tuple[int, ...]) -> None:
    given = rng.normal(size=(4, 3, *shape))
    expected = [denoc.forward_dynamics(robot, *states) for states in given]
    wrong: list[int] = []

    def work(i: int) -> None:
        for _ in range(200):
            found = denoc.forward_dynamics(robot, *given[i])
            if not np.allclose(found, expected[i], rtol=1e-10, atol=1e-10):
                wrong.append(i)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_other_threads_go_on_while_a_kernel_runs(robot: Robot, rng: np.random.Generator) -> None:
    given = rng.normal(size=(3, 300_000, 6))
    denoc.forward_dynamics(robot, *given[:, :10])
    thread = threading.Thread(target=denoc.forward_dynamics, args=(robot, *given))
    thread.start()
    count = 0
    while thread.is_alive():
        count += 1
    assert count > 1000


@pytest.mark.parametrize("name", CALLS)
def test_a_row_does_not_feel_its_neighbours(robot: Robot, rng: np.random.Generator, name: str) -> None:
    """Angles beyond the quick reduction's limit are computed by another function, and they alone."""
    call, inputs = CALLS[name]
    given = rng.normal(size=(inputs, 3 * W + 2, 6))
    expected = call(robot, *given)
    for place in range(3 * W + 2):
        mixed = given.copy()
        mixed[0, place, rng.integers(6)] = rng.choice([-1, 1]) * 10 ** rng.uniform(6, 15)
        found = call(robot, *mixed)
        others = np.arange(3 * W + 2) != place
        assert np.array_equal(found[others], expected[others])
        assert np.array_equal(found[place], call(robot, *mixed[:, place : place + 1])[0])


@pytest.mark.parametrize("name", CALLS)
def test_masked_entries_are_refused(robot: Robot, rng: np.random.Generator, name: str) -> None:
    """Also where a kernel could read the numbers under the mask at once."""
    call, inputs = CALLS[name]
    for shape in ((6,), (W + 1, 6)):
        given = list(rng.normal(size=(inputs, *shape)))
        call(robot, *given)
        whole = np.ma.masked_array(given[0])
        assert np.array_equal(call(robot, whole, *given[1:]), call(robot, *given))
        whole[..., 2] = np.ma.masked
        with pytest.raises(denoc.DynamicsError, match="field 'q': a masked value is no number"):
            call(robot, whole, *given[1:])


@pytest.mark.parametrize("written_out", [False, True])
def test_large_results_are_not_taken_for_infinite_ones(written_out: bool) -> None:
    """A kernel looks at sums of its results, and theirs is beyond the largest number."""
    slides = (Link(joint="P", alpha=np.pi / 2), Link(joint="P", mass=1.0))
    robot = Robot("two slides", slides, gravity=(0, 0, 0))
    if written_out:
        denoc.prepare(robot, ["forward denoc"])
    tau, rest = np.full((W + 1, 2), 1.5e308), np.zeros((W + 1, 2))
    assert np.array_equal(denoc.forward_dynamics(robot, rest, rest, tau), tau)
    assert np.array_equal(denoc.forward_dynamics(robot, rest[0], rest[0], tau[0]), tau[0])
