"""Random projects with everything that a file can hold, for hypothesis."""

from __future__ import annotations

import math
from typing import get_args

import numpy as np
from hypothesis import strategies as st

from denoc.arm.robot import CONVENTIONS, Link, Robot
from denoc.files.projects.project import Project, RunSettings
from denoc.functions.api import FORWARD, INVERSE
from denoc.motions.joint_trajectories import PROFILES
from denoc.motions.motion_data import (
    ArcMotion,
    JointMotion,
    LineMotion,
    Motion,
    PoseMotion,
    SampledMotion,
    SineMotion,
    TipPose,
    ViaMotion,
)
from denoc.runs.integrators import INTEGRATORS
from denoc.runs.problem.job import LIMITS
from denoc.torques.actuators import Actuator
from denoc.torques.controller_model import ControllerModel
from denoc.torques.motors import Gear, Motor
from denoc.torques.torque_laws import (
    ComputedTorque,
    ConstantTorque,
    ExpressionTorque,
    FreeFall,
    PdTorque,
    TableTorque,
    TorqueLaw,
)
from tests.support.oracles.arms import random_inertia, random_transform

FORMULAS = ("", " ", "0", "sin(2*pi*t)", "-3*q1 - 0.1*qd1", "clip(t^2, -1, 1)", "1e-300 + max(t, q1)")

numbers = st.one_of(st.floats(-1e6, 1e6), st.integers(-1000, 1000), st.sampled_from([-0.0, 5e-324, 1 / 3, 0.1 + 0.2]))
positive = st.one_of(st.floats(0, 1e6), st.integers(0, 1000))
triples = st.tuples(numbers, numbers, numbers)
texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
names = st.text(st.characters(exclude_categories=("C", "Z")), max_size=12)
profiles = st.sampled_from(list(PROFILES))
seeds = st.integers(0, 2**32 - 1)


def _rows(n: int, values: st.SearchStrategy = numbers) -> st.SearchStrategy:
    return st.tuples(*[values] * n)


inertias = seeds.map(lambda seed: random_inertia(np.random.default_rng(seed)))
transforms = st.one_of(st.none(), seeds.map(lambda seed: random_transform(np.random.default_rng(seed))))

links = st.builds(
    Link,
    joint=st.sampled_from("RP"),
    a=numbers,
    b=numbers,
    alpha=numbers,
    theta=numbers,
    mass=positive,
    com=triples,
    inertia=inertias,
    viscous=positive,
    coulomb=positive,
    rotor_inertia=positive,
    gear_ratio=numbers,
    lower=st.one_of(st.just(-math.inf), st.floats(-10, 0)),
    upper=st.one_of(st.just(math.inf), st.floats(0, 10)),
    name=names,
)


def robots(n: int) -> st.SearchStrategy[Robot]:
    return st.builds(
        Robot,
        names,
        _rows(n, links),
        convention=st.sampled_from(CONVENTIONS),
        gravity=triples,
        payload=st.one_of(st.none(), st.tuples(positive, triples, inertias)),
        base=transforms,
        tool=transforms,
        end_row=st.one_of(st.none(), st.tuples(numbers, numbers, transforms)),
    )


@st.composite
def motions(draw: st.DrawFn, n: int) -> Motion:
    kind = draw(st.sampled_from(get_args(Motion)))
    row, count = _rows(n), draw(st.integers(2, 4))
    table = st.tuples(*[row] * count)
    tip = {
        "profile": draw(profiles),
        "task": (*draw(_rows(5, st.sampled_from([1.0, 0.5, 0]))), 1),
        "pull": draw(st.floats(0, 9)),
    }
    if kind is JointMotion:
        return JointMotion(
            draw(row), draw(row), draw(st.one_of(profiles, _rows(n, profiles))), draw(st.floats(0.1, 0.5))
        )
    if kind in (ViaMotion, SampledMotion):
        times = (0.0, *np.cumsum(draw(_rows(count - 1, st.floats(0.1, 5)))).tolist())
        if kind is ViaMotion:
            return ViaMotion(times, draw(table), draw(st.sampled_from(["cubic", "quintic"])))
        given = draw(st.integers(0, 2))
        return SampledMotion(times, draw(table), *(draw(table) for _ in range(given)))
    if kind is SineMotion:
        term = st.tuples(numbers, st.floats(0, 100), numbers)
        return SineMotion(draw(row), draw(_rows(n, st.lists(term, max_size=2).map(tuple))))
    if kind is LineMotion:
        return LineMotion(draw(row), draw(triples), point=draw(st.one_of(st.none(), triples)), **tip)
    if kind is ArcMotion:
        normal = draw(st.sampled_from([(0, 0, 1), (1.0, 2.0, 3.0), (0, 1e-3, 0)]))
        return ArcMotion(draw(row), draw(triples), normal, draw(st.floats(-9, 9)), turning=draw(st.booleans()), **tip)
    assert kind is PoseMotion
    poses = st.builds(TipPose, triples, st.one_of(st.none(), triples))
    shares = st.one_of(st.none(), _rows(count, st.floats(0.5, 2)))
    return PoseMotion(draw(row), draw(_rows(count, poses)), shares=draw(shares), **tip)


@st.composite
def torque_laws(draw: st.DrawFn, n: int, moves: bool) -> TorqueLaw:
    row, gains, count = _rows(n), _rows(n, positive), draw(st.integers(1, 4))
    factors, flags = st.one_of(st.floats(0.01, 10), st.integers(0, 10)), st.booleans()
    known = st.builds(ControllerModel, st.one_of(st.none(), _rows(n, factors)), factors, flags, flags)
    models = st.one_of(st.none(), known)
    laws = [
        st.just(FreeFall()),
        st.builds(ConstantTorque, row),
        st.builds(TableTorque, st.just(tuple(range(-1, count - 1))), st.tuples(*[row] * count), st.booleans()),
        st.builds(ExpressionTorque, _rows(n, st.sampled_from(FORMULAS))),
        st.builds(PdTorque, gains, gains, st.booleans(), row, st.one_of(st.none(), gains), models),
    ]
    if moves:
        laws += [st.builds(ComputedTorque, gains, gains, models), st.builds(PdTorque, gains, gains, model=models)]
    return draw(st.one_of(laws))


def run_settings(n: int) -> st.SearchStrategy[RunSettings]:
    limits = st.one_of(st.none(), _rows(n, st.floats(0.1, 1e6)))

    def settings(motion: Motion | None) -> st.SearchStrategy[RunSettings]:
        return st.builds(
            RunSettings,
            mode=st.sampled_from(["forward", "inverse"] if motion is not None else ["forward"]),
            duration=st.one_of(st.floats(1e-3, 1e3), st.integers(1, 100)),
            samples=st.integers(2, 100),
            method=st.sampled_from(list(FORWARD)),
            inverse_method=st.sampled_from(list(INVERSE)),
            integrator=st.sampled_from(list(INTEGRATORS)),
            rtol=st.floats(1e-13, 1e-2),
            atol=st.floats(1e-15, 1),
            step=st.one_of(st.none(), st.floats(1e-3, 1)),
            limits=st.sampled_from([name for name in LIMITS if name != "stop"]),  # from anywhere, also beyond them
            limit_stiffness=st.one_of(st.none(), st.floats(1, 1e6)),
            limit_damping=st.one_of(st.none(), positive),
            torque=torque_laws(n, motion is not None),
            torque_limit=limits,
            speed_limit=limits,
            motion=st.just(motion),
        )

    return st.one_of(st.none(), motions(n)).flatmap(settings)


motors = st.builds(
    Motor,
    names.map(lambda name: name or "motor"),
    st.floats(0.1, 1),
    st.floats(1, 10),
    st.floats(10, 1000),
    positive,
    st.floats(0, 9),
    st.sampled_from([(), ((0.0, 1.0), (5, 0.5)), ((0, 3), (1, 2), (9.5, 0))]),
)
actuators = st.one_of(st.none(), st.builds(Actuator, motors, st.builds(Gear, st.floats(0.1, 500), st.floats(0.1, 1))))


@st.composite
def projects(draw: st.DrawFn) -> Project:
    n = draw(st.integers(1, 4))
    robot, run = draw(robots(n)), draw(run_settings(n))
    chosen = draw(st.one_of(st.just(()), _rows(n, actuators)))
    state = _rows(n)
    return Project(draw(names), robot, draw(state), draw(state), run, draw(texts), draw(texts), chosen)
