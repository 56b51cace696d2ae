"""Bad arguments: briefly what `python -m tests.long arguments` tries for long, and what was met before."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import denoc as dn
from denoc import DynamicsError
from denoc.basics.checks import as_numbers, check_count, check_items, check_number, check_tuple
from denoc.runs.integrators import INTEGRATORS
from tests.long.arguments import edge_cases, fault, prepare_folder, random_case
from tests.support.bad_values import Endless, Trap
from tests.support.public_names import callees


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(tmp_path_factory.mktemp("arguments"))
    prepare_folder()
    callees()
    yield
    os.chdir(before)


def test_every_public_name_is_tried_with_arguments_that_work() -> None:
    tried = {callee.name.split(".")[0] for callee in callees()}
    untried = set(dn.__all__) - tried
    assert all(issubclass(getattr(dn, name), Exception | tuple) for name in untried)
    for callee in callees():
        callee.call(**callee.good)


def test_none_and_recordings_without_samples() -> None:
    """For every required array, and every recording."""
    cases = [case for case in edge_cases() if "e+300" not in str(case)]
    assert "linearize(q=NoneType None)" in map(str, cases)
    assert [each for each in map(fault, cases) if each] == []


@pytest.mark.parametrize("part", range(5))
def test_bad_arguments_end_in_a_result_or_a_named_refusal(part: int) -> None:
    found = [fault(random_case(7, number)) for number in range(100 * part, 100 * part + 100)]
    assert [each for each in found if each] == []


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: dn.rod_chain(1.5), "n"),
        (lambda: dn.rod_chain(2, mass="1"), "mass"),
        (lambda: replace(dn.rod_chain(1), visuals=None), "visuals"),
        (lambda: dn.prepare(dn.rod_chain(1).robot, None), "functions"),
        (lambda: dn.prepare(dn.rod_chain(1).robot, "mass matrix"), "functions"),
        (lambda: dn.to_convention("a robot", "modified"), "robot"),
        (lambda: dn.to_convention(dn.rod_chain(1).robot, np.zeros(2)), "convention"),
        (lambda: dn.inverse_kinematics(dn.rod_chain(1).robot, np.eye(4), [0], restarts=10**9), "restarts"),
        (lambda: dn.inverse_kinematics(dn.rod_chain(1).robot, np.eye(4) + 0j, [0]), "pose"),
        (lambda: dn.Expression("t", 10**9), "joints"),
        (lambda: dn.mass_matrix(dn.rod_chain(1).robot, np.zeros(1, "m8[s]")), "q"),
        (lambda: dn.mass_matrix(dn.rod_chain(1).robot, range(10**18)), "q"),
        (lambda: dn.mass_matrix(dn.rod_chain(1).robot, np.broadcast_to(0.0, (10**12, 1))), "q"),
        (lambda: dn.mass_matrix(dn.rod_chain(1).robot, [np.ma.masked_array([1.0], [True])]), "q"),
        (lambda: dn.Link(mass=np.timedelta64(3, "s")), "mass"),
        (lambda: dn.Link(com={1.0, 2.0, 3.0}), "com"),
        (lambda: dn.Link(com=Endless()), "com"),
        (lambda: dn.Link(a=10**5000), "a"),
        (lambda: dn.Link(name=Trap()), "name"),
        (lambda: dn.Robot("endless", Endless()), "links"),
        (lambda: dn.load(3), "path_or_example"),
        (lambda: dn.load_motors(b"motors.json"), "path"),
        (lambda: dn.run_project(dn.rod_chain(1), cancel="no"), "cancel"),
        (lambda: list(dn.stream("a job")), "job"),
        (lambda: dn.actuator_sizing(None), "recording"),
        (lambda: dn.equilibria(dn.rod_chain(2).robot, tau=[1e300, 1e300]), "tau"),
        (lambda: dn.equilibria(dn.rod_chain(2).robot, [0, 1e300]), "q"),
        (lambda: dn.equilibria(dn.rod_chain(2).robot, tip_wrench=[1e300] * 6), "tip_wrench, moment x"),
        (lambda: dn.exciting_motion(dn.rod_chain(2).robot, 1.0, upper=1e300), "upper"),
        (lambda: dn.smooth_motion(dn.SampledMotion((0.0, 1.0), ((1.0,),)), 1.0), "q"),
    ],
)
def test_what_was_met_before(call: Callable[[], Any], name: str) -> None:
    with pytest.raises(DynamicsError, match=f"'{name}'"):
        call()


def test_what_is_a_number() -> None:
    for value in (1, 1.0, Fraction(1), Decimal(1), np.float32(1), np.int8(1), np.array(1.0), np.ma.masked_array(1.0)):
        assert check_number(value, "x") == 1.0
    for value in ("1", b"1", True, np.True_, None, 1j, np.complex128(1), np.ma.masked, np.timedelta64(1), Trap(), [1]):
        with pytest.raises(DynamicsError, match="'x'"):
            check_number(value, "x")


def test_arrays_keep_their_memory_where_they_can() -> None:
    array = np.ones(3)
    assert as_numbers(array, "x") is array
    assert as_numbers(array.astype(">f8"), "x").tolist() == [1.0, 1.0, 1.0]
    assert as_numbers([Fraction(1, 2)], "x").tolist() == [0.5]
    read_only = np.broadcast_to(1.0, (2, 3))
    assert as_numbers(read_only, "x").strides == (0, 0)


def test_counts_and_sequences() -> None:
    assert check_count(np.int64(3), "x", 0, 5) == 3
    for value in (3.0, True, 6, -1, "3", np.timedelta64(3), 10**400):
        with pytest.raises(DynamicsError, match="'x'"):
            check_count(value, "x", 0, 5)
    assert check_items((x for x in "ab"), 2, "x") == ("a", "b")
    assert check_tuple(iter([1, 2]), 2, "x") == (1.0, 2.0)


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("coulomb", [0.0, 0.1])
def test_an_error_of_the_torque_function_passes_through_with_its_time(integrator: str, coulomb: float) -> None:
    class Own(Exception):
        pass

    mine = Own("a sensor is gone")

    def torque(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        if t > 0.2:
            raise mine
        return 0 * q

    robot = dn.rod_chain(2).robot
    robot = replace(robot, links=tuple(replace(link, coulomb=coulomb) for link in robot.links))
    with pytest.raises(Own) as caught:
        dn.simulate(robot, [0, 0], [0, 0], 1.0, torque=torque, integrator=integrator)
    assert caught.value is mine
    (note,) = mine.__notes__
    words, _, time = note.partition(" t = ")
    assert words == "raised by the torque function at"
    assert 0.2 <= float(time.removesuffix(" s")) < 0.3
