"""Motions that a project can keep: each is what it says it is, and its rates are its exact derivatives."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.interpolate import make_interp_spline

import denoc
from denoc import (
    ArcMotion,
    DynamicsError,
    JointMotion,
    LineMotion,
    PoseMotion,
    Project,
    Robot,
    RunSettings,
    SampledMotion,
    SineMotion,
    TipPose,
    ViaMotion,
    load,
    trajectory_of,
)
from denoc.motions.joint_trajectories import PROFILES, Trajectory, state_at
from denoc.motions.motion_data import KINDS, Motion, first_state, rearranged
from tests.support.measure import relative

START = (0.3, 0.5, -0.8)
POSITION = (0, 0, 0, 1, 1, 1)
TIMES = (0.0, 0.4, 0.7, 1.5, 2.0)
NINTHS = [i / 4 for i in range(9)]
POINTS = ((0, 0, 0), (0.5, -0.2, 1), (0.1, 0.3, 0.8), (-0.6, 0.2, 0.5), (1, 1, 1))
RATES = ((0.1, 0, 0), (1, -1, 2), (-1, 1, 0), (0.3, 0, 0.2), (0, 0, 0))
MOTIONS: dict[str, Motion] = {
    **{name: JointMotion(START, (1, -1, 0.5), name) for name in PROFILES},
    "each its own": JointMotion(START, (1, -1, 0.5), ("cycloidal", "trapezoidal", "poly4567"), 0.3),
    "cubic": ViaMotion(TIMES, POINTS, "cubic"),
    "quintic": ViaMotion(TIMES, POINTS, "quintic"),
    "sampled": SampledMotion(tuple(NINTHS), tuple((math.sin(t), t, t * t) for t in NINTHS)),
    "few samples": SampledMotion(TIMES[:4], POINTS[:4]),
    "with rates": SampledMotion(TIMES, POINTS, RATES),
    "with accelerations": SampledMotion(TIMES, POINTS, RATES, RATES[::-1]),
    "sines": SineMotion(START, (((0.3, 1.1, 0.2), (0.1, 3, 1)), (), ((1, 0.5, 0),))),
    "line": LineMotion(START, (-0.2, 0.05, 0)),
    "line, position only": LineMotion(START, (-0.1, 0.2, 0), "poly345", None, POSITION),
    "arc": ArcMotion(START, (0.3, 0.2, 0), (0, 0, 2), 0.9, "cycloidal", True),
    "poses": PoseMotion(START, (TipPose((0.4, 0.4, 0), (0, 0, 0.5)), TipPose((0.3, 0.3, 0))), "poly4567", (1, 2)),
}


def check_derivatives(trajectory: Trajectory, h: float = 1e-5) -> None:
    """By central differences, away from where accelerations may jump; two steps tell what the differences are worth."""
    t = np.linspace(0, trajectory.duration, 59)[1:-1] + 0.00137 * trajectory.duration
    _, qd, qdd = trajectory(t)
    scale = 1 + max(np.abs(qd).max(), np.abs(qdd).max())
    differences = []
    for step in (h, 2 * h):
        before, after = trajectory(t - step), trajectory(t + step)
        differences.append([(after[order] - before[order]) / (2 * step) for order in (0, 1)])
    for fine, coarse, exact in zip(*differences, (qd, qdd), strict=True):
        assert (np.abs(fine - exact) < 2e-7 * scale + np.abs(fine - coarse)).all()


@pytest.mark.parametrize("name", MOTIONS)
def test_rates_are_exact_derivatives(planar: Robot, name: str) -> None:
    trajectory = trajectory_of(planar, MOTIONS[name], 2.0)
    q, qd, qdd = trajectory(np.linspace(0, 2, 5))
    assert q.shape == qd.shape == qdd.shape == (5, 3)
    assert np.abs(np.diff(q, axis=0)).max() > 0.01
    check_derivatives(trajectory)


@pytest.mark.parametrize("name", MOTIONS)
def test_one_time_is_as_many(planar: Robot, name: str) -> None:
    trajectory = trajectory_of(planar, MOTIONS[name], 2.0)
    knots = trajectory.changes().breaks
    times = np.concatenate([np.linspace(-0.2, 2.2, 37), knots])
    each = np.array([state_at(trajectory, float(t)) for t in times])
    for order, many in enumerate(trajectory(times)):
        np.testing.assert_allclose(each[:, order], many, rtol=0, atol=1e-13 * (1 + np.abs(many).max()))


@pytest.mark.parametrize("name", MOTIONS)
def test_it_rests_outside(planar: Robot, name: str) -> None:
    trajectory = trajectory_of(planar, MOTIONS[name], 2.0)
    ends = trajectory(np.array([0.0, trajectory.duration]))[0]
    for t, end in ((-0.3, ends[0]), (trajectory.duration + 0.3, ends[1])):
        q, qd, qdd = trajectory(t)
        assert q[0] == pytest.approx(end, abs=1e-15)
        assert not qd.any()
        assert not qdd.any()


@pytest.mark.parametrize("name", MOTIONS)
def test_the_first_state(planar: Robot, name: str) -> None:
    motion = MOTIONS[name]
    assert trajectory_of(planar, motion, 2.0)(0.0)[0][0] == pytest.approx(first_state(motion), abs=1e-12)


def test_every_kind_is_here() -> None:
    assert {type(motion).__struct_config__.tag for motion in MOTIONS.values()} == set(KINDS)


@pytest.mark.parametrize("name", MOTIONS)
def test_a_project_keeps_it(planar: Robot, name: str, tmp_path: Path) -> None:
    run = RunSettings(mode="inverse", duration=2.0, samples=11, motion=MOTIONS[name])
    project = Project("x", planar, (0, 0, 0), (0, 0, 0), run)
    project.save(tmp_path / "x.arm.json")
    again = load(str(tmp_path / "x.arm.json"))
    assert again == project
    assert np.isfinite(denoc.run_project(again).tau).all()


class TestVia:
    @pytest.mark.parametrize("order", ["cubic", "quintic"])
    def test_points_and_ends(self, planar: Robot, order: str) -> None:
        trajectory = trajectory_of(planar, ViaMotion(TIMES, POINTS, order), 99.0)
        q, qd, qdd = trajectory(np.array(TIMES))
        assert trajectory.duration == 2.0
        assert np.allclose(q, POINTS, atol=1e-13)
        assert np.allclose(qd[[0, -1]], 0, atol=1e-12)
        if order == "quintic":
            assert np.allclose(qdd[[0, -1]], 0, atol=1e-11)

    @pytest.mark.parametrize("order", ["cubic", "quintic"])
    def test_acceleration_does_not_jump(self, planar: Robot, order: str) -> None:
        trajectory = trajectory_of(planar, ViaMotion(TIMES, POINTS, order), 2.0)
        knots = np.array(TIMES[1:-1])
        for one, other in zip(trajectory(knots - 1e-9), trajectory(knots + 1e-9), strict=True):
            assert np.allclose(one, other, atol=1e-5)

    def test_two_points_are_a_known_polynomial(self, planar: Robot) -> None:
        """From rest to rest in one piece: 3 u^2 - 2 u^3, and the polynomial 3-4-5."""
        t = np.linspace(0, 2, 21)
        u = (t / 2)[:, None]
        ends = ((0.0, 0.0, 0.0), (1.0, 2.0, -1.0))
        cubic, quintic = (trajectory_of(planar, ViaMotion((0, 2), ends, order), 2)(t) for order in ("cubic", "quintic"))
        assert np.allclose(cubic[0], (3 * u**2 - 2 * u**3) * ends[1], atol=1e-14)
        for one, other in zip(quintic, denoc.joint_motion(planar, *ends, 2.0, t, "poly345"), strict=True):
            assert np.allclose(one, other, atol=1e-12)

    @settings(max_examples=60)
    @given(
        st.lists(st.floats(0.05, 3), min_size=1, max_size=12),
        st.sampled_from(["cubic", "quintic"]),
        st.integers(0, 2**32 - 1),
    )
    def test_any(self, planar: Robot, steps: list[float], order: str, seed: int) -> None:
        times = (0.0, *np.cumsum(steps).tolist())
        points = np.random.default_rng(seed).normal(size=(len(times), 3))
        trajectory = trajectory_of(planar, ViaMotion(times, tuple(map(tuple, points.tolist())), order), 1.0)
        q, qd, _ = trajectory(np.array(times))
        size = 1 + np.abs(trajectory(np.linspace(0, times[-1], 200))[1]).max()
        allowed = 1e-9 * size * max(steps) / min(steps)  # as the system of the spline loses digits
        assert np.allclose(q, points, atol=allowed)
        assert np.allclose(qd[[0, -1]], 0, atol=allowed)
        check_derivatives(trajectory, 1e-6 * times[-1])


def with_a_gap(where: str, gap: float) -> np.ndarray:
    """Even times and one more, this long (s) after the first, a middle, or the last of them."""
    even = np.linspace(0, 1, 51)
    return np.sort(np.append(even, {"start": 0.0, "middle": even[30], "end": 1.0}[where] + gap))


class TestTwoTimesCloseTogether:
    @pytest.mark.parametrize("gap", [1e-3, 1e-6, 1e-9])
    @pytest.mark.parametrize("where", ["start", "middle", "end"])
    @pytest.mark.parametrize("given_tables", [1, 2, 3])
    def test_samples(self, planar: Robot, given_tables: int, where: str, gap: float) -> None:
        """Positions alone, with rates, with accelerations: the sine that they were taken from."""
        t = with_a_gap(where, gap)
        fine = np.union1d(np.linspace(0, t[-1], 333), np.append(t, t[:-1] + np.diff(t) / 3))
        exact, tables = ((np.sin(x), np.cos(x), -np.sin(x)) for x in (fine, t))
        rows = [tuple((float(x),) * 3 for x in table) for table in tables]
        motion = SampledMotion(tuple(t.tolist()), *rows[:given_tables])
        bounds = (1e-8, 1e-5, 1e-3)
        for found, wanted, bound in zip(trajectory_of(planar, motion, 1.0)(fine), exact, bounds, strict=True):
            assert np.abs(found - wanted[:, None]).max() < bound

    @pytest.mark.parametrize("order", ["cubic", "quintic"])
    def test_points(self, planar: Robot, order: str, rng: np.random.Generator) -> None:
        """As SciPy's spline with the same conditions at the ends."""
        t = with_a_gap("middle", 1e-7)
        points = np.cumsum(rng.normal(size=(len(t), 3)), axis=0)
        points[31] = points[30] + 1e-7
        vanish = [(k, np.zeros(3)) for k in (1, 2)[: 1 if order == "cubic" else 2]]
        expected = make_interp_spline(t, points, k=3 if order == "cubic" else 5, bc_type=(vanish, vanish))
        fine = np.union1d(np.linspace(0, 1, 333), t)
        motion = ViaMotion(tuple(t.tolist()), tuple(map(tuple, points.tolist())), order)
        for nu, found in enumerate(trajectory_of(planar, motion, 1.0)(fine)):
            assert relative(found, expected(fine, nu=nu)) < 1e-7

    def test_too_many_of_them_are_refused(self, planar: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(np.linalg, "solve", raise_singular)
        with pytest.raises(DynamicsError, match="rows 3 to 5 are too close"):
            trajectory_of(planar, SampledMotion((0, 1, 2, 2.1, 2.2, 3), ((0, 0, 0),) * 6), 1.0)


def raise_singular(*_: object) -> None:
    raise np.linalg.LinAlgError("Singular matrix")


class TestSampled:
    def test_samples_are_met(self, planar: Robot) -> None:
        motion = MOTIONS["with accelerations"]
        q, qd, qdd = trajectory_of(planar, motion, 2.0)(np.array(TIMES[:-1]))
        assert np.allclose(q, motion.q[:-1], atol=1e-14)
        assert np.allclose(qd, motion.qd[:-1], atol=1e-13)
        assert np.allclose(qdd, motion.qdd[:-1], atol=1e-12)

    def test_a_smooth_motion_is_found_again(self, planar: Robot) -> None:
        """The spline's errors fall with h^6 for q, h^4 for qdd."""
        fine = np.linspace(0, 2, 1001)
        wanted = np.sin(fine), np.cos(fine), -np.sin(fine)
        for samples, bounds in ((41, (1e-9, 1e-7, 5e-6)), (161, (1e-12, 1e-10, 5e-8))):
            t = np.linspace(0, 2, samples)
            motion = SampledMotion(tuple(t.tolist()), tuple((math.sin(x),) * 3 for x in t))
            for found, exact, bound in zip(trajectory_of(planar, motion, 2)(fine), wanted, bounds, strict=True):
                assert np.abs(found - exact[:, None]).max() < bound

    def test_recorded_and_resampled(self, planar: Robot) -> None:
        """Torques along a motion that was sampled every 10 ms, with and without its rates, are those of the motion."""
        whole = trajectory_of(planar, MOTIONS["cycloidal"], 2.0)
        t, fine = np.linspace(0, 2, 201), np.linspace(0, 2, 777)
        tables = [tuple(map(tuple, table.tolist())) for table in whole(t)]
        tau = denoc.inverse_dynamics(planar, *whole(fine))
        for given_tables in (tables[:1], tables):
            again = trajectory_of(planar, SampledMotion(tuple(t.tolist()), *given_tables), 2.0)
            assert np.abs(denoc.inverse_dynamics(planar, *again(fine)) - tau).max() < 1e-5


def test_sines_against_their_formula(planar: Robot) -> None:
    t = np.linspace(0, 2, 9)
    q = trajectory_of(planar, MOTIONS["sines"], 2.0)(t)[0]
    w = 2 * np.pi * t
    assert np.allclose(q[:, 0], 0.3 + 0.3 * np.sin(1.1 * w + 0.2) + 0.1 * np.sin(3 * w + 1))
    assert np.allclose(q[:, 1], 0.5)
    assert np.allclose(q[:, 2], -0.8 + np.sin(0.5 * w))


@pytest.mark.parametrize(
    ("motion", "words"),
    [
        (JointMotion((0, 0), (0, 0, 0)), "start"),
        (JointMotion((0, 0, 0), (0, math.nan, 0)), "link 2.*end"),
        (JointMotion((0, 0, 0), (0, 0, 0), "trapezoidal", 0.0), "ramp"),
        (JointMotion((0, 0, 0), (0, 0, 0), ("cycloidal",)), "profile"),
        (ViaMotion((0, 1), ((0, 0, 0),)), "points.*2 rows"),
        (ViaMotion((0, 1), ((0, 0, 0), (0, math.inf, 0))), "link 2.*points, row 2.*inf"),
        (ViaMotion((0, 1), ((0, 0, 0), (0, 0))), "points, row 2"),
        (ViaMotion((0.5, 1), ((0, 0, 0), (0, 0, 0))), "first time"),
        (ViaMotion((0, 1, 1), ((0, 0, 0),) * 3), "row 3 does not come after row 2"),
        (ViaMotion((0, math.nan, 1), ((0, 0, 0),) * 3), "times, row 2"),
        (ViaMotion((0,), ((0, 0, 0),)), "2 to"),
        (SampledMotion(TIMES, POINTS, None, RATES), "qdd"),
        (SampledMotion(TIMES, POINTS, RATES[:-1]), "qd.*5 rows"),
        (SineMotion((0, 0, 0), ((), ())), "terms"),
        (SineMotion((0, 0, 0), ((), ((1, math.nan, 0),), ())), "link 2.*terms"),
        (SineMotion((0, 0, 0), ((), ((1, -1, 0),), ())), "link 2.*frequency"),
        (LineMotion(START, (0, math.nan, 0)), "displacement"),
        (LineMotion(START, (0, 0, 0), task=(0,) * 6), "task"),
        (LineMotion(START, (0, 0, 0), task=(0.5,) * 6), "task"),
        (LineMotion(START, (0, 0, 0), pull=-1.0), "pull"),
        (LineMotion(START, (0, 0, 0), point=(0, 0, math.inf)), "point"),
        (ArcMotion(START, (0, 0, 0), (0, 0, 0), 1.0), "normal"),
        (ArcMotion(START, (0, 0, 0), (0, 0, 1), math.inf), "angle"),
        (PoseMotion(START, ()), "poses"),
        (PoseMotion(START, (TipPose((0, math.nan, 0)),)), "row 1, position"),
        (PoseMotion(START, (TipPose((0, 0, 0)),), shares=(1, 2)), "shares"),
        (PoseMotion(START, (TipPose((0, 0, 0)),) * 2, shares=(1, 0)), "shares"),
        (PoseMotion(START, (TipPose((0, 0, 0)),) * 2, shares=(2, -1)), "shares"),
    ],
)
def test_refusals_name_the_place(planar: Robot, motion: Motion, words: str) -> None:
    with pytest.raises(DynamicsError, match=words):
        trajectory_of(planar, motion, 1.0)
    with pytest.raises(DynamicsError, match=words):
        Project("x", planar, (0, 0, 0), (0, 0, 0), RunSettings(motion=motion))


def test_other_joints() -> None:
    """Everything that has one entry a joint goes along when joints are exchanged, added or taken away."""

    def last_first(row: tuple[float, ...]) -> tuple[float, ...]:
        return (row[2], 0.0, row[0])

    assert rearranged(MOTIONS["line"], last_first) == msgspec.structs.replace(MOTIONS["line"], start=(-0.8, 0.0, 0.3))
    assert rearranged(MOTIONS["each its own"], last_first).profile == ("poly4567", "cycloidal", "cycloidal")
    assert rearranged(MOTIONS["sines"], last_first).terms == (((1, 0.5, 0),), (), ((0.3, 1.1, 0.2), (0.1, 3, 1)))
    assert rearranged(MOTIONS["with rates"], last_first).qd[1] == (2, 0.0, 1)
    assert rearranged(MOTIONS["cubic"], last_first).points[4] == (1, 0.0, 1)
