"""The same robot in Pinocchio, built from its table with transforms of this file's own."""

from __future__ import annotations

import numpy as np
import pytest

from denoc.arm.robot import Link, Robot
from tests.support.oracles.table import joints, tool

pin = pytest.importorskip("pinocchio")  # not on Windows, and not with the oldest NumPy


def _tensor(entries: tuple[float, ...]) -> np.ndarray:
    xx, yy, zz, xy, yz, xz = entries
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _friction(link: Link, rate: float) -> float:
    """Viscous, Coulomb and what is left of the breakaway friction at this rate, in its direction."""
    viscous, coulomb = link.viscous, link.coulomb
    breakaway = link.breakaway
    if rate < 0:
        viscous = viscous if link.viscous_negative is None else link.viscous_negative
        coulomb = coulomb if link.coulomb_negative is None else link.coulomb_negative
        breakaway = breakaway if link.breakaway_negative is None else link.breakaway_negative
    dry = coulomb
    if breakaway is not None and link.stribeck_speed:
        dry += (breakaway - coulomb) / (1 + (rate / link.stribeck_speed) ** 2)
    return viscous * rate + dry * float(np.sign(rate))


class PinocchioArm:
    """Pinocchio's joints move about z of a frame; what follows the joint in a standard row is fixed."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.model = model = pin.Model()
        model.gravity.linear = np.array(robot.gravity)
        parent = 0
        self.own = []  # each link's frame of the table, in its joint's
        for i, (link, before, after) in enumerate(joints(robot)):
            joint = pin.JointModelRZ() if link.joint == "R" else pin.JointModelPZ()
            parent = model.addJoint(parent, joint, pin.SE3(before), f"joint{i}")
            model.appendBodyToJoint(
                parent, pin.Inertia(link.mass, np.array(link.com), _tensor(link.inertia)), pin.SE3(after)
            )
            self.own.append(pin.SE3(after))
        self.tip_placement = pin.SE3(after @ tool(robot))
        if robot.payload is not None:
            load = pin.Inertia(robot.payload.mass, np.array(robot.payload.com), _tensor(robot.payload.inertia))
            model.appendBodyToJoint(parent, load, self.tip_placement)
        self.last = parent
        self.armature = np.array([link.gear_ratio**2 * link.rotor_inertia for link in robot.links])
        self.coulomb = np.array([link.coulomb for link in robot.links])
        model.armature[:] = self.armature
        self.tip = model.addFrame(pin.Frame("tip", parent, 0, self.tip_placement, pin.FrameType.OP_FRAME))
        self.data = model.createData()

    def friction(self, qd: np.ndarray) -> np.ndarray:
        return np.array([_friction(link, rate) for link, rate in zip(self.robot.links, qd, strict=True)])

    def _external(self, q: np.ndarray, tip_wrench: np.ndarray | None) -> list:
        forces = [pin.Force.Zero() for _ in range(self.model.njoints)]
        if tip_wrench is not None:
            pin.framesForwardKinematics(self.model, self.data, q)
            placement = self.data.oMf[self.tip]
            local = pin.Force(placement.rotation.T @ tip_wrench[3:], placement.rotation.T @ tip_wrench[:3])
            forces[self.last] = self.tip_placement.act(local)
        return forces

    def inverse(
        self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray, tip_wrench: np.ndarray | None = None
    ) -> np.ndarray:
        tau = pin.rnea(self.model, self.data, q, qd, qdd, self._external(q, tip_wrench))
        return np.array(tau) + self.friction(qd)

    def reactions(
        self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray, tip_wrench: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Moment and force through every joint in its own axes, (n, 6), and the joints' frames in the world."""
        self.inverse(q, qd, qdd, tip_wrench)
        forces = [np.r_[force.angular, force.linear] for force in self.data.f[1:]]
        return np.array(forces), np.array([frame.homogeneous for frame in self.data.oMi[1:]])

    def forward(
        self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray, tip_wrench: np.ndarray | None = None
    ) -> np.ndarray:
        return np.array(pin.aba(self.model, self.data, q, qd, tau - self.friction(qd), self._external(q, tip_wrench)))

    def mass_matrix(self, q: np.ndarray) -> np.ndarray:
        m = np.array(pin.crba(self.model, self.data, q))
        return np.triu(m) + np.triu(m, 1).T

    def coriolis_torque(self, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return np.array(
            pin.nonLinearEffects(self.model, self.data, q, qd) - pin.computeGeneralizedGravity(self.model, self.data, q)
        )

    def coriolis_matrix(self, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        """Saha's, which has half the trace of each link's tensor times omega~ more than Christoffel's."""
        christoffel = np.array(pin.computeCoriolisMatrix(self.model, self.data, q, qd))
        axes = [self.data.oMi[i + 1].rotation[:, 2] * (self.robot.links[i].joint == "R") for i in range(self.robot.n)]
        total, more = np.zeros((3, 3)), np.zeros_like(christoffel)
        omegas = np.cumsum(np.array(axes) * qd[:, None], axis=0)
        for k in reversed(range(self.robot.n)):  # of all links from the outer of two joints on
            total = total + np.trace(self.model.inertias[k + 1].inertia) / 2 * pin.skew(omegas[k])
            for i in range(k + 1):
                more[i, k] = axes[i] @ total @ axes[k]
                more[k, i] = axes[k] @ total @ axes[i]
        return christoffel + more

    def gravity(self, q: np.ndarray) -> np.ndarray:
        return np.array(pin.computeGeneralizedGravity(self.model, self.data, q))

    def tip_pose(self, q: np.ndarray) -> np.ndarray:
        pin.framesForwardKinematics(self.model, self.data, q)
        return np.array(self.data.oMf[self.tip].homogeneous)

    def frames(self, q: np.ndarray) -> np.ndarray:
        """Of the links' own table, and of the tip, (n, 4, 4)."""
        pin.framesForwardKinematics(self.model, self.data, q)
        joints = list(self.data.oMi)[1:]
        links = [(joint * own).homogeneous for joint, own in zip(joints, self.own, strict=True)]
        return np.array([*links[:-1], self.data.oMf[self.tip].homogeneous])

    def jacobian(self, q: np.ndarray) -> np.ndarray:
        j = pin.computeFrameJacobian(self.model, self.data, q, self.tip, pin.LOCAL_WORLD_ALIGNED)
        j = np.reshape(j, (6, -1))
        return np.vstack([j[3:], j[:3]])

    def jacobian_rate(self, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        pin.computeJointJacobiansTimeVariation(self.model, self.data, q, qd)
        pin.updateFramePlacements(self.model, self.data)
        j = pin.getFrameJacobianTimeVariation(self.model, self.data, self.tip, pin.LOCAL_WORLD_ALIGNED)
        j = np.reshape(j, (6, -1))
        return np.vstack([j[3:], j[:3]])

    def kinetic(self, q: np.ndarray, qd: np.ndarray) -> float:
        return pin.computeKineticEnergy(self.model, self.data, q, qd)

    def potential(self, q: np.ndarray) -> float:
        return pin.computePotentialEnergy(self.model, self.data, q)
