"""What the arm view shows of the document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.arm.robot import Link, Robot
from denoc.files.projects.project import Project
from denoc.runs.recording import Chunk
from denoc.runs.simulation import stream
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.arm.painted_frames import FramePainter
from denoc_studio.panels.arm.view import ArmView
from denoc_studio.picture.arm.run_at_time import LONGEST_WAY, state, trace
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from tests.support.mesh_files import dressed_urdf
from tests.support.studio.arm_pictures import LEFT, drag, inked, middle_of, seen, wheel
from tests.support.studio.showing import recolour


@pytest.mark.parametrize("painter", [False, True], ids=["OpenGL", "painter"])
def test_an_edit_shows_at_once(make_arm: Callable[..., ArmView], document: Document, painter: bool) -> None:
    view = make_arm(painter)
    before = seen(view)
    document.edit(edits.change_link(document.project, 2, a=0.5), "Lengthen")
    after = seen(view)
    assert inked(after) > inked(before) + 200
    document.undo_stack.undo()
    assert inked(seen(view)) == pytest.approx(inked(before), abs=60)


@pytest.mark.parametrize("name", ["frames", "mass_centres", "ellipsoids", "labels", "grid", "gravity"])
@pytest.mark.parametrize("painter", [False, True], ids=["OpenGL", "painter"])
def test_preferences_show_and_hide(
    make_arm: Callable[..., ArmView], preferences: Preferences, painter: bool, name: str
) -> None:
    view = make_arm(painter)
    before = seen(view)
    preferences[name] = not preferences[name]
    assert (np.abs(seen(view) - before).max(axis=2) > 15).sum() > 60


def test_the_theme_reaches_the_scene(qtbot: QtBot, make_arm: Callable[..., ArmView], preferences: Preferences) -> None:
    view = make_arm()
    assert seen(view)[5, 5].min() > 200
    recolour(qtbot, preferences, "dark")
    assert 0 < seen(view)[5, 5].max() < 80


def test_the_arm_follows_the_time_cursor(
    make_arm: Callable[..., ArmView], computed: Callable[[], Run], playback: Playback, preferences: Preferences
) -> None:
    view = make_arm()
    run = computed()
    preferences["trace"] = False
    at_start = seen(view)
    playback.seek(0.5)
    moved = seen(view)
    assert (np.abs(moved - at_start).max(axis=2) > 60).sum() > 1000
    np.testing.assert_allclose(view._arm().q, run.q_at(0.5))
    preferences["trace"] = True
    assert (np.abs(seen(view) - moved).max(axis=2) > 30).sum() > 200


def test_the_run_before_is_a_ghost(
    make_arm: Callable[..., ArmView],
    computed: Callable[[], Run],
    document: Document,
    playback: Playback,
    preferences: Preferences,
) -> None:
    view = make_arm()
    computed()
    document.edit(edits.change_link(document.project, 0, a=0.45), "Lengthen")
    computed()
    playback.seek(0.4)
    with_ghost = seen(view)
    preferences["ghost"] = False
    assert (np.abs(seen(view) - with_ghost).max(axis=2) > 10).sum() > 300


def test_a_pose_stays_until_the_changed_robot_has_its_run(
    make_arm: Callable[..., ArmView], computed: Callable[[], Run], document: Document, playback: Playback
) -> None:
    view = make_arm()
    old = computed()
    playback.seek(1.0)
    seen(view)
    document.edit(edits.change_link(document.project, 0, a=0.45), "Lengthen")
    np.testing.assert_array_equal(view._arm().q, old.q_at(1.0))
    new = computed()
    np.testing.assert_array_equal(view._arm().q, new.q_at(1.0))
    document.edit(edits.remove_links(document.project, [2]), "Remove")
    np.testing.assert_array_equal(view._arm().q, document.project.q0)
    assert inked(seen(view)) > 1000


def test_a_changed_robot_that_awaits_no_run_shows_its_start(
    make_arm: Callable[..., ArmView],
    computed: Callable[[], Run],
    document: Document,
    playback: Playback,
    preferences: Preferences,
) -> None:
    preferences["recompute"] = False
    view = make_arm()
    computed()
    playback.seek(1.0)
    document.edit(edits.change_link(document.project, 0, a=0.45), "Lengthen")
    np.testing.assert_array_equal(view._arm().q, document.project.q0)


def test_a_motion_is_in_view_when_its_run_ends(make_arm: Callable[..., ArmView], computed: Callable[[], Run]) -> None:
    view = make_arm()
    run = computed()
    assert view.camera.sees(run.tip_path(), view.width(), view.height())


@pytest.mark.parametrize("force", [(0.0, 300.0, 0.0), (-2.0, 0.0, 0.0)])
def test_a_wrench_is_in_view_and_in_the_exported_picture(
    make_arm: Callable[..., ArmView], document: Document, computed: Callable[[], Run], force: tuple[float, ...]
) -> None:
    document.edit(edits.set_run(document.project, tip_wrench=(0.0, 0.0, 0.0, *force)), "Push")
    view = make_arm()
    computed()
    view.fit()
    source = view.still(dark=False, as_seen=True, aspect=view.width() / view.height())
    (label,) = [label for label in source.picture.labels if label.text.endswith(" N")]
    assert view.camera.sees(label.point[None], view.width(), view.height())


def test_undo_takes_a_camera_back_that_moved_by_itself(
    make_arm: Callable[..., ArmView], document: Document, computed: Callable[[], Run]
) -> None:
    view = make_arm()
    computed()
    before = view.camera
    document.edit(edits.change_link(document.project, 2, a=0.8), "Lengthen")
    computed()
    longer = view.camera
    assert longer.distance > before.distance
    document.edit(edits.change_robot(document.project, gravity=(0.0, 0.0, -9.81)), "Gravity")
    computed()
    assert view.camera.up != before.up
    document.undo_stack.undo()
    assert view.camera == longer
    computed()
    document.undo_stack.undo()
    computed()
    assert view.camera == before
    document.undo_stack.redo()
    computed()
    assert view.camera == longer


def test_undo_leaves_a_camera_that_the_user_moved(
    qtbot: QtBot, make_arm: Callable[..., ArmView], document: Document, computed: Callable[[], Run]
) -> None:
    view = make_arm()
    computed()
    document.edit(edits.change_link(document.project, 2, a=0.8), "Lengthen")
    computed()
    drag(qtbot, view, QPoint(20, 200), QPoint(80, 260), LEFT)
    chosen = view.camera
    document.undo_stack.undo()
    computed()
    assert view.camera == chosen


def test_a_camera_far_out_comes_back_without_undo_too(
    make_arm: Callable[..., ArmView], document: Document, computed: Callable[[], Run]
) -> None:
    view = make_arm()
    computed()
    before = view.camera
    for length in (5.0, 0.22):
        document.edit(edits.change_link(document.project, 2, a=length), "Lengthen")
        computed()
    assert view.camera.distance == pytest.approx(before.distance, rel=1e-6)


def test_a_ghost_is_dressed_as_its_arm_is(
    qtbot: QtBot,
    tmp_path: Path,
    make_arm: Callable[..., ArmView],
    document: Document,
    computed: Callable[[], Run],
    playback: Playback,
    preferences: Preferences,
) -> None:
    view = make_arm(project=load(dressed_urdf(tmp_path)))

    def ghost_dress() -> frozenset[int]:
        found = view._source()[0].ghost
        assert found is not None
        return found.scene.dressed

    qtbot.waitUntil(lambda: bool(view._arm().scene.dressed))
    computed()
    document.edit(edits.set_joint(document.project, 0, "P"), "Make joint 1 prismatic")
    computed()
    assert ghost_dress() == view._arm().scene.dressed != frozenset()
    document.undo_stack.undo()
    computed()
    assert ghost_dress() == view._arm().scene.dressed != frozenset()
    preferences["meshes"] = False
    assert ghost_dress() == frozenset()


def test_another_project_is_looked_at_anew(make_arm: Callable[..., ArmView], document: Document, qtbot: QtBot) -> None:
    view = make_arm()
    drag(qtbot, view, QPoint(20, 200), QPoint(80, 260), LEFT)
    document.replace(load("ur5"))
    assert view.camera.up == 2
    arm = view._arm()
    assert view.camera.sees(arm.scene.outline(arm.q), view.width(), view.height())


def test_gravity_turns_the_view_upright(make_arm: Callable[..., ArmView], document: Document) -> None:
    view = make_arm()
    assert (view.camera.up, view.camera.sign) == (1, 1.0)
    document.edit(edits.change_robot(document.project, gravity=(0.0, 0.0, -9.81)), "Gravity")
    assert (view.camera.up, view.camera.sign) == (2, 1.0)


@pytest.mark.parametrize(("n", "length"), [(1, 1e-3), (1, 100.0), (50, 1e-4), (50, 2.0), (120, 0.1)])
def test_any_arm_can_be_shown(make_arm: Callable[..., ArmView], n: int, length: float) -> None:
    robot = Robot("chain", tuple(Link(a=length, alpha=0.2, mass=1.0) for _ in range(n)))
    view = make_arm(project=Project("chain", robot, (0.1,) * n, (0.0,) * n))
    assert inked(seen(view)) > 150
    arm = view._arm()
    vertices = arm.scene.solids.placed(arm.scene.frames(arm.q)).vertices
    assert view.camera.sees(vertices, view.width(), view.height())


def test_a_near_view_is_drawn_more_coarsely_rather_than_late(make_arm: Callable[..., ArmView]) -> None:
    view = make_arm()
    for _ in range(25):
        wheel(view, 1, middle_of(view, 0))
    assert inked(seen(view)) > 50_000


def test_many_changes_at_once_are_one_frame(
    make_arm: Callable[..., ArmView],
    computed: Callable[[], Run],
    document: Document,
    playback: Playback,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = make_arm()
    computed()
    seen(view)
    painted, paint = [], FramePainter.paint
    monkeypatch.setattr(FramePainter, "paint", lambda brush, wanted: painted.append(wanted) or paint(brush, wanted))
    for k in range(20):
        playback.seek(0.1 * k)
        document.select(k % 3)
        document.edit(edits.change_link(document.project, 0, a=0.3 + 0.01 * k), "Lengthen", gesture="spin")
    seen(view)
    assert painted
    assert all(wanted.motif is painted[0].motif for wanted in painted), "once more, smoothly, where it was at rest"


class Unfinished:
    """A run that has come to 1 s."""

    count, stale, running, end = 2, False, True, 1.0

    def __init__(self, project: Project) -> None:
        self.project = project

    def awaits(self, t: float) -> bool:
        return t > self.end

    def q_at(self, t: float) -> np.ndarray:
        return np.full(3, min(t, self.end))


def test_the_pose_waits_for_a_run_that_has_not_come_so_far(document: Document) -> None:
    run, before = Unfinished(document.project), np.array([7.0, 8.0, 9.0])
    assert state(document.project, run, 0.5, before).tolist() == [0.5] * 3
    assert state(document.project, run, 2.0, before).tolist() == [7.0, 8.0, 9.0]
    assert state(document.project, run, 2.0).tolist() == [1.0] * 3
    assert state(document.project, run, 2.0, np.zeros(2)).tolist() == [1.0] * 3
    assert state(document.project, None, 2.0, before).tolist() == list(document.project.q0)


def test_the_trace_ends_where_the_run_does(document: Document) -> None:
    project = document.project
    run = Run(1, project)
    chunk = next(iter(stream(project.job(), interval=1e9)))
    part = chunk._replace(**{name: getattr(chunk, name)[:300] for name in Chunk._fields[:9]}, status="running")
    run.samples.write(part)
    run.append(part)
    elsewhere, here = np.full(3, 9.0), run.tip_path()[100]
    scene = Scene(project.robot)
    passed, awaited = trace(run, scene, 1.0, here), trace(run, scene, 6.0, elsewhere)
    assert passed is not None
    assert awaited is not None
    np.testing.assert_array_equal(passed.past[-1], here)
    np.testing.assert_array_equal(np.vstack(awaited).max(axis=0), run.tip_path().max(axis=0))
    np.testing.assert_array_equal(awaited.past[-1], run.tip_path()[-1])


def test_a_fast_tip_leaves_no_ball_of_thread(document: Document, computed: Callable[..., Run]) -> None:
    fast = replace(document.project, qd0=(300.0, 0.0, 0.0))
    run, scene = computed(fast), Scene(document.robot)
    run.tip_path()  # all of it: a busy machine would take more turns
    found = trace(run, scene, 5.0, scene.tip(scene.frames(run.q_at(5.0))))
    assert found is not None
    for way in found:
        length = np.linalg.norm(np.diff(way, axis=0), axis=1).sum()
        assert 0.5 * LONGEST_WAY < length / scene.size.reach <= LONGEST_WAY
    np.testing.assert_allclose(found.past[-1], found.future[0])


def test_a_view_that_is_laid_out_anew_knows_the_arm(
    make_arm: Callable[..., ArmView], document: Document, computed: Callable[..., Run]
) -> None:
    """What is told of an edit first may change the size of every widget."""
    view = make_arm()
    computed(document.project)
    seen: list[bool] = []
    document.results.stale.connect(lambda _: seen.append(view._scene.robot is document.robot))
    document.edit(edits.remove_links(document.project, [2]), "Remove a link")
    document.undo_stack.undo()
    assert seen == [True, True]


def test_a_resize_amid_an_opening_shows_the_arm_that_was(make_arm: Callable[..., ArmView], document: Document) -> None:
    """Other views may lay the window out anew before this one knows of the other arm."""
    view = make_arm(True)
    document.start_changed.connect(lambda _: view.resize(view.width() - 10, view.height() - 10))
    document.robot_changed.connect(lambda _: (view.fit(), view._source()))
    document.replace(load("puma560"), None)
    assert len(view._shown_q()) == 6
    assert len(view._source()[0].arm.q) == 6
