"""An arm at one time: what is looked at when time stands still."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.playing.play import RECURSIONS, Played, play


class Moment(NamedTuple):
    """A state of an arm with its accelerations, torques and tip wrench; arrays are (n,)."""

    robot: Robot
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray
    tau: np.ndarray
    wrench: tuple[float, ...] | None = None


def played_at(moment: Moment, recursion: str, *, as_printed: bool = False) -> Played:
    """The recursion at this state."""
    third = moment.qdd if RECURSIONS[recursion].third == "qdd" else moment.tau
    wrench = moment.wrench if RECURSIONS[recursion].third else None
    state = moment.q, moment.qd, third
    return play(moment.robot, recursion, *state, tip_wrench=wrench, as_printed=as_printed)
