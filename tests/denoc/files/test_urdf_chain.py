"""Arms of URDF files: the same as Pinocchio's, the chain one means, everything else said in words."""

from __future__ import annotations

import logging
import math
import os
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import denoc
from denoc.files.urdf.chain import chain_robot, load_urdf_arm
from denoc.files.urdf.reader import read_urdf
from tests.support.oracles import urdf_text
from tests.support.oracles.urdf_text import inertial, joint, link, robot
from tests.support.places import URDF_FILES

pytest.importorskip("pinocchio")

from tests.support.oracles.urdf_model import PinocchioUrdf, difference

SIX, SEVEN = URDF_FILES / "six_axis.urdf", URDF_FILES / "seven_axis_with_hand.urdf"
TWO_ARMS = URDF_FILES / "two_arms.urdf"
FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def write(folder: Path, text: str) -> Path:
    path = folder / "arm.urdf"
    path.write_text(text)
    return path


class TestAgainstPinocchio:
    @pytest.mark.parametrize(
        ("path", "base", "tip"),
        [
            (SIX, None, None),
            (SIX, None, "ee_link"),
            (SIX, None, "camera"),
            (SIX, "upper_arm", "wrist_2_link"),
            (SEVEN, None, "hand"),
            (SEVEN, None, "left"),
            (SEVEN, "mount", "hand"),
            (SEVEN, "l2", "l4"),
        ],
    )
    def test_arms_as_they_come(self, rng: np.random.Generator, path: Path, base: str | None, tip: str | None) -> None:
        arm = load_urdf_arm(path, base, tip)
        oracle = PinocchioUrdf(path, arm.chain.joints, arm.chain.tip)
        assert max(difference(arm.robot, oracle, rng, states=10).values()) < 1e-10

    @FEW
    @given(chain=urdf_text.chains(nearly=False), seed=st.integers(0, 1000))
    def test_chains_of_every_kind(self, tmp_path: Path, chain: tuple[str, tuple[str, ...]], seed: int) -> None:
        text, joints = chain
        path = write(tmp_path, text)
        arm = load_urdf_arm(path, tip="tip")
        assert arm.chain.joints == joints
        found = difference(arm.robot, PinocchioUrdf(path, joints, "tip"), np.random.default_rng(seed))
        assert max(found.values()) < 1e-10, found

    @FEW
    @given(chain=urdf_text.chains(nearly=True), seed=st.integers(0, 1000))
    def test_nearly_parallel_axes_are_right_or_reported(
        self, tmp_path: Path, chain: tuple[str, tuple[str, ...]], seed: int
    ) -> None:
        text, joints = chain
        path = write(tmp_path, text)
        arm = load_urdf_arm(path, tip="tip")
        found = difference(arm.robot, PinocchioUrdf(path, joints, "tip"), np.random.default_rng(seed))
        if not any("from parallel" in report for report in arm.reports):
            # Angles of up to 1e-11 rad are left out without a word: levers, and inertias that differ, make more of it.
            assert max(found["tip"], found["mass matrix"]) < 1e-10, found
            assert max(found["inverse"], found["forward"]) < 1e-9, found
        assert max(found["tip"], found["mass matrix"], found["inverse"]) < 1e-4, found

    def test_the_zero_position_is_the_urdfs(self) -> None:
        arm = load_urdf_arm(SIX)
        oracle = PinocchioUrdf(SIX, arm.chain.joints, "tool0")
        tip = denoc.forward_kinematics(arm.robot, [0] * 6)[-1]
        assert np.allclose(tip, oracle.tip_pose(np.zeros(6)), rtol=0, atol=1e-11)


class TestTable:
    def test_a_textbook_table(self) -> None:
        """Right angles are right angles although the file says 1.57079632679, lengths are the file's."""
        arm = load_urdf_arm(SIX).robot
        rows = [(link.a, link.b, math.degrees(link.alpha), math.degrees(link.theta)) for link in arm.links]
        assert rows == [
            (0.0, 0.4917, -90.0, 0.0),
            (0.4262, 0.0, 0.0, 0.0),
            (0.3919, 0.0, 0.0, 0.0),
            (0.0, 0.1067, -90.0, 0.0),
            (0.0, 0.0948, 90.0, 0.0),
            (0.0, 0.0823, 0.0, 180.0),
        ]
        assert arm.convention == "standard"

    def test_names_limits_and_friction(self) -> None:
        arm = load_urdf_arm(SEVEN, tip="hand").robot
        assert arm.name == "seven axis & hand"
        assert [link.name for link in arm.links] == ["mount", "l1", "l2", "l3", "l4", "l5", "l6", "l7"]
        assert [link.joint for link in arm.links] == ["P", *"RRRRRRR"]
        assert (arm.links[4].lower, arm.links[4].upper) == (-3.0, -0.1)
        assert (arm.links[0].viscous, arm.links[0].coulomb) == (20.0, 5.0)
        assert arm.gravity == (0.0, 0.0, -9.81)
        last = load_urdf_arm(SIX).robot.links[-1]
        assert (last.lower, last.upper) == (-math.inf, math.inf)

    def test_limits_beyond_all_measure_are_none(self, tmp_path: Path) -> None:
        limit = '<limit lower="-1e16" upper="1e16" effort="1" velocity="1"/>'
        text = robot(link("a"), link("b", inertial(np.random.default_rng(1))), joint("j", "revolute", "a", "b"))
        text = re.sub("<limit[^>]*>", limit, text)
        arm = denoc.load_urdf(write(tmp_path, text))
        assert (arm.links[0].lower, arm.links[0].upper) == (-math.inf, math.inf)


class TestChains:
    def test_the_obvious_one(self) -> None:
        tree = read_urdf(SIX)
        (chain,) = tree.chains()
        assert (chain.base, chain.tip) == ("world", "tool0")
        assert chain.joints == ("turn", "lift", "elbow", "wrist_1", "wrist_2", "wrist_3")

    def test_several_are_listed_with_their_joints(self) -> None:
        tree = read_urdf(SEVEN)
        assert [(chain.tip, len(chain.joints)) for chain in tree.chains()] == [("left", 9), ("hand", 8)]
        with pytest.raises(
            denoc.ProjectError, match=r"several tips are possible: 'left_3' \(3 joints\), 'right_2' \(2 joints\)"
        ):
            denoc.load_urdf(TWO_ARMS)

    def test_an_arm_with_fingers_ends_at_its_hand(self) -> None:
        tree = read_urdf(SEVEN)
        assert tree.usual() == ("cart", "hand") != tree.longest()
        assert denoc.load_urdf(SEVEN) == denoc.load_urdf(SEVEN, tip="hand")
        assert read_urdf(TWO_ARMS).usual() == ("torso", "left_3")
        assert tree.usual("hand") == ("hand", "left")

    @pytest.mark.parametrize(
        ("fixed", "tip"),
        [
            (("flange", "gripper"), "flange"),
            (("flange", "tool0", "gripper_base"), "tool0"),
            (("link_8", "panda_hand"), "panda_hand"),
            (("mount", "palm"), "palm"),
            (("handle", "palm"), "palm"),
        ],
    )
    def test_a_tip_before_the_fingers_goes_by_its_name(self, tmp_path: Path, fixed: tuple[str, ...], tip: str) -> None:
        names = ["a", "b", "c", *fixed]
        moving = [joint(name, "continuous", *pair) for name, pair in zip("xy", pairwise(names[:3]), strict=True)]
        still = [joint(f"to {child}", "fixed", parent, child) for parent, child in pairwise(names[2:])]
        fingers = [joint(f"move {name}", "continuous", names[-1], name) for name in ("thumb", "finger")]
        text = robot(*(link(name) for name in (*names, "thumb", "finger")), *moving, *still, *fingers)
        assert read_urdf(write(tmp_path, text)).the_chain().tip == tip

    def test_from_another_base(self) -> None:
        tree = read_urdf(SEVEN)
        assert [(chain.base, chain.tip) for chain in tree.chains("hand")] == [("hand", "left")]
        arm = chain_robot(tree, "hand", "left")
        assert arm.robot.n == 1
        assert any(report.startswith("joints before the base are held at zero: column, a1") for report in arm.reports)

    def test_a_tree_on_a_floating_base(self, tmp_path: Path, rng: np.random.Generator) -> None:
        text = robot(
            *(link(name, inertial(rng)) for name in "abcd"),
            joint("free", "floating", "a", "b"),
            joint("j1", "revolute", "b", "c"),
            joint("j2", "revolute", "c", "d", (0.3, 0, 0)),
        )
        path = write(tmp_path, text)
        (chain,) = read_urdf(path).chains()
        assert (chain.base, chain.tip) == ("b", "d")
        with pytest.raises(denoc.ProjectError, match=r"joint 'free': its type is 'floating'"):
            denoc.load_urdf(path)
        assert denoc.load_urdf(path, base="b").n == 2

    def test_what_lies_beside_the_chain_does_not_block_it(self) -> None:
        with pytest.raises(denoc.ProjectError, match=r"joint 'finger_2': it mimics joint 'finger_1'"):
            denoc.load_urdf(SEVEN, tip="right")
        assert denoc.load_urdf(SEVEN, tip="hand").n == 8

    @pytest.mark.parametrize(
        ("base", "tip", "words"),
        [
            ("nowhere", "hand", "has no link 'nowhere'; it has cart, mount"),
            (None, "nowhere", "has no link 'nowhere'"),
            ("left", "right", "no chain leads from 'left' to 'right'"),
            ("hand", "cart", "no chain leads from 'hand' to 'cart'"),
            ("l7", "hand", "no joint moves between 'l7' and 'hand'"),
            ("left", None, "has no moving joint"),
        ],
    )
    def test_impossible_picks(self, base: str | None, tip: str | None, words: str) -> None:
        with pytest.raises(denoc.ProjectError, match=words):
            denoc.load_urdf(SEVEN, base, tip)


class TestReports:
    def test_only_a_tip_that_nobody_named_is_a_proposal(self) -> None:
        proposal = "the arm ends at 'hand', where its fingers begin; another tip can be picked"
        tree = denoc.read_urdf(SEVEN)
        base, tip = tree.usual()
        assert chain_robot(tree, base, tip).reports[0] == proposal.partition(";")[0]
        assert chain_robot(tree, base, tip, tip_named=False).reports[0] == proposal

    def test_in_words(self) -> None:
        assert load_urdf_arm(SEVEN, tip="hand").reports == (
            "the arm ends at 'hand', where its fingers begin",
            "joints beside the chain are held at zero, their links keep their mass: finger_1, finger_2",
            "links that do not move have no effect, their mass is dropped: cart",
            "links without <inertial> are taken as massless: l7",
        )

    def test_load_urdf_logs_them(self, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.WARNING, "denoc"):
            denoc.load_urdf(SEVEN, tip="hand")
        assert "held at zero, their links keep their mass: finger_1, finger_2" in caplog.text

    def test_axes_that_are_not_quite_parallel(self, tmp_path: Path, rng: np.random.Generator) -> None:
        """1.5708 for a right angle: a table of the exact axes would need frames a hundred kilometres away."""
        text = robot(
            *(link(name, inertial(rng)) for name in "abc"),
            joint("j1", "revolute", "a", "b"),
            joint("j2", "revolute", "b", "c", (0, 0.4, 0), (1.5708, 0, 0), (0, -1, 0)),
        )
        arm = load_urdf_arm(write(tmp_path, text))
        assert "the axes of j1 and j2 are 0.00021 degrees (3.7e-06 rad) from parallel and are taken" in arm.reports[-1]
        first = arm.robot.links[0]
        assert (first.a, first.b, abs(first.alpha)) == (pytest.approx(0.4), 0.0, math.pi)


class TestVisuals:
    def test_poses_are_in_the_links_frames(self, rng: np.random.Generator) -> None:
        """Drawn at any q, a shape stands where Pinocchio has its URDF link."""
        arm = load_urdf_arm(SIX, tip="wrist_3_link")
        oracle = PinocchioUrdf(SIX, arm.chain.joints, "forearm")
        (ball,) = (visual for visual in arm.visuals if visual.kind == "sphere")
        q = rng.normal(size=6)
        assert ball.link == 3
        drawn = denoc.forward_kinematics(arm.robot, q)[ball.link] @ np.array(ball.pose)
        assert np.allclose(drawn, oracle.tip_pose(q), rtol=0, atol=1e-10)

    def test_of_the_base_and_of_the_last_link(self, tmp_path: Path, rng: np.random.Generator) -> None:
        seen = '<visual><origin xyz="0.1 0.2 0.3" rpy="0.1 0 0"/><geometry><sphere radius="0.1"/></geometry></visual>'
        text = robot(
            link("a", "", seen),
            link("b", inertial(rng), seen),
            link("tip"),
            joint("j", "revolute", "a", "b", (0.3, 0.2, 0.1), (0.4, 0, 0), (1, 0, 0)),
            joint("end", "fixed", "b", "tip", (0, 0, 0.5), (0.1, 0.2, 0.3)),
        )
        path = write(tmp_path, text)
        arm = load_urdf_arm(path)
        base, last = arm.visuals
        assert (base.link, last.link) == (0, 1)
        q = np.array([0.7])
        frames = denoc.forward_kinematics(arm.robot, q)
        assert np.allclose((frames[0] @ np.array(base.pose))[:3, 3], (0.1, 0.2, 0.3))
        tool = np.eye(4) if arm.robot.tool is None else np.array(arm.robot.tool)
        drawn = frames[1] @ np.linalg.inv(tool) @ np.array(last.pose)
        oracle = PinocchioUrdf(path, ("j",), "b").tip_pose(q)
        assert np.allclose(drawn[:3, 3], (oracle @ (0.1, 0.2, 0.3, 1.0))[:3])

    def test_colours_and_sizes(self) -> None:
        box, mesh, cylinder, ball = load_urdf_arm(SIX).visuals
        assert (box.kind, box.size, box.colour, box.link) == ("box", (0.3, 0.3, 0.4), (0.5, 0.5, 0.55, 1.0), 0)
        assert (mesh.kind, mesh.size, mesh.colour) == ("mesh", (0.001, 0.001, 0.001), (0.0, 0.2, 0.9, 1.0))
        assert (cylinder.size, cylinder.colour, ball.size) == ((0.06, 0.42), None, (0.05,))

    def test_a_missing_mesh_is_a_report(self) -> None:
        arm = load_urdf_arm(SIX)
        assert any("meshes were not found below" in r and "shoulder.stl" in r for r in arm.reports)
        assert [visual.mesh for visual in arm.visuals if visual.kind == "mesh"] == [None]


class TestMeshFiles:
    @pytest.fixture
    def package(self, tmp_path: Path) -> Path:
        (tmp_path / "secret.stl").write_text("")
        folder = tmp_path / "my_arm"
        for name in ("urdf", "meshes/visual", "config"):
            (folder / name).mkdir(parents=True)
        (folder / "package.xml").write_text("<package/>")
        (folder / "meshes/visual/a.stl").write_text("solid")
        return folder

    def found(self, package: Path, name: str, start: Path | None = None) -> Path | None:
        seen = f'<visual><geometry><mesh filename="{name}"/></geometry></visual>'
        rng = np.random.default_rng(1)
        text = robot(link("a"), link("b", inertial(rng), seen), joint("j", "revolute", "a", "b"))
        (package / "urdf/arm.urdf").write_text(text)
        return load_urdf_arm(start or package / "urdf/arm.urdf").visuals[0].mesh

    @pytest.mark.parametrize(
        "name",
        [
            "package://my_arm/meshes/visual/a.stl",
            "package://other_name/meshes/visual/a.stl",
            "../meshes/visual/a.stl",
            "meshes/visual/a.stl",
            "package://my_arm/meshes/visual/%61.stl",
            "model://my_arm/meshes/visual/a.stl",
            "meshes\\visual\\a.stl",
        ],
    )
    def test_found(self, package: Path, name: str) -> None:
        expected = (package / "meshes/visual/a.stl").resolve()
        assert self.found(package, name) == expected
        assert self.found(package, name, start=package) == expected

    @pytest.mark.parametrize(
        "name",
        [
            "../../secret.stl",
            "package://my_arm/../secret.stl",
            "package://../secret.stl",
            "file:///etc/passwd",
            "/etc/passwd",
            "http://example.com/a.stl",
            "package://my_arm/meshes/" + "x" * 3000,
            "",
            "..",
            "meshes",
        ],
    )
    def test_never_outside(self, package: Path, name: str) -> None:
        assert self.found(package, name) is None

    @pytest.mark.skipif(os.name == "nt", reason="links")
    def test_a_link_that_leads_outside_is_not_followed(self, package: Path) -> None:
        (package / "meshes/leak.stl").symlink_to(package.parent / "secret.stl")
        assert self.found(package, "package://my_arm/meshes/leak.stl") is None
