"""The arm between two links of a URDF tree: its table, the bodies that move with each link, what there is to draw.

Joints beside the chain, and before its base, are held at zero; what hangs on them keeps its mass. The world is the
tree's root, so an arm that is mounted askew feels gravity as it should.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from denoc.arm.axes_to_dh import AxesTable, Axis, Row, table_of_axes
from denoc.arm.conventions import as_transform, as_tuples, inverse
from denoc.arm.rigid_body import Body
from denoc.arm.robot import Link, Robot, inertia_matrix
from denoc.arm.visuals import Visual
from denoc.basics.checks import LARGEST, check_kind
from denoc.basics.errors import DynamicsError, ProjectError
from denoc.files.urdf.meshes import find_meshes
from denoc.files.urdf.reader import read_urdf
from denoc.files.urdf.reports import reports_of
from denoc.files.urdf.tree import UrdfChain, UrdfJoint, UrdfLink, UrdfTree
from denoc.functions.api import forward_dynamics
from denoc.functions.equality import largest_difference
from denoc.kernels.dispatch import SHARED

ROUNDED = 6e-12  # rad: what twelve digits of pi leave
LONGEST = 100  # joints of an arm whose results are worth comparing
UNSEEN = 3e-11  # less than what equal results may differ by

log = logging.getLogger("denoc")


@dataclass(frozen=True)
class UrdfArm:
    """An arm taken from a URDF tree: the `robot`, the `chain` it was made of, what it looks like, and reports.

    `chain` has the names of base, tip and moving joints; `visuals` are `Visual`; `reports` say in words what was
    assumed or left out. What `chain_robot` returns.
    """

    robot: Robot
    chain: UrdfChain
    reports: tuple[str, ...]
    visuals: tuple[Visual, ...]


def load_urdf(path: object, base: str | None = None, tip: str | None = None) -> Robot:
    """The arm of a URDF file, or of the only one in a folder, as a `Robot` with a standard table (SI units).

    It goes from the link `base`, without one the tree's root, to the link `tip`; without that, it must be plain which
    one is meant, and of an arm with fingers it is the hand. q is zero where the URDF's joints are; the world is the
    root's frame; joints beside the chain are held at zero and what hangs on them keeps its mass. What was assumed or
    left out is logged as warnings. ProjectError names the file and the element that cannot be used, and lists the tips
    where there are several.

    >>> _ = dn.save_urdf(dn.load("scara").robot, "scara.urdf")
    >>> dn.load_urdf("scara.urdf").kinds
    'RRPR'
    """
    arm = load_urdf_arm(path, base, tip)
    for report in arm.reports:
        log.warning("%s: %s", path, report)
    return arm.robot


def load_urdf_arm(path: object, base: str | None = None, tip: str | None = None) -> UrdfArm:
    """What `load_urdf` reads, with the remarks that it logs and the visuals of the links."""
    tree = read_urdf(path)
    end = tree.the_chain(base).tip if tip is None else tip
    return chain_robot(tree, tree.root if base is None else base, end, tip_named=tip is not None)


def chain_robot(tree: UrdfTree, base: str, tip: str, *, tip_named: bool = True) -> UrdfArm:
    """The arm between two links of a URDF tree, by their names: a `UrdfArm`.

    Its table is standard, and its zero is the URDF's. Links that do not move against each other become one body (kg, m,
    kg m^2). ProjectError where no joint moves between them, where one is floating, planar or mimics another, or where
    there is no such link. Where nobody has named the tip, its report says that another one can be picked.

    >>> _ = dn.save_urdf(dn.rod_chain(2).robot, "two.urdf")
    >>> tree = dn.read_urdf("two.urdf")
    >>> dn.chain_robot(tree, tree.root, tree.longest()[1]).robot.n
    2
    """
    path = check_kind(tree, UrdfTree, "tree").path_between(base, tip)
    for joint in path:
        if joint.obstacle:
            raise ProjectError(tree.path, f"joint {joint.name!r}: {joint.obstacle}", field="type", value=joint.kind)
    moving = [joint for joint in path if joint.actuated]
    if not moving:
        raise ProjectError(tree.path, f"no joint moves between {base!r} and {tip!r}", field="tip", value=tip)
    owners = _owners(tree, moving)
    poses = _poses(tree, ROUNDED)
    table, robot = _made(tree, moving, tip, owners, poses)
    exact = _poses(tree, 0.0)
    if any(not np.array_equal(exact[name], pose) for name, pose in poses.items()):  # rounding made a difference
        other = _made(tree, moving, tip, owners, exact)
        if other[0].rows != table.rows and not _same(robot, other[1]):
            poses, (table, robot) = exact, other
    visuals, missing = _visuals(tree, table, poses, owners)
    chain = UrdfChain(base, tip, tuple(joint.name for joint in moving))
    reports = reports_of(tree, moving, path, owners, table.notes, missing)
    if (base, tip) == tree.usual(base) != tree.longest(base):
        another = "" if tip_named else "; another tip can be picked"
        reports = (f"the arm ends at {tip!r}, where its fingers begin{another}", *reports)
    return UrdfArm(robot, chain, reports, visuals)


def _made(
    tree: UrdfTree, moving: Sequence[UrdfJoint], tip: str, owners: dict[str, int], poses: dict[str, np.ndarray]
) -> tuple[AxesTable, Robot]:
    """Of the poses at zero."""
    table = table_of_axes([_axis(tree, joint, poses[joint.child]) for joint in moving], poses[tip])
    bodies = _bodies(tree, table, poses, owners)
    rows = zip(moving, table.rows, bodies, strict=True)
    links = tuple(_link(tree, number, *each) for number, each in enumerate(rows, 1))
    base, tool = as_transform(table.frames[0]), as_transform(table.tool)
    try:
        return table, Robot(tree.name, links, gravity=tree.gravity, base=base, tool=tool)
    except DynamicsError as error:
        raise ProjectError(tree.path, str(error), field=error.field, value=error.value) from None


def _same(rounded: Robot, exact: Robot) -> bool:
    """Whether right angles in place of 1.57079632679 change nothing that a comparison with other programs sees."""
    if exact.n > LONGEST or largest_difference(exact, rounded) > UNSEEN:
        return False
    states = np.random.default_rng(1).normal(size=(3, 20, exact.n))
    try:
        expected = forward_dynamics(exact, *states, kernels=SHARED)
        found = forward_dynamics(rounded, *states, kernels=SHARED)
        change = np.abs(found - expected).max(axis=1) / np.abs(expected).max(axis=1)
    except DynamicsError:  # no accelerations: a massless link
        return True
    return float(change.max()) < UNSEEN


def _poses(tree: UrdfTree, noise: float) -> dict[str, np.ndarray]:
    """Every link's frame at zero, (4, 4), in the root's axes; what is within the noise of a right angle is one."""
    poses: dict[str, np.ndarray] = {}
    for name in tree.below(tree.root):
        joint = tree.joint_to.get(name)
        if joint is None:
            poses[name] = np.eye(4)
            continue
        origin = np.array(joint.origin)
        nearest = np.round(origin[:3, :3])
        origin[:3, :3] = np.where(np.abs(origin[:3, :3] - nearest) < noise, nearest, origin[:3, :3])
        poses[name] = poses[joint.parent] @ origin
    return poses


def _axis(tree: UrdfTree, joint: UrdfJoint, pose: np.ndarray) -> Axis:
    direction = np.array(joint.axis)
    length = math.hypot(*joint.axis)
    if not 1e-9 < length < LARGEST:
        reason = f"joint {joint.name!r}, element <axis>, attribute 'xyz': no direction (got {joint.axis})"
        raise ProjectError(tree.path, reason, field="xyz", value=joint.axis)
    direction = pose[:3, :3] @ (direction / length)
    return Axis(joint.kind != "prismatic", pose[:3, 3], direction / np.linalg.norm(direction))


def _owners(tree: UrdfTree, moving: Sequence[UrdfJoint]) -> dict[str, int]:
    """Which of the arm's links each URDF link moves with; 0 is the base."""
    numbers = {joint.child: number for number, joint in enumerate(moving, 1)}
    owners: dict[str, int] = {}
    for name in tree.below(tree.root):
        joint = tree.joint_to.get(name)
        owners[name] = 0 if joint is None else numbers.get(name, owners[joint.parent])
    return owners


def _bodies(
    tree: UrdfTree, table: AxesTable, poses: dict[str, np.ndarray], owners: dict[str, int]
) -> list[Body | None]:
    """Everything that moves with each link as one body, in the link's frame."""
    bodies: list[Body | None] = [None] * len(table.rows)
    to_frame = [inverse(frame) for frame in table.frames]
    for name in tree.below(tree.root):
        link, owner = tree.link_named[name], owners[name]
        if owner == 0 or not (link.mass or any(link.inertia)):
            continue
        body = _body(link).moved(to_frame[owner] @ poses[name])
        known = bodies[owner - 1]
        bodies[owner - 1] = body if known is None else known.joined(body)
    return bodies


def _body(link: UrdfLink) -> Body:
    tensor = inertia_matrix(link.inertia)
    if np.abs(tensor).max() < link.noise:
        tensor = np.zeros((3, 3))
    return Body(link.mass, np.array(link.com), tensor)


def _link(tree: UrdfTree, number: int, joint: UrdfJoint, row: Row, body: Body | None) -> Link:
    lower, upper = _range(tree, joint)
    mass, com, inertia = (body or Body(0.0, np.zeros(3), np.zeros((3, 3)))).entries
    try:
        return Link(
            "P" if joint.kind == "prismatic" else "R",
            row.a,
            row.b,
            row.alpha,
            row.theta,
            mass=mass,
            com=com,
            inertia=inertia,
            viscous=joint.viscous,
            coulomb=joint.coulomb,
            rotor_inertia=joint.rotor_inertia,
            gear_ratio=joint.gear_ratio,
            lower=lower,
            upper=upper,
            max_torque=_drive_limit(joint.effort),
            max_speed=_drive_limit(joint.velocity),
            name=joint.child,
            joint_name="" if joint.name == f"joint{number}" else joint.name,  # what the writer calls a nameless one
        )
    except DynamicsError as error:
        what = f"joint {joint.name!r}, link {joint.child!r} with what is fixed to it"
        raise ProjectError(tree.path, f"{what}: {error}", field=error.field, value=error.value) from None


def _drive_limit(value: float) -> float:
    """Zero, and what is below it, is how programs write that they do not know; see `reports_of`."""
    return value if 0 < value < LARGEST else math.inf


def _range(tree: UrdfTree, joint: UrdfJoint) -> tuple[float, float]:
    if joint.kind == "continuous" or not joint.has_range:
        return -math.inf, math.inf
    if joint.lower > joint.upper:
        reason = f"joint {joint.name!r}, element <limit>, attribute 'lower': above 'upper' (got {joint.lower:g})"
        raise ProjectError(tree.path, reason, field="lower", value=joint.lower)
    return (
        -math.inf if joint.lower <= -LARGEST else joint.lower,
        math.inf if joint.upper >= LARGEST else joint.upper,
    )


def _visuals(
    tree: UrdfTree, table: AxesTable, poses: dict[str, np.ndarray], owners: dict[str, int]
) -> tuple[tuple[Visual, ...], list[str]]:
    """What there is to draw, and the meshes that are not there."""
    shapes = (visual.shape for link in tree.links for visual in link.visuals)
    meshes = find_meshes({shape.mesh for shape in shapes if shape.kind == "mesh"}, tree.path, tree.folder)
    found = []
    for name in tree.below(tree.root):
        owner = owners[name]
        to_frame = inverse(table.frames[owner]) @ poses[name]
        for visual in tree.link_named[name].visuals:
            shape, colour = visual.shape, visual.colour
            pose = as_tuples(to_frame @ np.array(visual.pose))
            if colour is not None:
                red, green, blue, opacity = (min(max(part, 0.0), 1.0) for part in colour)
                colour = (red, green, blue, opacity)
            try:
                found.append(Visual(owner, shape.kind, shape.size, pose, colour, meshes.get(shape.mesh)))
            except DynamicsError as error:
                raise ProjectError(tree.path, f"link {name!r}, <visual>: {error}", field=error.field) from None
    return tuple(found), sorted(mesh for mesh, file in meshes.items() if file is None)
