"""The joints' friction as columns of a table, those that are needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from denoc.arm.robot import Link

Quantity = Literal["damping", "torque", "rate"]


class FrictionColumn(NamedTuple):
    """An entry of each joint: one number, or those of the positive and the negative direction where they differ."""

    heading: str
    quantity: Quantity
    entries: list[tuple[float, ...]]  # N m s/rad (N s/m), N m (N) or rad/s (m/s)


def friction_columns(links: Sequence[Link]) -> list[FrictionColumn]:
    """Viscous and Coulomb friction, and breakaway friction and Stribeck speed where some joint has them."""
    viscous, coulomb, breakaway = zip(*(link.both_ways for link in links), strict=True)
    found = [_both_ways("viscous", "damping", viscous), _both_ways("Coulomb", "torque", coulomb)]
    if breakaway != coulomb:
        found.append(_both_ways("breakaway", "torque", breakaway))
    if any(link.friction.sharpness for link in links):
        found.append(FrictionColumn("Stribeck", "rate", [(link.stribeck_speed,) for link in links]))
    return found


def _both_ways(heading: str, quantity: Quantity, pairs: Sequence[tuple[float, float]]) -> FrictionColumn:
    differ = any(positive != negative for positive, negative in pairs)
    entries: list[tuple[float, ...]] = [pair if pair[0] != pair[1] else pair[:1] for pair in pairs]
    return FrictionColumn(f"{heading} +/-" if differ else heading, quantity, entries)
