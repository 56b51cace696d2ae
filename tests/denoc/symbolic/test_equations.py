"""The equations of motion in symbols, against the numbers of the API and against textbooks."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import groupby

import numpy as np
import pytest
from matplotlib.mathtext import MathTextParser

import denoc as dn
from denoc.basics.cancelling import Cancelled, cancellable
from denoc.recursions import denoc
from denoc.recursions.bodies import arm
from denoc.recursions.sweeps import run
from denoc.symbolic.model import Model
from denoc.symbolic.terms import KINDS
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm, with_measured_friction

STATES = 100


def states(robot: dn.Robot, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(3, STATES, robot.n))


@pytest.mark.parametrize(("n", "counts"), [(2, (9, 5)), (3, (27, 17, 11)), (4, (64, 43, 31, 21))])
def test_planar_arms_have_the_fewest_terms(n: int, counts: tuple[int, ...]) -> None:
    assert dn.equations(dn.rod_chain(n).robot).counts == counts


def test_two_rods_as_in_textbooks() -> None:
    """Each line by hand, from T = sum of m v^2 / 2 + I omega^2 / 2 and V = m g y."""
    m1, m2, l1, l2, i1, i2, g = 1.1, 0.7, 0.5, 0.4, 0.02, 0.01, 9.81
    rods = [
        dn.Link(a=l, mass=m, com=(-l / 2, 0, 0), inertia=(0, i, i, 0, 0, 0))
        for l, m, i in ((l1, m1, i1), (l2, m2, i2))  # noqa: E741
    ]
    found = dn.equations(dn.Robot("two", tuple(rods), gravity=(0, -g, 0)))
    assert str(found.torques[0]) == (
        "(Jzz1r + Jzz2r + 2 a1 hx2r cos(q2)) qdd1 + (Jzz2r + a1 hx2r cos(q2)) qdd2"
        " - 2 a1 hx2r qd1 qd2 sin(q2) - a1 hx2r qd2^2 sin(q2) + g (hx1r cos(q1) + hx2r cos(q1+q2))"
    )
    values = {definition.symbol.name: definition.symbol.value for definition in found.legend}
    assert values == pytest.approx(
        {
            "Jzz1r": i1 + m1 * (l1 / 2) ** 2 + m2 * l1**2,
            "Jzz2r": i2 + m2 * (l2 / 2) ** 2,
            "hx1r": m1 * l1 / 2 + m2 * l1,
            "hx2r": m2 * l2 / 2,
        },
        rel=1e-15,
    )
    assert str(found.legend[1]).startswith("Jzz1r = Izz1 + m1 cx1^2 + 2 a1 m1 cx1 + a1^2 m1 + a1^2 m2 = ")


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("seed", range(8))
def test_random_arms_give_the_torques_of_the_recursion(convention: str, seed: int) -> None:
    """With friction as it is measured, rotors, payload, base, tool, any gravity and a wrench at the tip."""
    rng = np.random.default_rng(seed)
    robot = random_arm(rng, 1 + seed % 3, convention, extras=seed % 4 != 3)
    if seed % 2:
        robot = with_measured_friction(rng, robot)
    q, qd, qdd = states(robot)
    qd[::7] = 0.0
    wrench = rng.normal(size=(STATES, 6))
    found = dn.equations(robot, tip_wrench=True)
    tau = found.torque(q, qd, qdd, tip_wrench=wrench)
    assert relative(tau, dn.inverse_dynamics(robot, q, qd, qdd, tip_wrench=wrench)) < 1e-12
    assert relative(found.torque(q[0], qd[0], qdd[0], tip_wrench=wrench[0]), tau[0]) < 1e-12
    plain = dn.equations(robot)
    assert relative(plain.torque(q, qd, qdd), dn.inverse_dynamics(robot, q, qd, qdd)) < 1e-12
    assert sum(plain.counts) < sum(found.counts)


EXAMPLES = ("puma560", "stanford-inverse", "ur5", "scara", "craig-3r", "furuta", "gantry", "cylindrical", "planar-7r")


@pytest.mark.parametrize("name", EXAMPLES)
def test_arms_of_the_gallery(name: str) -> None:
    robot = dn.load(name).robot
    found, (q, qd, qdd) = dn.equations(robot), states(robot)
    assert relative(found.torque(q, qd, qdd), dn.inverse_dynamics(robot, q, qd, qdd)) < 1e-12
    mass = np.array([[entry.value(q[0]) for entry in row] for row in found.mass_matrix])
    assert relative(mass, dn.mass_matrix(robot, q[0])) < 1e-12
    coriolis, gravity = (
        np.array([each.value(q[0], qd[0]) for each in part]) for part in (found.coriolis, found.gravity)
    )
    assert relative(coriolis, dn.coriolis_matrix(robot, q[0], qd[0]) @ qd[0]) < 1e-11
    assert relative(gravity, dn.gravity_torque(robot, q[0])) < 1e-12
    friction = np.array([[each.value(q[k], qd[k]) for each in found.friction] for k in range(3)])
    expected = [[link.friction(rate) for link, rate in zip(robot.links, rates, strict=True)] for rates in qd[:3]]
    assert friction == pytest.approx(np.array(expected, dtype=float))


def test_other_recursions_of_the_same_arm_give_the_same_terms() -> None:
    """Canonical: M by its own recursion has the very terms that multiply the accelerations, and T = qd^T M qd / 2."""
    robot = random_arm(np.random.default_rng(5), 3, "modified")
    model = Model(robot, 10**5, 10**6)
    q, qd, qdd = model.inputs
    torques = run(denoc.inverse(), model.arm, model.inputs)
    still = run(denoc.inverse(), model.arm, (q, qd, [x * 0.0 for x in qdd]))
    rows = run(denoc.mass_matrix(), model.arm, [q])
    matrix = [rows[3 * i : 3 * i + 3] for i in range(3)]
    for i, (moving, bias) in enumerate(zip(torques, still, strict=True)):
        product = matrix[i][0] * qdd[0] + matrix[i][1] * qdd[1] + matrix[i][2] * qdd[2]
        assert float(moving - bias - product) == 0.0
    (energy,) = run(denoc.kinetic_energy(), model.arm, (q, qd))
    assert float(energy - sum(0.5 * (matrix[i][j] * qd[i] * qd[j]) for i in range(3) for j in range(3))) == 0.0


def test_regrouped_parameters_are_those_that_are_compiled() -> None:
    robot = random_arm(np.random.default_rng(3), 3, "standard", joints="R")
    links = arm(robot, regrouped=True).links
    for definition in dn.equations(robot).legend:
        symbol = definition.symbol
        if symbol.role == "regrouped":
            part = {"h": "moment", "J": "inertia"}[symbol.name[0]]
            axes = symbol.name[1:].removesuffix(f"{symbol.link}r")
            assert symbol.value == pytest.approx(
                float(getattr(getattr(links[symbol.link - 1].M, part), axes)), rel=1e-12
            )


def test_terms_say_what_they_are() -> None:
    robot = replace(dn.load("planar-3r-inverse").robot, payload=dn.Payload(0.5, (0.1, 0, 0), (0,) * 6))
    robot = robot.with_link(1, viscous=0.3, coulomb=0.2, rotor_inertia=1e-4, gear_ratio=50.0)
    found, (q, qd, qdd) = dn.equations(robot), states(robot)[:, 0]
    assert [kind for kind, _ in groupby(found.terms(2), key=lambda term: term.kind)] == list(KINDS[:4])
    values = found.values(q, qd, qdd)
    assert values.shape == (sum(found.counts),)
    assert np.concatenate([found.values(q, qd, qdd, joint=joint) for joint in (1, 2, 3)]).tolist() == values.tolist()
    by_name = {str(term): value for term, value in zip(found.terms(2), found.values(q, qd, qdd, joint=2), strict=True)}
    assert by_name["fv2 qd2"] == pytest.approx(0.3 * qd[1])
    assert by_name["fc2 sgn2"] == pytest.approx(0.2 * np.sign(qd[1]))
    assert by_name["k2^2 Im2 qdd2"] == pytest.approx(2500 * 1e-4 * qdd[1])
    gravity = next(term for term in found.terms(3) if term.kind == "gravity")
    assert [(each.name, each.role, each.link) for each in gravity.symbols] == [
        ("g", "parameter", None),
        ("hx3r", "regrouped", 3),
        ("q1", "coordinate", 1),
        ("q2", "coordinate", 2),
        ("q3", "coordinate", 3),
    ]
    assert by_name.keys() == {str(term) for term in found.terms(2, "parameter")}
    sorted_by = [term.inertial for term in found.terms(2, "parameter")]
    assert len(list(groupby(sorted_by))) == len(set(sorted_by))
    entries = {each.name: each for each in found.symbols}
    assert entries["mp"].value == 0.5
    for each in found.symbols:  # a parameter is the entry that it says it comes from
        if each.role == "parameter" and each.link:
            entry = getattr(robot.links[each.link - 1], each.field)
            assert each.value in (entry if isinstance(entry, tuple) else (entry,))


def test_shifted_coordinates_stand_in_the_legend() -> None:
    links = (dn.Link("P", b=0.2, mass=1.0, alpha=0.3), dn.Link("R", theta=0.4, mass=2.0, com=(0.1, 0, 0), a=0.5))
    found = dn.equations(dn.Robot("PR", links))
    assert "phi2 = q2 + theta2" in [str(definition) for definition in found.legend]
    turned = dn.Link("R", theta=np.pi / 2, mass=2.0, com=(0.1, 0, 0))
    quarter = dn.equations(dn.Robot("R", (turned,), gravity=(0, -9.81, 0)))
    assert str(quarter.gravity[0]) == "-g m1 cx1 sin(q1)"  # cos(q + 90 degrees)


def test_latex_is_understood() -> None:
    """By matplotlib's parser, line by line."""
    rng = np.random.default_rng(1)
    robot = with_measured_friction(rng, random_arm(rng, 2, joints="R"))
    robot = replace(
        robot, links=tuple(replace(link, alpha=0.0, stribeck_speed=0.1, breakaway=2.0) for link in robot.links)
    )
    found = dn.equations(robot, tip_wrench=True)
    lines = [term.latex() for term in found.terms(1)[::9]] + [definition.latex() for definition in found.legend]
    lines += [found.torques[1].latex(order) for order in ("kind", "parameter")]
    rows = [line.removesuffix(" \\\\") for line in found.latex().splitlines() if "&" in line]
    lines += [row.replace("&", "").replace("{}", "") for row in rows[::9]]
    parse = MathTextParser("path").parse
    for line in lines:
        parse(f"${line}$")
    assert {symbol.role for symbol in found.symbols} >= {"factor", "direction", "wrench", "regrouped"}
    assert found._repr_latex_().startswith("$$\n\\begin{gathered}")


def test_what_is_too_large_is_refused_by_name() -> None:
    general = random_arm(np.random.default_rng(0), 6, joints="R")
    with pytest.raises(dn.DynamicsError, match=r"'robot'.*more than 100 terms.*alpha is no right angle in link \d"):
        dn.equations(general, most_terms=100)
    with pytest.raises(dn.DynamicsError, match="at most 20 joints"):
        dn.equations(dn.rod_chain(21).robot)
    with pytest.raises(dn.DynamicsError, match="'most_terms'"):
        dn.equations(general, most_terms=0)
    found = dn.equations(dn.rod_chain(2).robot)
    with pytest.raises(dn.DynamicsError, match="'joint'"):
        found.terms(3)
    with pytest.raises(dn.DynamicsError, match="'order'"):
        found.latex("size")
    with pytest.raises(dn.DynamicsError, match="'tip_wrench'"):
        found.torque([0, 0], [0, 0], [0, 0], tip_wrench=np.zeros(6))


def test_a_cancelled_search_ends() -> None:
    flag = threading.Event()
    flag.set()
    with cancellable(flag), pytest.raises(Cancelled):
        dn.equations(dn.load("irb120").robot)


def test_an_arm_without_mass() -> None:
    found = dn.equations(dn.Robot("nothing", (dn.Link(a=1.0), dn.Link("P"))))
    assert found.counts == (0, 0)
    assert found.torque([1, 2], [3, 4], [5, 6]).tolist() == [0.0, 0.0]
    assert str(found) == "tau1 = 0\ntau2 = 0"
