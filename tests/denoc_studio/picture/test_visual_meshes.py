"""Arms drawn as their visuals show them: shaped, in place, coloured, switched, and harmless when files are bad."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

import denoc
from denoc.arm.robot import Link
from denoc.arm.visuals import Visual
from denoc.files.projects.project import Project
from denoc.functions.kinematics import forward_kinematics
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.arm.view import ArmView
from denoc_studio.picture.arm.compose import ArmState, Options, compose
from denoc_studio.picture.arm.picture import PictureColours
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.meshes import visual_meshes
from denoc_studio.picture.meshes.assembly import NO_LINK
from denoc_studio.picture.meshes.mesh_cleanup import shaped
from denoc_studio.picture.meshes.primitives import Mesh, lathe, sphere
from denoc_studio.picture.meshes.visual_meshes import Shape, key_of, load_meshes
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from tests.support.mesh_files import CORNERS, FACES, dressed_urdf
from tests.support.studio.arm_pictures import seen

LOOK = PictureColours(False, "#ffffff", "#eeeeee", "#b0b8c0", "#2456c8", "#101010", "#808080")


@pytest.fixture
def dressed(tmp_path: Path) -> Project:
    return denoc.load(dressed_urdf(tmp_path))


def scene_of(project: Project) -> Scene:
    loaded = load_meshes(project.visuals)
    assert not loaded.reports
    found = ((visual, loaded.meshes[key_of(visual)]) for visual in project.visuals)
    return Scene(project.robot, [Shape(visual, mesh) for visual, mesh in found if mesh is not None])


def volume(mesh: Mesh) -> float:
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces], 1, 0)
    return float(np.einsum("fi,fi->", a, np.cross(b, c))) / 6


class TestShaping:
    def test_a_cube_keeps_its_edges(self) -> None:
        soup = CORNERS[FACES].reshape(-1, 3)
        mesh = shaped(soup, np.arange(36).reshape(-1, 3), 1000)
        assert (len(mesh.vertices), len(mesh.faces)) == (24, 12)  # three normals a corner
        assert np.allclose(np.abs(mesh.normals).max(axis=1), 1.0)
        assert np.einsum("vi,vi->v", mesh.normals, mesh.vertices) == pytest.approx(0.5)

    def test_a_ball_of_flat_faces_is_smooth(self) -> None:
        ball = sphere(2.0, 24)
        soup = ball.vertices[ball.faces].reshape(-1, 3)
        mesh = shaped(soup, np.arange(len(soup)).reshape(-1, 3), 10_000)
        assert np.allclose(mesh.normals, mesh.vertices / 2, atol=0.06)

    @pytest.mark.parametrize("turned", [False, True])
    def test_closed_parts_face_outward(self, turned: bool) -> None:
        faces = FACES[:, ::-1] if turned else FACES
        both = np.concatenate([CORNERS, CORNERS + 3.0])  # the second one is wound the other way
        mesh = shaped(both, np.concatenate([faces, FACES[:, ::-1] + 8]), 1000)
        assert len(mesh.faces) == 24
        assert volume(mesh) == pytest.approx(2.0)

    def test_an_open_surface_is_seen_from_both_sides(self) -> None:
        mesh = shaped(CORNERS, FACES[2:], 1000)
        assert len(mesh.faces) == 20
        assert volume(mesh) == pytest.approx(0.0)
        a, b, c = np.moveaxis(mesh.vertices[mesh.faces], 1, 0)
        across = np.einsum("fi,fi->f", np.cross(b - a, c - a), mesh.normals[mesh.faces[:, 0]])
        assert (across > 0).all()

    @pytest.mark.parametrize("budget", [300, 2000, 5000])
    def test_few_faces_keep_the_body(self, budget: int) -> None:
        ball = sphere(1.0, 224)
        stretched = ball.vertices * (0.1, 0.1, 0.3)
        mesh = shaped(stretched, ball.faces, budget)
        assert 0.5 * budget < len(mesh.faces) <= budget
        assert volume(mesh) == pytest.approx(volume(Mesh(stretched, ball.normals, ball.faces)), rel=20 / budget)

    def test_few_faces_keep_sharp_edges(self) -> None:
        """A fine cylinder loses neither its rims nor its flat ends."""
        heights = [(1.0, float(z)) for z in np.linspace(-1, 1, 41)]
        rings = [(float(r), -1.0) for r in np.linspace(0, 1, 20)]
        body = lathe([*rings, *heights[1:], *((r, 1.0) for r, _ in reversed(rings[:-1]))], 120)
        mesh = shaped(body.vertices, body.faces, 2500)
        assert len(mesh.faces) <= 2500
        assert np.abs(mesh.vertices).max(axis=0) == pytest.approx((1.0, 1.0, 1.0), abs=0.02)
        assert volume(mesh) == pytest.approx(2 * np.pi, rel=0.01)
        ends = np.abs(mesh.vertices[:, 2]) > 0.999
        assert set(np.round(np.abs(mesh.normals[ends, 2]), 2)) <= {0.0, 1.0}

    def test_nothing_to_see(self) -> None:
        flat = np.array([[0.0, 0, 0], [1, 0, 0], [2, 0, 0]])
        assert len(shaped(flat, np.array([[0, 1, 2]]), 100).faces) == 0
        assert len(shaped(np.zeros((3, 3)), np.array([[0, 1, 2]]), 100).faces) == 0


class TestScene:
    def test_in_place_at_any_state(self, dressed: Project, rng: np.random.Generator) -> None:
        """The middle of each cube, by the poses in the table's own frames."""
        scene = scene_of(dressed)
        tool = np.array(dressed.robot.tool)
        for q in rng.uniform(-1, 1, size=(4, 3)):
            mesh = scene.solids.placed(scene.frames(q))
            frames = forward_kinematics(dressed.robot, q)
            frames[-1] = frames[-1] @ np.linalg.inv(tool)
            for visual, piece in zip(dressed.visuals, range(len(scene.solids.roles) - 4, 10**6), strict=False):
                own = mesh.vertices[scene.solids._piece_of_vertex == piece]
                middle = (0.1, 0.12, 0.6, 1.0) if visual.link == 3 else (0, 0, 0, 1.0)
                expected = (frames[visual.link] @ np.array(visual.pose) @ middle)[:3]
                assert (own.min(axis=0) + own.max(axis=0)) / 2 == pytest.approx(expected, abs=1e-9)

    def test_links_without_visuals_stay_as_they_are(self, dressed: Project) -> None:
        scene = scene_of(dressed)
        plain = list(zip(scene.solids.roles, scene.solids.links.tolist(), scene.solids.colours, strict=True))
        assert scene.dressed == {0, 1, 3}
        assert {link for role, link, colour in plain if not colour} == {1}
        assert [colour for _, _, colour in plain if colour] == ["#e61a00", "#e61a00", "#e61a33", "#e61a00"]

    def test_the_camera_sees_all_of_it(self, dressed: Project) -> None:
        far = replace(dressed.visuals[-1], size=(3.0, 3.0, 3.0))
        q = np.zeros(3)
        small, large = (scene_of(replace(dressed, visuals=(last,))) for last in (dressed.visuals[-1], far))
        reached = [np.abs(scene.outline(q)).max() for scene in (small, large)]
        placed = large.solids.placed(large.frames(q)).vertices
        assert reached[0] < 2 < reached[1]
        assert (large.outline(q).max(axis=0) >= placed.max(axis=0) - 1e-9).all()

    def test_the_grid_lies_under_the_base(self, dressed: Project) -> None:
        scene = scene_of(dressed)
        point, outward = scene.mounting()
        (base,) = np.flatnonzero(scene.solids.links == NO_LINK)
        vertices = scene.solids.placed(scene.frames(np.zeros(3))).vertices
        heights = (vertices[scene.solids._piece_of_vertex == base] - point) @ outward
        assert heights.min() == pytest.approx(0.0, abs=1e-12)

    def test_what_is_inside_shines_through(self, dressed: Project) -> None:
        arm = ArmState(scene_of(dressed), np.zeros(3))
        opaque = compose(arm, Options(LOOK))
        through = compose(arm, Options(LOOK, frozenset({"mass_centres"})))
        assert (len(opaque.translucent.mesh.faces), opaque.solid.colours[:, 3].min()) == (0, 1.0)
        assert len(through.translucent.mesh.faces) == len(opaque.solid.mesh.faces)
        assert through.translucent.colours[:, 3].max() < 0.5
        bare = compose(ArmState(Scene(dressed.robot), np.zeros(3)), Options(LOOK, frozenset({"ellipsoids"})))
        ellipsoids = compose(arm, Options(LOOK, frozenset({"ellipsoids"})))
        assert np.allclose(ellipsoids.solid.mesh.vertices, bare.solid.mesh.vertices)


class TestEdits:
    def links(self, project: Project) -> list[int]:
        return [visual.link for visual in project.visuals]

    def test_rows_carry_them(self, dressed: Project) -> None:
        assert self.links(dressed) == [0, 1, 1, 3]
        assert self.links(edits.insert_link(dressed, 1, Link(a=0.1))) == [0, 1, 1, 4]
        assert self.links(edits.duplicate_link(dressed, 0)) == [0, 1, 1, 2, 2, 4]
        assert self.links(edits.remove_links(dressed, [0])) == [0, 2]
        assert self.links(edits.move_link(dressed, 2, 0)) == [0, 1, 2, 2]
        assert self.links(edits.set_links(dressed, dressed.robot.links[:2])) == [0, 1, 1]

    def test_another_kind_of_joint_keeps_its_looks(self, dressed: Project) -> None:
        assert edits.set_joint(dressed, 0, "P").visuals == dressed.visuals

    def test_a_moved_row_takes_its_own(self, dressed: Project) -> None:
        moved = edits.move_link(dressed, 2, 0)
        assert moved.visuals[1] == replace(dressed.visuals[3], link=1)

    def test_the_convention_moves_nothing(self, dressed: Project, rng: np.random.Generator) -> None:
        other = edits.set_convention(dressed, "modified")
        q = rng.uniform(-1, 1, size=3)
        one, two = (scene.solids.placed(scene.frames(q)) for scene in (scene_of(dressed), scene_of(other)))
        assert np.allclose(one.vertices, two.vertices, rtol=0, atol=1e-9)


class TestView:
    def red(self, view: ArmView) -> int:
        """Pixels in the colour of the meshes."""
        picture = seen(view)
        return int(((picture[..., 0] > 100) & (picture[..., 1:].max(axis=2) < 0.3 * picture[..., 0])).sum())

    def dress(self, qtbot: QtBot, view: ArmView) -> None:
        qtbot.waitUntil(lambda: bool(view._scene.dressed), timeout=20_000)

    @pytest.mark.parametrize("painter", [False, True], ids=["OpenGL", "painter"])
    def test_the_mesh_is_where_it_belongs(
        self, qtbot: QtBot, make_arm: Callable[..., ArmView], dressed: Project, preferences: Preferences, painter: bool
    ) -> None:
        preferences["labels"] = False
        view = make_arm(painter, dressed)
        self.dress(qtbot, view)
        picture = seen(view)
        frames = forward_kinematics(dressed.robot, np.array(dressed.q0))
        frames[-1] = frames[-1] @ np.linalg.inv(np.array(dressed.robot.tool))
        for visual, middle in ((dressed.visuals[0], (0, 0, 0, 1)), (dressed.visuals[3], (0.1, 0.12, 0.6, 1))):
            place = (frames[visual.link] @ np.array(visual.pose) @ middle)[:3]
            x, y, _ = view.camera.project(place, view.width(), view.height())
            red, green, blue = picture[int(y), int(x)]
            assert red > 100 > 2.5 * max(green, blue)
        view.finish()

    def test_the_switch(
        self, qtbot: QtBot, make_arm: Callable[..., ArmView], dressed: Project, preferences: Preferences
    ) -> None:
        view = make_arm(True, dressed)
        self.dress(qtbot, view)
        assert self.red(view) > 400
        preferences["meshes"] = False
        assert not view._scene.dressed
        assert self.red(view) < 100
        preferences["meshes"] = True
        assert self.red(view) > 400
        view.finish()

    def test_an_edit_keeps_them_on(
        self, qtbot: QtBot, make_arm: Callable[..., ArmView], dressed: Project, document: Document
    ) -> None:
        view = make_arm(True, dressed)
        self.dress(qtbot, view)
        document.edit(edits.remove_links(document.project, [0]), "Remove link 1")
        assert view._scene.dressed == {0, 2}
        document.undo_stack.undo()
        assert view._scene.dressed == {0, 1, 3}
        view.finish()

    def test_a_bad_file_is_told_and_the_rest_is_drawn(
        self, qtbot: QtBot, make_arm: Callable[..., ArmView], dressed: Project, document: Document
    ) -> None:
        mesh = dressed.visuals[3].mesh
        assert mesh is not None
        mesh.write_bytes(b"<COLLADA>")
        view = make_arm(True)
        with qtbot.waitSignal(view.notice, timeout=20_000) as told:
            document.replace(dressed)
        assert "Not drawn as a mesh" in told.args[0]
        assert "tip.dae: is not XML" in told.args[0]
        assert view._scene.dressed == {0, 1}
        view.finish()

    def test_very_many_are_not_all_drawn(
        self, qtbot: QtBot, make_arm: Callable[..., ArmView], document: Document, dressed: Project
    ) -> None:
        ball = replace(dressed.visuals[0], kind="sphere", size=(0.1,), mesh=None)
        view = make_arm(True)
        with qtbot.waitSignal(view.notice, timeout=20_000) as told:
            document.replace(replace(dressed, visuals=(ball,) * 3000))
        assert told.args == ["Only 500 of the 3000 visuals are drawn"]
        self.dress(qtbot, view)
        assert len(view._scene.solids.mesh.faces) < 60_000
        view.finish()

    def test_closing_does_not_wait_for_the_rest(self, dressed: Project) -> None:
        """Neither for the other files nor for the rest of the one that is being read."""
        before = set(visual_meshes._files)
        two = load_meshes(dressed.visuals, lambda: len(set(visual_meshes._files) - before) == 2)
        assert (len(two.meshes), two.reports) == (2, ())
        answers = iter([False, True])
        assert load_meshes(dressed.visuals[2:], lambda: next(answers)) == ({}, ())

    def test_a_link_is_found_by_the_mouse_as_before(self, dressed: Project) -> None:
        plain, worn = Scene(dressed.robot), scene_of(dressed)
        q = np.zeros(3)
        for one, other in zip(plain.rods(plain.frames(q)), worn.rods(worn.frames(q)), strict=True):
            assert np.array_equal(one, other)


def test_files_are_read_once_until_they_change(dressed: Project) -> None:
    first = load_meshes(dressed.visuals).meshes
    again = load_meshes(dressed.visuals).meshes
    assert all(again[key] is mesh for key, mesh in first.items())
    path = dressed.visuals[1].mesh
    assert path is not None
    os.utime(path, ns=(1, 1))
    changed = load_meshes(dressed.visuals).meshes
    assert [key for key, mesh in first.items() if changed[key] is not mesh] == [key_of(dressed.visuals[1])]


def test_a_file_that_is_gone_costs_only_itself(dressed: Project) -> None:
    path = dressed.visuals[1].mesh
    assert path is not None
    path.unlink()
    loaded = load_meshes(dressed.visuals)
    assert loaded.reports == (f"{path}: is not there",)
    assert sum(mesh is not None for mesh in loaded.meshes.values()) == 3


def test_simple_bodies() -> None:
    pose = tuple(tuple(row) for row in np.eye(4).tolist())
    sizes: list[tuple[str, tuple[float, ...], float]] = [
        ("box", (0.1, 0.2, 0.3), 0.006),
        ("cylinder", (0.1, 0.5), np.pi * 0.005),
        ("sphere", (0.1,), 4 / 3 * np.pi * 0.001),
    ]
    visuals = [Visual(0, kind, size, pose) for kind, size, _ in sizes]  # type: ignore[arg-type]
    meshes = load_meshes(visuals).meshes
    for visual, (_, _, expected) in zip(visuals, sizes, strict=True):
        mesh = meshes[key_of(visual)]
        assert mesh is not None
        assert volume(mesh) == pytest.approx(expected, rel=0.03)
    nothing = Visual(0, "box", (0.0, 1.0, 1.0), pose)
    assert load_meshes([nothing]).meshes[key_of(nothing)] is None
