"""Transforms of a Denavit-Hartenberg table, written for the oracles alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from denoc.arm.robot import Link, Robot


def rot_x(angle: float) -> np.ndarray:
    out = np.eye(4)
    out[1:3, 1:3] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return out


def rot_z(angle: float) -> np.ndarray:
    out = np.eye(4)
    out[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return out


def shift(x: float = 0.0, z: float = 0.0) -> np.ndarray:
    out = np.eye(4)
    out[0, 3], out[2, 3] = x, z
    return out


def joints(robot: Robot) -> Iterator[tuple[Link, np.ndarray, np.ndarray]]:
    """(link, from the last joint's moving frame to this joint, from this joint's moving frame to the link's frame)."""
    fixed = np.eye(4) if robot.base is None else np.array(robot.base)
    for link in robot.links:
        constant = rot_z(link.theta) @ shift(z=link.b)
        twist = shift(x=link.a) @ rot_x(link.alpha)
        if robot.convention == "standard":
            yield link, fixed @ constant, twist
            fixed = twist
        else:
            yield link, fixed @ twist @ constant, np.eye(4)
            fixed = np.eye(4)


def tool(robot: Robot) -> np.ndarray:
    return np.eye(4) if robot.tool is None else np.array(robot.tool)
