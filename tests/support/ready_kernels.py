"""Everything ready that may be: kernels of its own for a robot, and for every robot that was made of it."""

from __future__ import annotations

from collections.abc import Iterator

import denoc
from denoc.arm.robot import Robot
from denoc.kernels.functions import FUNCTIONS


def prepare_everything(robot: Robot) -> None:
    """The robot's own kernels for all functions that compile at once; for the arms that studies make of it, those that
    they ask for."""
    denoc.prepare(robot, [name for name, function in FUNCTIONS.items() if not function.slow])
    for other in _made_of(robot):
        denoc.prepare(other, ["inverse denoc", "inverse denoc wrench", "gravity"])


def _made_of(kept: object) -> Iterator[Robot]:
    """The robots that are kept with a robot, or somewhere in what is."""
    parts: list[object] = []
    if isinstance(kept, Robot):
        parts = list(kept._computed.values())
    elif isinstance(kept, dict):
        parts = list(kept.values())
    elif isinstance(kept, list):
        parts = kept
    for part in parts:
        if isinstance(part, Robot):
            yield part
        yield from _made_of(part)
