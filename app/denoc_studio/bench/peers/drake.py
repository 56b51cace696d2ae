"""Drake's MultibodyPlant, in continuous time."""

from __future__ import annotations

import numpy as np
from pydrake.math import RigidTransform
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import (
    FixedOffsetFrame,
    MultibodyForces,
    PrismaticJoint,
    RevoluteJoint,
    RotationalInertia,
    SpatialInertia,
)

import denoc
from denoc_studio.bench.measuring.arms import bodies


class Arm:
    def __init__(self, robot: denoc.Robot) -> None:
        self.plant = plant = MultibodyPlant(time_step=0.0)
        plant.mutable_gravity_field().set_gravity_vector(np.array(robot.gravity))
        parent = plant.world_frame()
        for i, body in enumerate(bodies(robot)):
            t = body.inertia
            about_com = RotationalInertia(t[0, 0], t[1, 1], t[2, 2], t[0, 1], t[0, 2], t[1, 2])
            inertia = SpatialInertia.MakeFromCentralInertia(body.mass, body.com, about_com)
            child = plant.AddRigidBody(f"body {i}", inertia).body_frame()
            place = plant.AddFrame(FixedOffsetFrame(f"joint {i}", parent, RigidTransform(body.placement)))
            kind = RevoluteJoint if body.revolute else PrismaticJoint
            plant.AddJoint(kind(f"joint {i}", place, child, [0, 0, 1]))
            parent = child
        plant.Finalize()
        self.context = plant.CreateDefaultContext()
        self.forces = MultibodyForces(plant)
        applied = plant.get_applied_generalized_force_input_port().FixValue(self.context, np.zeros(robot.n))
        self.torques = applied.GetMutableData().get_mutable_value()
        self.accelerations = plant.get_generalized_acceleration_output_port()

    def inverse(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        self.plant.SetPositions(self.context, q)
        self.plant.SetVelocities(self.context, qd)
        self.plant.CalcForceElementsContribution(self.context, self.forces)
        return self.plant.CalcInverseDynamics(self.context, qdd, self.forces)

    def forward(self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        self.plant.SetPositions(self.context, q)
        self.plant.SetVelocities(self.context, qd)
        self.torques.SetFromVector(tau)
        return self.accelerations.Eval(self.context)
