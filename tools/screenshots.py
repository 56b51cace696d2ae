"""Makes the pictures of README.md: python tools/screenshots.py."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import msgspec
import numpy as np
from matplotlib.figure import Figure

from app.figures import COLOURS, STYLE, STYLES
from dynamics import forward_kinematics, load
from dynamics.kinematics import skeleton
from dynamics.simulation import run

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"


def free_fall() -> Figure:
    """The triple pendulum in its first second, beside its angles and its energies."""
    project = load("planar-3r-free-fall")
    project = replace(project, run=msgspec.structs.replace(project.run, duration=1.0, samples=401))
    result = run(project.job())
    figure = Figure(figsize=(9.0, 3.9), layout="constrained")
    arm, curves = figure.subfigures(1, 2, width_ratios=(1, 1.15))
    ax = arm.subplots()
    ax.set_aspect("equal", adjustable="datalim")
    tip = forward_kinematics(project.robot, result.q)[:, -1]
    ax.plot(tip[:, 0, 3], tip[:, 1, 3], color=COLOURS[1], linewidth=0.9)
    for k, row in enumerate(np.linspace(0, 260, 14).astype(int)):
        line = skeleton(project.robot, result.q[row])
        ax.plot(line[:, 0], line[:, 1], color=COLOURS[0], alpha=0.2 + 0.8 * k / 13, marker="o", markersize=3)
    ax.set_xlabel("x [m]")
    ax.set_ylabel("y [m]")
    ax.set_title("the arm every 50 ms, the path of its tip", fontsize=9)
    angles, energy = curves.subplots(2, 1, sharex=True, height_ratios=(1.4, 1))
    for i in range(3):
        angles.plot(result.t, result.q[:, i], color=COLOURS[i], linestyle=STYLES[i], label=f"joint {i + 1}")
    for i, name in enumerate(("kinetic", "potential", "total")):
        energy.plot(result.t, getattr(result, name), color=COLOURS[i + 3], linestyle=STYLES[i], label=name)
    angles.set_ylabel("angle [rad]")
    energy.set_ylabel("energy [J]")
    energy.set_xlabel("time [s]")
    energy.set_xlim(0, 1)
    for ax in (angles, energy):
        ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8)
    return figure


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with matplotlib.rc_context(STYLE):
        path = FOLDER / "free-fall.png"
        free_fall().savefig(path, dpi=130, metadata={"Software": "DeNOC Studio"})
    print(path)


if __name__ == "__main__":
    main()
