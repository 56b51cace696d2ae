"""No input of a run is stepped over: torques that jump, motions after a rest, formulas, events between two looks."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from denoc import DynamicsError, Link, Project, Robot, RunSettings, inverse_dynamics, load, run_project, simulate
from denoc.motions.changes import stretches
from denoc.motions.motion_data import SineMotion
from denoc.runs.events.event_search import NODES, doubtful_moments
from denoc.runs.integrators import INTEGRATORS
from denoc.torques.expressions import Expression
from denoc.torques.formula_changes import formula_changes
from denoc.torques.torque_laws import ComputedTorque, ExpressionTorque, TableTorque
from tests.support.oracles.inputs import KINDS, followed_motion, wheel


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not followed_motion], ids=lambda k: k.__name__)
def test_against_exact_answers(kind, integrator: str) -> None:
    case = kind(np.random.default_rng(INTEGRATORS.index(integrator)), integrator)
    assert case.error(case.run()) <= case.allowed, case.name


@pytest.mark.parametrize(("integrator", "seed"), [("dopri5", 1), ("dop853", 2), ("dopri5", 5), ("radau", 5)])
def test_a_motion_after_a_rest_is_followed(integrator: str, seed: int) -> None:
    case = followed_motion(np.random.default_rng(seed), integrator)
    assert case.error(case.run()) <= case.allowed, case.name


class TestStretches:
    @given(st.lists(st.floats(-1, 12), max_size=20))
    def test_they_cover_the_run_and_lie_inside_their_ends(self, breaks: list[float]) -> None:
        found = list(stretches(np.array(breaks, dtype=float), 10.0))
        assert found[-1].end == 10.0
        begin = 0.0
        for stretch in found:
            assert begin <= stretch.first <= stretch.last <= stretch.end
            assert stretch.first - begin < 1e-13
            begin = stretch.end
        for t in breaks:
            if 1e-12 < t < 10 - 1e-12:
                assert min(abs(stretch.end - t) for stretch in found) < 1e-12


def driven(text: str, integrator: str) -> Project:
    """A slide of 1 kg, pushed by a formula for 10 s."""
    robot = Robot("slide", (Link(joint="P", mass=1.0),), gravity=(0, 0, 0))
    run = RunSettings(integrator=integrator, torque=ExpressionTorque((text,)))  # type: ignore[arg-type]
    return Project("driven", robot, (0.0,), (0.0,), run)


class TestFormulas:
    @pytest.mark.parametrize(
        ("text", "times"),
        [
            ("step(t-5)", [5]),
            ("sign(3*t-1)", [1 / 3]),
            ("step(1e-5-abs(t-3.3))", [3.3 - 1e-5, 3.3, 3.3 + 1e-5]),
            ("clip(10*(t-3),0,2)", [3, 3.2]),
            ("max(t,2,5-t)", [2, 2.5, 3]),
            ("sign(max(t-5,0))", [5]),
            ("q1*step(t-2.5)+step(q1)", [2.5]),
            ("sign(sin(pi*t))", list(range(1, 10))),
            ("abs(t-4)^3", [4]),
            ("1/(t-7)", [7]),
            ("atan2(0,5-t)", [5]),
            ("step((t-1)*(t-9)+1e-9)", [1 + 1e-9 / 8, 9 - 1e-9 / 8]),
        ],
    )
    def test_jumps_and_bends_are_found(self, text: str, times: list[float]) -> None:
        found = formula_changes(text, 1, 10.0, math.inf if "sin" not in text else 1e-9).breaks
        for t in times:
            assert np.abs(found - t).min() < 1e-12, (t, found)

    @pytest.mark.parametrize(
        ("text", "times"),
        [("asin(sin(t))", [math.pi / 2, 1.5 * math.pi]), ("step(t*t-10*t+25-1e-10)", [5 - 1e-5, 5 + 1e-5])],
    )
    def test_roots_that_rounding_blurs(self, text: str, times: list[float]) -> None:
        for t in times:
            assert np.abs(formula_changes(text, 1, 10.0, 0.04).breaks - t).min() < 1e-7

    @pytest.mark.parametrize("text", ["1/(1+exp(50*(t-1)))", "1/cosh(50*(t-1))", "1/(1+(t/2)^2000)"])
    def test_what_overflows_inside_is_calm(self, text: str) -> None:
        assert len(formula_changes(text, 1, 60.0, 0.04).breaks) < 50

    def test_many_narrow_pulses_are_told_apart(self) -> None:
        found = formula_changes("step(sin(1000*t)-0.999)", 1, 20.0, 0.04).breaks
        half = math.acos(0.999) / 1000
        for k in (0, 100, 3000):
            middle = (math.pi / 2 + 2 * math.pi * k) / 1000
            for edge in (middle - half, middle + half):
                assert np.abs(found - edge).min() < 1e-9

    def test_a_jump_at_either_end_is_not_in_the_run(self) -> None:
        for integrator in INTEGRATORS:
            late = run_project(driven("5*step(t-10)", integrator))
            assert (late.qd[-1, 0], late.energy_error, late.message) == (0.0, 0.0, "")
            early = run_project(driven("5*sign(t)", integrator))
            assert early.qd[-1, 0] == pytest.approx(50, abs=1e-8)

    def test_a_formula_of_the_state_is_looked_at_in_every_sampling_interval(self) -> None:
        """A push where the slide passes 5 m, of which no time is known."""
        through = replace(driven("1000*step(q1-5)*step(5.1-q1)", "dopri5"), qd0=(1.0,))
        assert run_project(through).qd[-1, 0] == pytest.approx(math.sqrt(201), rel=1e-3)
        assert formula_changes("-2*qd1-3*q1", 1, 10.0, 0.04).longest == math.inf, "straight lines need no looks"

    def test_a_jump_that_the_state_makes_is_left_to_the_run(self) -> None:
        assert not len(formula_changes("step(q1)-sign(qd1)", 1, 10.0, 0.04).breaks)
        assert formula_changes("step(q1)-sign(qd1)", 1, 10.0, 0.04).longest == 0.01

    def test_steps_are_short_wherever_a_formula_depends_on_time(self) -> None:
        assert formula_changes("sin(t)", 1, 10.0, 0.04).longest == 0.04
        assert formula_changes("sin(t+q1)", 1, 10.0, 0.04).longest == 0.01

    @given(st.floats(0.1, 9.9), st.floats(1e-6, 1e-2))
    @settings(deadline=None)
    def test_a_narrow_bell_is_never_between_two_breaks(self, middle: float, width: float) -> None:
        text = f"exp(-((t-{middle!r})/{width!r})^2)"
        inside = formula_changes(text, 1, 10.0, 0.04).breaks
        inside = inside[np.abs(inside - middle) < 2 * width]
        assert len(inside) >= 2

    @given(st.floats(0.5, 9.5), st.floats(-6, -1), st.sampled_from(["step", "sign"]))
    @settings(deadline=None)
    def test_the_function_has_one_value_within_every_stretch(self, begin: float, power: float, name: str) -> None:
        text = f"{name}(t-{begin!r})*{name}({begin!r}+{10**power!r}-t)"
        value = Expression(text, 1)
        for stretch in stretches(formula_changes(text, 1, 10.0, 0.04).breaks, 10.0):
            times = np.linspace(stretch.first, stretch.last, 5)[1 if name == "sign" else 0 :]
            assert np.ptp(value(times, np.zeros((len(times), 1)), np.zeros((len(times), 1)))) == 0


class TestEvents:
    @given(st.floats(0.02, 0.98), st.floats(-12, -1), st.floats(0.01, 3))
    def test_a_dip_between_the_looks_is_found(self, place: float, depth: float, steep: float) -> None:
        """A parabola that is negative only around its lowest point."""
        terms = (steep * (NODES - place) ** 2 - 10**depth)[:, None, None] * np.array([1.0, 1.0])
        moments = doubtful_moments(terms)
        assert (steep * (moments - place) ** 2 - 10**depth < 0).any()

    def test_both_terms_must_be_negative_at_once(self) -> None:
        terms = np.stack([0.2 - NODES, NODES - 0.8 + 0.7], axis=-1)[:, None, :]  # never negative together: 0.2, 0.1
        moments = doubtful_moments(terms)
        assert not (np.maximum(0.2 - moments, moments - 0.1) < 0).any()
        apart = np.stack([NODES - 0.501, 0.499 - NODES], axis=-1)[:, None, :]  # only between 0.499 and 0.501
        moments = doubtful_moments(apart)
        assert (np.maximum(moments - 0.501, 0.499 - moments) < 0).any()

    def test_terms_that_stay_positive_need_no_second_look(self) -> None:
        assert not len(doubtful_moments(np.ones((len(NODES), 3, 2))))


class TestFunctions:
    def test_a_function_is_looked_at_in_every_sampling_interval(self) -> None:
        """A torque for 15 ms, of which the run was told nothing."""
        r = simulate(wheel(1.0), [0], [0], 10.0, torque=lambda t, q, qd: np.array([10.0 * (6.001 < t < 6.016)]))
        assert r.qd[-1, 0] == pytest.approx(0.15, rel=1e-4)

    def test_a_caller_may_allow_longer_steps(self) -> None:
        short = simulate(wheel(1.0), [0], [0], 10.0, torque=lambda t, q, qd: np.ones(1))
        long = simulate(wheel(1.0), [0], [0], 10.0, torque=lambda t, q, qd: np.ones(1), step=5.0)
        assert short.steps >= 1000
        assert long.steps < 100

    @pytest.mark.parametrize("breaks", [[math.nan], [[1.0]], "soon", [math.inf]])
    def test_breaks_are_finite_times(self, breaks: object) -> None:
        with pytest.raises(DynamicsError, match="breaks"):
            simulate(wheel(1.0), [0], [0], 1.0, breaks=breaks)

    def test_samples_at_a_break_belong_to_what_follows(self) -> None:
        def torque(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
            return np.array([1.0 if t >= 5 else 0.0])

        r = simulate(wheel(1.0), [0], [0], 10.0, torque=torque, breaks=[5.0], samples=11)
        assert r.tau[:, 0].tolist() == [0.0] * 5 + [1.0] * 6
        assert r.qdd[:, 0].tolist() == r.tau[:, 0].tolist()
        assert r.q[-1, 0] == pytest.approx(12.5, abs=1e-12)


def test_free_falls_are_stepped_as_ever() -> None:
    """An arm without inputs knows no breaks: the first step is cut by nothing."""
    project = load("planar-3r-free-fall")
    changes = project.job().changes()
    assert not len(changes.breaks)
    assert changes.longest == math.inf


def test_stuck_joints_set_off_when_the_torque_jumps() -> None:
    block = Robot("block", (Link(joint="P", mass=2.0, coulomb=3.0),), gravity=(0, 0, 0))
    r = simulate(block, [0], [0], 10.0, torque=lambda t, q, qd: np.array([4.0 * (t >= 7)]), breaks=[7.0])
    assert [(e.kind, e.t) for e in r.events] == [("slips", 7.0)]
    assert r.q[-1, 0] == pytest.approx(0.5 * 0.5 * 9, abs=1e-12)


@pytest.mark.parametrize("integrator", ["rk4", "dop853"])
def test_friction_that_is_overcome_changes_its_sign_with_the_joint(integrator: str) -> None:
    """Computed torque takes friction's side, also at stages beyond the moment at which the joint turns round."""
    robot = Robot("slide", (Link(joint="P", mass=2.0, coulomb=3.0),), gravity=(0, 0, 0))
    motion = SineMotion((0.0,), (((0.3, 0.5, 0.0),),))
    law = ComputedTorque((100.0,), (20.0,))
    run = RunSettings(integrator=integrator, duration=5.0, torque=law, motion=motion)  # type: ignore[arg-type]
    project = Project("turning", robot, (0.0,), (0.3 * math.pi,), run)
    r = run_project(project)
    assert [event.kind for event in r.events] == ["slips"] * 5
    assert np.abs(r.q[:, 0] - 0.3 * np.sin(math.pi * r.t)).max() < 1e-8


@pytest.mark.parametrize("integrator", ["rk4", "dopri5", "dop853", "radau"])
def test_a_sample_where_the_torque_jumps_has_the_acceleration_of_that_torque(integrator: str) -> None:
    """Also where joints may stick: torque and acceleration are of the same side of the jump."""
    rod = Link(a=0.5, mass=1.2, com=(-0.25, 0, 0), inertia=(0, 0.025, 0.025, 0, 0, 0), coulomb=0.1)
    robot = Robot("rod", (rod,), gravity=(0, -9.81, 0))
    run = RunSettings(
        duration=2.0, samples=21, integrator=integrator, step=0.01, torque=ExpressionTorque(("5*step(t - 1)",))
    )
    found = run_project(Project("jump", robot, (0.0,), (0.0,), run))
    assert found.tau[9:12, 0].tolist() == [0.0, 5.0, 5.0]
    moving = np.abs(found.qd[:, 0]) > 1e-3
    assert moving[10]
    needed = inverse_dynamics(robot, found.q, found.qd, found.qdd)
    np.testing.assert_allclose(needed[moving], found.tau[moving], atol=1e-9)


@pytest.mark.parametrize("coulomb", [0.0, 0.5])
@pytest.mark.parametrize(
    ("law", "row", "torque"),
    [
        (ExpressionTorque(("3*sign(sin(7*t))",)), 0, 3.0),
        (ExpressionTorque(("3*sign(t - 0.5)",)), 5, 3.0),
        (ExpressionTorque(("3 - 5*step(t - 0.1 - 0.2)",)), 3, 3.0),
        (TableTorque((0.0, 1.0), ((3.0,), (-2.0,)), hold=True), 10, 3.0),
    ],
    ids=["at the start", "where it jumps", "beside a jump", "at the end"],
)
def test_a_sample_at_a_jump_has_the_torque_that_moves_the_joint(
    coulomb: float, law: ExpressionTorque | TableTorque, row: int, torque: float
) -> None:
    """Of 2 kg m^2 in the same direction, without friction and with it."""
    arm = Robot("w", (Link(inertia=(0, 0, 2, 0, 0, 0), coulomb=coulomb),), gravity=(0, 0, 0))
    r = run_project(Project("w", arm, (0.0,), (4.0,), RunSettings(duration=1.0, samples=11, torque=law)))
    assert r.tau[row, 0] == pytest.approx(torque, abs=1e-12)
    assert 2 * r.qdd[:, 0] == pytest.approx(r.tau[:, 0] - coulomb, abs=1e-12)
