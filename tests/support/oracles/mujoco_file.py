"""Inverse dynamics of a model file in MuJoCo, without limits and dry friction."""

from __future__ import annotations

import mujoco
import numpy as np


def inverse(model: mujoco.MjModel, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:], data.qacc[:] = q, qd, qdd
    mujoco.mj_inverse(model, data)
    return data.qfrc_inverse.copy()


def mass_matrix(model: mujoco.MjModel, q: np.ndarray) -> np.ndarray:
    data = mujoco.MjData(model)
    data.qpos[:] = q
    mujoco.mj_forward(model, data)
    columns = np.zeros((model.nv, model.nv))
    for column, unit in zip(columns, np.eye(model.nv), strict=True):
        mujoco.mj_mulM(model, data, column, unit)
    return columns.T


def tip(model: mujoco.MjModel, q: np.ndarray) -> np.ndarray:
    data = mujoco.MjData(model)
    data.qpos[:] = q
    mujoco.mj_kinematics(model, data)
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = data.site("tip").xmat.reshape(3, 3), data.site("tip").xpos
    return pose
