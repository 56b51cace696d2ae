"""Arrows of what drives the joints: their sense, their scale, and where they are seen."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from denoc import Link, Robot, load
from denoc.files.projects.project import ConstantTorque
from denoc_studio.look.palettes import LIGHT
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.arm.view import ArmView
from denoc_studio.picture.arm.picture import Solid, picture_colours
from denoc_studio.picture.arm.run_at_time import efforts
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.arm.torque_arrows import FARTHEST, LEAST, ROUND, Efforts, torque_arrows, torque_label
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from tests.support.studio.arm_pictures import seen

LOOK = picture_colours(LIGHT)
HINGE = Robot("hinge", (Link(a=1.0, mass=1.0),))
SLIDE = Robot("slide", (Link(joint="P", b=0.5, mass=1.0),))


def arrows(robot: Robot, now: list[float], peaks: list[float]) -> tuple[Scene, np.ndarray, Solid]:
    scene = Scene(robot)
    frames = scene.frames(np.zeros(robot.n))
    return scene, frames, torque_arrows(scene, frames, Efforts(np.array(now), np.array(peaks)), LOOK)


def swept(solid: Solid, scene: Scene, frames: np.ndarray) -> float:
    """The angle from where the arrow begins to its head, about the joint, with its sense."""
    origin, axis = scene.joint(frames, 0)
    x = frames[1, :3, 0]
    offsets = solid.mesh.vertices - origin
    angles = np.arctan2(offsets @ np.cross(axis, x), offsets @ x)
    distance = np.linalg.norm(offsets - np.outer(offsets @ axis, axis), axis=1)
    head = np.flatnonzero(np.isclose(distance, ROUND * scene.size.radius) & np.isclose(offsets @ axis, 0, atol=1e-9))
    return float(max(angles[head], key=abs))


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("share", [0.2, 0.4])
def test_a_torque_goes_around_its_axis_by_the_right_hand_rule(share: float, sign: float) -> None:
    scene, frames, solid = arrows(HINGE, [sign * share * 8.0], [8.0])
    assert swept(solid, scene, frames) == pytest.approx(sign * share * FARTHEST, rel=1e-6)


@pytest.mark.parametrize("robot", [HINGE, SLIDE], ids=["hinge", "slide"])
@pytest.mark.parametrize("now", [3.0, -3.0])
def test_faces_look_outward(robot: Robot, now: float) -> None:
    _, _, solid = arrows(robot, [now], [3.0])
    a, b, c = (solid.mesh.vertices[solid.mesh.faces[:, k]] for k in range(3))
    volume = np.einsum("fi,fi->f", a, np.cross(b, c)).sum() / 6
    assert volume > 0
    across = np.cross(b - a, c - a)
    normals = solid.mesh.normals[solid.mesh.faces].mean(axis=1)
    assert (np.einsum("fi,fi->f", across, normals) > 0).mean() > 0.95


@pytest.mark.parametrize("now", [2.0, -2.0])
def test_a_force_points_along_its_slide(now: float) -> None:
    scene, frames, solid = arrows(SLIDE, [now], [2.0])
    origin, axis = scene.joint(frames, 0)
    along = (solid.mesh.vertices - origin) @ axis
    assert (along.max() if now > 0 else -along.min()) > 5 * scene.size.radius
    assert (along.min() if now > 0 else -along.max()) >= -1e-9


def test_torques_share_a_scale_and_forces_have_their_own() -> None:
    mixed = Robot("RP", (HINGE.links[0], SLIDE.links[0]))
    alone = [arrows(mixed, now, [1.0, 1e4])[2].mesh for now in ([1.0, 0.0], [0.0, 1e4])]
    both = arrows(mixed, [1.0, 1e4], [1.0, 1e4])[2].mesh
    assert len(both.faces) == sum(len(mesh.faces) for mesh in alone)
    assert all(len(mesh.faces) for mesh in alone)


def test_what_hardly_acts_or_is_no_number_has_no_arrow() -> None:
    for now, peak in ((0.0, 0.0), (0.5 * LEAST, 1.0), (math.nan, 1.0), (1.0, math.inf)):
        assert not len(arrows(HINGE, [now], [peak])[2].mesh.faces)


def test_the_number_stands_at_the_joint_that_is_looked_at() -> None:
    scene, frames, _ = arrows(SLIDE, [12.345], [20.0])
    acting = Efforts(np.array([12.345]), np.array([20.0]))
    assert [label.text for label in torque_label(scene, frames, acting, 0, LOOK)] == ["12.3 N"]
    assert not torque_label(scene, frames, acting, -1, LOOK)


def test_a_run_tells_what_acts_at_a_time(document: Document, computed: Callable[..., Run]) -> None:
    run = computed(edits.set_run(document.project, torque=ConstantTorque((0.5, 0.2, -0.1))))
    acting = efforts(run, run.project, 0.5)
    assert acting is not None
    np.testing.assert_allclose(acting.now, (0.5, 0.2, -0.1))
    np.testing.assert_array_equal(acting.peaks, np.abs(run.recording.tau).max(axis=0))
    assert efforts(run, load("scara"), 0.5) is None
    assert efforts(None, run.project, 0.5) is None
    run.stale = True
    assert efforts(run, replace(run.project, q0=(0.3, 0.0, 0.0)), 0.0) is None  # the arm is posed elsewhere now


def test_they_are_seen_in_the_view_when_wanted(
    make_arm: Callable[..., ArmView],
    computed: Callable[..., Run],
    document: Document,
    playback: Playback,
    preferences: Preferences,
) -> None:
    view = make_arm()
    document.edit(edits.set_run(document.project, torque=ConstantTorque((0.5, 0.2, -0.1))), "Drive")
    computed()
    playback.seek(1.0)
    without = seen(view)
    preferences["torques"] = True
    assert (np.abs(seen(view) - without).max(axis=2) > 40).sum() > 300
