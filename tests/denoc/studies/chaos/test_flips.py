"""Times of the first flip: against SciPy's events on Pinocchio's accelerations, and against the energy."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import denoc as dn
from denoc.basics.cancelling import Cancelled
from denoc.studies.chaos.flip_energy import least_energy
from denoc.studies.chaos.passing import HalfTurn, Samples
from tests.support.oracles.pinocchio_model import PinocchioArm

pin = pytest.importorskip("pinocchio")  # not on Windows, and not with the oldest NumPy

HANGING = np.array([-math.pi / 2, 0.0])


@pytest.fixture(scope="module")
def maps() -> list[dn.FlipMap]:
    return list(dn.flip_times(dn.rod_chain(2).robot, 2.0, cells=8))


def expected(robot: dn.Robot, q: np.ndarray, duration: float) -> float:
    """The first time at which a joint passes half a turn; nan where none does."""
    arm, none = PinocchioArm(robot), np.zeros(2)

    def rate(t: float, x: np.ndarray) -> np.ndarray:
        return np.concatenate([x[2:], pin.aba(arm.model, arm.data, x[:2], x[2:], none)])

    def room(t: float, x: np.ndarray) -> float:
        return math.pi - float(np.abs(x[:2] - HANGING).max())

    room.terminal = True  # type: ignore[attr-defined]
    start = np.concatenate([q, [0.0, 0.0]])
    found = solve_ivp(rate, (0, duration), start, method="DOP853", rtol=1e-10, atol=1e-10, events=room, max_step=0.02)
    return float(found.t_events[0][0]) if len(found.t_events[0]) else math.nan


def test_the_time_is_when_another_engine_passes_half_a_turn(maps: list[dn.FlipMap]) -> None:
    robot, finest = dn.rod_chain(2).robot, maps[-1]
    for row, column in ((0, 0), (0, 2), (1, 2), (3, 6), (6, 5), (0, 3)):
        q = np.array([finest.x[column], finest.y[row]])
        assert finest.times[row, column] == pytest.approx(expected(robot, q, 2.0), abs=2e-7, nan_ok=True)
    assert np.isnan(finest.times[0, 3])


def test_what_cannot_flip_has_not_the_energy_and_does_not_flip(maps: list[dn.FlipMap]) -> None:
    """Two equal rods of l and m: V = m g l / 2 (3 sin q1 + sin(q1 + q2)); the second turns over at -m g l at least."""
    finest = maps[-1]
    q1, q2 = np.meshgrid(finest.x, finest.y)
    size = 0.5 * 0.5 * 9.81 / 2
    energy = size * (3 * np.sin(q1) + np.sin(q1 + q2))
    assert np.array_equal(np.isinf(finest.times), energy < -2 * size)
    some = np.argwhere(np.isinf(finest.times))[::5]
    for row, column in some:
        run = dn.simulate(dn.rod_chain(2).robot, [finest.x[column], finest.y[row]], [0, 0], 20.0)
        assert np.abs(run.q - HANGING).max() < math.pi


def test_the_map_is_the_same_upside_down_and_coarse_maps_are_parts_of_it(maps: list[dn.FlipMap]) -> None:
    finest = maps[-1]
    assert finest.times == pytest.approx(finest.times[::-1, ::-1], abs=1e-8, nan_ok=True)
    for coarse, stride in zip(maps, (8, 4, 2, 1), strict=True):
        assert np.array_equal(coarse.times, finest.times[::stride, ::stride], equal_nan=True)
        assert coarse.x.tolist() == finest.x[::stride].tolist()
    assert finest.joints == (1, 2)
    assert finest.failed == 0
    assert finest.rest == pytest.approx(HANGING, abs=1e-9)


def test_a_part_of_the_plane_has_the_same_times(maps: list[dn.FlipMap]) -> None:
    """The lower left quarter of the map, as finely."""
    low = HANGING - math.pi
    *_, part = dn.flip_times(dn.rod_chain(2).robot, 2.0, cells=4, ranges=list(zip(low, HANGING, strict=True)))
    assert part.x == pytest.approx(maps[-1].x[:4])
    assert part.times == pytest.approx(maps[-1].times[:4, :4], abs=1e-6, nan_ok=True)
    for bad in ([(0.0, 1.0)], [(0.0, 1.0), (1.0, 1.0)], [(0.0, 1.0), (0.0,)], 3):
        with pytest.raises(dn.DynamicsError) as refused:
            dn.flip_times(dn.rod_chain(2).robot, ranges=bad)
        assert refused.value.field == "ranges"


def test_a_chosen_joint_flips_no_sooner_than_any(maps: list[dn.FlipMap]) -> None:
    *_, first = dn.flip_times(dn.rod_chain(2).robot, 1.0, cells=4, flipping=1)
    *_, any_one = dn.flip_times(dn.rod_chain(2).robot, 1.0, cells=4)
    sooner = np.nan_to_num(any_one.times, nan=2.0)
    assert (np.nan_to_num(first.times, nan=2.0) >= sooner - 1e-9).all()
    assert np.isinf(first.times).sum() > np.isinf(any_one.times).sum()


@pytest.mark.parametrize("joints", [1, 2, 3])
def test_the_bound_of_the_energy_is_below_every_pose_and_close(joints: int) -> None:
    robot = replace(dn.rod_chain(joints).robot, payload=dn.Payload(0.3, (0.1, 0.0, 0.0), (0.0,) * 6))
    random = np.random.default_rng(2)
    for joint in range(joints):
        poses = random.uniform(-math.pi, math.pi, (20_000, joints))
        poses[:, joint] = 0.7
        lowest = float(dn.potential_energy(robot, poses).min())
        bound = least_energy(robot, joint, 0.7)
        assert bound <= lowest + 1e-12
        assert bound == pytest.approx(lowest, abs=0.05)
    assert least_energy(dn.rod_chain(4).robot, 0, 0.7) == -math.inf


def test_a_joint_that_is_there_and_back_between_two_samples_is_seen() -> None:
    """q = 3 + t - 2 t^2 has its largest value, 3.125, between; a home at -0.01 makes that just short of half a turn."""
    t = np.array([0.0, 1.0])
    known = Samples(t, (3 + t - 2 * t * t)[:, None], (1 - 4 * t)[:, None], np.full((2, 1), -4.0))
    passes = HalfTurn(np.array([-0.02]), [0])
    assert passes.stretch(known) == 0
    exact = (1 - math.sqrt(1 - 8 * (math.pi - 3.02))) / 4
    assert passes.time(known, 0) == pytest.approx(exact, abs=1e-12)
    assert HalfTurn(np.array([-0.01]), [0]).stretch(known) is None


def test_it_can_be_cancelled_at_any_time_and_tells_how_far_it_is() -> None:
    cancel, told = threading.Event(), []
    maps = dn.flip_times(dn.rod_chain(2).robot, 0.2, cells=8, cancel=cancel, progress=told.append)
    next(maps)
    next(maps)
    assert told[-1] == 4 / 64
    cancel.set()
    with pytest.raises(Cancelled):
        next(maps)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"joints": (1, 1)}, "joints"),
        ({"joints": (1,)}, "joints"),
        ({"joints": (1, 3)}, "joints"),
        ({"flipping": 3}, "flipping"),
        ({"rest": (0.0,)}, "rest"),
        ({"duration": 1e5}, "duration"),
    ],
)
def test_what_cannot_be_is_refused_at_once(arguments: dict[str, object], name: str) -> None:
    with pytest.raises(dn.DynamicsError, match=f"'{name}'"):
        dn.flip_times(dn.rod_chain(2).robot, **arguments)  # type: ignore[arg-type]
