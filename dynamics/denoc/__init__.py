"""Dynamics of serial robot arms. SI units and radians.

`q` is added to the table's variable: theta + q for revolute, b + q for prismatic joints. Every function of q takes one
state (n,) or a batch (k, n) and returns the same with or without the leading k. `kernels` chooses the machine code that
computes it: whatever is fastest by now, or the same bits every time (`denoc.kernels.Kernels`).

A name is imported from its room when it is first used: `import denoc` costs next to nothing, and a script that computes
torques loads no file formats. `__init__.pyi` says to type checkers what is here.
"""

import sys
from importlib import import_module
from typing import Any

from denoc.basics.version import __version__ as __version__

_HOMES = {
    "arm.conventions": "to_convention",
    "arm.robot": "Link Payload Robot",
    "arm.visuals": "Visual",
    "basics.errors": "DynamicsError NoSolution ProjectError SingularMassMatrix",
    "files.examples": "examples load rod_chain",
    "files.projects.motor_file": "bundled_motors load_motors",
    "files.projects.plot_view": "View",
    "files.projects.project": "Project RunSettings run_project",
    "files.projects.tolerances": "Tolerance",
    "files.tables.motion_csv": "read_motion_csv",
    "files.tables.torque_csv": "read_torque_csv",
    "files.robots": "load_mjcf",
    "files.urdf.chain": "UrdfArm chain_robot load_urdf",
    "files.urdf.reader": "read_urdf",
    "files.urdf.tree": "UrdfTree",
    "files.writers.latex": "latex_tables",
    "files.writers.mjcf_writer": "save_mjcf",
    "files.writers.toolbox": "toolbox_snippet",
    "files.writers.urdf_writer": "save_urdf",
    "functions.api": "coriolis_matrix forward_dynamics gravity_torque inverse_dynamics kinetic_energy mass_matrix "
    "potential_energy udu",
    "functions.derivatives": "forward_dynamics_derivatives inverse_dynamics_derivatives",
    "functions.inspection": "inspect_forward inspect_inverse",
    "functions.kinematics": "forward_kinematics jacobian jacobian_rate manipulability tip_acceleration tip_twist",
    "functions.matrices": "denoc_matrices generalized_forces",
    "functions.quasi_velocities": "from_quasi_efforts from_quasi_velocities to_quasi_efforts to_quasi_velocities",
    "functions.reactions": "LinkLoads joint_reactions link_loads",
    "functions.regressor": "inertial_parameters regressor",
    "functions.spatial_operators": "bias_forces component_form mass_factor operator_rates spatial_operators",
    "kernels": "prepare",
    "motions.inverse_kinematics": "inverse_kinematics",
    "motions.joint_trajectories": "joint_motion",
    "motions.motion_data": "ArcMotion JointMotion LineMotion PoseMotion SampledMotion SineMotion TipPose ViaMotion",
    "motions.motion_to_trajectory": "trajectory_of",
    "motions.smoothing": "position_noise smooth_motion",
    "motions.tip_trajectories": "line_motion",
    "playing.play": "play",
    "recursions.counting": "operation_count",
    "runs.ensembles.ensemble": "Ensemble",
    "runs.ensembles.simulate_many": "simulate_many stream_many",
    "runs.events.event_search": "Event",
    "runs.problem.job": "Job",
    "runs.pushed": "push_forces",
    "runs.recording": "Recording Simulation",
    "runs.reproduction": "Horizon",
    "runs.simulation": "simulate stream",
    "studies.capacity": "Capacity MotionCapacity payload_capacity payload_over",
    "studies.causes": "causes_of_run torque_by_cause",
    "studies.chaos.flips": "FlipMap flip_times",
    "studies.chaos.lyapunov": "Lyapunov lyapunov",
    "studies.edits": "Edit edits_between",
    "studies.identification.base": "base_parameters",
    "studies.identification.comparison": "compare_measured",
    "studies.identification.excitation": "excitation",
    "studies.identification.exciting_motion": "exciting_motion",
    "studies.identification.filtering": "measured_states",
    "studies.identification.identification": "identify validate",
    "studies.identification.measurement": "Measurement",
    "studies.identification.measurement_csv": "MeasuredColumn read_measurement_csv",
    "studies.linear.equilibria": "Equilibrium equilibria",
    "studies.linear.linearization": "Linear linearize",
    "studies.linear.modes": "Mode Modes modes",
    "studies.linear.poles": "RunPoles poles_of_run",
    "studies.loads": "RunLoads loads_of_run",
    "studies.reach": "ReachMap reach_map reach_maps",
    "studies.sensitivity": "sensitivity",
    "studies.shares": "Shares shares_of_change",
    "studies.sizing": "actuator_sizing gear_sweep motor_sizing",
    "studies.sweeps.entries": "with_entries",
    "studies.sweeps.plan": "Plan Vary sweep_plan",
    "studies.sweeps.sweep": "Sweep sweep",
    "studies.tolerances.spread": "Spread spread_of_run",
    "studies.trust": "reproducible_until",
    "symbolic.equations": "equations",
    "symbolic.straight_line": "c_code",
    "torques.controller_model": "ControllerModel",
    "torques.expressions": "Expression ExpressionError",
    "torques.motors": "Gear Motor",
    "torques.pushes": "Push",
    "torques.torque_laws": "ComputedTorque ConstantTorque ExpressionTorque FreeFall PdTorque TableTorque",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}
_ROOMS = {home.partition(".")[0] for home in _HOMES}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    """A public name, or a room, that nobody has asked for yet."""
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
