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
from dynamics.causes import causes_of_run, torque_by_cause
from dynamics.controller_model import ControllerModel
from dynamics.conventions import to_convention
from dynamics.counting import operation_count
from dynamics.denoc.matrices import denoc_matrices
from dynamics.errors import DynamicsError, NoSolution, ProjectError, SingularMassMatrix
from dynamics.examples import examples, load, rod_chain
from dynamics.expressions import Expression, ExpressionError
from dynamics.horizon import reproducible_until
from dynamics.hybrid.events import Event
from dynamics.inspection import inspect_forward, inspect_inverse
from dynamics.inverse_kinematics import inverse_kinematics
from dynamics.io.latex import latex_tables
from dynamics.io.mjcf_writer import save_mjcf
from dynamics.io.motor_file import bundled_motors, load_motors
from dynamics.io.toolbox import toolbox_snippet
from dynamics.io.urdf_chain import UrdfArm, chain_robot, load_urdf
from dynamics.io.urdf_reader import read_urdf
from dynamics.io.urdf_tree import UrdfTree
from dynamics.io.urdf_writer import save_urdf
from dynamics.job import Job
from dynamics.kernels import prepare
from dynamics.kinematics import forward_kinematics, jacobian, jacobian_rate, tip_acceleration, tip_twist
from dynamics.motions import (
    ArcMotion,
    JointMotion,
    LineMotion,
    PoseMotion,
    SampledMotion,
    SineMotion,
    TipPose,
    ViaMotion,
)
from dynamics.motors import Gear, Motor
from dynamics.project import Project, RunSettings, run_project
from dynamics.recording import Recording, Simulation
from dynamics.regressor import inertial_parameters, regressor
from dynamics.reproduction import Horizon
from dynamics.robot import Link, Payload, Robot
from dynamics.sensitivity import sensitivity
from dynamics.simulation import simulate, stream
from dynamics.sizing import actuator_sizing, gear_sweep, motor_sizing
from dynamics.smoothing import position_noise, smooth_motion
from dynamics.spatial_operators import operator_rates, spatial_operators
from dynamics.torque_laws import (
    ComputedTorque,
    ConstantTorque,
    ExpressionTorque,
    FreeFall,
    PdTorque,
    TableTorque,
)
from dynamics.trajectories import trajectory_of
from dynamics.trajectory import joint_motion
from dynamics.visuals import Visual

__all__ = [
    "ArcMotion",
    "ComputedTorque",
    "ConstantTorque",
    "ControllerModel",
    "DynamicsError",
    "Event",
    "Expression",
    "ExpressionError",
    "ExpressionTorque",
    "FreeFall",
    "Gear",
    "Horizon",
    "Job",
    "JointMotion",
    "LineMotion",
    "Link",
    "Motor",
    "NoSolution",
    "Payload",
    "PdTorque",
    "PoseMotion",
    "Project",
    "ProjectError",
    "Recording",
    "Robot",
    "RunSettings",
    "SampledMotion",
    "Simulation",
    "SineMotion",
    "SingularMassMatrix",
    "TableTorque",
    "TipPose",
    "UrdfArm",
    "UrdfTree",
    "ViaMotion",
    "Visual",
    "actuator_sizing",
    "bundled_motors",
    "causes_of_run",
    "chain_robot",
    "coriolis_matrix",
    "denoc_matrices",
    "examples",
    "forward_dynamics",
    "forward_kinematics",
    "gear_sweep",
    "gravity_torque",
    "inertial_parameters",
    "inspect_forward",
    "inspect_inverse",
    "inverse_dynamics",
    "inverse_kinematics",
    "jacobian",
    "jacobian_rate",
    "joint_motion",
    "kinetic_energy",
    "latex_tables",
    "line_motion",
    "load",
    "load_motors",
    "load_urdf",
    "mass_matrix",
    "motor_sizing",
    "operation_count",
    "operator_rates",
    "position_noise",
    "potential_energy",
    "prepare",
    "read_urdf",
    "regressor",
    "reproducible_until",
    "rod_chain",
    "run_project",
    "save_mjcf",
    "save_urdf",
    "sensitivity",
    "simulate",
    "smooth_motion",
    "spatial_operators",
    "stream",
    "tip_acceleration",
    "tip_twist",
    "to_convention",
    "toolbox_snippet",
    "torque_by_cause",
    "trajectory_of",
    "udu",
]
