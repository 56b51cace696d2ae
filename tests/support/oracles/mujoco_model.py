"""The same robot in MuJoCo: a second, independent engine. Coulomb friction is left out."""

from __future__ import annotations

import mujoco
import numpy as np

from denoc.arm.robot import Robot
from tests.support.oracles.table import joints, tool


def _pose(matrix: np.ndarray) -> str:
    quaternion = np.empty(4)
    mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(matrix[:3, :3]).ravel())
    return f'pos="{_text(matrix[:3, 3])}" quat="{_text(quaternion)}"'


def _text(values: np.ndarray) -> str:
    return " ".join(repr(float(x)) for x in values)


def _inertial(mass: float, com: tuple[float, ...], inertia: tuple[float, ...], placement: np.ndarray) -> str:
    xx, yy, zz, xy, yz, xz = inertia
    rotation = placement[:3, :3]
    tensor = rotation @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ rotation.T
    centre = rotation @ np.array(com) + placement[:3, 3]
    full = [tensor[0, 0], tensor[1, 1], tensor[2, 2], tensor[0, 1], tensor[0, 2], tensor[1, 2]]
    return f'<inertial pos="{_text(centre)}" mass="{mass!r}" fullinertia="{_text(np.array(full))}"/>'


class MujocoArm:
    def __init__(self, robot: Robot) -> None:
        opening, closing = [], []
        for i, (link, before, after) in enumerate(joints(robot)):
            kind = "hinge" if link.joint == "R" else "slide"
            armature = link.gear_ratio**2 * link.rotor_inertia
            opening.append(f'<body name="b{i}" {_pose(before)}>')
            opening.append(
                f'<joint type="{kind}" axis="0 0 1" limited="false" '
                f'armature="{armature!r}" damping="{link.viscous!r}"/>'
            )
            opening.append(_inertial(link.mass, link.com, link.inertia, after))
            closing.append("</body>")
        if robot.payload is not None:
            opening.append(f'<body name="load" {_pose(after @ tool(robot))}>')
            opening.append(_inertial(*robot.payload, np.eye(4)))
            closing.append("</body>")
        xml = (
            f'<mujoco><compiler angle="radian" autolimits="false"/><option gravity="{_text(np.array(robot.gravity))}"/>'
            f"<worldbody>{''.join(opening)}{''.join(closing)}</worldbody></mujoco>"
        )
        self.model = mujoco.MjModel.from_xml_string(xml)
        self.data = mujoco.MjData(self.model)

    def inverse(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        self.data.qpos[:], self.data.qvel[:], self.data.qacc[:] = q, qd, qdd
        mujoco.mj_inverse(self.model, self.data)
        return self.data.qfrc_inverse.copy()

    def forward(self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        self.data.qpos[:], self.data.qvel[:], self.data.qfrc_applied[:] = q, qd, tau
        mujoco.mj_forward(self.model, self.data)
        return self.data.qacc.copy()
