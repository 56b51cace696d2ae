"""What was assumed or left out when an arm was made of a URDF, in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from denoc.arm.axes_to_dh import Note
from denoc.arm.robot import EXACT, inertia_matrix
from denoc.basics.errors import shorten
from denoc.files.urdf.tree import GRAVITY, UrdfJoint, UrdfTree


def reports_of(
    tree: UrdfTree,
    moving: Sequence[UrdfJoint],
    path: Sequence[UrdfJoint],
    owners: dict[str, int],
    notes: Sequence[Note],
    missing: list[str],
) -> tuple[str, ...]:
    """One sentence for each kind of thing; nothing for an arm that is all there."""
    base = path[0].parent
    before = {joint.name for joint in tree.path_between(tree.root, base)}
    picked = {joint.name for joint in moving} | before
    beside = [joint for joint in tree.joints if joint.kind != "fixed" and joint.name not in picked]
    sentences = [
        ("joints before the base are held at zero", [j.name for j in tree.joints if j.name in before and _moves(j)]),
        ("joints beside the chain are held at zero, their links keep their mass", _names(beside, owners, True)),
        ("joints that hang on the base are left out", _names(beside, owners, False)),
        ("links that do not move have no effect, their mass is dropped", _still(tree, owners)),
        ("links without <inertial> are taken as massless", _massless(tree, moving, owners)),
        ("links have an inertia that is not positive semi-definite", _impossible(tree, owners)),
        ("joints without limits are taken as free", [j.name for j in moving if _limitless(j)]),
        *(
            (f"{name} limits that are not above zero are taken as none", _senseless(moving, name))
            for name in ("effort", "velocity")
        ),
        (f"meshes were not found below {tree.folder}", missing),
    ]
    told = [f"{words}: {shorten(names)}" for words, names in sentences if names]
    if tree.gravity != GRAVITY:
        told.append(f"gravity is {tree.gravity}, as the file says")
    return (*tree.notes, *told, *(_about(note, moving) for note in notes))


def _moves(joint: UrdfJoint) -> bool:
    return joint.kind != "fixed"


def _names(joints: Sequence[UrdfJoint], owners: dict[str, int], carried: bool) -> list[str]:
    return [joint.name for joint in joints if (owners[joint.child] > 0) == carried]


def _still(tree: UrdfTree, owners: dict[str, int]) -> list[str]:
    return [link.name for link in tree.links if owners[link.name] == 0 and link.mass > 0]


def _massless(tree: UrdfTree, moving: Sequence[UrdfJoint], owners: dict[str, int]) -> list[str]:
    """Not the bare frames that every URDF has at its tip: links that a joint moves, or that can be seen."""
    moved = {joint.child for joint in moving}
    return [
        link.name
        for link in tree.links
        if owners[link.name] > 0 and not link.has_inertial and (link.name in moved or link.visuals)
    ]


def _impossible(tree: UrdfTree, owners: dict[str, int]) -> list[str]:
    """Harmless where other links are fixed to them, and where it is rounding: other arms are refused."""
    found = []
    for link in tree.links:
        moments = np.linalg.eigvalsh(inertia_matrix(link.inertia))
        if owners[link.name] > 0 and moments[0] < -max(EXACT * abs(moments).max(), link.noise):
            found.append(link.name)
    return found


def _limitless(joint: UrdfJoint) -> bool:
    return joint.kind != "continuous" and not joint.has_range


def _senseless(moving: Sequence[UrdfJoint], name: str) -> list[str]:
    return [f"{joint.name} ({getattr(joint, name):g})" for joint in moving if not getattr(joint, name) > 0]


def _about(note: Note, moving: Sequence[UrdfJoint]) -> str:
    names = f"{moving[note.joint - 1].name} and {moving[note.joint].name}"
    angle = f"{math.degrees(note.angle):.2g} degrees ({note.angle:.2g} rad)"
    if note.taken_as_parallel:
        return f"the axes of {names} are {angle} from parallel and are taken as parallel"
    return f"the axes of {names} are {angle} from parallel: their frames lie {note.distance:.3g} m away and lose digits"
