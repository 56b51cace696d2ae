"""What joints and links bear: against Pinocchio's joint forces, and rods whose loads are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import denoc as dn
from denoc.kernels import Kernels
from tests.support.oracles.arms import random_arm

pytest.importorskip("pinocchio")

from tests.support.oracles.pinocchio_model import PinocchioArm

G = 9.81
ROD = dn.Link(a=0.8, mass=1.5, com=(-0.4, 0, 0), inertia=(0, 0.08, 0.08, 0, 0, 0))


def close(found: np.ndarray, expected: np.ndarray) -> bool:
    """Moments and forces by themselves: the one must not hide the other."""
    pairs = ((found[..., part], expected[..., part]) for part in (slice(0, 3), slice(3, 6)))
    return all(np.abs(a - b).max() < 1e-10 * max(np.abs(b).max(), 1e-6) for a, b in pairs)


def turned(turn: np.ndarray, wrenches: np.ndarray) -> np.ndarray:
    return np.concatenate([(turn @ wrenches[..., part, None])[..., 0] for part in (slice(0, 3), slice(3, 6))], axis=-1)


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 9, 30])
class TestAgainstPinocchio:
    """Arms with friction, rotors, a payload, base and tool transforms and a tip wrench; R and P joints."""

    @pytest.fixture
    def case(self, rng: np.random.Generator, n: int, convention: str):
        robot = random_arm(rng, n, convention, extras=True)
        return robot, PinocchioArm(robot), rng.normal(size=(9, 3, n)), rng.normal(size=6) * 5

    @pytest.mark.parametrize("kernels", [Kernels.BEST, Kernels.SHARED])
    def test_joint_axes_and_world(self, case, kernels: Kernels) -> None:
        robot, oracle, states, wrench = case
        q, qd, qdd = states.swapaxes(0, 1)
        local = dn.joint_reactions(robot, q, qd, qdd, tip_wrench=wrench, axes="joint", kernels=kernels)
        world = dn.joint_reactions(robot, q, qd, qdd, tip_wrench=wrench, axes="world", kernels=kernels)
        for k, state in enumerate(states):
            expected, frames = oracle.reactions(*state, wrench)
            assert close(local[k], expected)
            assert close(world[k], turned(frames[:, :3, :3], expected))
            assert close(dn.joint_reactions(robot, *state, tip_wrench=wrench, axes="joint", kernels=kernels), expected)

    def test_the_links_own_axes(self, case) -> None:
        robot, _, states, wrench = case
        for state in states:
            frames = dn.forward_kinematics(robot, state[0])[1:, :3, :3]
            if robot.tool is not None:
                frames[-1] = frames[-1] @ np.array(robot.tool)[:3, :3].T
            world = dn.joint_reactions(robot, *state, tip_wrench=wrench, axes="world")
            assert close(turned(frames, dn.joint_reactions(robot, *state, tip_wrench=wrench)), world)

    def test_along_the_joint_it_is_the_torque(self, case) -> None:
        robot, oracle, states, wrench = case
        column = [2 if link.revolute else 5 for link in robot.links]
        for q, qd, qdd in states:
            axes = dn.joint_reactions(robot, q, qd, qdd, tip_wrench=wrench, axes="joint")[np.arange(robot.n), column]
            drive = axes + oracle.friction(qd) + oracle.armature * qdd
            tau = dn.inverse_dynamics(robot, q, qd, qdd, tip_wrench=wrench)
            assert np.abs(drive - tau).max() < 1e-11 * np.abs(tau).max()

    def test_loads_across_the_ends_of_links(self, case) -> None:
        robot, oracle, states, wrench = case
        bare = PinocchioArm(replace(robot, payload=None))
        for state in states:
            loads = dn.link_loads(robot, *state, tip_wrench=wrench)
            wrenches, frames = oracle.reactions(*state, wrench)
            held = wrenches[-1] - bare.reactions(*state)[0][-1]  # what the last link passes on to payload and tip
            cuts = turned(frames[:, :3, :3], np.vstack([wrenches]))
            points = np.vstack([frames[:, :3, 3], oracle.tip_pose(state[0])[:3, 3]])
            last = turned(frames[-1, :3, :3], held)
            last[:3] += np.cross(points[-2] - points[-1], last[3:])
            for i in range(robot.n):
                line = points[i + 1] - points[i]
                line = line / np.linalg.norm(line)
                for end, cut in enumerate((cuts[i], cuts[i + 1] if i + 1 < robot.n else last)):
                    moment, force = cut[:3], cut[3:]
                    expected = (
                        -force @ line,
                        np.linalg.norm(np.cross(line, force)),
                        np.linalg.norm(np.cross(line, moment)),
                        moment @ line,
                    )
                    found = [part[i, end] for part in loads]
                    assert np.allclose(found, expected, rtol=1e-9, atol=1e-9 * np.abs(cut).max())


def test_a_whirling_rod_pulls_at_its_hinge() -> None:
    arm = dn.Robot("rod", (ROD,), gravity=(0, 0, 0), payload=(0.5, (0, 0, 0), (0, 0, 0, 0, 0, 0)))
    loads = dn.link_loads(arm, [0.3], [4.0], [0.0])
    assert loads.axial[0] == pytest.approx([16 * (1.5 * 0.4 + 0.5 * 0.8), 16 * 0.5 * 0.8])
    assert np.abs(loads.shear).max() < 1e-12
    assert np.abs(loads.bending).max() < 1e-12


def test_a_level_cantilever_bends_at_its_root() -> None:
    arm = dn.Robot("rods", (ROD, ROD), gravity=(0, -G, 0))
    loads = dn.link_loads(arm, [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], tip_wrench=[0, 0, 0, 0, -2.0, 0])
    assert loads.shear == pytest.approx(np.array([[3 * G + 2, 1.5 * G + 2], [1.5 * G + 2, 2.0]]))
    assert loads.bending == pytest.approx(
        np.array([[3 * G * 0.8 + 3.2, 1.5 * G * 0.4 + 1.6], [1.5 * G * 0.4 + 1.6, 0]])
    )
    assert np.abs(loads.axial).max() < 1e-12


def test_a_shaft_without_length_is_twisted_along_its_joint() -> None:
    wrist = dn.Link(mass=0.2, inertia=(0.01, 0.01, 0.02, 0, 0, 0))
    arm = dn.Robot("wrist", (wrist,), gravity=(0, 0, -G))
    loads = dn.link_loads(arm, [0.0], [0.0], [3.0])
    assert loads.torsion[0, 0] == pytest.approx(0.06)
    assert loads.axial[0, 0] == pytest.approx(-0.2 * G)  # it stands on its bearing


def test_other_axes_are_refused() -> None:
    with pytest.raises(dn.DynamicsError, match="axes"):
        dn.joint_reactions(dn.rod_chain(2).robot, [0, 0], [0, 0], [0, 0], axes="body")  # type: ignore[arg-type]
