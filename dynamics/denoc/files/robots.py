"""Robots of other programs: URDF and MJCF, told apart by their root elements whatever their names end in."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from denoc.arm.robot import Robot
from denoc.basics.errors import ProjectError
from denoc.files.disk.files import file_path, read_bytes
from denoc.files.disk.paths import is_folder
from denoc.files.projects.project import Project
from denoc.files.text.file_kinds import ROOTS, kind_of, kind_of_root
from denoc.files.text.file_names import URDF
from denoc.files.text.strict_xml import MAX_BYTES, parse_xml
from denoc.files.urdf.project import arm_project
from denoc.files.urdf.xacro import XACRO, expanded, is_xacro

if TYPE_CHECKING:
    from denoc.files.urdf.chain import UrdfArm
    from denoc.files.urdf.tree import UrdfTree

MEANT = (ROOTS["robot"], ROOTS["mujoco"], "a xacro template")  # what is to be read, damaged as it may be
ENDINGS = (URDF, ".xml", ".mjcf", XACRO)

log = logging.getLogger("denoc")


def is_robot(path: Path) -> bool:
    """Whether the name ends as those of other programs' robots do."""
    return path.suffix.lower() in ENDINGS


def read_tree(path: object, *, xacro: bool = False) -> UrdfTree:
    """The tree of a URDF or MJCF file, or of the only URDF of a folder.

    Of a xacro template the user's own xacro makes the URDF where `xacro` says so. ProjectError says what another file
    is.
    """
    from denoc.files.mjcf.reader import DEEPEST, mjcf_tree
    from denoc.files.urdf.reader import TEMPLATE, read_urdf, urdf_tree

    file = file_path(path, "a file or a folder")
    if is_folder(file):
        return read_urdf(file)
    if xacro and is_xacro(file):
        return urdf_tree(parse_xml(file, expanded(file)), file)
    data = read_bytes(file, MAX_BYTES)
    try:
        root = parse_xml(file, data, deepest=DEEPEST)
    except ProjectError:
        kind = kind_of(data)
        if kind and kind not in MEANT:
            raise ProjectError(file, f"is {kind}, no URDF and no MJCF") from None
        raise
    if is_xacro(file):
        raise ProjectError(file, TEMPLATE)
    if root.tag == "mujoco":
        return mjcf_tree(root, file)
    if root.tag != "robot":
        raise ProjectError(file, f"is {kind_of_root(root.tag)}: neither URDF (<robot>) nor MJCF (<mujoco>)")
    return urdf_tree(root, file)


def load_mjcf(path: object, base: str | None = None, tip: str | None = None) -> Robot:
    """The arm of a MuJoCo model (MJCF) as a `Robot` with a standard table (SI units).

    It goes from the body `base`, without one the world, to the body or site `tip`; without that, it must be plain which
    one is meant. Hinges and slides with damping, armature, dry friction, ranges and what bounds their actuators;
    masses of <inertial> or of geoms. q is zero in the pose of the file. What was assumed or left out is logged as
    warnings; includes, replicates and masses of meshes are refused. ProjectError names the file and the element that
    cannot be used, and lists the tips where there are several.

    >>> _ = dn.save_mjcf(dn.load("scara").robot, "scara.xml")
    >>> dn.load_mjcf("scara.xml").kinds
    'RRPR'
    """
    arm = robot_arm(file_path(path), base, tip)
    for report in arm.reports:
        log.warning("%s: %s", path, report)
    return arm.robot


def robot_arm(path: Path, base: str | None = None, tip: str | None = None, *, xacro: bool = False) -> UrdfArm:
    """The arm of a robot's file between two links, with reports and visuals."""
    from denoc.files.urdf.chain import chain_robot

    tree = read_tree(path, xacro=xacro)
    end = tree.the_chain(base).tip if tip is None else tip
    return chain_robot(tree, tree.root if base is None else base, end, tip_named=tip is not None)


def robot_project(
    path: Path, base: str | None = None, tip: str | None = None, *, xacro: bool = False
) -> tuple[Project, tuple[str, ...]]:
    """(the project of a robot's file, what was assumed or left out)."""
    arm = robot_arm(path, base, tip, xacro=xacro)
    return arm_project(arm, path), arm.reports
