"""Symbols of played equations on the arm: where their marks are and which way they point, against the kinematics."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import denoc as dn
from denoc.arm.robot_arrays import pack
from denoc.functions.kinematics import link_frames
from denoc.kernels.dispatch import SHARED
from denoc.playing.play import RECURSIONS, Played, Step
from denoc.playing.writing import Tex
from denoc_studio.look.palettes import DARK, LIGHT
from denoc_studio.picture.arm.compose import FADED, ArmState, Options, compose
from denoc_studio.picture.arm.picture import picture_colours
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.arm.symbols.highlight import body_of, highlight
from denoc_studio.picture.arm.symbols.letters import letters
from denoc_studio.picture.arm.symbols.marks import BASE, Arrow, Ball, Ellipsoid, Highlight, Line, Ring, Turn
from denoc_studio.picture.arm.symbols.solids import highlight_solids
from tests.support.oracles.arms import random_arm

LOOK = picture_colours(LIGHT)
SMALL = 1e-5  # of a central difference in time, s
ARM = random_arm(np.random.default_rng(4), 4, "standard")
SECOND = random_arm(np.random.default_rng(8), 4, "modified")
STATE = np.random.default_rng(5).normal(size=(3, 4))
WRENCH = (0.3, -0.2, 0.5, 1.0, 2.0, -3.0)


def shown(robot: dn.Robot, recursion: str, left: str, link: int, name: str, **more: Any) -> Highlight:
    """A symbol in the equation of `left` at a link, in the state of these tests."""
    state = STATE[:1, : robot.n] if recursion == "udu" else STATE[:, : robot.n]
    played = dn.play(robot, recursion, *state, **more)
    return highlight(robot, played, next(step for step in played.of(left) if step.link == link), name)


def one(seen: Highlight, kind: type, heads: int | None = None) -> Any:
    found = [mark for mark in seen.marks if isinstance(mark, kind) and (heads is None or mark.heads == heads)]
    assert len(found) == 1
    return found[0]


def way(arrow: Arrow) -> np.ndarray:
    return unit(np.subtract(arrow.end, arrow.start))


def unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


def frames(robot: dn.Robot, t: float = 0.0) -> np.ndarray:
    q, qd, qdd = STATE[:, : robot.n]
    return link_frames(robot, q + t * qd + t * t / 2 * qdd, kernels=SHARED)


def centres(robot: dn.Robot, t: float = 0.0) -> np.ndarray:
    found = frames(robot, t)
    return np.einsum("nij,nj->ni", found[:, :3, :3], pack(robot).com) + found[:, :3, 3]


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_one_hinge_moves_its_mass_centre_across_the_arm(convention: str) -> None:
    robot = dn.Robot(
        "1R", (dn.Link(a=1.0, mass=2.0, com=(0.4, 0.1, 0.0), inertia=(0.1, 0.1, 0.1, 0, 0, 0)),), convention=convention
    )
    played = dn.play(robot, "ridim", [0.3], [-2.0], [0.0])
    seen = highlight(robot, played, played.of("t")[0], "t")
    turn, velocity = one(seen, Turn), one(seen, Arrow)
    frame = link_frames(robot, np.array([0.3]), kernels=SHARED)[0]
    lever = frame[:3, :3] @ pack(robot).com[0]
    centre = lever + frame[:3, 3]
    np.testing.assert_allclose(turn.centre, centre, atol=1e-12)
    np.testing.assert_allclose(turn.axis, (0, 0, -1), atol=1e-12)
    np.testing.assert_allclose(velocity.start, centre, atol=1e-12)
    np.testing.assert_allclose(way(velocity), unit(np.cross((0, 0, -1), lever)), atol=1e-12)
    assert seen.text == f"t₁ 2 rad/s, {2 * math.hypot(*lever):.3g} m/s"


@pytest.mark.parametrize("robot", [ARM, SECOND], ids=["standard", "modified"])
def test_twists_are_the_motion_of_the_mass_centres(robot: dn.Robot) -> None:
    """Against differences of the frames, for hinges and slides."""
    velocities = (centres(robot, SMALL) - centres(robot, -SMALL)) / (2 * SMALL)
    turning = (frames(robot, SMALL) - frames(robot, -SMALL))[:, :3, :3] / (2 * SMALL)
    for i in range(robot.n):
        seen = shown(robot, "ridim", "t", i + 1, "t")
        spin = turning[i] @ frames(robot)[i, :3, :3].T
        omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
        if np.linalg.norm(omega) > 1e-8:
            np.testing.assert_allclose(one(seen, Turn).axis, unit(omega), atol=1e-6)
        else:
            assert not any(isinstance(mark, Turn) for mark in seen.marks)
        np.testing.assert_allclose(way(one(seen, Arrow)), unit(velocities[i]), atol=1e-6)
        np.testing.assert_allclose(one(seen, Arrow).start, centres(robot)[i], atol=1e-12)
        assert seen.matter == {i}


@pytest.mark.parametrize("recursion", ["ridim", "kane"])
def test_wrenches_are_what_moves_the_links_from_there_on(recursion: str) -> None:
    """Newton and Euler of the links as one body, by second differences of their mass centres."""
    h, mass = 1e-3, pack(ARM).mass
    here = centres(ARM)
    needed = mass[:, None] * ((centres(ARM, h) - 2 * here + centres(ARM, -h)) / h**2 - np.array(ARM.gravity))
    for i in range(ARM.n):
        left, point = ("gamma", here[i]) if recursion == "ridim" else ("v", frames(ARM)[i, :3, 3])
        seen = shown(ARM, recursion, left, i + 1, left)
        force = one(seen, Arrow, heads=1)
        np.testing.assert_allclose(way(force), unit(needed[i:].sum(axis=0)), atol=1e-4)
        np.testing.assert_allclose(force.start, point, atol=1e-12)
        assert seen.matter == set(range(i, ARM.n))


def test_a_moment_has_two_heads_and_the_letter_of_another_paper_does_not_mislead() -> None:
    assert one(shown(ARM, "ridim", "w", 2, "w"), Arrow, heads=2)
    assert shown(ARM, "ridim", "w", 2, "w").matter == {1}
    assert one(shown(ARM, "kane", "w", 2, "w"), Arrow).heads == 2
    assert shown(ARM, "kane", "w", 2, "w").matter == {1, 2, 3}


def test_what_neighbours_have_is_their_own() -> None:
    for name, own, step, link, other in (
        ("t_before", "t", "t", 3, 2),
        ("gamma_next", "gamma", "gamma", 2, 3),
        ("eta_next", "eta_before", "eta", 2, 3),
        ("rest_next", "rest", "M_hat", 2, 3),
    ):
        recursion = "ridim" if "gamma" in name else "rfdsim"
        here, there = shown(ARM, recursion, step, link, name), shown(ARM, recursion, own, other, own)
        assert (here.marks, here.matter, here.loose) == (there.marks, there.matter, there.loose), name


def test_the_base_accelerates_upward_and_does_not_move() -> None:
    seen = shown(ARM, "ridim", "t_dot", 1, "t_dot_before")
    np.testing.assert_allclose(way(one(seen, Arrow)), unit(-np.array(ARM.gravity)), atol=1e-12)
    np.testing.assert_allclose(one(seen, Arrow).start, pack(ARM).base[:3, 3], atol=1e-12)
    assert seen.matter == {BASE}
    still = shown(ARM, "ridim", "t", 1, "t_before")
    assert (still.marks, still.text) == ((), "t₀ = 0")


@pytest.mark.parametrize("recursion", ["ridim", "kane"])
def test_beyond_the_last_link_there_is_the_tip_wrench(recursion: str) -> None:
    moment, force = np.array(WRENCH[:3]), np.array(WRENCH[3:])
    tip = frames(ARM)[-1] @ pack(ARM).tool
    left = {"ridim": ("gamma", "gamma_next", "gamma_next"), "kane": ("w", "w_next", "v_next")}[recursion]
    pushed = shown(ARM, recursion, left[0], ARM.n, left[2], tip_wrench=WRENCH)
    turned = shown(ARM, recursion, left[0], ARM.n, left[1], tip_wrench=WRENCH)
    np.testing.assert_allclose(way(one(pushed, Arrow, heads=1)), unit(-force), atol=1e-12)
    np.testing.assert_allclose(way(one(turned, Arrow, heads=2)), unit(-moment), atol=1e-10)
    np.testing.assert_allclose(one(turned, Arrow, heads=2).start, tip[:3, 3], atol=1e-12)
    assert not pushed.matter
    assert shown(ARM, recursion, left[0], ARM.n, left[1]).marks == ()


@pytest.mark.parametrize("name", ["tau", "qd", "qdd"])
def test_numbers_go_around_hinges_and_along_slides(name: str) -> None:
    robot = dn.load("stanford-inverse").robot
    state = np.array([[0.1, 0.5, 0.4, 0.2, 0.3, 0.1], [1, -1, -2, 1, 1, 1], [0.5, 1, 3, -1, 1, 1]])
    played = dn.play(robot, "ridim", *state)
    scene = Scene(robot)
    values = {"tau": played.result, "qd": state[1], "qdd": state[2]}[name]
    for step in played.of("tau" if name == "tau" else "t_dot"):
        seen = highlight(robot, played, step, name)
        place, axis = scene.joint(scene.frames(state[0]), step.link - 1)
        sense = math.copysign(1.0, values[step.link - 1]) * axis
        if robot.links[step.link - 1].revolute:
            np.testing.assert_allclose(one(seen, Turn).axis, sense, atol=1e-12)
            np.testing.assert_allclose(one(seen, Turn).centre, place, atol=1e-12)
        else:
            np.testing.assert_allclose(way(one(seen, Arrow)), sense, atol=1e-12)
            np.testing.assert_allclose(one(seen, Arrow).start, place, atol=1e-12)
            assert seen.text.endswith({"tau": " N", "qd": " m/s", "qdd": " m/s²"}[name])


def test_lines_lead_from_mass_centre_to_mass_centre_and_along_axes() -> None:
    line = one(shown(ARM, "ridim", "t", 3, "B"), Line)
    np.testing.assert_allclose((line.start, line.end), centres(ARM)[1:3], atol=1e-12)
    assert (line.pattern, shown(ARM, "ridim", "t", 3, "B").matter) == ("dashed", {1, 2})
    seen, frame = shown(ARM, "ridim", "tau", 3, "p"), frames(ARM)[2]
    axis, arrow = one(seen, Line), one(seen, Arrow)
    assert axis.pattern == "dash-dotted"
    np.testing.assert_allclose(way(arrow), frame[:3, 2], atol=1e-12)
    for point in (axis.start, axis.end, arrow.end):
        np.testing.assert_allclose(np.cross(point - frame[:3, 3], frame[:3, 2]), 0, atol=1e-12)


def test_bodies_light_their_links_and_loosen_their_joints() -> None:
    own = shown(ARM, "ridim", "w", 2, "M")
    np.testing.assert_allclose(one(own, Ellipsoid).centre, centres(ARM)[1], atol=1e-12)
    assert (own.matter, own.loose) == ({1}, set())
    articulated = shown(ARM, "udu", "M_hat", 2, "M_hat")
    assert (articulated.matter, articulated.loose) == ({1, 2, 3}, {2, 3})
    rest = shown(ARM, "udu", "rest", 2, "rest")
    assert (rest.matter, rest.loose) == ({1, 2, 3}, {1, 2, 3})
    joints = [ARM.links[i].revolute for i in (2, 3)]
    assert sum(isinstance(mark, Ring) for mark in articulated.marks) == sum(joints)
    assert sum(isinstance(mark, Line) for mark in articulated.marks) == 2 * (2 - sum(joints))


def test_a_composite_body_is_one_rigid_body() -> None:
    """Two balls: mass, mass centre and inertia by Steiner, from the sum of their mass matrices about one point."""

    def matrix(mass: float, radius: float, at: np.ndarray) -> np.ndarray:
        x, y, z = at
        cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        inertia = 0.4 * mass * radius**2 * np.eye(3) - mass * cross @ cross
        return np.block([[inertia, mass * cross], [-mass * cross, mass * np.eye(3)]])

    one_at, other_at = np.array([0.3, 0.0, 0.1]), np.array([-0.2, 0.5, 0.4])
    mass, centre, inertia = body_of(matrix(2.0, 0.1, one_at) + matrix(3.0, 0.2, other_at))
    middle = (2 * one_at + 3 * other_at) / 5
    assert mass == pytest.approx(5.0)
    np.testing.assert_allclose(centre, middle, atol=1e-12)
    apart = other_at - one_at
    steiner = 2.0 * 3.0 / 5.0 * (apart @ apart * np.eye(3) - np.outer(apart, apart))
    np.testing.assert_allclose(inertia, (0.4 * (2 * 0.01 + 3 * 0.04)) * np.eye(3) + steiner, atol=1e-12)


class Names(Tex):
    """The symbols of an equation, as it is written."""

    def __init__(self, step: Step) -> None:
        self.found: list[str] = []
        writer = step.place.writer(self)
        writer.name(step.name)
        for term in step.terms:
            writer.expression(term.expression)

    def symbol(self, name: str, tex: str) -> str:
        self.found.append(name)
        return tex


@pytest.mark.parametrize("recursion", RECURSIONS)
def test_every_symbol_of_every_equation_can_be_shown(recursion: str) -> None:
    """With finite marks, and the same from values in link axes and in the world's."""
    played = dn.play(SECOND, recursion, *(STATE[:1] if recursion == "udu" else STATE))
    world = played.in_world()
    for step, turned in zip(played.steps, world.steps, strict=True):
        for name in Names(step).found:
            seen, same = highlight(SECOND, played, step, name), highlight(SECOND, world, turned, name)
            assert "\\" not in seen.text
            assert all(-1 <= link < SECOND.n for link in seen.matter | seen.loose)
            for mark, other in zip(seen.marks, same.marks, strict=True):
                for value, again in zip(mark, other, strict=True):
                    if not isinstance(value, str):
                        assert np.isfinite(value).all()
                        if not isinstance(mark, Ellipsoid):  # whose axes may change their sign
                            np.testing.assert_allclose(value, again, atol=1e-6)


def test_no_such_symbol() -> None:
    with pytest.raises(KeyError, match="omega"):
        shown(ARM, "ridim", "t", 1, "omega")


@pytest.mark.parametrize("name", ["t", "B"])
def test_solids_are_where_the_marks_are(name: str) -> None:
    seen, radius = shown(ARM, "ridim", "t", 3, name), Scene(ARM).size.radius
    *_, solid = highlight_solids(seen, radius, picture_colours(DARK))
    assert np.unique(solid.colours, axis=0).tolist() == [[1.0, 1.0, 1.0, 1.0]]
    for mark in seen.marks:
        tips = {Arrow: "end", Line: "start", Ball: "centre"}
        if type(mark) in tips:
            tip = np.array(getattr(mark, tips[type(mark)]))
            assert np.linalg.norm(solid.mesh.vertices - tip, axis=1).min() < radius


def test_a_turn_goes_by_the_right_hand_rule() -> None:
    centre, axis = (1.0, 2.0, 3.0), (0.6, 0.0, -0.8)
    seen = Highlight("", centre, (Turn(centre, axis, 2.0, 0.5),), frozenset())
    vertices = highlight_solids(seen, 0.05, LOOK)[-1].mesh.vertices - centre
    start, head = vertices[0], vertices[-1]
    assert np.cross(start, np.cross(axis, start) + start) @ axis > 0
    assert math.atan2(np.cross(start, head) @ axis, start @ head) == pytest.approx(2.0, abs=0.1)


def test_links_that_are_not_meant_are_faded() -> None:
    scene, q = Scene(ARM), STATE[0]
    plain = compose(ArmState(scene, q), Options(LOOK))
    seen = shown(ARM, "udu", "M_hat", 3, "M_hat")
    picture = compose(ArmState(scene, q), Options(LOOK, highlight=seen))
    kept, faded = len(picture.solid.mesh.faces), len(picture.translucent.mesh.faces)
    assert kept
    assert faded
    assert kept + faded == len(plain.solid.mesh.faces)
    assert np.unique(picture.translucent.colours[:, 3]).tolist() == [FADED]
    assert set(picture.solid.colours[:, 3]) == {1.0}
    assert [label.text for label in picture.labels] == [seen.text]
    assert not plain.over


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"\dot{\mathbf{t}}_{2}", "ṫ₂"),
        (r"\boldsymbol{\gamma}_{12}", "γ₁₂"),
        (r"\hat{\mathbf{M}}_{6,5}", "M̂₆₅"),
        (r"\mathbf{B}_{11,10}", "B₁₁,₁₀"),
        (r"\dot{\boldsymbol{\lambda}}^+_{3}", "λ̇⁺₃"),
        (r"\boldsymbol{\Psi}^*\mathbf{V}_{1}", "Ψ*V₁"),
    ],
)
def test_letters(tex: str, text: str) -> None:
    assert letters(tex) == text


def test_a_played_recursion_tells_what_it_started_from() -> None:
    played: Played = dn.play(ARM, "rfdsim", *STATE)
    assert list(played.inputs) == ["q", "qd", "tau"]
    for given, kept in zip(STATE, played.inputs.values(), strict=True):
        np.testing.assert_array_equal(kept, given)
