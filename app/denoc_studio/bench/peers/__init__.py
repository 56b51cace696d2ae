"""Other engines: who they are, and their results once these are known to be ours.

Each has a module here, to be imported only where that engine is installed; those of `ENGINES` have a class `Arm`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Literal, NamedTuple, Protocol

import numpy as np

import denoc
from denoc_studio.bench.measuring import native
from denoc_studio.bench.measuring.machine import installed

TOLERANCE = 1e-9  # how far a peer may be from us, relative to the largest value
PINOCCHIO_LONGEST = 200  # joints: its working memory grows with the cube of their number

What = Literal["inverse", "forward"]

OURS: dict[What, Callable[..., np.ndarray]] = {
    "inverse": denoc.inverse_dynamics,
    "forward": denoc.forward_dynamics,
}


class Arm(Protocol):
    """The same arm in another engine, for one state or a batch of them."""

    def inverse(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray, /) -> np.ndarray: ...

    def forward(self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray, /) -> np.ndarray: ...


class Engine(NamedTuple):
    """An engine that computes one state at a call."""

    name: str
    package: str  # that installs it
    module: str  # in this folder

    @property
    def version(self) -> str | None:
        """None where it is not installed."""
        return installed(self.package)

    def build(self, robot: denoc.Robot) -> Arm:
        return import_module(f"{__name__}.{self.module}").Arm(robot)


ENGINES = (
    Engine("Pinocchio", "pin", "pinocchio"),
    Engine("MuJoCo", "mujoco", "mujoco"),
    Engine("Drake", "drake", "drake"),
    Engine("Robotics Toolbox", "roboticstoolbox-python", "robotics_toolbox"),
    Engine("PyBullet", "pybullet", "pybullet"),
)
OTHERS = {"CasADi": "casadi", "heyoka": "heyoka"}  # by the packages that install them: they are given our equations


class BatchEngine(NamedTuple):
    """An engine that computes a batch of states at a call."""

    name: str
    how: str
    build: Callable[[denoc.Robot], Arm]


def batch_pinocchio() -> BatchEngine | None:
    """Pinocchio in the fastest way that is possible here; None where it is not installed."""
    if installed("pin") is None:
        return None
    try:
        native.library()
    except native.Unavailable as reason:
        from denoc_studio.bench.peers.pinocchio import BatchArm

        return BatchEngine("Pinocchio", f"{BatchArm.how}, for want of a native loop: {reason}", BatchArm)
    from denoc_studio.bench.peers.pinocchio_native import NativeArm

    return BatchEngine("Pinocchio C++", f"a native loop, {native.description()}", NativeArm)


class Untrusted(Exception):
    """A peer fails or disagrees with us; the text says which and how."""


def trusted_call(
    engine: Engine | BatchEngine, robot: denoc.Robot, what: What, states: np.ndarray
) -> Callable[[], np.ndarray]:
    """The engine's function with these states, once it has given our result."""
    case = f"{engine.name}, {robot.name}, {what}"
    try:
        call = partial(getattr(engine.build(robot), what), *states)
        theirs = np.asarray(call(), dtype=float)
    except NotImplementedError:
        raise Untrusted(f"{engine.name} has no {what} dynamics.") from None
    except Exception as error:
        raise Untrusted(f"{case}: {type(error).__name__}: {error}") from error
    ours = OURS[what](robot, *states)
    difference = float(np.abs(theirs - ours).max() / np.abs(ours).max())
    if not difference <= TOLERANCE:
        raise Untrusted(f"{case}: differs from ours by {difference:.1g}")
    return call
