r"""What the names in the recursions' texts are in the papers: how they are written, what they mean, units and axes.

`tex` is the symbol with i for the link's number: `\mathbf{t}_{i-1}`. Units are of the angular and of the linear part,
"rad/s; m/s", or of the one number that there is; a second text holds for prismatic joints.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

Kind = Literal["scalar", "vector", "twist", "wrench", "mass", "matrix", "operator"]


class Symbol(NamedTuple):
    tex: str
    kind: Kind
    meaning: str
    units: str = ""
    prismatic: str = ""  # units at a prismatic joint, where they differ
    column: tuple[str, str] = (
        "",
        "",
    )  # units of an entry (i, k) where joint k is prismatic: joint i revolute, prismatic
    of: int = 0  # the link that it belongs to, counted from link i
    axes: int = 0  # the link in whose axes it is given, counted from link i
    elsewhere: str = ""  # what the same letter is in another paper

    def unit(self, revolute: bool, column: bool = True) -> str:
        """At a revolute joint or not, in the column of a revolute joint or not."""
        units, prismatic = (self.units, self.prismatic) if column else self.column
        return units if revolute else prismatic or units


class Alias(NamedTuple):
    """A name that stands for an expression in symbols; a second one at a prismatic joint."""

    expression: str
    prismatic: str = ""

    def of(self, revolute: bool) -> ast.expr:
        return ast.parse(self.expression if revolute else self.prismatic or self.expression, mode="eval").body


class Notation(NamedTuple):
    """Of one paper. `calls` are functions of the text: TeX with #1, #2 for the arguments."""

    paper: str
    point: str  # where twists and wrenches are taken: C or O
    symbols: dict[str, Symbol]
    aliases: dict[str, Alias]
    calls: dict[str, str]
    cited: Mapping[str, str] = MappingProxyType({})  # equations of names whose text cites another paper
    transpose: str = "T"
    remark: str = ""

    @property
    def known(self) -> frozenset[str]:
        return frozenset((*self.symbols, *self.aliases, *self.calls))


TWIST, RATE, WRENCH = "rad/s; m/s", "rad/s^2; m/s^2", "N m; N"
MASS = "kg m^2; kg m; kg"  # of the three blocks
_GAMMA = "Saha 1997 calls it w"

_JOINT = {
    "qd": Symbol(r"\dot{\theta}_{i}", "scalar", "rate of joint i", "rad/s", "m/s"),
    "tau": Symbol(r"\tau_{i}", "scalar", "torque, or force, of joint i", "N m", "N"),
    "qdd": Symbol(r"\ddot{\theta}_{i}", "scalar", "acceleration of joint i", "rad/s^2", "m/s^2"),
    "armature": Symbol(r"J_{i}", "scalar", "rotor inertia on the joint's side of the gear", "kg m^2", "kg"),
    "friction": Symbol(r"f_{i}", "scalar", "what friction takes from the joint torque", "N m", "N"),
}

_ELIMINATION = {
    "M_hat": Symbol(r"\hat{\mathbf{M}}_{i}", "mass", "mass matrix of the articulated body i", MASS),
    "psi_hat": Symbol(
        r"\hat{\boldsymbol{\psi}}_{i}",
        "wrench",
        "wrench for a unit acceleration of joint i",
        "kg m^2; kg m",
        "kg m; kg",
    ),
    "m_hat": Symbol(r"\hat{m}_{i}", "scalar", "pivot: inertia of the articulated body at joint i", "kg m^2", "kg"),
    "psi": Symbol(r"\boldsymbol{\psi}_{i}", "wrench", "gain of the elimination", "1; 1/m", "m; 1"),
    "rest": Symbol(
        r"\hat{\mathbf{M}}_{i,i-1}", "mass", "what is left of the articulated body when joint i is loose", MASS
    ),
    "rest_next": Symbol(r"\hat{\mathbf{M}}_{i+1,i}", "mass", "what is left of the next body", MASS, of=1, axes=1),
}

_COLUMNS = {
    "entry": Symbol(r"U_{i,k}", "scalar", "entry of U, row i and column k", "1", "1/m", ("m", "1")),
    "wrench": Symbol(
        r"\boldsymbol{\psi}_{i,k}", "wrench", "gain of joint k, felt at mass centre i", "1; 1/m", "", ("m; 1", "")
    ),
    "wrench_before": Symbol(
        r"\boldsymbol{\psi}_{i-1,k}", "wrench", "that gain at the mass centre before", "1; 1/m", "", ("m; 1", ""),
        of=-1, axes=-1,
    ),
}  # fmt: skip

SAHA = Notation(
    "Saha 1999",
    "C",
    {
        **_JOINT,
        **_ELIMINATION,
        **_COLUMNS,
        "t": Symbol(r"\mathbf{t}_{i}", "twist", "twist of link i at its mass centre", TWIST),
        "t_before": Symbol(
            r"\mathbf{t}_{i-1}", "twist", "twist of the link before, at its mass centre", TWIST, of=-1, axes=-1
        ),
        "t_dot": Symbol(
            r"\dot{\mathbf{t}}_{i}", "twist", "twist rate of link i; the base accelerates against gravity", RATE
        ),
        "t_dot_before": Symbol(
            r"\dot{\mathbf{t}}_{i-1}", "twist", "twist rate of the link before", RATE, of=-1, axes=-1
        ),
        "B": Symbol(r"\mathbf{B}_{i,i-1}", "operator", "carries twists from mass centre i-1 to i"),
        "B_dot": Symbol(r"\dot{\mathbf{B}}_{i,i-1}", "operator", "rate of B"),
        "B_next": Symbol(r"\mathbf{B}_{i+1,i}", "operator", "carries twists from mass centre i to i+1", of=1),
        "p": Symbol(r"\mathbf{p}_{i}", "twist", "unit twist of joint i at mass centre i", "1; m", "1/m; 1"),
        "Omega": Symbol(r"\boldsymbol{\Omega}_{i}", "operator", "omega of link i as a cross product, on both halves"),
        "M": Symbol(r"\mathbf{M}_{i}", "mass", "mass matrix of link i at its mass centre", MASS),
        "M_dot": Symbol(r"\dot{\mathbf{M}}_{i}", "operator", "rate of the mass matrix of link i"),
        "w": Symbol(r"\mathbf{w}_{i}", "wrench", "wrench that moves link i as it moves", WRENCH),
        "gamma": Symbol(
            r"\boldsymbol{\gamma}_{i}",
            "wrench",
            "wrench at mass centre i that joint i passes on",
            WRENCH,
            elsewhere=_GAMMA,
        ),
        "gamma_next": Symbol(
            r"\boldsymbol{\gamma}_{i+1}", "wrench", "wrench that the next joint passes on", WRENCH, of=1, axes=1
        ),
        "eta": Symbol(
            r"\boldsymbol{\eta}_{i}", "wrench", "what the joints beyond pass on, and what link i needs at rest", WRENCH
        ),
        "eta_before": Symbol(
            r"\boldsymbol{\eta}_{i-1,i}",
            "wrench",
            "eta and the joint's own share, at the mass centre before",
            WRENCH,
            of=-1,
            axes=-1,
        ),
        "eta_next": Symbol(r"\boldsymbol{\eta}_{i,i+1}", "wrench", "what the joint beyond has passed on", WRENCH),
        "tau_hat": Symbol(r"\hat{\tau}_{i}", "scalar", "entry of U^-1 phi", "N m", "N"),
        "tau_tilde": Symbol(r"\tilde{\tau}_{i}", "scalar", "entry of D^-1 U^-1 phi", "rad/s^2", "m/s^2"),
        "mu_before": Symbol(
            r"\boldsymbol{\mu}_{i-1}",
            "twist",
            "twist rate that the accelerations make, of the link before",
            RATE,
            of=-1,
            axes=-1,
        ),
        "mu_carried": Symbol(r"\boldsymbol{\mu}_{i,i-1}", "twist", "that twist rate at mass centre i", RATE),
        "mu": Symbol(r"\boldsymbol{\mu}_{i}", "twist", "twist rate that the accelerations make, of link i", RATE),
    },
    {
        "passed_on": Alias("B_next.T @ gamma_next"),
        "outboard": Alias("B_next.T @ rest_next @ B_next"),
    },
    {},
)
_BODIES = {
    "M_tilde": Symbol(r"\tilde{\mathbf{M}}_{i}", "mass", "mass matrix of links i to n as one composite body", MASS),
    "M_tilde_next": Symbol(r"\tilde{\mathbf{M}}_{i+1}", "mass", "that of the next composite body", MASS, of=1, axes=1),
    "column": Symbol(
        r"\tilde{\mathbf{M}}_{i}\mathbf{p}_{i}", "wrench", "wrench for a unit acceleration of joint i alone",
        "kg m^2; kg m", "kg m; kg",
    ),
    "wrench": Symbol(
        r"\mathbf{w}_{i,k}", "wrench", "that wrench of joint k, felt at mass centre i", "kg m^2; kg m", "",
        ("kg m; kg", ""),
    ),
    "wrench_before": Symbol(
        r"\mathbf{w}_{i-1,k}", "wrench", "that wrench at the mass centre before", "kg m^2; kg m", "", ("kg m; kg", ""),
        of=-1, axes=-1,
    ),
    "entry": Symbol(
        r"I_{i,k}", "scalar", "entry of the generalized inertia matrix", "kg m^2", "kg m", ("kg m", "kg")
    ),
}  # fmt: skip
INERTIA = SAHA._replace(
    symbols={**SAHA.symbols, **_BODIES},
    aliases={"outboard": Alias("B_next.T @ M_tilde_next @ B_next"), "own": Alias("p.T @ wrench")},
    cited=dict.fromkeys(("entry", "wrench_before"), "(24)"),
)
FORWARD = SAHA._replace(aliases={**SAHA.aliases, "passed_on": Alias("eta_next")})

ANGELES = Notation(
    "Angeles, Ma, Rojas 1989",
    "O",
    {
        **_JOINT,
        "e": Symbol(r"\mathbf{e}_{i}", "vector", "axis of joint i", "1"),
        "omega": Symbol(r"\boldsymbol{\omega}_{i}", "vector", "angular velocity of link i", "rad/s"),
        "omega_before": Symbol(
            r"\boldsymbol{\omega}_{i-1}", "vector", "angular velocity of the link before", "rad/s", of=-1, axes=-1
        ),
        "omega_dot": Symbol(r"\dot{\boldsymbol{\omega}}_{i}", "vector", "angular acceleration of link i", "rad/s^2"),
        "omega_dot_before": Symbol(
            r"\dot{\boldsymbol{\omega}}_{i-1}",
            "vector",
            "angular acceleration of the link before",
            "rad/s^2",
            of=-1,
            axes=-1,
        ),
        "W": Symbol(r"\mathbf{W}_{i}", "matrix", "angular acceleration matrix of link i", "rad/s^2"),
        "W_before": Symbol(r"\mathbf{W}_{i-1}", "matrix", "that of the link before", "rad/s^2", of=-1, axes=-1),
        "p_ddot": Symbol(r"\ddot{\mathbf{p}}_{i}", "vector", "acceleration of mass centre i less gravity", "m/s^2"),
        "p_ddot_before": Symbol(
            r"\ddot{\mathbf{p}}_{i-1}",
            "vector",
            "acceleration of the mass centre before, less gravity",
            "m/s^2",
            of=-1,
            axes=-1,
        ),
        "a": Symbol(r"\mathbf{a}_{i}", "vector", "from origin i-1 to origin i", "m", axes=-1),
        "a_next": Symbol(r"\mathbf{a}_{i+1}", "vector", "from origin i to origin i+1", "m", of=1),
        "com": Symbol(r"\boldsymbol{\rho}_{i}", "vector", "from origin i to mass centre i", "m"),
        "parent_com": Symbol(
            r"\boldsymbol{\rho}_{i-1}", "vector", "from origin i-1 to mass centre i-1", "m", of=-1, axes=-1
        ),
        "inertia": Symbol(r"\mathbf{I}_{i}", "matrix", "inertia of link i about its mass centre", "kg m^2"),
        "mass": Symbol(r"m_{i}", "scalar", "mass of link i", "kg"),
        "h_dot": Symbol(r"\dot{\mathbf{h}}_{i}", "vector", "rate of the angular momentum about mass centre i", "N m"),
        "u": Symbol(r"\mathbf{u}_{i}", "vector", "force that moves link i", "N"),
        "k": Symbol(r"\mathbf{k}_{i}", "vector", "moment about origin i of link i and of the force beyond", "N m"),
        "w": Symbol(r"\mathbf{w}_{i}", "vector", "moment about origin i that joint i passes on", "N m"),
        "w_next": Symbol(r"\mathbf{w}_{i+1}", "vector", "moment that the next joint passes on", "N m", of=1),
        "v": Symbol(r"\mathbf{v}_{i}", "vector", "force that joint i passes on", "N"),
        "v_next": Symbol(r"\mathbf{v}_{i+1}", "vector", "force that the next joint passes on", "N", of=1),
    },
    {"effort": Alias("e.T @ w", "e.T @ v")},
    {
        "turn": r"\mathbf{Q}_{i}^T #1",
        "acceleration_matrix": r"\dot{\boldsymbol{\Omega}}_{i} + \boldsymbol{\Omega}_{i}^2",
    },
    remark="b_i of the paper is minus the table's d_i",
)

_KOZLOWSKI = {
    **_JOINT,
    "p": Symbol(r"\mathbf{H}^*_{i}", "twist", "unit twist of joint i at origin i", "1; m", "1/m; 1"),
    "B": Symbol(r"\boldsymbol{\Phi}^*_{i}", "operator", "carries spatial velocities from origin i-1 to i"),
    "M": Symbol(r"\mathbf{M}_{i}", "mass", "spatial inertia of link i at origin i", MASS),
    "M_hat": Symbol(r"\mathbf{P}_{i}", "mass", "articulated inertia at origin i", MASS),
    "psi_hat": Symbol(
        r"\mathbf{P}_{i}\mathbf{H}^*_{i}", "wrench", "wrench for a unit acceleration", "kg m^2; kg m", "kg m; kg"
    ),
    "m_hat": Symbol(r"D_{i}", "scalar", "inertia along the axis of joint i", "kg m^2", "kg"),
    "psi": Symbol(r"\mathbf{G}_{i}", "wrench", "gain of the articulated body", "1; 1/m", "m; 1"),
    "rest": Symbol(r"\mathbf{P}^+_{i}", "mass", "articulated inertia when joint i is loose", MASS),
    "rest_next": Symbol(
        r"\mathbf{P}^+_{i+1}", "mass", "articulated inertia beyond, its joint loose", MASS, of=1, axes=1
    ),
    "B_next": Symbol(r"\boldsymbol{\Phi}^*_{i+1}", "operator", "carries spatial velocities from origin i to i+1", of=1),
    "V": Symbol(r"\mathbf{V}_{i}", "twist", "spatial velocity of link i at origin i", TWIST),
    "V_before": Symbol(r"\mathbf{V}_{i-1}", "twist", "spatial velocity of the link before", TWIST, of=-1, axes=-1),
    "before": Symbol(r"\mathbf{V}^+_{i}", "twist", "velocity of the link before, felt at origin i", TWIST),
    "xi": Symbol(
        r"\xi_{i}",
        "scalar",
        "quasi-velocity, unnormalized",
        "rad/s",
        "m/s",
        elsewhere="Saha's xi is the twist rate in section 5.1",
    ),
    "g": Symbol(r"\mathbf{g}", "twist", "gravity, in the axes of link i", RATE),
    "b": Symbol(r"\mathbf{b}_{i}", "wrench", "bias force of link i", WRENCH),
    "kappa": Symbol(r"\kappa_{i}", "scalar", "effort on xi: entry of U^-1 tau", "N m", "N"),
    "z": Symbol(r"\mathbf{z}_{i}", "wrench", "what the joints beyond pass on", WRENCH),
    "z_before": Symbol(r"\mathbf{z}_{i-1}", "wrench", "what joint i and those beyond pass on", WRENCH, of=-1, axes=-1),
    "lam_dot": Symbol(
        r"\dot{\boldsymbol{\lambda}}_{i}",
        "mass",
        "rate of P seen from the link before",
        "kg m^2/s; kg m/s; kg/s",
    ),
    "lam_dot_next": Symbol(
        r"\dot{\boldsymbol{\lambda}}^+_{i+1}",
        "mass",
        "that rate of the link beyond, handed on",
        "kg m^2/s; kg m/s; kg/s",
        of=1,
    ),
    "lam_dot_before": Symbol(
        r"\dot{\boldsymbol{\lambda}}^+_{i}",
        "mass",
        "that rate, seen from the link before",
        "kg m^2/s; kg m/s; kg/s",
        of=-1,
        axes=-1,
    ),
    "delta": Symbol(r"\boldsymbol{\delta}_{i}", "twist", "velocity across joint i", TWIST),
    "X_V": Symbol(r"\mathbf{X}_{i}\mathbf{V}_{i}", "wrench", "what turning P with the joint does", WRENCH),
    "Xt_V": Symbol(r"\mathbf{X}^*_{i}\mathbf{V}_{i}", "wrench", "its transpose on V", WRENCH),
    "inboard": Symbol(r"\boldsymbol{\Psi}^*\mathbf{V}_{i-1}", "twist", "velocity handed past the loose joint i", TWIST),
    "y": Symbol(r"\mathbf{y}_{i}", "wrench", "velocity and gravity terms", WRENCH),
    "y_next": Symbol(r"\mathbf{y}^+_{i+1}", "wrench", "those of the links beyond", WRENCH, of=1),
    "y_before": Symbol(
        r"\mathbf{y}^+_{i}", "wrench", "those terms, handed past the loose joint", WRENCH, of=-1, axes=-1
    ),
    "root": Symbol(r"D_{i}^{1/2}", "scalar", "square root of D", "kg^0.5 m", "kg^0.5"),
    "D_dot": Symbol(r"\dot{D}_{i}", "scalar", "rate of D", "kg m^2/s", "kg/s"),
    "xi_dot": Symbol(r"\dot{\xi}_{i}", "scalar", "rate of xi", "rad/s^2", "m/s^2"),
    "P_dot_axis": Symbol(
        r"\dot{\mathbf{P}}_{i}\mathbf{H}^*_{i}",
        "wrench",
        "rate of P along the joint",
        "kg m^2/s; kg m/s",
        "kg m/s; kg/s",
    ),
    "G_dot": Symbol(r"\dot{\mathbf{G}}_{i}", "wrench", "rate of the gain", "1/s; 1/m/s", "m/s; 1/s"),
    "V_dot_before": Symbol(r"\dot{\mathbf{V}}_{i-1}", "twist", "rate of the velocity before", RATE, of=-1, axes=-1),
    "before_dot": Symbol(r"\dot{\mathbf{V}}^+_{i}", "twist", "that rate, felt at origin i", RATE),
    "V_dot": Symbol(r"\dot{\mathbf{V}}_{i}", "twist", "rate of the spatial velocity of link i, in its axes", RATE),
}
_CALLS = {
    "force_cross": r"#1 \times #2",
    "motion_cross": r"#1 \times #2",
    "_turning_rate": r"\mathbf{X}_{i} + \mathbf{X}^*_{i}",
    "_psi": r"\boldsymbol{\Psi}_{i} #4",
    "_psi_both": r"\boldsymbol{\Psi}_{i} #4 \boldsymbol{\Psi}^*_{i}",
    "sqrt": r"\sqrt{#1}",
}
_ALIASES = {
    "outboard": Alias("B_next.T @ rest_next @ B_next"),
    "P": Alias("M_hat"),
    "D": Alias("m_hat"),
    "G": Alias("psi"),
    "passed_on": Alias("y"),
}
_CITED = dict.fromkeys(("M_hat", "psi_hat", "m_hat", "psi", "rest"), "(12)")
_FROM_TIP = "Kozlowski counts links from the tip; here they are counted from the base"

UNNORMALIZED = Notation(
    "Kozlowski 1995",
    "O",
    {
        **_KOZLOWSKI,
        "quasi": _KOZLOWSKI["xi"],
        "effort": _KOZLOWSKI["kappa"],
        "c": Symbol(r"C_{i}", "scalar", "velocity, gravity and tip terms", "N m", "N"),
        "rate": _KOZLOWSKI["xi_dot"],
    },
    _ALIASES,
    _CALLS,
    _CITED,
    "*",
    _FROM_TIP,
)
NORMALIZED = Notation(
    "Kozlowski 1995",
    "O",
    {
        **_KOZLOWSKI,
        "quasi": Symbol(
            r"\nu_{i}",
            "scalar",
            "quasi-velocity, normalized",
            "kg^0.5 m/s",
            elsewhere="Saha's nu is the twist in section 5.1",
        ),
        "effort": Symbol(r"\epsilon_{i}", "scalar", "effort on nu", "kg^0.5 m/s^2"),
        "c": Symbol(r"C_{i}", "scalar", "velocity, gravity and tip terms", "kg^0.5 m/s^2"),
        "rate": Symbol(r"\dot{\nu}_{i}", "scalar", "rate of nu", "kg^0.5 m/s^2"),
    },
    {**_ALIASES, "passed_on": Alias("y + lam_dot @ V")},
    _CALLS,
    _CITED,
    "*",
    _FROM_TIP,
)
