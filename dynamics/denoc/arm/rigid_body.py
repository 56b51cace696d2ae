"""Mass, mass centre and inertia of a rigid body: seen from another frame, and joined with another body."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Inertia, Link, Payload, Triple, inertia_entries, inertia_matrix


class Body(NamedTuple):
    mass: float
    com: np.ndarray  # (3,)
    inertia: np.ndarray  # (3, 3), about the mass centre

    @classmethod
    def of(cls, described: Link | Payload) -> Body:
        """What moves with a link, or a payload; in its own frame."""
        return cls(described.mass, np.array(described.com), inertia_matrix(described.inertia))

    def moved(self, transform: np.ndarray) -> Body:
        """The body described in the frame that `transform` maps to."""
        rotation = transform[:3, :3]
        inertia = rotation @ self.inertia @ rotation.T
        return Body(self.mass, rotation @ self.com + transform[:3, 3], (inertia + inertia.T) / 2)

    def joined(self, other: Body) -> Body:
        """The one body that two make together, by the parallel axis theorem."""
        mass = self.mass + other.mass
        share = other.mass / mass if mass > 0 else 0.0
        between = other.com - self.com
        parallel = self.mass * share * (between @ between * np.eye(3) - np.outer(between, between))
        return Body(mass, self.com + share * between, self.inertia + other.inertia + parallel)

    @property
    def entries(self) -> tuple[float, Triple, Inertia]:
        """Mass, mass centre and the six inertia entries, as the fields of a Link hold them."""
        return self.mass, tuple(self.com.tolist()), inertia_entries(self.inertia)
