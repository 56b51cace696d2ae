"""What other programs do not take of a robot's friction, in words."""

from __future__ import annotations

from collections.abc import Iterator

from denoc.arm.robot import Robot


def left_out(robot: Robot, whose: str, *, coulomb_both_ways: bool = False) -> Iterator[str]:
    """For a format or program that has viscous and Coulomb friction, the latter for each direction or not."""
    pairs = [link.both_ways for link in robot.links]
    if any(breakaway != coulomb for _, coulomb, breakaway in pairs):
        yield f"{whose} has no breakaway friction and no Stribeck curve; they are left out"
    same = [viscous if coulomb_both_ways else viscous + coulomb for viscous, coulomb, _ in pairs]
    if any(numbers[::2] != numbers[1::2] for numbers in same):
        what = "viscous friction" if coulomb_both_ways else "friction"
        yield f"{whose} has one {what} for both directions; where they differ, their mean is written"
