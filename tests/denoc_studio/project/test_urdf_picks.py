"""What is offered as base and tip is exactly what an arm can be made of."""

from __future__ import annotations

from pathlib import Path

import pytest

import denoc
from denoc.files.urdf.chain import chain_robot
from denoc.files.urdf.tree import UrdfTree
from denoc_studio.project.urdf_picks import bases, kind_words, plain_chain, tips
from tests.support.places import URDF_FILES

KINDS = {"b": "floating", "c": "revolute", "d": "fixed", "e": "planar", "f": "prismatic", "g": "fixed"}


def forked(folder: Path) -> UrdfTree:
    """a floats b; b turns c, which holds d and planes e; e slides f; a holds g."""
    parents = {"b": "a", "c": "b", "d": "c", "e": "c", "f": "e", "g": "a"}
    links = "".join(f"<link name='{name}'><inertial><mass value='1'/></inertial></link>" for name in "abcdefg")
    joints = "".join(
        f"<joint name='to_{child}' type='{KINDS[child]}'><parent link='{parent}'/><child link='{child}'/></joint>"
        for child, parent in parents.items()
    )
    path = folder / "forked.urdf"
    path.write_text(f"<robot name='forked'>{links}{joints}</robot>")
    return denoc.read_urdf(path)


@pytest.mark.parametrize("name", ["seven_axis_with_hand", "six_axis", "forked"])
def test_every_offer_can_be_taken_and_nothing_else(name: str, tmp_path: Path) -> None:
    tree = forked(tmp_path) if name == "forked" else denoc.read_urdf(URDF_FILES / f"{name}.urdf")
    offered = {(base, tip): count for base in bases(tree) for tip, count in tips(tree, base).items()}
    possible = {}
    for base in tree.link_named:
        for tip in tree.link_named:
            try:
                possible[base, tip] = chain_robot(tree, base, tip).robot.n
            except denoc.ProjectError:
                continue
    assert offered == possible
    assert {base for base, _ in offered} == set(bases(tree))
    assert offered[tree.longest()] == max(offered.values())


def test_the_longest_from_a_base_begins_there(tmp_path: Path) -> None:
    tree = forked(tmp_path)
    assert tree.longest() == ("b", "c")
    assert tree.longest("e") == ("e", "f")


def test_what_is_plain(tmp_path: Path) -> None:
    plain = plain_chain(denoc.read_urdf(URDF_FILES / "six_axis.urdf"))
    assert plain is not None
    assert len(plain.joints) == 6
    assert plain_chain(denoc.read_urdf(URDF_FILES / "seven_axis_with_hand.urdf")) is None
    assert plain_chain(forked(tmp_path)) is None


def test_joints_in_words(tmp_path: Path) -> None:
    tree = forked(tmp_path)
    assert kind_words(tree.joint_to["b"]) == "floating, 6 freedoms: cannot be used"
    assert kind_words(tree.joint_to["e"]) == "planar, 3 freedoms: cannot be used"
    assert kind_words(tree.joint_to["c"]) == "revolute"
