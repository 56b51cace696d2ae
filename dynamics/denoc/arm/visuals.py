"""What an arm looks like: boxes, cylinders, spheres and meshes that its links carry. Decoration; no result knows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from denoc.arm.conventions import as_matrix, as_tuples, inverse, twist_transform
from denoc.arm.robot import MAX_LINKS, Robot, Transform, check_transform
from denoc.basics.checks import LARGEST, check_choice, check_count, check_items, check_tuple
from denoc.basics.errors import DynamicsError

Kind = Literal["box", "cylinder", "sphere", "mesh"]
Colour = tuple[float, float, float, float]

KINDS: tuple[Kind, ...] = get_args(Kind)
NUMBERS = {"box": 3, "cylinder": 2, "sphere": 1, "mesh": 3}  # that `size` has
MOST = 40_000  # more than a URDF within its own limits can have


@dataclass(frozen=True)
class Visual:
    """Something to draw on a link: a box, a cylinder, a sphere or a mesh. No result depends on it.

    `link` counts from 1, 0 is the base. `pose` is a 4x4 transform (lengths in m) in that link's Denavit-Hartenberg
    frame: in the first frame for the base, before the tool for the last link. `size` is a box's three edges, a
    cylinder's radius and length (along z), a sphere's radius, in m, or a mesh's three scale factors. `colour` is red,
    green, blue and opacity from 0 to 1, None the drawing's own. `mesh` is the path of the file, None where it was not
    found. DynamicsError names the field that cannot be used.

    >>> dn.Visual(1, "sphere", (0.05,), np.eye(4), colour=(1, 0, 0, 1)).size
    (0.05,)
    """

    link: int
    kind: Kind
    size: tuple[float, ...]
    pose: Transform
    colour: Colour | None = None
    mesh: Path | None = None

    def __post_init__(self) -> None:
        check_choice(self.kind, KINDS, "kind")
        object.__setattr__(self, "link", check_count(self.link, "link", 0, MAX_LINKS))
        pose = check_transform(self.pose, "pose")
        if pose is None or max(abs(row[3]) for row in pose) > LARGEST:
            raise DynamicsError(f"lengths within {LARGEST:g} are needed", field="pose", value=self.pose)
        object.__setattr__(self, "pose", pose)
        object.__setattr__(self, "size", check_tuple(self.size, NUMBERS[self.kind], "size"))
        if self.colour is not None:
            object.__setattr__(self, "colour", check_tuple(self.colour, 4, "colour"))
            if not all(0 <= part <= 1 for part in self.colour):
                raise DynamicsError("numbers from 0 to 1 are needed", field="colour", value=self.colour)
        if self.mesh is not None and (self.kind != "mesh" or not isinstance(self.mesh, Path)):
            raise DynamicsError(f"a {self.kind} has no such file", field="mesh", value=self.mesh)


def check_visuals(robot: Robot, visuals: Sequence[Visual]) -> tuple[Visual, ...]:
    """Each is on a link that there is; a refusal counts them from 1."""
    found = check_items(visuals, MOST, "visuals")
    for number, visual in enumerate(found, 1):
        if not isinstance(visual, Visual):
            raise DynamicsError(f"no. {number} is no Visual", field="visuals", value=visual)
        if visual.link > robot.n:
            reason = f"no. {number} is on a link that is not there"
            raise DynamicsError(reason, field="visuals", value=visual.link)
    return found


def anchor(robot: Robot, link: int) -> np.ndarray:
    """From the link's joint, whose axis is z, to the frame that its visuals are in; for the base from the world."""
    if link == 0:
        return as_matrix(robot.base)
    row = robot.links[link - 1]
    return twist_transform(row.a, row.alpha) if robot.convention == "standard" else np.eye(4)


def carried(visuals: Sequence[Visual], before: Robot, after: Robot) -> tuple[Visual, ...]:
    """The same things at the same places of an arm whose table is in another convention now."""
    moves = {link: inverse(anchor(after, link)) @ anchor(before, link) for link in {visual.link for visual in visuals}}
    return tuple(replace(visual, pose=as_tuples(moves[visual.link] @ np.array(visual.pose))) for visual in visuals)


def rearranged(visuals: Sequence[Visual], rows: Sequence[int]) -> tuple[Visual, ...]:
    """Visuals of a table whose rows were the given ones before, counted from 1; 0 is a new one, which has none."""
    owned: dict[int, list[Visual]] = {}
    for visual in visuals:
        owned.setdefault(visual.link, []).append(visual)
    kept = owned.get(0, [])
    for number, row in enumerate(rows, 1):
        if row:
            kept += [replace(visual, link=number) for visual in owned.get(row, [])]
    return tuple(kept)
