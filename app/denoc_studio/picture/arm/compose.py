"""The picture of an arm in a state: its solids in their colours, and what the user wants to see besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from denoc.basics.caching import cached_property
from denoc.runs.pushed import PushedState
from denoc_studio.look.colours import AXIS_COLOURS, components, joint_colours, mixed
from denoc_studio.picture.arm.cloud_lines import CloudAt, cloud_key, cloud_lines
from denoc_studio.picture.arm.ground_grid import grid, length_text
from denoc_studio.picture.arm.limit_marks import joints_at_limits, limit_marks
from denoc_studio.picture.arm.picture import Label, Lines, Picture, PictureColours, Solid, joined_lines, joined_solids
from denoc_studio.picture.arm.push_arrows import push_arrows
from denoc_studio.picture.arm.reaction_arrows import Reactions, reaction_arrows, reaction_label
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.arm.symbols.marks import Highlight
from denoc_studio.picture.arm.symbols.solids import highlight_label, highlight_solids
from denoc_studio.picture.arm.tip_wrench_arrows import wrench_arrows
from denoc_studio.picture.arm.torque_arrows import Efforts, torque_arrows, torque_label
from denoc_studio.picture.meshes.assembly import Assembly, Role
from denoc_studio.picture.meshes.primitives import Mesh

MOST_LABELS = 12
GHOST_OPACITY, ELLIPSOID_OPACITY, FUTURE_OPACITY = 0.22, 0.35, 0.16
INSIDE, DRESS_OPACITY = ("frames", "mass_centres"), 0.4  # what visuals would hide, so one sees through
TRACE_WIDTH = 2.0
GRID_OPACITY = 0.55
FADED = 0.34  # opacity of what a highlight is not about
KEPT = 4  # arms whose colours are kept: one and its ghost, and as they were before


class ArmState(NamedTuple):
    """An arm in a state, with what drives its joints, what they bear and what pushes its links, where that is known."""

    scene: Scene
    q: np.ndarray
    efforts: Efforts | None = None
    reactions: Reactions | None = None
    pushed: PushedState | None = None


class Trace(NamedTuple):
    past: np.ndarray  # (k, 3)
    future: np.ndarray


@dataclass(frozen=True)
class Options:
    look: PictureColours
    visible: frozenset[str] = field(default_factory=frozenset)  # names of preferences
    selected: int = -1
    hovered: int = -1
    wrench: tuple[float, ...] | None = None  # at the tip
    marked: int = -1  # the joint whose limits are shown, without being lit up
    highlight: Highlight | None = None


@dataclass(frozen=True)
class Motif:
    """All that a picture is made of, taken down at once; the picture itself may be made later, and elsewhere."""

    arm: ArmState
    options: Options
    ghost: ArmState | None = None
    trace: Trace | None = None
    cloud: CloudAt | None = None

    @cached_property
    def picture(self) -> Picture:
        return compose(self.arm, self.options, self.ghost, self.trace, self.cloud)


def compose(
    arm: ArmState,
    options: Options,
    ghost: ArmState | None = None,
    trace: Trace | None = None,
    cloud: CloudAt | None = None,
) -> Picture:
    scene, look, visible = arm.scene, options.look, options.visible
    frames = scene.frames(arm.q)
    reached = joints_at_limits(scene.robot, arm.q) if "limits" in visible else frozenset()
    plain = "ellipsoids" in visible  # visuals would hide them, or be hidden by them
    body = scene.plain if plain else scene.solids
    through = bool(scene.dressed) and not plain and not visible.isdisjoint(INSIDE)
    marks = options.selected, options.hovered, reached
    colours = _painted(body, scene.robot.n, look, DRESS_OPACITY if through else 1.0, *marks)
    arm_itself, faded = _parted(body, Solid(body.placed(frames), colours), options.highlight)
    solids, veils = ([], [arm_itself]) if through else ([arm_itself], [])
    veils += faded
    if "mass_centres" in visible:
        solids.append(Solid(scene.mass_centres.placed(frames), _fixed_colours(scene.mass_centres)))
    if "frames" in visible:
        solids.append(Solid(scene.triads.placed(scene.table_frames(arm.q)), _fixed_colours(scene.triads)))
    if "ellipsoids" in visible:
        veils.append(_veil(scene.ellipsoids, frames, scene.robot.n, look, ELLIPSOID_OPACITY))
    lines = [] if trace is None else [_trace_lines(trace, look)]
    if "limits" in visible:
        joints = reached | {options.selected, options.hovered, options.marked}  # all at once would hide the arm
        sectors, edges = limit_marks(scene, frames, arm.q, look, joints)
        veils.append(sectors)
        lines.append(edges)
    if ghost is not None:
        other = ghost.scene
        veil = other.plain if plain else other.solids
        veils.append(_veil(veil, other.frames(ghost.q), other.robot.n, look, GHOST_OPACITY))
    labels = _labels(scene, frames, look, options.selected) if "labels" in visible else []
    if options.wrench is not None and "wrench" in visible:
        arrows, sizes = wrench_arrows(scene, frames, options.wrench, look)
        solids += arrows
        labels = labels + sizes
    looked_at = options.hovered if options.hovered >= 0 else options.selected
    if arm.efforts is not None and "torques" in visible:
        solids.append(torque_arrows(scene, frames, arm.efforts, look))
        labels = labels + torque_label(scene, frames, arm.efforts, looked_at, look)
    if arm.reactions is not None and "reactions" in visible:
        solids.append(reaction_arrows(scene, frames, arm.reactions, look))
        labels = labels + reaction_label(scene, frames, arm.reactions, looked_at, look)
    over: tuple[Solid, ...] = ()
    if options.highlight is not None:
        over = highlight_solids(options.highlight, scene.size.radius, look)
        labels = [*labels, highlight_label(options.highlight, look)]
    if arm.pushed is not None and "pushes" in visible:
        arrows, sizes = push_arrows(scene, arm.pushed, look)
        solids += arrows
        labels = labels + sizes
    under, caption = _ground(scene, look) if "grid" in visible else (None, "")
    return Picture(
        look=look,
        solid=joined_solids(solids),
        translucent=joined_solids(veils),
        under=under,
        lines=joined_lines(lines),
        labels=labels,
        gravity=np.array(scene.robot.gravity) if "gravity" in visible and any(scene.robot.gravity) else None,
        caption=caption,
        over=over,
        cloud=cloud_lines(scene, cloud, look.dark) if cloud is not None else None,
        key=cloud_key(scene, cloud, look.dark) if cloud is not None else None,
    )


def _parted(body: Assembly, solid: Solid, highlight: Highlight | None) -> tuple[Solid, list[Solid]]:
    """The part that a highlight is about, and the rest of the arm, faded: other links, and joints that are loose."""
    if highlight is None:
        return solid, []
    meant = [
        link in highlight.matter and not (role == "joint" and link in highlight.loose)
        for role, link in zip(body.roles, body.links.tolist(), strict=True)
    ]
    kept = body.vertices_of(np.array(meant, dtype=bool))
    shown, rest = (_part(solid, vertices) for vertices in (kept, ~kept))
    rest.colours[:, 3] *= FADED
    return shown, [rest]


def _part(solid: Solid, kept: np.ndarray) -> Solid:
    """Of whole pieces, from which vertices they have, (v,)."""
    (vertices, normals, faces), numbers = solid.mesh, np.cumsum(kept) - 1
    own = numbers[faces[kept[faces[:, 0]]]].astype(np.int32)
    return Solid(Mesh(vertices[kept], normals[kept], own), solid.colours[kept])


def _veil(assembly: Assembly, frames: np.ndarray, n: int, look: PictureColours, opacity: float) -> Solid:
    return Solid(assembly.placed(frames), _painted(assembly, n, look, opacity))


@lru_cache(maxsize=KEPT)
def _painted(
    assembly: Assembly,
    n: int,
    look: PictureColours,
    opacity: float,
    selected: int = -1,
    hovered: int = -1,
    reached: frozenset[int] = frozenset(),
) -> np.ndarray:
    """Colours of the vertices, (v, 4), the same array from frame to frame: for reading only. Joints that have `reached`
    a limit stand out."""
    joints = joint_colours(n, look.dark)
    colours = []
    for role, given, link in zip(assembly.roles, assembly.colours, assembly.links.tolist(), strict=True):
        colour = given or _own_colour(role, joints[link], look)
        if link >= 0 and link == selected and role != "joint":  # a joint has the colour of its curves
            colour = mixed(colour, look.slate, 0.45)
        if role == "joint" and link in reached:
            colour = mixed(colour, look.warning, 0.85)
        if link >= 0 and link == hovered:
            colour = mixed(colour, "#ffffff", 0.3)
        colours.append((*components(colour), opacity))
    return assembly.painted(np.array(colours, dtype=float).reshape(-1, 4))


def _own_colour(role: Role, joint: str, look: PictureColours) -> str:
    if role == "joint":
        return joint
    if role == "link":
        return mixed(look.metal, joint, 0.22)
    if role == "tip":
        return look.slate
    return look.metal if look.dark else mixed(look.metal, look.text, 0.35)


@lru_cache(maxsize=KEPT)
def _fixed_colours(assembly: Assembly) -> np.ndarray:
    known = {**AXIS_COLOURS, "dark": "#1c1f24", "light": "#f4f5f7"}
    palette = np.array([(*components(known[role]), 1.0) for role in assembly.roles], dtype=float).reshape(-1, 4)
    return assembly.painted(palette)


@lru_cache(maxsize=4)
def _ground(scene: Scene, look: PictureColours) -> tuple[Lines, str]:
    point, normal = scene.mounting()
    found = grid(point, normal, scene.size.reach)
    colours = np.empty((*found.strength.shape, 4))
    colours[..., :3] = components(look.muted)
    colours[..., 3] = GRID_OPACITY * found.strength
    return Lines(found.segments, colours), f"grid {length_text(found.step)}"


def _trace_lines(trace: Trace, look: PictureColours) -> Lines:
    future, past = max(len(trace.future) - 1, 0), max(len(trace.past) - 1, 0)
    points, colours = np.empty((future + past, 2, 3)), np.empty((future + past, 2, 4))
    colours[..., :3] = components(look.slate)
    colours[:future, :, 3], colours[future:, :, 3] = FUTURE_OPACITY, 1.0
    for k, ends in enumerate((slice(None, -1), slice(1, None))):
        points[:future, k], points[future:, k] = trace.future[ends], trace.past[ends]
    return Lines(points, colours, TRACE_WIDTH)


def _labels(scene: Scene, frames: np.ndarray, look: PictureColours, selected: int) -> list[Label]:
    """Names of the joints, or numbers; only some of very many."""
    n = scene.robot.n
    every = -(-n // MOST_LABELS)
    colours = joint_colours(n, look.dark)
    out: list[Label] = []
    for i in range(0, n, every):
        point, _ = scene.joint(frames, i)
        label = Label(point, str(i + 1), colours[i], ring=look.text if i == selected else "")
        out = _merged(out, label, scene.size.radius)
    return out


def _merged(labels: Sequence[Label], new: Label, radius: float) -> list[Label]:
    """Joints at one place share a label."""
    for k, label in enumerate(labels):
        if np.linalg.norm(label.point - new.point) < 0.5 * radius:
            both = label._replace(text=f"{label.text}, {new.text}", ring=label.ring or new.ring)
            return [*labels[:k], both, *labels[k + 1 :]]
    return [*labels, new]
