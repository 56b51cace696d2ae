"""Which arms can be picked from a URDF's tree, and its joints in a few words."""

from __future__ import annotations

from denoc.files.urdf.tree import UrdfChain, UrdfJoint, UrdfTree

FREEDOMS = {"floating": 6, "planar": 3}


def plain_chain(tree: UrdfTree) -> UrdfChain | None:
    """The only arm from the root; None where the user has to say which one, an error where there is none."""
    found = tree.chains() or [tree.the_chain()]
    return found[0] if len(found) == 1 and found[0].base == tree.root else None


def bases(tree: UrdfTree) -> list[str]:
    """The links that an arm can begin at, parents first."""
    names = list(tree.below(tree.root))
    found: set[str] = set()
    for name in reversed(names):
        usable = (joint for joint in tree.joints_from[name] if not joint.obstacle)
        if any(joint.actuated or joint.child in found for joint in usable):
            found.add(name)
    return [name for name in names if name in found]


def tips(tree: UrdfTree, base: str) -> dict[str, int]:
    """The links that an arm from the base can end at, parents first, with its number of joints."""
    counts = {base: 0}
    for name in tree.below(base):
        if name not in counts:
            continue
        for joint in tree.joints_from[name]:
            if not joint.obstacle:
                counts[joint.child] = counts[name] + joint.actuated
    return {name: count for name, count in counts.items() if count}


def kind_words(joint: UrdfJoint) -> str:
    """The joint's type, and whether it is in the way."""
    if joint.mimics:
        return f"mimics {joint.mimics}: cannot be used"
    if joint.kind in FREEDOMS:
        return f"{joint.kind}, {FREEDOMS[joint.kind]} freedoms: cannot be used"
    return joint.kind
