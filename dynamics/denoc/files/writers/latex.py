"""Tables of a robot for a paper: LaTeX with booktabs, units in the heads, angles in degrees."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from denoc.arm.friction_columns import Quantity, friction_columns
from denoc.arm.robot import Link, Robot, Transform
from denoc.basics.checks import check_kind
from denoc.files.disk.files import file_path, save_bytes

HEAD = "% Needs \\usepackage{booktabs}. Written by DeNOC Studio."
CONVENTIONS = {"standard": "standard", "modified": "modified (Craig)"}
HEADS = {
    "standard": ("$a_i$ [m]", "$b_i$ [m]", r"$\alpha_i$ [$^\circ$]", r"$\theta_i$ [$^\circ$]"),
    "modified": ("$a_{i-1}$ [m]", "$d_i$ [m]", r"$\alpha_{i-1}$ [$^\circ$]", r"$\theta_i$ [$^\circ$]"),
}
_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\char34{}",  # active in several languages
        "`": r"\textasciigrave{}",
        **{character: f"\\{character}" for character in "&%$#_{}"},
    }
)


def save_latex(robot: Robot, path: object) -> tuple[str, ...]:
    """Write the tables as a LaTeX file to be \\input; returns nothing to be said."""
    save_bytes(file_path(path), latex_tables(robot).encode())
    return ()


def latex_tables(robot: Robot) -> str:
    """The arm as LaTeX tables for a paper: Denavit-Hartenberg (m, degrees) and inertia (kg, m, kg m^2).

    One text, for the package booktabs. Friction, rotors, gears and limits of torque and speed have a table of their own
    where there are any.
    DynamicsError for what is no Robot.

    >>> dn.latex_tables(dn.rod_chain(2).robot).count("tabular")  # begun and ended
    4
    """
    parts = [HEAD, _geometry(robot), _inertia(robot)]
    if any(link.armature or not link.frictionless for link in robot.links) or _driven_within(robot):
        parts.append(_joints(robot))
    return "\n\n".join(parts) + "\n"


def latex_dh_table(robot: Robot) -> str:
    """The Denavit-Hartenberg table alone."""
    return f"{HEAD}\n\n{_geometry(robot)}\n"


def escape(text: str) -> str:
    """Any text as LaTeX shows it, hyphens not joined to a dash."""
    return re.sub("-(?=-)", "-{}", text.translate(_ESCAPES))


def _geometry(robot: Robot) -> str:
    rows = []
    for number, link in enumerate(check_kind(robot, Robot, "robot").links, 1):
        b, theta = latex_number(link.b), latex_number(math.degrees(link.theta))
        variable = f"$q_{{{number}}}$"
        if link.revolute:
            theta = variable if link.theta == 0 else f"{theta} + {variable}"
        else:
            b = variable if link.b == 0 else f"{b} + {variable}"
        kind = "revolute" if link.revolute else "prismatic"
        alpha = latex_number(math.degrees(link.alpha))
        rows.append([str(number), kind, latex_number(link.a), b, alpha, theta, _range(link)])
    whose = f" of {escape(robot.name)}" if robot.name else ""
    words = f"Denavit--Hartenberg parameters{whose}, {CONVENTIONS[robot.convention]} convention"
    heads = ["$i$", "joint", *HEADS[robot.convention], "range"]
    below = [_fixed(name, matrix) for name, matrix in (("base", robot.base), ("tool", robot.tool)) if matrix]
    return booktabs_table(words, "rlrrrrr", [heads], rows, below)


def _fixed(name: str, matrix: Transform) -> str:
    rows = r" \\ ".join(" & ".join(latex_number(value, maths=True) for value in row) for row in matrix)
    return f"{name} $\\left(\\begin{{array}}{{rrrr}} {rows} \\end{{array}}\\right)$"


def _range(link: Link) -> str:
    if math.isinf(link.lower) and math.isinf(link.upper):
        return "--"
    return f"${_end(link.lower, link.revolute)} \\ldots {_end(link.upper, link.revolute)}$"


def _end(value: float, revolute: bool) -> str:
    if math.isinf(value):
        return r"-\infty" if value < 0 else r"\infty"
    if revolute:
        return latex_number(math.degrees(value), maths=True) + r"^\circ"
    return latex_number(value, maths=True) + r"\,\mathrm{m}"


def _inertia(robot: Robot) -> str:
    names = ["$i$", "link", "$m$", *(f"$c_{axis}$" for axis in "xyz")]
    names += [f"$I_{{{axes}}}$" for axes in ("xx", "yy", "zz", "xy", "yz", "xz")]
    units = ["", "", "[kg]", r"\multicolumn{3}{c}{[m]}", r"\multicolumn{6}{c}{[kg\,m$^2$]}"]
    bodies: list[tuple[str, str, Iterable[float]]] = [
        (str(number), link.name, (link.mass, *link.com, *link.inertia)) for number, link in enumerate(robot.links, 1)
    ]
    if robot.payload is not None:
        bodies.append(("", "payload (tip frame)", (robot.payload.mass, *robot.payload.com, *robot.payload.inertia)))
    rows = [[number, escape(name), *map(latex_number, values)] for number, name, values in bodies]
    words = "Masses, mass centres and entries of the inertia tensors about them, in each link's own frame"
    return booktabs_table(words, "rl" + "r" * 10, [names, units], rows)


def _driven_within(robot: Robot) -> bool:
    """Whether some drive has a limit."""
    return any(math.isfinite(limit) for link in robot.links for limit in (link.max_torque, link.max_speed))


def _joints(robot: Robot) -> str:
    columns, limited = friction_columns(robot.links), _driven_within(robot)
    heads = ["$i$", *(column.heading.replace("+/-", "$+/-$") for column in columns), "rotor [kg\\,m$^2$]", "gear"]
    heads += [r"$|\tau|$ at most", r"$|\dot q|$ at most"] if limited else []
    rows = []
    for number, link in enumerate(robot.links, 1):
        friction = [_friction(link, column.quantity, column.entries[number - 1]) for column in columns]
        rows.append([str(number), *friction, latex_number(link.rotor_inertia), latex_number(link.gear_ratio)])
        rows[-1] += _drive_limits(link) if limited else []
    words = "Joint friction, rotors, gears and limits" if limited else "Joint friction, rotors and gears"
    return booktabs_table(words, "r" * len(heads), [heads], rows)


def _friction(link: Link, quantity: Quantity, entry: Sequence[float]) -> str:
    units = {"damping": r" N\,m\,s/rad", "torque": r" N\,m", "rate": r"$^\circ$/s"}
    if not link.revolute:
        units = {"damping": r" N\,s/m", "torque": " N", "rate": " m/s"}
    shown = map(math.degrees, entry) if quantity == "rate" and link.revolute else entry
    return " / ".join(map(latex_number, shown)) + units[quantity]


def _drive_limits(link: Link) -> list[str]:
    speed, unit = (math.degrees(link.max_speed), r"$^\circ$/s") if link.revolute else (link.max_speed, " m/s")
    limits = (link.max_torque, r" N\,m" if link.revolute else " N"), (speed, unit)
    return [f"{latex_number(value)}{unit}" if math.isfinite(value) else "--" for value, unit in limits]


def booktabs_table(
    caption: str, columns: str, heads: list[list[str]], rows: list[list[str]], below: Sequence[str] = ()
) -> str:
    lines = [r"\begin{table}", r"  \centering", f"  \\caption{{{caption}.}}", f"  \\begin{{tabular}}{{{columns}}}"]
    lines += [r"    \toprule", *(_row(head) for head in heads), r"    \midrule", *(_row(row) for row in rows)]
    lines += [r"    \bottomrule", r"  \end{tabular}", *(rf"  \par\medskip {line}" for line in below)]
    return "\n".join([*lines, r"\end{table}"])


def _row(cells: list[str]) -> str:
    return f"    {' & '.join(cells)} \\\\"


def latex_number(value: float, *, maths: bool = False) -> str:
    """Six digits; a minus sign, not a hyphen; powers of ten written out."""
    digits, _, power = f"{value + 0.0:.6g}".partition("e")
    text = f"{digits} \\times 10^{{{int(power)}}}" if power else digits
    return text if maths or not (power or value < 0) else f"${text}$"
