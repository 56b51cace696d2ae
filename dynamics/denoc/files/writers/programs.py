"""A robot's dynamics as a source file of another language."""

from __future__ import annotations

import re

from denoc.arm.robot import Robot
from denoc.files.disk.files import file_path, save_bytes
from denoc.symbolic.equations import equations
from denoc.symbolic.straight_line import c_code


def save_c(robot: Robot, path: object) -> tuple[str, ...]:
    """Write inverse and forward dynamics as C99; returns nothing to be said."""
    save_bytes(file_path(path), c_code(robot).encode())
    return ()


def save_matlab(robot: Robot, path: object) -> tuple[str, ...]:
    """Write the equations of motion as a function of MATLAB; returns what is wrong with the file's name, by which
    MATLAB calls it."""
    target = file_path(path)
    save_bytes(target, equations(robot).matlab().encode())
    callable_ = re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", target.stem)
    return () if callable_ else (f"MATLAB cannot call a function in a file of this name: {target.name}",)
