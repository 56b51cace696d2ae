"""What is computed of a robot: once, and kept with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from denoc.arm.robot import Robot

T = TypeVar("T")


class PerRobot(Generic[T]):
    """Decorates a function of a robot that is computed once for each robot, when it is first asked for.

    The result stays with that very object and goes with it: an equal robot, a copy and an unpickled one have results of
    their own. Where two threads ask at once both may compute, and all get the same result. What is kept must not refer
    to the robot, which would then live until the garbage is collected.
    """

    def __init__(self, make: Callable[[Robot], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __call__(self, robot: Robot) -> T:
        kept: dict[Any, T] = robot._computed
        try:
            return kept[self]
        except KeyError:
            return kept.setdefault(self, self._make(robot))

    def known(self, robot: Robot) -> T | None:
        """What has been computed of this robot; None where it has not yet."""
        found: T | None = robot._computed.get(self)
        return found

    def share(self, robot: Robot, other: Robot) -> None:
        """What is computed of `robot` is known of `other` too, which differs from it in what has no part in that."""
        other._computed.setdefault(self, self(robot))
