"""The papers that a run's formulation comes from."""

from __future__ import annotations

from denoc.files.projects.project import Project

SAHA_1999 = (
    "S. K. Saha, Dynamics of serial multibody systems using the decoupled natural orthogonal complement matrices, "
    "ASME J. Applied Mechanics 66, 1999"
)
SAHA_1997 = (
    "S. K. Saha, A decomposition of the manipulator inertia matrix, IEEE Trans. Robotics and Automation 13(2), 1997"
)
KOZLOWSKI = (
    "K. Kozlowski, Robot dynamics models in terms of generalized and quasi-coordinates: a comparison, "
    "Applied Mathematics and Computer Science 5(2), 1995"
)
ANGELES = (
    "J. Angeles, O. Ma, A. Rojas, An algorithm for the inverse dynamics of n-axis general manipulators using Kane's "
    "equations, Computers and Mathematics with Applications 17(12), 1989"
)
WALKER = (
    "M. W. Walker, D. E. Orin, Efficient dynamic computer simulation of robotic mechanisms, "
    "ASME J. Dynamic Systems, Measurement and Control 104, 1982"
)
FORWARD = {
    "denoc": (SAHA_1999, SAHA_1997),
    "walker-orin": (WALKER, SAHA_1999),
    "normalized": (KOZLOWSKI, SAHA_1999),
    "unnormalized": (KOZLOWSKI, SAHA_1999),
}
INVERSE = {"denoc": (SAHA_1999,), "kane": (ANGELES,)}


def sources(project: Project) -> tuple[str, ...]:
    run = project.run
    return INVERSE[run.inverse_method] if run.mode == "inverse" else FORWARD[run.method]
