"""Figures for paper: matplotlib, light whatever the window shows, colour-blind colours and line styles."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from typing import Any

import matplotlib

matplotlib.use("Agg")

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from dynamics.kinematics import forward_kinematics, skeleton
from dynamics.project import Project
from dynamics.recording import Recording, Simulation
from dynamics.robot import Robot

# Okabe and Ito's palette: distinguishable with every common kind of colour blindness.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
LONG_COLOURS = matplotlib.colormaps["viridis"]
STYLES = ("-", "--", "-.", ":")
SIZE = (6.3, 3.6)  # inches: the width of a page
DPI = 150
MANY = 12  # joints; more share a colour scale instead of a legend
ROUNDING = 1e-12  # of the largest value: below it a curve is rounding noise

STYLE: Any = {
    "font.size": 9.0,
    "font.family": "DejaVu Sans",
    "axes.grid": True,
    "grid.alpha": 0.35,
    "grid.linewidth": 0.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 1.4,
    "legend.frameon": False,
    "pdf.fonttype": 42,
    "svg.hashsalt": "denoc-studio",
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
}


class Plot:
    """A finished figure that can be exported."""

    def __init__(self, figure: Figure, title: str, note: str) -> None:
        self.figure = figure
        self.title = title
        self.note = note

    def export(self, suffix: str) -> bytes:
        """The file's bytes: png, svg or pdf."""
        about = {
            "png": {"Title": self.title, "Description": self.note, "Software": "DeNOC Studio"},
            "svg": {"Title": self.title, "Description": self.note, "Creator": "DeNOC Studio", "Date": None},
            "pdf": {"Title": self.title, "Subject": self.note, "Creator": "DeNOC Studio", "CreationDate": None},
        }[suffix]
        out = io.BytesIO()
        with matplotlib.rc_context(STYLE), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph .* missing")  # a name in a script that the font lacks
            self.figure.savefig(out, format=suffix, dpi=DPI, metadata=about)
        return out.getvalue()


def figures(project: Project, recording: Recording) -> dict[str, Plot]:
    """Every figure of a recording by its short name."""
    r = recording
    with matplotlib.rc_context(STYLE):
        return {
            "angles": _joints(project, r, r.q, ("angle [rad]", "displacement [m]"), "joint positions"),
            "rates": _joints(project, r, r.qd, ("rate [rad/s]", "rate [m/s]"), "joint rates"),
            "accelerations": _joints(
                project, r, r.qdd, ("acceleration [rad/s²]", "acceleration [m/s²]"), "joint accelerations"
            ),
            "torques": _joints(project, r, r.tau, ("torque [N m]", "force [N]"), "joint torques"),
            "energy": _energy(project, r),
            "motion": _motion(project, r),
        }


def _joints(project: Project, r: Recording, values: np.ndarray, labels: tuple[str, str], title: str) -> Plot:
    """One panel for the revolute joints, one for the prismatic ones; a panel each where sizes differ too much."""
    n = project.robot.n
    values = np.where(np.abs(values).max(axis=0) > ROUNDING * np.abs(values).max(), values, 0.0)
    if n <= MANY and _dissimilar(values):
        return _small_panels(project, r, values, labels, title)
    kinds = [
        (label, [i for i, link in enumerate(project.robot.links) if link.revolute == revolute])
        for label, revolute in zip(labels, (True, False), strict=True)
    ]
    kinds = [(label, joints) for label, joints in kinds if joints]
    figure, axes = _panels(len(kinds))
    for ax, (label, joints) in zip(axes, kinds, strict=True):
        for group in _coinciding(values, joints):
            ax.plot(r.t, values[:, group[0]], label=_label(project.robot, group), **_look(group[0], n))
        ax.set_ylabel(label)
        if not values[:, joints].any():
            ax.set_ylim(-1, 1)
        if n <= MANY:
            _legend(ax)
        else:
            figure.colorbar(ScalarMappable(Normalize(1, n), LONG_COLOURS), ax=ax, label="joint", pad=0.02)
    return _finish(figure, axes, project, r, title)


def _coinciding(values: np.ndarray, joints: list[int]) -> list[list[int]]:
    """Joints whose curves lie on one another, together: the legend names them all."""
    size = max(float(np.abs(values[:, joints]).max()), 1e-300)
    groups: list[list[int]] = []
    for i in joints:
        for group in groups:
            if np.abs(values[:, i] - values[:, group[0]]).max() < 1e-6 * size:
                group.append(i)
                break
        else:
            groups.append([i])
    return groups


def _dissimilar(values: np.ndarray, ratio: float = 30.0) -> bool:
    """Would some curves lie flat on the axis beside the others?"""
    swings = np.ptp(values, axis=0)
    visible = swings[swings > 1e-9 * max(float(swings.max()), 1e-300)]
    return len(visible) > 1 and float(visible.max()) > ratio * float(visible.min())


def _small_panels(project: Project, r: Recording, values: np.ndarray, labels: tuple[str, str], title: str) -> Plot:
    n = project.robot.n
    rows = (n + 1) // 2
    figure = Figure(figsize=(SIZE[0], 1.25 * rows + 0.6), layout="constrained")
    axes = list(figure.subplots(rows, 2, sharex=True, squeeze=False).flat)
    for i, link in enumerate(project.robot.links):
        axes[i].plot(r.t, values[:, i], color=COLOURS[i % len(COLOURS)])
        axes[i].set_title(_label(project.robot, [i]), fontsize=8.5, loc="right", pad=3, parse_math=False)
        axes[i].set_ylabel(labels[0 if link.revolute else 1], fontsize=8)
        axes[i].ticklabel_format(axis="y", scilimits=(-3, 4), useMathText=True)
    for ax in axes[n:]:
        ax.set_visible(False)
    for ax in axes[max(0, n - 2) : n]:
        ax.tick_params(labelbottom=True)
        ax.set_xlabel("time [s]")
    return _finish(figure, axes[:n], project, r, title)


def _energy(project: Project, r: Recording) -> Plot:
    forward = isinstance(r, Simulation)
    figure, axes = _panels(2 if forward else 1, ratios=(3, 1) if forward else (1,))
    for i, (name, values) in enumerate((("kinetic", r.kinetic), ("potential", r.potential), ("total", r.total))):
        axes[0].plot(r.t, values, label=name, **_look(i, 3))
    axes[0].set_ylabel("energy [J]")
    _legend(axes[0])
    if isinstance(r, Simulation):
        axes[1].plot(r.t, r.energy_drift, color=COLOURS[6], linewidth=1.0)
        axes[1].set_ylabel("drift [J]")
    return _finish(figure, axes, project, r, "energy")


def _motion(project: Project, r: Recording) -> Plot:
    """The arm at evenly spaced instants, early ones pale, and the path of its tip."""
    robot = project.robot
    rows = np.unique(np.linspace(0, len(r.t) - 1, 9).astype(int))
    path = forward_kinematics(robot, r.q)[:, -1, :3, 3]
    lines = [skeleton(robot, q) for q in r.q[rows]]
    spread = np.ptp(np.vstack([path, *lines]), axis=0)
    flat = int(np.argmin(spread))
    planar = spread[flat] < 1e-9 * max(float(spread.max()), 1e-12)
    figure = Figure(figsize=SIZE if planar else (SIZE[0], 4.8), layout="constrained")
    ax: Any = figure.add_subplot() if planar else figure.add_subplot(projection="3d")
    across = [axis for axis in range(3) if not planar or axis != flat]
    look = {"color": COLOURS[0], "linewidth": 1.8, "marker": "o", "markersize": 2.5}
    for k, (row, line) in enumerate(zip(rows, lines, strict=True)):
        label = f"t = {r.t[row]:g} s" if k in (0, len(lines) - 1) else None
        ax.plot(*line[:, across].T, alpha=0.25 + 0.75 * k / max(1, len(lines) - 1), label=label, **look)
    ax.plot(*path[:, across].T, color=COLOURS[1], linewidth=0.7, label="path of the tip")
    ax.plot(*lines[0][:1, across].T, color="black", marker="s", markersize=5, linestyle="none", label="base")
    for axis, name in zip(across, ("set_xlabel", "set_ylabel", "set_zlabel"), strict=False):
        getattr(ax, name)(f"{'xyz'[axis]} [m]")
    if planar:
        ax.set_aspect("equal", adjustable="datalim")
        _legend(ax)
    else:
        _equal_box(ax)
        figure.legend(loc="outside right center")
    _suptitle(figure, project, f"the arm from t = 0 to {r.t[-1]:g} s")
    return Plot(figure, f"{project.name}: motion", _note(project, r))


def _equal_box(ax: Any) -> None:
    """Equal scales on three axes, with room for the ticks of a short one."""
    limits = np.array([ax.get_xlim(), ax.get_ylim(), ax.get_zlim()])
    middle, length = limits.mean(axis=1), np.ptp(limits, axis=1)
    length = np.maximum(length, 0.45 * length.max())
    for set_limits, centre, size in zip((ax.set_xlim, ax.set_ylim, ax.set_zlim), middle, length, strict=True):
        set_limits(centre - size / 2, centre + size / 2)
    ax.set_box_aspect(length, zoom=0.8)
    for axis in (ax.xaxis, ax.yaxis, ax.zaxis):
        axis.set_major_locator(MaxNLocator(4))
        axis.set_tick_params(labelsize=8)
        axis.labelpad = 8


def _panels(count: int, ratios: Sequence[float] | None = None) -> tuple[Figure, list[Any]]:
    figure = Figure(figsize=(SIZE[0], SIZE[1] * (1.0 if count == 1 else 1.35)), layout="constrained")
    axes = figure.subplots(count, 1, sharex=True, squeeze=False, height_ratios=ratios)
    return figure, list(axes[:, 0])


def _finish(figure: Figure, axes: list[Any], project: Project, r: Recording, title: str) -> Plot:
    axes[-1].set_xlabel("time [s]")
    axes[-1].set_xlim(r.t[0], r.t[-1])
    figure.align_ylabels(axes)
    _suptitle(figure, project, title)
    if isinstance(r, Simulation) and r.status != "completed":
        for ax in axes:
            ax.axvline(r.t[-1], color="0.4", linewidth=0.8, linestyle=":")
        axes[0].set_title(_shortened(f"{r.status}: {r.message}", 110), fontsize=7, color="0.3")
    return Plot(figure, f"{project.name}: {title}", _note(project, r))


def _suptitle(figure: Figure, project: Project, title: str) -> None:
    figure.suptitle(f"{_shortened(project.robot.name, 50)}: {title}", fontsize=9.5, parse_math=False)


def _legend(ax: Any) -> None:
    for text in ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5)).get_texts():
        text.set_parse_math(False)


def _label(robot: Robot, joints: list[int]) -> str:
    if len(joints) > 1:
        return "joints " + ", ".join(str(i + 1) for i in joints)
    name = robot.links[joints[0]].name
    number = f"joint {joints[0] + 1}"
    return f"{number}: {_shortened(name, 12)}" if name and not name.startswith("link ") else number


def _shortened(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _look(i: int, count: int) -> dict[str, Any]:
    """Colour and line style of curve i of `count`."""
    if count > MANY:
        return {"color": LONG_COLOURS(i / (count - 1)), "linewidth": 0.8}
    return {"color": COLOURS[i % len(COLOURS)], "linestyle": STYLES[(i // len(COLOURS) + i) % len(STYLES)]}


def _note(project: Project, r: Recording) -> str:
    run = project.run
    if isinstance(r, Simulation):
        return (
            f"{run.method}, {run.integrator}, rtol {run.rtol:g}, atol {run.atol:g}, energy drift {r.energy_error:.1e}"
        )
    return f"inverse dynamics, {run.inverse_method}"
