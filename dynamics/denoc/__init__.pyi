from denoc.arm.conventions import to_convention
from denoc.arm.robot import Link, Payload, Robot
from denoc.arm.visuals import Visual
from denoc.basics.errors import DynamicsError, NoSolution, ProjectError, SingularMassMatrix
from denoc.basics.version import __version__ as __version__
from denoc.files.examples import examples, load, rod_chain
from denoc.files.projects.motor_file import bundled_motors, load_motors
from denoc.files.projects.plot_view import View
from denoc.files.projects.project import Project, RunSettings, run_project
from denoc.files.projects.tolerances import Tolerance
from denoc.files.robots import load_mjcf
from denoc.files.tables.motion_csv import read_motion_csv
from denoc.files.tables.torque_csv import read_torque_csv
from denoc.files.urdf.chain import UrdfArm, chain_robot, load_urdf
from denoc.files.urdf.reader import read_urdf
from denoc.files.urdf.tree import UrdfTree
from denoc.files.writers.latex import latex_tables
from denoc.files.writers.mjcf_writer import save_mjcf
from denoc.files.writers.toolbox import toolbox_snippet
from denoc.files.writers.urdf_writer import save_urdf
from denoc.functions.api import (
    coriolis_matrix,
    forward_dynamics,
    gravity_torque,
    inverse_dynamics,
    kinetic_energy,
    mass_matrix,
    potential_energy,
    udu,
)
from denoc.functions.derivatives import forward_dynamics_derivatives, inverse_dynamics_derivatives
from denoc.functions.inspection import inspect_forward, inspect_inverse
from denoc.functions.kinematics import (
    forward_kinematics,
    jacobian,
    jacobian_rate,
    manipulability,
    tip_acceleration,
    tip_twist,
)
from denoc.functions.matrices import denoc_matrices, generalized_forces
from denoc.functions.quasi_velocities import (
    from_quasi_efforts,
    from_quasi_velocities,
    to_quasi_efforts,
    to_quasi_velocities,
)
from denoc.functions.reactions import LinkLoads, joint_reactions, link_loads
from denoc.functions.regressor import inertial_parameters, regressor
from denoc.functions.spatial_operators import (
    bias_forces,
    component_form,
    mass_factor,
    operator_rates,
    spatial_operators,
)
from denoc.kernels import prepare
from denoc.motions.inverse_kinematics import inverse_kinematics
from denoc.motions.joint_trajectories import joint_motion
from denoc.motions.motion_data import (
    ArcMotion,
    JointMotion,
    LineMotion,
    PoseMotion,
    SampledMotion,
    SineMotion,
    TipPose,
    ViaMotion,
)
from denoc.motions.motion_to_trajectory import trajectory_of
from denoc.motions.smoothing import position_noise, smooth_motion
from denoc.motions.tip_trajectories import line_motion
from denoc.playing.play import play
from denoc.recursions.counting import operation_count
from denoc.runs.ensembles.ensemble import Ensemble
from denoc.runs.ensembles.simulate_many import simulate_many, stream_many
from denoc.runs.events.event_search import Event
from denoc.runs.problem.job import Job
from denoc.runs.pushed import push_forces
from denoc.runs.recording import Recording, Simulation
from denoc.runs.reproduction import Horizon
from denoc.runs.simulation import simulate, stream
from denoc.studies.capacity import Capacity, MotionCapacity, payload_capacity, payload_over
from denoc.studies.causes import causes_of_run, torque_by_cause
from denoc.studies.chaos.flips import FlipMap, flip_times
from denoc.studies.chaos.lyapunov import Lyapunov, lyapunov
from denoc.studies.edits import Edit, edits_between
from denoc.studies.identification.base import base_parameters
from denoc.studies.identification.comparison import compare_measured
from denoc.studies.identification.excitation import excitation
from denoc.studies.identification.exciting_motion import exciting_motion
from denoc.studies.identification.filtering import measured_states
from denoc.studies.identification.identification import identify, validate
from denoc.studies.identification.measurement import Measurement
from denoc.studies.identification.measurement_csv import MeasuredColumn, read_measurement_csv
from denoc.studies.linear.equilibria import Equilibrium, equilibria
from denoc.studies.linear.linearization import Linear, linearize
from denoc.studies.linear.modes import Mode, Modes, modes
from denoc.studies.linear.poles import RunPoles, poles_of_run
from denoc.studies.loads import RunLoads, loads_of_run
from denoc.studies.reach import ReachMap, reach_map, reach_maps
from denoc.studies.sensitivity import sensitivity
from denoc.studies.shares import Shares, shares_of_change
from denoc.studies.sizing import actuator_sizing, gear_sweep, motor_sizing
from denoc.studies.sweeps.entries import with_entries
from denoc.studies.sweeps.plan import Plan, Vary, sweep_plan
from denoc.studies.sweeps.sweep import Sweep, sweep
from denoc.studies.tolerances.spread import Spread, spread_of_run
from denoc.studies.trust import reproducible_until
from denoc.symbolic.equations import equations
from denoc.symbolic.straight_line import c_code
from denoc.torques.controller_model import ControllerModel
from denoc.torques.expressions import Expression, ExpressionError
from denoc.torques.motors import Gear, Motor
from denoc.torques.pushes import Push
from denoc.torques.torque_laws import ComputedTorque, ConstantTorque, ExpressionTorque, FreeFall, PdTorque, TableTorque

__all__ = [
    "ArcMotion",
    "Capacity",
    "ComputedTorque",
    "ConstantTorque",
    "ControllerModel",
    "DynamicsError",
    "Edit",
    "Ensemble",
    "Equilibrium",
    "Event",
    "Expression",
    "ExpressionError",
    "ExpressionTorque",
    "FlipMap",
    "FreeFall",
    "Gear",
    "Horizon",
    "Job",
    "JointMotion",
    "LineMotion",
    "Linear",
    "Link",
    "LinkLoads",
    "Lyapunov",
    "MeasuredColumn",
    "Measurement",
    "Mode",
    "Modes",
    "MotionCapacity",
    "Motor",
    "NoSolution",
    "Payload",
    "PdTorque",
    "Plan",
    "PoseMotion",
    "Project",
    "ProjectError",
    "Push",
    "ReachMap",
    "Recording",
    "Robot",
    "RunLoads",
    "RunPoles",
    "RunSettings",
    "SampledMotion",
    "Shares",
    "Simulation",
    "SineMotion",
    "SingularMassMatrix",
    "Spread",
    "Sweep",
    "TableTorque",
    "TipPose",
    "Tolerance",
    "UrdfArm",
    "UrdfTree",
    "Vary",
    "ViaMotion",
    "View",
    "Visual",
    "actuator_sizing",
    "base_parameters",
    "bias_forces",
    "bundled_motors",
    "c_code",
    "causes_of_run",
    "chain_robot",
    "compare_measured",
    "component_form",
    "coriolis_matrix",
    "denoc_matrices",
    "edits_between",
    "equations",
    "equilibria",
    "examples",
    "excitation",
    "exciting_motion",
    "flip_times",
    "forward_dynamics",
    "forward_dynamics_derivatives",
    "forward_kinematics",
    "from_quasi_efforts",
    "from_quasi_velocities",
    "gear_sweep",
    "generalized_forces",
    "gravity_torque",
    "identify",
    "inertial_parameters",
    "inspect_forward",
    "inspect_inverse",
    "inverse_dynamics",
    "inverse_dynamics_derivatives",
    "inverse_kinematics",
    "jacobian",
    "jacobian_rate",
    "joint_motion",
    "joint_reactions",
    "kinetic_energy",
    "latex_tables",
    "line_motion",
    "linearize",
    "link_loads",
    "load",
    "load_mjcf",
    "load_motors",
    "load_urdf",
    "loads_of_run",
    "lyapunov",
    "manipulability",
    "mass_factor",
    "mass_matrix",
    "measured_states",
    "modes",
    "motor_sizing",
    "operation_count",
    "operator_rates",
    "payload_capacity",
    "payload_over",
    "play",
    "poles_of_run",
    "position_noise",
    "potential_energy",
    "prepare",
    "push_forces",
    "reach_map",
    "reach_maps",
    "read_measurement_csv",
    "read_motion_csv",
    "read_torque_csv",
    "read_urdf",
    "regressor",
    "reproducible_until",
    "rod_chain",
    "run_project",
    "save_mjcf",
    "save_urdf",
    "sensitivity",
    "shares_of_change",
    "simulate",
    "simulate_many",
    "smooth_motion",
    "spatial_operators",
    "spread_of_run",
    "stream",
    "stream_many",
    "sweep",
    "sweep_plan",
    "tip_acceleration",
    "tip_twist",
    "to_convention",
    "to_quasi_efforts",
    "to_quasi_velocities",
    "toolbox_snippet",
    "torque_by_cause",
    "trajectory_of",
    "udu",
    "validate",
    "with_entries",
]
