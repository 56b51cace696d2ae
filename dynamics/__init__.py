"""Dynamics of serial robot arms. SI units and radians.

`q` is added to the table's variable: theta + q for revolute, b + q for prismatic joints. Every function of q takes one
state (n,) or a batch (k, n) and returns the same with or without the leading k.
"""

from dynamics.api import (
    coriolis_matrix,
    forward_dynamics,
    gravity_torque,
    inverse_dynamics,
    kinetic_energy,
    mass_matrix,
    potential_energy,
    udu,
)
from dynamics.cartesian import line_motion
from dynamics.conventions import to_convention
from dynamics.counting import operation_count
from dynamics.denoc.matrices import denoc_matrices
from dynamics.errors import DynamicsError, NoSolution, ProjectError, SingularMassMatrix
from dynamics.examples import examples, load, rod_chain
from dynamics.inspection import inspect_forward, inspect_inverse
from dynamics.inverse_kinematics import inverse_kinematics
from dynamics.job import Job
from dynamics.kernels import prepare
from dynamics.kinematics import forward_kinematics, jacobian, jacobian_rate, tip_acceleration, tip_twist
from dynamics.project import ConstantTorque, JointMotion, LineMotion, Project, RunSettings, run_project
from dynamics.recording import Recording, Simulation
from dynamics.robot import Link, Payload, Robot
from dynamics.simulation import simulate, stream
from dynamics.spatial_operators import operator_rates, spatial_operators
from dynamics.trajectory import joint_motion

__all__ = [
    "ConstantTorque",
    "DynamicsError",
    "Job",
    "JointMotion",
    "LineMotion",
    "Link",
    "NoSolution",
    "Payload",
    "Project",
    "ProjectError",
    "Recording",
    "Robot",
    "RunSettings",
    "Simulation",
    "SingularMassMatrix",
    "coriolis_matrix",
    "denoc_matrices",
    "examples",
    "forward_dynamics",
    "forward_kinematics",
    "gravity_torque",
    "inspect_forward",
    "inspect_inverse",
    "inverse_dynamics",
    "inverse_kinematics",
    "jacobian",
    "jacobian_rate",
    "joint_motion",
    "kinetic_energy",
    "line_motion",
    "load",
    "mass_matrix",
    "operation_count",
    "operator_rates",
    "potential_energy",
    "prepare",
    "rod_chain",
    "run_project",
    "simulate",
    "spatial_operators",
    "stream",
    "tip_acceleration",
    "tip_twist",
    "to_convention",
    "udu",
]
