"""Pushes of forward runs: against closed forms, against SciPy with Pinocchio, and in the figures of trust."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import denoc as dn
from denoc.files.projects.project_file import project_bytes
from denoc.runs.pushed import forces_and_points, push_torques, push_wrenches
from denoc.studies.agreement import disagreements
from denoc.studies.causes import torque_residual
from denoc.studies.loads import loads_of_run
from denoc.torques.pushes import MAX_PUSHES, carried, rearranged
from tests.support.oracles.pinocchio_model import PinocchioArm

pin = pytest.importorskip("pinocchio")  # not on Windows, and not with the oldest NumPy

SLIDER = dn.Robot("slider", (dn.Link(joint="P", mass=2.0),), gravity=(0.0, 0.0, 0.0))
PULL = dn.Push(1, (0.0, 0.0, 0.0), 50.0, t=(0.5, 3.0), target=((0.0, 0.0, 0.3),) * 2)
METHODS = ("denoc", "walker-orin", "normalized", "unnormalized")
INTEGRATORS = ("rk4", "dopri5", "verner65", "dop853", "radau")


def puma() -> dn.Project:
    return dn.load("puma560")


def two_hands(duration: float = 1.5) -> tuple[dn.Push, ...]:
    """Two pushes that overlap, at an inner and at the last link, with bends and jumps."""
    first = dn.Push(3, (0.1, -0.05, 0.2), 300.0, 15.0, (0.2, 0.45, 0.9), ((0.6, 0.2, 0.5), (0.2, 0.7, 0.9), (0, 0, 1)))
    last = dn.Push(6, (0.0, 0.0, 0.1), 150.0, 8.0, (0.6, 0.7, duration + 1), ((0.5, 0, 0), (0.8, 0.1, 0.2), (0, 1, 1)))
    return first, last


def wave(t: np.ndarray) -> np.ndarray:
    """The slider under PULL: at rest, a harmonic of 5 rad/s about the target, then free."""
    w, reach, end = 5.0, 0.3, 2.5
    held = reach * (1 - np.cos(w * (t - 0.5)))
    free = reach * (1 - math.cos(w * end)) + reach * w * math.sin(w * end) * (t - 3.0)
    return np.where(t < 0.5, 0.0, np.where(t <= 3.0, held, free))


@pytest.mark.parametrize(
    ("method", "integrator"), [*((m, "dopri5") for m in METHODS), *(("denoc", i) for i in INTEGRATORS)]
)
def test_a_slider_on_a_spring_swings_harmonically_and_then_glides(method: str, integrator: str) -> None:
    r = dn.simulate(SLIDER, [0.0], [0.0], 4.0, pushes=(PULL,), method=method, integrator=integrator)
    assert r.q[:, 0] == pytest.approx(wave(r.t), abs=1e-7)
    assert r.energy_error < 1e-5
    assert r.work[-1] == pytest.approx(0.5 * 2.0 * r.qd[-1, 0] ** 2, abs=1e-5)


def test_a_slider_behind_a_target_that_moves_and_a_damper() -> None:
    """x'' = w^2 (v t - x) - 2 d w x': it lags behind by 2 d v / w once the start has decayed."""
    m, k, c, v = 2.0, 200.0, 30.0, 0.4
    push = dn.Push(1, (0.0, 0.0, 0.1), k, c, (0.0, 5.0), ((0.0, 0.0, 0.1), (0.0, 0.0, 0.1 + 5 * v)))
    r = dn.simulate(SLIDER, [0.0], [0.0], 5.0, pushes=(push,))
    w, decay = math.sqrt(k / m - (c / 2 / m) ** 2), c / 2 / m
    lag = c * v / k
    swing = np.exp(-decay * r.t) * (lag * np.cos(w * r.t) + (decay * lag - v) / w * np.sin(w * r.t))
    assert r.q[:, 0] == pytest.approx(v * r.t - lag + swing, abs=1e-7)
    assert dn.push_forces(r)[0, 0] == pytest.approx([0.0, 0.0, 0.0], abs=1e-12)
    assert dn.push_forces(r)[-1, 0] == pytest.approx([0.0, 0.0, 0.0], abs=1e-4)  # it keeps its speed


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_a_six_joint_arm_moves_as_scipy_and_pinocchio_say(convention: str) -> None:
    project, pushes = puma(), two_hands()
    arm = PinocchioArm(replace_friction(project.robot))
    robot = dn.to_convention(arm.robot, convention)
    moved = carried(pushes, arm.robot, robot)
    n, start = robot.n, np.r_[project.q0, project.qd0]

    def slope(t: float, y: np.ndarray) -> np.ndarray:
        return np.r_[y[n:], arm.forward(y[:n], y[n:], oracle_torque(arm, pushes, t, y[:n], y[n:]))]

    times = np.linspace(0, 1.5, 16)
    states, knots = [start], sorted({0.0, 1.5, *(t for push in pushes for t in push.t if t < 1.5)})
    for begin, end in itertools.pairwise(knots):
        inner = times[(times > begin) & (times < end)]
        found = solve_ivp(slope, (begin, end), states[-1], "DOP853", [*inner, end], rtol=1e-10, atol=1e-12)
        states += list(found.y.T)
    reached = np.unique([*knots, *times])
    wanted = np.array(states)[np.isin(reached, times)]
    r = dn.simulate(robot, project.q0, project.qd0, 1.5, pushes=moved, samples=times, rtol=1e-10, atol=1e-12)
    free = dn.simulate(robot, project.q0, project.qd0, 1.5, samples=times)
    assert np.abs(r.q - free.q).max() > 0.1
    assert np.abs(r.q - wanted[:, :n]).max() < 1e-7
    assert np.abs(r.qd - wanted[:, n:]).max() < 1e-6
    inside = r.t[(r.t > 0.2) & (r.t < 0.9)]
    for t, torque in zip(r.t, push_torques(r), strict=True):
        if t in inside:
            k = int(np.flatnonzero(r.t == t)[0])
            assert torque == pytest.approx(oracle_torque(arm, pushes, t, r.q[k], r.qd[k]), abs=1e-9)


def replace_friction(robot: dn.Robot) -> dn.Robot:
    return replace(robot, links=tuple(replace(link, coulomb=0.0, viscous=0.5) for link in robot.links))


def oracle_torque(
    arm: PinocchioArm, pushes: tuple[dn.Push, ...], t: float, q: np.ndarray, qd: np.ndarray
) -> np.ndarray:
    """J^T F with Pinocchio's Jacobian of a frame at the point that is pushed."""
    out = np.zeros(len(q))
    for push in pushes:
        if not push.t[0] < t <= push.t[-1] and t != push.t[0]:
            continue
        row = arm.robot.links[push.link - 1]
        c, s = math.cos(row.alpha), math.sin(row.alpha)
        x, y, z = push.point  # the frame behind the link's twist
        local = np.array([x + row.a, c * y - s * z, s * y + c * z])
        pin.computeJointJacobians(arm.model, arm.data, q)
        joint = arm.data.oMi[push.link]
        columns = pin.getJointJacobian(arm.model, arm.data, push.link, pin.LOCAL_WORLD_ALIGNED)
        lever = joint.rotation @ local
        J = columns[:3] - pin.skew(lever) @ columns[3:]
        target = np.array([np.interp(t, push.t, axis) for axis in np.array(push.target, float).T])
        out += J.T @ (push.stiffness * (target - joint.translation - lever) - push.damping * (J @ qd))
    return out


@pytest.mark.parametrize("law", ["free", "constant", "table", "formula", "pid", "computed"])
def test_every_law_friction_and_limits_balance_under_pushes(law: str) -> None:
    """Energy, formulations, residual and reproduction of a run with sticking joints that are pushed against stops."""
    project = puma()
    robot, n = project.robot, project.robot.n
    laws = {
        "free": dn.FreeFall(),
        "constant": dn.ConstantTorque((1.0,) * n),
        "table": dn.TableTorque((0.0, 0.4, 1.0), ((0.0,) * n, (3.0,) * n, (0.0,) * n)),
        "formula": dn.ExpressionTorque(("-2*qd1 + step(t-0.301)",) + ("-3*qd2",) * (n - 1)),
        "pid": dn.PdTorque((200.0,) * n, (20.0,) * n, target=project.q0, ki=(10.0,) * n),
        "computed": dn.ComputedTorque((100.0,) * n, (20.0,) * n),
    }
    settings = msgspec.structs.replace(
        project.run,
        mode="forward",
        duration=1.0,
        samples=501,
        torque=laws[law],
        motion=dn.JointMotion(project.q0, tuple(q + 0.3 for q in project.q0)),
        limits="bounce",
        pushes=two_hands(1.0),
    )
    sticky = replace(robot, links=tuple(replace(link, coulomb=2.0, lower=-2.0, upper=2.0) for link in robot.links))
    r = dn.run_project(replace(project, robot=sticky, q0=(0.1,) * n, qd0=(0.0,) * n, run=settings))
    assert isinstance(r, dn.Simulation)
    assert r.status == "completed"
    assert np.abs(dn.push_forces(r)).max() > 50
    assert r.energy_error < 1e-5
    assert torque_residual(sticky, r) < 1e-9
    assert max(value for _, value in disagreements(sticky, r)) < 1e-9
    assert dn.causes_of_run(sticky, r)["push"] == pytest.approx(-push_torques(r))
    assert dn.reproducible_until(r) == 1.0


def test_stuck_joints_set_off_when_the_growing_pull_breaks_them_away() -> None:
    """A slider that 10 N hold is pulled by a target that leaves at 0.1 m/s: 50 N/m reach 10 N after 2 s."""
    robot = SLIDER.with_link(0, coulomb=10.0)
    push = dn.Push(1, (0.0, 0.0, 0.0), 50.0, t=(0.5, 4.5), target=((0.0, 0.0, 0.0), (0.0, 0.0, 0.4)))
    r = dn.simulate(robot, [0.0], [0.0], 5.0, pushes=(push,))
    first = next(event for event in r.events if event.kind == "slips")
    assert first.t == pytest.approx(2.5, abs=1e-9)
    assert not r.q[r.t <= 2.5].any()
    assert torque_residual(robot, r) < 1e-12


@pytest.mark.parametrize("coulomb", [0.0, 0.1])
def test_a_torque_that_jumps_with_a_push_belongs_to_the_same_side_of_it(coulomb: float) -> None:
    """At both ends of the push a sample is of what was before: of 2 kg with 1 N, and with the spring and 5 N."""
    slider = SLIDER.with_link(0, coulomb=coulomb)
    steps = dn.TableTorque((0.0, 1.0, 2.0), ((1.0,), (5.0,), (-3.0,)), hold=True)
    pull = msgspec.structs.replace(PULL, t=(1.0, 2.0))
    run = dn.RunSettings(duration=3.0, samples=31, torque=steps, pushes=(pull,))
    r = dn.run_project(dn.Project("steps", slider, (0.0,), (0.0,), run))
    assert r.tau[[10, 11, 20, 21], 0].tolist() == [1.0, 5.0, 5.0, -3.0]
    spring = np.where((r.t > 1) & (r.t <= 2), 50.0 * (0.3 - r.q[:, 0]), 0.0)
    expected = (r.tau[:, 0] + spring - coulomb * np.sign(r.qd[:, 0])) / 2.0
    assert r.qdd[1:, 0] == pytest.approx(expected[1:], abs=1e-12)
    assert torque_residual(slider, r) < 1e-12


def test_reactions_of_a_pushed_run_are_those_of_pinocchio() -> None:
    project, pushes = puma(), two_hands()
    r = dn.simulate(project.robot, project.q0, project.qd0, 1.5, pushes=pushes, samples=31)
    arm = PinocchioArm(project.robot)
    wrenches = push_wrenches(r)
    assert wrenches is not None
    borne = dn.joint_reactions(project.robot, r.q, r.qd, r.qdd, link_wrenches=wrenches, axes="joint")
    forces, points = forces_and_points(r)
    for k in (10, 14, 17, 30):
        external = [pin.Force.Zero() for _ in range(arm.model.njoints)]
        pin.forwardKinematics(arm.model, arm.data, r.q[k])
        for push, force, point in zip(pushes, forces[k], points[k], strict=True):
            joint = arm.data.oMi[push.link]
            pulled = pin.Force(force, np.cross(point - joint.translation, force))
            external[push.link] += pin.Force(joint.rotation.T @ pulled.linear, joint.rotation.T @ pulled.angular)
        pin.rnea(arm.model, arm.data, r.q[k], r.qd[k], r.qdd[k], external)
        wanted = np.array([np.r_[force.angular, force.linear] for force in arm.data.f[1:]])
        assert borne[k] == pytest.approx(wanted, abs=1e-9 * np.abs(wanted).max())
    loads = loads_of_run(project.robot, r)
    assert loads.residual < 1e-10
    assert loads.links.shear[14, 2, 1] == pytest.approx(np.hypot(*across(project.robot, r, borne, 14)), rel=1e-9)


def across(robot: dn.Robot, r: dn.Simulation, borne: np.ndarray, k: int) -> tuple[float, float]:
    """Size of the force at joint 4 across the line from joint 3 to it, by components."""
    frames = np.array([frame.homogeneous for frame in _placed(PinocchioArm(robot), r.q[k])])
    force, line = frames[3, :3, :3] @ borne[k, 3, 3:], frames[3, :3, 3] - frames[2, :3, 3]
    rest = force - line * (force @ line) / (line @ line)
    return float(np.linalg.norm(rest)), 0.0


def _placed(arm: PinocchioArm, q: np.ndarray) -> list[pin.SE3]:
    pin.forwardKinematics(arm.model, arm.data, q)
    return list(arm.data.oMi[1:])


def test_a_pushed_run_repeats_bit_for_bit_also_from_its_file(tmp_path: object) -> None:
    project = puma()
    pushed = replace(project, run=msgspec.structs.replace(project.run, mode="forward", pushes=two_hands(), samples=201))
    path = tmp_path / "pushed.arm.json"  # type: ignore[operator]
    pushed.save(path)
    read = dn.load(path)
    assert read == pushed
    assert project_bytes(read, path) == path.read_bytes()
    first, second = (dn.run_project(each) for each in (pushed, read))
    for name in ("q", "qd", "qdd", "tau", "work"):
        assert getattr(first, name).tobytes() == getattr(second, name).tobytes()


def test_files_without_pushes_do_not_mention_them(tmp_path: object) -> None:
    puma().save(tmp_path / "plain.arm.json")  # type: ignore[operator]
    assert b"push" not in (tmp_path / "plain.arm.json").read_bytes()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"link": 7}, "run.pushes, push 2, link"),
        ({"link": 0}, "run.pushes, push 2, link"),
        ({"point": (0.0, math.nan, 0.0)}, "run.pushes, push 2, point y"),
        ({"stiffness": 0.0}, "run.pushes, push 2, stiffness"),
        ({"damping": -1.0}, "run.pushes, push 2, damping"),
        ({"t": (0.0,), "target": ((0.0, 0.0, 0.0),)}, "run.pushes, push 2, t"),
        ({"t": (0.0, 1.0, 1.0)}, "run.pushes, push 2, t, row 3"),
        ({"t": (-1.0, 1.0, 2.0)}, "run.pushes, push 2, t, row 1"),
        ({"t": (0.0, 1.0)}, "run.pushes, push 2, target"),
        ({"target": ((0.0, 0.0, 0.0), (0.0, 0.0, math.inf), (0.0, 0.0, 0.0))}, "run.pushes, push 2, target z, row 2"),
    ],
)
def test_a_push_that_cannot_be_is_refused_by_number_and_field(change: dict[str, object], field: str) -> None:
    first, last = two_hands()
    with pytest.raises(dn.DynamicsError) as refused:
        dn.simulate(puma().robot, [0.0] * 6, [0.0] * 6, 1.0, pushes=(first, msgspec.structs.replace(last, **change)))
    assert refused.value.field == field


def test_so_many_pushes_are_too_many() -> None:
    with pytest.raises(dn.DynamicsError, match=f"at most {MAX_PUSHES}"):
        dn.simulate(SLIDER, [0.0], [0.0], 1.0, pushes=(PULL,) * (MAX_PUSHES + 1))


def test_pushes_follow_their_links() -> None:
    first, last = two_hands()
    assert [push.link for push in rearranged((first, last), (1, 3, 4, 5, 6))] == [2, 5]
    assert rearranged((first, last), (1, 2, 4, 5)) == ()
    assert [push.link for push in rearranged((first, last), (1, 2, 3, 3, 0, 4, 5, 6))] == [3, 8]
