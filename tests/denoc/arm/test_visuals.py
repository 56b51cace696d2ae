"""What arms look like: checked, kept in place, saved with the meshes it takes."""

from __future__ import annotations

import json
import logging
import os
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import denoc
from denoc.arm.conventions import to_convention
from denoc.arm.robot import Robot
from denoc.arm.visuals import Visual, carried
from denoc.basics.errors import DynamicsError, ProjectError
from denoc.files.disk import files
from denoc.files.projects import mesh_copies
from denoc.files.projects.project import Project
from denoc.functions.kinematics import forward_kinematics
from tests.support.mesh_files import dressed_urdf
from tests.support.oracles.urdf_model import PinocchioUrdf

EYE = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))


@pytest.fixture
def urdf(tmp_path: Path) -> Path:
    return dressed_urdf(tmp_path / "urdf")


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """A folder away from the URDF."""
    folder = tmp_path / "there"
    folder.mkdir()
    return folder


@pytest.fixture
def dressed(urdf: Path) -> Project:
    return denoc.load(urdf)


def poses(robot: Robot, visuals: tuple[Visual, ...], q: np.ndarray) -> list[np.ndarray]:
    """In the world."""
    frames = forward_kinematics(robot, q)
    tool = np.eye(4) if robot.tool is None else np.array(robot.tool)
    frames[-1] = frames[-1] @ np.linalg.inv(tool)
    return [frames[visual.link] @ np.array(visual.pose) for visual in visuals]


class TestChecks:
    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"link": -1}, "link"),
            ({"kind": "cone"}, "kind"),
            ({"size": (1.0, 2.0)}, "size"),
            ({"size": (1.0, 2.0, float("inf"))}, "size"),
            ({"pose": EYE[:3]}, "pose"),
            ({"pose": ((2.0, 0.0, 0.0, 0.0), *EYE[1:])}, "pose"),
            ({"pose": ((1.0, 0.0, 0.0, 1e300), *EYE[1:])}, "pose"),
            ({"colour": (0.0, 0.0, 2.0, 1.0)}, "colour"),
            ({"kind": "box", "mesh": Path("a.stl")}, "mesh"),
        ],
    )
    def test_a_visual(self, changes: dict[str, object], field: str) -> None:
        good = Visual(0, "mesh", (1.0, 1.0, 1.0), EYE)
        with pytest.raises(DynamicsError) as caught:
            replace(good, **changes)  # type: ignore[arg-type]
        assert caught.value.field == field

    def test_its_link_is_there(self, dressed: Project) -> None:
        with pytest.raises(DynamicsError, match=r"no. 1 is on a link that is not there \(got 4\)"):
            replace(dressed, visuals=(replace(dressed.visuals[0], link=4),))

    def test_a_run_does_not_know_them(self, dressed: Project) -> None:
        bare = replace(dressed, visuals=())
        assert bare != dressed
        assert bare.same_run(dressed)


class TestInSpace:
    def test_where_pinocchio_has_them(self, urdf: Path, dressed: Project, rng: np.random.Generator) -> None:
        assert [(visual.link, visual.mesh.name) for visual in dressed.visuals if visual.mesh] == [
            (0, "base.stl"),
            (1, "one.stl"),
            (1, "two.obj"),
            (3, "tip.dae"),
        ]
        origin = np.array(dressed.visuals[0].pose)  # every link's first visual has the same in the file
        for q in rng.uniform(-1, 1, size=(5, 3)):
            drawn = poses(dressed.robot, dressed.visuals, q)
            base_to_visual = np.array(dressed.robot.base or EYE) @ origin
            for k, name in ((1, "one"), (3, "three")):
                link = PinocchioUrdf(urdf, ("j1", "j2", "j3"), name).tip_pose(q)
                assert np.allclose(drawn[k], link @ base_to_visual, rtol=0, atol=1e-10)

    def test_a_change_of_convention_moves_nothing(self, dressed: Project, rng: np.random.Generator) -> None:
        modified = to_convention(dressed.robot, "modified")
        visuals = carried(dressed.visuals, dressed.robot, modified)
        back = to_convention(modified, "standard")
        again = carried(visuals, modified, back)
        assert visuals != dressed.visuals
        for q in rng.uniform(-2, 2, size=(5, 3)):
            before = poses(dressed.robot, dressed.visuals, q)
            assert np.allclose(poses(modified, visuals, q), before, rtol=0, atol=1e-12)
            assert np.allclose(poses(back, again, q), before, rtol=0, atol=1e-12)


class TestSaved:
    def test_meshes_come_along(self, dressed: Project, urdf: Path, there: Path) -> None:
        path = there / "my arm.arm.json"
        dressed.save(path)
        shutil.rmtree(urdf.parent)
        found = denoc.load(path)
        assert sorted(item.name.split("-")[0] for item in (path.parent / "my arm-meshes").iterdir()) == [
            "base",
            "one",
            "tip",
            "two",
        ]
        assert [replace(visual, mesh=None) for visual in found.visuals] == [
            replace(visual, mesh=None) for visual in dressed.visuals
        ]
        assert all(visual.mesh and visual.mesh.is_file() for visual in found.visuals)
        assert found.same_run(dressed)

    def test_twice_is_the_same(self, dressed: Project, there: Path) -> None:
        path = there / "arm.arm.json"
        dressed.save(path)
        first, changed = path.read_bytes(), self.times(there / "arm-meshes")
        dressed.save(path)
        assert (path.read_bytes(), self.times(there / "arm-meshes")) == (first, changed)
        denoc.load(path).save(path)
        assert (path.read_bytes(), self.times(there / "arm-meshes")) == (first, changed)

    def times(self, folder: Path) -> dict[str, int]:
        return {item.name: item.stat().st_mtime_ns for item in folder.iterdir()}

    def test_meshes_below_the_folder_stay_where_they_are(self, dressed: Project, urdf: Path) -> None:
        path = urdf.parent / "arm.arm.json"
        dressed.save(path)
        view = json.loads(path.read_bytes())["view"]["visuals"]
        assert [item["mesh"] for item in view] == [f"meshes/{n}" for n in ("base.stl", "one.stl", "two.obj", "tip.dae")]
        assert not (urdf.parent / "arm-meshes").exists()
        assert denoc.load(path).visuals == dressed.visuals

    def test_no_visuals_leave_no_trace(self, there: Path) -> None:
        path = there / "a.arm.json"
        denoc.load("ur5").save(path)
        assert json.loads(path.read_bytes())["view"] == {}

    def test_another_mesh_of_the_same_name_is_another_file(self, dressed: Project, urdf: Path, there: Path) -> None:
        """The older project keeps its own."""
        path = there / "arm.arm.json"
        dressed.save(path)
        before = path.read_bytes()
        other = urdf.parent / "meshes" / "one.stl"
        other.write_bytes(other.read_bytes()[:80] + b"\0" * 4)
        dressed.save(path)
        assert path.read_bytes() != before
        assert len(list((there / "arm-meshes").glob("one-*.stl"))) == 2

    def test_a_failing_copy_leaves_the_old_file(
        self, dressed: Project, there: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = there / "arm.arm.json"
        replace(dressed, visuals=()).save(path)
        before = path.read_bytes()
        real = os.open

        def full(name: Path, *arguments: int) -> int:
            if "two" in str(name) and arguments[0] & os.O_CREAT:
                raise OSError(28, "No space left on device")
            return real(name, *arguments)

        monkeypatch.setattr(files.os, "open", full)
        with pytest.raises(ProjectError, match=r"two.*cannot be written: No space left on device"):
            dressed.save(path)
        assert path.read_bytes() == before

    def test_too_large_together(self, dressed: Project, there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(mesh_copies, "MOST_BYTES", 1000)
        with pytest.raises(ProjectError, match="nothing was saved"):
            dressed.save(there / "arm.arm.json")
        assert not (there / "arm.arm.json").exists()

    def test_a_folder_that_cannot_be_made(self, dressed: Project, there: Path) -> None:
        (there / "arm-meshes").write_text("in the way")
        with pytest.raises(ProjectError, match="arm-meshes: meshes cannot be kept there"):
            dressed.save(there / "arm.arm.json")
        assert not (there / "arm.arm.json").exists()

    def test_copies_serve_when_the_originals_are_gone(self, dressed: Project, urdf: Path, there: Path) -> None:
        """The window still knows the meshes by their first places."""
        path = there / "arm.arm.json"
        dressed.save(path)
        text = path.read_bytes()
        shutil.rmtree(urdf.parent)
        dressed.save(path)
        assert path.read_bytes() == text

    def test_a_missing_mesh_is_reported_and_kept(
        self, dressed: Project, urdf: Path, there: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        (urdf.parent / "meshes" / "one.stl").unlink()
        path = there / "arm.arm.json"
        with caplog.at_level(logging.WARNING, "denoc"):
            dressed.save(path)
            found = denoc.load(path)
        assert "one.stl: this mesh is not there, so it was not copied" in caplog.text
        assert "arm.arm.json: meshes that are not there: one.stl" in caplog.text
        assert len(found.visuals) == 4
        text = path.read_bytes()
        found.save(path)
        assert path.read_bytes() == text


class TestFileRefusals:
    def load(self, dressed: Project, folder: Path, **changes: object) -> Project:
        path = folder / "arm.arm.json"
        dressed.save(path)
        document = json.loads(path.read_bytes())
        document["view"]["visuals"][1].update(changes)
        path.write_text(json.dumps(document))
        return denoc.load(path)

    @pytest.mark.parametrize("mesh", ["/etc/passwd", "../a.stl", "a/../../b.stl", "C:/a.stl", "..\\a.stl", "", "a\nb"])
    def test_paths_that_lead_out(self, dressed: Project, tmp_path: Path, mesh: str) -> None:
        with pytest.raises(ProjectError, match=r"view.visuals\[1\].mesh") as caught:
            self.load(dressed, tmp_path, mesh=mesh)
        assert caught.value.value == mesh

    def test_links_that_lead_out(self, dressed: Project, tmp_path: Path) -> None:
        folder = tmp_path / "inside"
        folder.mkdir()
        (tmp_path / "secret.stl").write_text("solid")
        (folder / "mine.stl").symlink_to(tmp_path / "secret.stl")
        with pytest.raises(ProjectError, match="a link leads out of the project's folder"):
            self.load(dressed, folder, mesh="mine.stl")

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"kind": "cone"}, r"view.visuals\[1\].kind': Invalid enum value 'cone', possible: box, cylinder, sphere"),
            ({"link": 9}, r"'view.visuals': no. 2 is on a link that is not there \(got 9\)"),
            ({"link": 1.5}, r"view.visuals\[1\].link"),
            ({"size": [1, 1]}, r"view.visuals\[1\].size': 3 numbers are needed, not 2"),
            ({"pose": [[1, 0, 0, 0]] * 4}, r"view.visuals\[1\].pose': not a rotation and a translation"),
            ({"colour": [0, 0, 0, 7]}, r"view.visuals\[1\].colour': numbers from 0 to 1"),
            ({"shiny": True}, "unknown field 'shiny'"),
        ],
    )
    def test_entries(self, dressed: Project, tmp_path: Path, changes: dict[str, object], words: str) -> None:
        with pytest.raises(ProjectError, match=words):
            self.load(dressed, tmp_path, **changes)
