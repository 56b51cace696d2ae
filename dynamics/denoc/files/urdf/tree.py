"""A URDF's tree of links and joints as plain data, and the serial chains that can be picked from it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from denoc.arm.robot import ROUNDING, Inertia, Transform, Triple
from denoc.arm.visuals import Colour, Kind
from denoc.basics.caching import cached_property
from denoc.basics.errors import DynamicsError, ProjectError, counted, shorten

ACTUATED = ("revolute", "continuous", "prismatic")
KINDS = (*ACTUATED, "fixed", "floating", "planar")
GRAVITY: Triple = (0.0, 0.0, -9.81)
TIP_NAMES = frozenset({"tool0", "tcp", "ee", "flange", "hand", "tip"})
POINT_LIKE = 1e-18  # m^2: of a moment of inertia per mass, wherever the mass is


@dataclass(frozen=True)
class Shape:
    """`size`: a box's edges, a cylinder's radius and length, a sphere's radius, a mesh's scale; metres."""

    kind: Kind
    size: tuple[float, ...]
    mesh: str = ""  # the file as the URDF names it


@dataclass(frozen=True)
class UrdfVisual:
    """A shape and its pose in the frame of its URDF link."""

    shape: Shape
    pose: Transform
    colour: Colour | None = None


@dataclass(frozen=True)
class UrdfLink:
    """Mass centre and inertia (about it) in the URDF link's axes; without an <inertial> it is massless."""

    name: str
    has_inertial: bool = False
    mass: float = 0.0
    com: Triple = (0.0, 0.0, 0.0)
    inertia: Inertia = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    visuals: tuple[UrdfVisual, ...] = ()

    @property
    def noise(self) -> float:
        """kg m^2: entries of the inertia below this are what a CAD program left of zero."""
        return self.mass * max(POINT_LIKE, ROUNDING * math.hypot(*self.com) ** 2)


@dataclass(frozen=True)
class UrdfJoint:
    """`origin`: the child's frame in the parent's at zero; `axis` in the child's axes, as written.

    `effort` (N m, N) and `velocity` (rad/s, m/s) are its limits as written; inf where there are none.
    """

    name: str
    kind: str
    parent: str
    child: str
    origin: Transform
    axis: Triple = (1.0, 0.0, 0.0)
    lower: float = 0.0
    upper: float = 0.0
    has_range: bool = False
    effort: float = math.inf
    velocity: float = math.inf
    viscous: float = 0.0
    coulomb: float = 0.0
    mimics: str = ""  # the joint it follows
    rotor_inertia: float = 0.0
    gear_ratio: float = 1.0

    @property
    def actuated(self) -> bool:
        """Whether the joint moves by itself: revolute, continuous or prismatic."""
        return self.kind in ACTUATED

    @property
    def obstacle(self) -> str:
        """Why no serial arm can go through this joint; empty where one can."""
        if self.mimics:
            return f"it mimics joint {self.mimics!r}: coupled joints are no serial chain"
        if self.kind in ("floating", "planar", "ball"):
            return f"its type is {self.kind!r}, which is more than one degree of freedom"
        return ""


class UrdfChain(NamedTuple):
    """A chain that can be picked, with the names of its moving joints."""

    base: str
    tip: str
    joints: tuple[str, ...]


class _End(NamedTuple):
    """Where a chain ends: its tip, the last link before it that a joint moves, and the number of such joints."""

    base: str
    tip: str
    last: str
    joints: int


@dataclass(frozen=True)
class UrdfTree:
    """The links and joints of a URDF file as a tree, as `read_urdf` reads it; SI units, as in the file.

    `links` and `joints` are in the file's order, `root` is the name of the link that hangs on nothing. `folder` is
    where meshes may lie; `gravity` (m/s^2) is the usual one unless the file says otherwise. `notes` say in words what
    was left out of the file.
    """

    path: Path
    folder: Path
    name: str
    links: tuple[UrdfLink, ...]
    joints: tuple[UrdfJoint, ...]
    root: str
    gravity: Triple = GRAVITY
    notes: tuple[str, ...] = ()

    @cached_property
    def link_named(self) -> dict[str, UrdfLink]:
        """The tree's links by their names."""
        return {link.name: link for link in self.links}

    @cached_property
    def joint_to(self) -> dict[str, UrdfJoint]:
        """The joint that carries a link, by the link's name; the root has none."""
        return {joint.child: joint for joint in self.joints}

    @cached_property
    def joints_from(self) -> dict[str, list[UrdfJoint]]:
        """The joints that a link carries, by the link's name, in the file's order."""
        found: dict[str, list[UrdfJoint]] = {link.name: [] for link in self.links}
        for joint in self.joints:
            found[joint.parent].append(joint)
        return found

    def below(self, link: str) -> Iterator[str]:
        """The link and everything that hangs on it, parents first."""
        link = self._known(link, "link")
        return iter(self._all) if link == self.root else self._walk(link)

    @cached_property
    def _all(self) -> tuple[str, ...]:
        return tuple(self._walk(self.root))

    def _walk(self, link: str) -> Iterator[str]:
        waiting = [link]
        while waiting:
            name = waiting.pop()
            yield name
            waiting.extend(joint.child for joint in reversed(self.joints_from[name]))

    def path_between(self, base: str, tip: str) -> list[UrdfJoint]:
        """The joints from the link `base` to the link `tip`; ProjectError where the one is not above the other."""
        self._known(base, "base")
        self._known(tip, "tip")
        found: list[UrdfJoint] = []
        link = tip
        while link != base:
            if link not in self.joint_to:
                reason = f"no chain leads from {base!r} to {tip!r}: {tip!r} does not hang on it"
                raise ProjectError(self.path, reason, field="base", value=base)
            found.append(self.joint_to[link])
            link = found[-1].parent
        return found[::-1]

    def _known(self, name: str, argument: str) -> str:
        if not isinstance(name, str):
            raise DynamicsError("the name of a link is needed", field=argument, value=name)
        if name not in self.link_named:
            some = shorten([link.name for link in self.links])
            raise ProjectError(self.path, f"has no link {name[:60]!r}; it has {some}", field=argument, value=name)
        return name

    def chains(self, base: str | None = None) -> list[UrdfChain]:
        """What can be picked below the base: to every end of the tree, and to every link where moving joints part.

        Of several ends behind the same joints one is offered; a chain begins behind the last joint that no arm can
        go through. The longest come first.
        """
        found = sorted(self._ends(base), key=lambda end: -end.joints)
        return [UrdfChain(end.base, end.tip, self._moving_joints(end.base, end.last)) for end in found]

    def longest(self, base: str | None = None) -> tuple[str, str]:
        """(base, tip) of the one with the most joints; from the base itself where that is given."""
        ends = [end for end in self._ends(base) if base is None or end.base == base]
        longest = max(ends, key=lambda end: end.joints)
        return longest.base, longest.tip

    def usual(self, base: str | None = None) -> tuple[str, str]:
        """(base, tip) of the arm that is most likely meant: the longest one, without the fingers of its hand.

        Fingers begin where moving joints part behind more joints than are still to come. A link on the way to there
        that is named as tips are, tool0 or hand, say, is the tip; else it is the one that carries the fingers.
        """
        start, end = self.longest(base)
        path = self.path_between(start, end)
        movers = self._moving_branches(start)
        before, beyond = 0, sum(joint.actuated for joint in path)
        for joint in path:
            branches = [each for each in self.joints_from[joint.parent] if each.child in movers]
            if len(branches) > 1 and before > beyond:
                return start, self._named_tip(joint.parent)
            before, beyond = before + joint.actuated, beyond - joint.actuated
        return start, end

    def _named_tip(self, link: str) -> str:
        """Of the link and those that it is fixed to, the last that is named as tips are; without any, the link."""
        on_the_way = link
        while not _is_tip(on_the_way):
            joint = self.joint_to.get(on_the_way)
            if joint is None or joint.kind != "fixed":
                return link
            on_the_way = joint.parent
        return on_the_way

    def _ends(self, base: str | None) -> list[_End]:
        """The ends of the chains below the base."""
        start = self.root if base is None else base
        self.path_between(start, start)
        movers = self._moving_branches(start)
        found: dict[str, _End] = {}  # by the last joint that moves
        waiting = [_End(start, start, "", 0)]
        while waiting:
            begin, link, last, count = waiting.pop()
            ahead = [joint for joint in self.joints_from[link] if joint.child in movers]
            if last and (len(ahead) != 1 or ahead[0].obstacle):
                found.setdefault(last, _End(begin, link if ahead else self._end_of(link), last, count))
            for joint in ahead:
                if joint.obstacle:
                    waiting.append(_End(joint.child, joint.child, "", 0))
                elif joint.actuated:
                    waiting.append(_End(begin, joint.child, joint.child, count + 1))
                else:
                    waiting.append(_End(begin, joint.child, last, count))
        return list(found.values())

    def _leads_through(self, chain: UrdfChain, link: str) -> bool:
        return chain.tip == link or any(joint.parent == link for joint in self.path_between(chain.base, chain.tip))

    def _moving_joints(self, base: str, link: str) -> tuple[str, ...]:
        """The names of the joints that move between two links."""
        return tuple(joint.name for joint in self.path_between(base, link) if joint.actuated)

    def _moving_branches(self, start: str) -> set[str]:
        """Links that are moved, or carry something that is moved, against the start."""
        movers: set[str] = set()
        for name in reversed(list(self.below(start))):
            joint = self.joint_to.get(name)
            if joint is None or name == start:
                continue
            if joint.kind != "fixed" or any(each.child in movers for each in self.joints_from[name]):
                movers.add(name)
        return movers

    def _end_of(self, link: str) -> str:
        """The tip behind a last moving link: the end of its fixed links where there is one, or the only one that is
        named as tips are, `tool0` before all others, or itself."""
        ends = [name for name in self.below(link) if not self.joints_from[name]]
        named = ends if len(ends) == 1 else [name for name in ends if _is_tip(name)]
        if "tool0" in ends:
            return "tool0"
        return named[0] if len(named) == 1 else link

    def the_chain(self, base: str | None = None) -> UrdfChain:
        """The chain to take when no tip is named; several possible ones are refused with their list.

        A hand's fingers are not possible ones: the arm ends at the hand.
        """
        found = self.chains(base)
        if len(found) == 1:
            return found[0]
        if found:
            start, tip = self.usual(base)
            if all(chain.base == start and self._leads_through(chain, tip) for chain in found):
                return UrdfChain(start, tip, self._moving_joints(start, tip))
        if not found:
            for joint in (joint for name in self.below(base or self.root) for joint in self.joints_from[name]):
                if joint.obstacle:
                    raise ProjectError(self.path, f"joint {joint.name!r}: {joint.obstacle}", field="type")
            raise ProjectError(self.path, "has no moving joint that an arm could be made of", field="type")
        some = shorten([f"{chain.tip!r} ({counted(len(chain.joints), 'joint')})" for chain in found])
        raise ProjectError(self.path, f"several tips are possible: {some}", field="tip")


def _is_tip(name: str) -> bool:
    """Whether one of the words in a link's name is what tips are called."""
    return not TIP_NAMES.isdisjoint(re.split(r"[^a-z0-9]+", name.lower()))
