"""Torque laws as machine code, against the same laws in Python."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import denoc as dn
from denoc.arm.robot import Robot
from denoc.kernels import derivative
from denoc.motions.changes import Changes, Stretch, stretches
from denoc.runs.problem import time_inputs
from denoc.runs.problem.compiled_law import LawAtAddress, Timing
from denoc.runs.problem.state_equation import BadTorque, StateEquation, acting_wrench, integrates
from denoc.torques.expressions import Expression
from denoc.torques.formula_functions import FUNCTIONS

PUMA = dn.load("puma560").robot
ARM = replace(PUMA, links=tuple(replace(link, coulomb=0.0) for link in PUMA.links))
WRENCH = (0.3, -0.2, 0.1, 4.0, -5.0, 6.0)
GAINS = (900.0, 800.0, 700.0, 60.0, 50.0, 40.0)
SLOWER = tuple(x / 10 for x in GAINS)
MOTION = dn.JointMotion((0.0,) * 6, (0.4, -0.3, 0.8, 0.1, 0.5, -0.6))
BELIEF = dn.ControllerModel(masses=(0.9, 1.1, 1.0, 1.2, 0.8, 1.0), tip_wrench=True)
TIMES, ROWS = (0.2, 0.5, 0.9), ((1.0, 2.0, 3.0, 4.0, 5.0, 6.0), (0.0,) * 6, (-1.0, 7.0, 0.0, 0.1, 0.2, 0.3))
FORMULAS = ("sin(t) + qd1^2", "", "clip(q1 - q2, -0.1, 0.2)", "atan2(q4, qd4)", "max(q5, qd5, t)/(2 + cos(q1))", "-3")
LAWS: dict[str, Any] = {
    "table": dn.TableTorque(TIMES, ROWS),
    "held table": dn.TableTorque(TIMES, ROWS, hold=True),
    "formulas": dn.ExpressionTorque(FORMULAS),
    "pd to a target": dn.PdTorque(GAINS, SLOWER, target=(0.1,) * 6),
    "pd along a motion": dn.PdTorque(GAINS, SLOWER, model=BELIEF),
    "pd without gravity": dn.PdTorque(GAINS, SLOWER, gravity_compensation=False),
    "pid": dn.PdTorque(GAINS, SLOWER, ki=SLOWER),
    "computed": dn.ComputedTorque(GAINS, SLOWER, model=BELIEF),
}
TORQUE, SPEED = (20.0, 30.0, 5.0, 1.0, 1.0, 2.0), (1.0, 2.0, 0.5, 3.0, 1.0, 1.5)
LIMITS = [{}, {"torque_limit": TORQUE}, {"speed_limit": SPEED}, {"torque_limit": TORQUE, "speed_limit": SPEED}]
DRIVEN = ("acrobot", "cart-pole", "spherical", "crane", "ur10e", "ur16e", "gen3")


def job_of(law: Any, **limits: Any) -> dn.Job:
    settings = dn.RunSettings(duration=1.0, motion=MOTION, torque=law, tip_wrench=WRENCH, **limits)
    return dn.Project("driven", ARM, (0.0,) * 6, (0.0,) * 6, settings).job()


class Machine:
    """A law's machine code and its memory, for one stretch of time."""

    def __init__(self, robot: Robot, torque: object, duration: float = 1.0) -> None:
        self.equation = StateEquation(robot, "denoc", torque, 1e9, acting_wrench(robot, WRENCH))
        self.rows = {name: np.zeros(robot.n) for name in derivative.ROWS}
        changes = torque.changes(duration, 0.004) if hasattr(torque, "changes") else Changes()
        pieces = list(stretches(changes.breaks, duration))
        self.integrals = robot.n if integrates(torque) else 0
        self.law = LawAtAddress(self.equation, self.rows, Timing(pieces, changes.longest), integrals=self.integrals)
        self.equation.enter(Stretch(duration, 0.0, duration))

    def __call__(self, t: float, *state: np.ndarray) -> np.ndarray:
        for name, values in zip(("q", "qd", "z"), state, strict=False):
            self.rows[name][:] = values
        status = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_double)(self.law.address)(self.law.data, t)
        if status == derivative.BAD_TORQUE:
            raise self.law.trouble(t)
        assert status == 0
        found = self.rows["tau"]
        return np.array([found, self.rows["z_rate"]]) if self.integrals else found.copy()


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
@pytest.mark.parametrize("limits", LIMITS, ids=["", "torque", "speed", "both"])
def test_the_law_in_python(rng: np.random.Generator, law: Any, limits: dict[str, Any]) -> None:
    job = job_of(law, **limits)
    machine = Machine(ARM, job.torque)
    assert machine.law.data
    for t in (0.0, 1.0, *rng.uniform(-0.1, 1.1, 60)):
        state = rng.normal(size=(3 if machine.integrals else 2, 6)) * rng.choice([1e-3, 0.3, 3.0])
        expected = machine.equation.stage_torque(t, *state)
        np.testing.assert_allclose(machine(t, *state), expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_samples_have_the_torques_of_the_law(rng: np.random.Generator, law: Any) -> None:
    job = job_of(law, torque_limit=TORQUE, speed_limit=SPEED)
    equation = StateEquation(ARM, "denoc", job.torque, 1e9)
    t, z = np.concatenate([TIMES, rng.uniform(0, 1, 40)]), rng.normal(size=(43, 6))
    q, qd = rng.normal(size=(2, 43, 6))
    assert equation.parts is not None
    found, given = equation.parts.torques(t, q, qd, z), (q, qd, z) if integrates(job.torque) else (q, qd)
    expected = [equation.torque(t[k], *(each[k] for each in given)).reshape(-1, 6)[0] for k in range(43)]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


NUMBERS = st.sampled_from(["0", "1", "2.5", "1e-3", "1e300", "0.5", "3", "pi"])
NAMES = st.sampled_from(["t", "q1", "q2", "qd1", "qd2"])
OF_ONE = st.sampled_from([name for name, function in FUNCTIONS.items() if function.fewest == 1])


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, st.sampled_from("+-*/^"), inner).map(lambda parts: f"({''.join(parts)})"),
        st.tuples(OF_ONE, inner).map(lambda parts: f"{parts[0]}({parts[1]})"),
        st.tuples(st.sampled_from(["min", "max", "atan2"]), inner, inner).map(lambda p: f"{p[0]}({p[1]}, {p[2]})"),
        st.tuples(inner, inner, inner).map(lambda parts: f"clip({', '.join(parts)})"),
        inner.map(lambda text: f"-{text}"),
    )


VALUES = st.sampled_from([0.0, -0.0, 1.0, -1.0, 0.3, -7.5, 1e5, -1e200, 1e-300, np.inf, -np.inf, np.nan])


@given(st.recursive(st.one_of(NUMBERS, NAMES), larger, max_leaves=12), st.lists(VALUES, min_size=5, max_size=5))
def test_any_formula(text: str, values: list[float]) -> None:
    """Bit by bit, inf and what is not a number too."""
    robot = dn.rod_chain(2).robot
    try:
        machine = _formula_machine(robot, text)
    except dn.ExpressionError:  # constants without a value are refused
        assume(False)
    t, q, qd = values[0], np.array(values[1:3]), np.array(values[3:])
    expected = Expression(text, 2).at(values)
    machine.equation.span[:] = t, t  # whatever it is
    if np.isfinite(expected):
        assert machine(t, q, qd)[0] == expected
    else:
        with pytest.raises(BadTorque, match="torque of joint 1"):
            machine(t, q, qd)


def _formula_machine(robot: Robot, text: str) -> Machine:
    settings = dn.RunSettings(duration=1.0, torque=dn.ExpressionTorque((text, "")))
    torque: Any = dn.Project("driven", robot, (0.0,) * 2, (0.0,) * 2, settings).job().torque
    return Machine(robot, _Unchanging(torque))


class _Unchanging:
    """The law without its changes, which take their time to find."""

    def __init__(self, law: Any) -> None:
        self._law = law
        self.parts = law.parts

    def __call__(self, *state: Any) -> Any:
        return self._law(*state)


@pytest.mark.parametrize("name", DRIVEN)
def test_runs_are_those_of_python(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    project = dn.load(name)
    compiled = dn.run_project(project)
    monkeypatch.setattr(StateEquation, "parts", None)
    called = dn.run_project(project)
    early = slice(0, len(called.t) // 2)
    for series in ("q", "qd", "tau"):
        found, expected = getattr(compiled, series)[early], getattr(called, series)[early]
        np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-7 * max(1.0, np.abs(expected).max()))
    assert compiled.evaluations == called.evaluations
    assert [event.t for event in compiled.events] == pytest.approx([event.t for event in called.events])


def test_a_motion_that_is_no_polynomial_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("denoc.runs.problem.compiled_law.polynomials", lambda *_: None)
    job = job_of(LAWS["computed"])
    machine = Machine(ARM, job.torque)
    assert not machine.law.data
    state = np.full((2, 6), 0.3)
    np.testing.assert_array_equal(machine(0.4, *state), machine.equation.stage_torque(0.4, *state))


def test_friction_that_turns_is_asked() -> None:
    """A law that overcomes dry friction has to know which way each joint slides."""
    settings = dn.RunSettings(duration=1.0, motion=MOTION, torque=dn.ComputedTorque(GAINS, SLOWER))
    torque: Any = dn.Project("driven", PUMA, (0.0,) * 6, (0.0,) * 6, settings).job().torque
    assert torque.parts() is None


def test_a_run_too_long_for_polynomials_is_not_cut_into_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_inputs, "cut", lambda *_: pytest.fail("a thousand million rows are made"))
    assert time_inputs.polynomials(lambda times: times[:, None], [Stretch(1e6, 0.0, 1e6)], 1e-3, 1) is None
