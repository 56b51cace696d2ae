"""How every public function of a state grows with the number of joints: a table, and docs/growth.svg.

Run it as

    python -m benchmarks.growth [file]

One state of a general arm of revolute joints per call, generic kernels or those written out, as a script gets them; the
best of some calls. The exponent is that of the last two lengths: 1 where the time is proportional to n, 2 for a matrix.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.figure import Figure

import denoc as dn
from denoc_studio.bench.measuring.arms import general_arm
from denoc_studio.paper.drawing import STYLE

LENGTHS = (10, 30, 100, 300, 1000)
LONGEST = 60.0  # s: a function that would take longer at the next length is left out there
TIME = 0.2  # s of calls for each point
WRENCH = (0.3, -0.2, 0.1, 1.0, -2.0, 0.5)

State = tuple[dn.Robot, np.ndarray, np.ndarray, np.ndarray]
FUNCTIONS: dict[str, Callable[[State], object]] = {
    "inverse_dynamics, denoc": lambda s: dn.inverse_dynamics(*s),
    "inverse_dynamics, kane": lambda s: dn.inverse_dynamics(*s, method="kane"),
    "forward_dynamics, denoc": lambda s: dn.forward_dynamics(*s),
    "forward_dynamics, walker-orin": lambda s: dn.forward_dynamics(*s, method="walker-orin"),
    "forward_dynamics, normalized": lambda s: dn.forward_dynamics(*s, method="normalized"),
    "forward_dynamics, unnormalized": lambda s: dn.forward_dynamics(*s, method="unnormalized"),
    "gravity_torque": lambda s: dn.gravity_torque(*s[:2]),
    "kinetic_energy": lambda s: dn.kinetic_energy(*s[:3]),
    "potential_energy": lambda s: dn.potential_energy(*s[:2]),
    "mass_matrix": lambda s: dn.mass_matrix(*s[:2]),
    "coriolis_matrix": lambda s: dn.coriolis_matrix(*s[:3]),
    "udu": lambda s: dn.udu(*s[:2]),
    "regressor": lambda s: dn.regressor(*s),
    "forward_kinematics": lambda s: dn.forward_kinematics(*s[:2]),
    "jacobian": lambda s: dn.jacobian(*s[:2]),
    "jacobian_rate": lambda s: dn.jacobian_rate(*s[:3]),
    "tip_twist": lambda s: dn.tip_twist(*s[:3]),
    "tip_acceleration": lambda s: dn.tip_acceleration(*s),
    "manipulability": lambda s: dn.manipulability(*s[:2]),
    "joint_reactions": lambda s: dn.joint_reactions(*s),
    "link_loads": lambda s: dn.link_loads(*s),
    "torque_by_cause": lambda s: dn.torque_by_cause(*s, tip_wrench=WRENCH),
    "generalized_forces": lambda s: dn.generalized_forces(s[0], s[1], np.ones((s[0].n, 6))),
    "denoc_matrices": lambda s: dn.denoc_matrices(*s[:2]),
    "inspect_inverse": lambda s: dn.inspect_inverse(*s),
    "inspect_forward": lambda s: dn.inspect_forward(*s),
}


def main() -> None:
    curves = {name: measured(name) for name in FUNCTIONS}
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/growth.svg")
    with matplotlib.rc_context({**STYLE, "svg.hashsalt": "growth"}):
        draw(curves).savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    print(f"{path} written")


def measured(name: str) -> dict[int, float]:
    """Seconds of a call by number of joints."""
    found: dict[int, float] = {}
    for n in LENGTHS:
        if found and expected(found, n) > LONGEST:
            break
        robot = general_arm(n)
        state = (robot, *np.random.default_rng(n).normal(size=(3, n)))
        FUNCTIONS[name](state)  # which compiles what it needs
        found[n] = best_time(partial(FUNCTIONS[name], state))
    times = "  ".join(f"{seconds * 1e6:11.1f}" for seconds in found.values())
    print(f"{name:32s}{times}    n^{exponent(found):.1f}", flush=True)
    return found


def best_time(call: Callable[[], object]) -> float:
    best, end = np.inf, time.perf_counter() + TIME
    while True:
        started = time.perf_counter()
        call()
        now = time.perf_counter()
        best = min(best, now - started)
        if now > end:
            return best


def expected(found: dict[int, float], n: int) -> float:
    last = max(found)
    return found[last] * (n / last) ** 3


def exponent(found: dict[int, float]) -> float:
    (a, b), (s, t) = list(found)[-2:], list(found.values())[-2:]
    return float(np.log(t / s) / np.log(b / a))


def draw(curves: dict[str, dict[int, float]]) -> Figure:
    """Double logarithmic: those that give a vector, and those that give a matrix or every step."""
    figure = Figure(figsize=(9.0, 5.0), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    steep = {name for name, found in curves.items() if exponent(found) > 1.4}
    styles = [f"{marker}{line}" for line in ("-", "--") for marker in "osv^D*xP+<>"]
    for axes, title, names in (
        (left, "proportional to n", [name for name in curves if name not in steep]),
        (right, "matrices, O(n$^2$), and systems of n equations, O(n$^3$)", [name for name in curves if name in steep]),
    ):
        for style, name in zip(styles, names, strict=False):
            found = curves[name]
            axes.plot(list(found), [seconds * 1e6 for seconds in found.values()], style, markersize=3, label=name)
        axes.set(xscale="log", yscale="log", xlabel="joints", title=title)
        axes.legend(fontsize=6)
    left.set_ylabel("one state per call [us]")
    return figure


if __name__ == "__main__":
    main()
