"""The equations of motion in symbols."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from denoc.arm.batch import check_states, check_wrench
from denoc.arm.robot import Robot
from denoc.basics.caching import cached_property
from denoc.basics.checks import check_choice, check_count, check_flag, check_kind
from denoc.basics.errors import DynamicsError
from denoc.symbolic import paper
from denoc.symbolic.evaluation import Evaluation
from denoc.symbolic.formula import Formula
from denoc.symbolic.languages import MATLAB, PYTHON, C
from denoc.symbolic.legend import legend
from denoc.symbolic.model import Model, quarters
from denoc.symbolic.program import Program
from denoc.symbolic.ring import TooManyTerms
from denoc.symbolic.symbols import Symbol, in_order
from denoc.symbolic.terms import ORDERS, Kind, Order, Term, ordered, terms_of

MOST_TERMS = 10_000  # of one sum, where the caller does not say: nobody reads more
MOST_JOINTS = 20  # longer arms have too many terms, but for gantries
PRODUCTS = 20  # of terms on the way, for each term: 10,000 terms take about two seconds


def equations(robot: Robot, *, tip_wrench: bool = False, most_terms: int = MOST_TERMS) -> Equations:
    r"""The equations of motion in symbols: each joint's torque as a sum of terms, simplified as far as it goes.

    Symbols are the entries of the robot's tables that are not zero (a, b or d, alpha, theta, m, mass centre c, inertia
    I about it, rotor Im, gear ratio k, friction fv and fc, gravity g), with the link's number; right angles are worked
    in. Sums of them that no torque can tell apart are regrouped into one symbol with an r (Jzz1r, in kg m^2); `legend`
    says what they are and their value. A payload is part of the last link, in whose axes its symbols are. With
    `tip_wrench` a moment n and a force f on the tip are symbols too, along the axes of the first frame.

    Of the result, `terms(joint)` gives the terms, `values(q, qd, qdd)` their values in a state (n,) or (k, n),
    `mass_matrix`, `coriolis`, `gravity` and `friction` the parts; `latex()`, `python()`, `c()` and `matlab()` write it.
    DynamicsError for an arm of more than 20 joints, or one that takes more than `most_terms` terms, as a general one
    with six joints does.

    >>> found = dn.equations(dn.rod_chain(2).robot)
    >>> found.counts
    (9, 5)
    >>> print(found.torques[1])
    (Jzz2r + a1 hx2r cos(q2)) qdd1 + Jzz2r qdd2 + a1 hx2r qd1^2 sin(q2) + g hx2r cos(q1+q2)
    >>> print(found.legend[2])
    hx2r = m2 cx2 + a2 m2 = 0.125 kg m
    >>> print(found.mass_matrix[0][1].latex())
    J^{r}_{zz2} + a_{1} \, h^{r}_{x2} \, \cos q_{2}
    >>> term = found.terms(1)[2]
    >>> print(term.kind, "|", term, "|", found.values([0.0, 1.0], [0, 0], [2.0, 0.0], joint=1)[2].round(6))
    inertia | 2 a1 hx2r qdd1 cos(q2) | 0.135076
    """
    if check_kind(robot, Robot, "robot").n > MOST_JOINTS:
        raise DynamicsError(f"at most {MOST_JOINTS} joints are written out", field="robot", value=robot.n)
    most, wrench = check_count(most_terms, "most_terms", 1, 10**6), check_flag(tip_wrench, "tip_wrench")
    try:
        model = Model(robot, most, PRODUCTS * max(most, MOST_TERMS), wrench=wrench)
        return Equations(model)
    except TooManyTerms:
        raise _too_many(robot, most) from None


def _too_many(robot: Robot, most: int) -> DynamicsError:
    words = f"the equations have more than {most} terms, or take too long to find"
    oblique = [f"{number}" for number, link in enumerate(robot.links, 1) if quarters(link.alpha) is None]
    if oblique:
        words += f" (alpha is no right angle in link {', '.join(oblique)})"
    return DynamicsError(f"{words}; inverse_dynamics and c_code compute such an arm", field="robot", value=robot.name)


class Equations:
    """tau = M qdd + C qd + gravity + friction of a robot, in symbols; made by `equations`.

    `torques` are the joints' torques, `mass_matrix` has the entries of M by rows, `coriolis` the components of C qd,
    `gravity` and `friction` what their names say, one a joint: each a `Formula`. `symbols` are all letters with what
    they stand for, `legend` those that are short for something. `print` shows everything as plain text, a notebook as
    mathematics.
    """

    def __init__(self, model: Model) -> None:
        self.robot = model.robot
        joints = [terms_of(model, joint, tau) for joint, tau in enumerate(model.torques(), 1)]
        self.torques = tuple(Formula(self.robot, terms) for terms in joints)
        used = {symbol for terms in joints for term in terms for symbol in term.symbols}
        self.legend = tuple(legend(model, used))
        inside = (symbol for definition in self.legend for term in definition.terms for symbol in term.symbols)
        self.symbols: tuple[Symbol, ...] = in_order({*used, *inside})
        self._ends = [0, *accumulate(map(len, joints))]
        self._wrench = bool(model.arm.ends.wrench)
        self._first_twist = model.first_twist

    @cached_property
    def mass_matrix(self) -> tuple[tuple[Formula, ...], ...]:
        """The generalized inertia matrix M by rows: entry (i, j) is what multiplies qdd of joint j+1 in row i+1."""
        columns = range(1, self.robot.n + 1)
        return tuple(tuple(_inertia(torque, joint) for joint in columns) for torque in self.torques)

    @cached_property
    def coriolis(self) -> tuple[Formula, ...]:
        """C qd, a component for each joint: the products of rates."""
        return self._parts("rate product")

    @cached_property
    def gravity(self) -> tuple[Formula, ...]:
        """What holds the arm still against gravity, for each joint."""
        return self._parts("gravity")

    @cached_property
    def friction(self) -> tuple[Formula, ...]:
        """What friction takes from each joint's torque."""
        return self._parts("friction")

    @property
    def counts(self) -> tuple[int, ...]:
        """How many terms each joint's torque has, (n,)."""
        return tuple(len(torque.terms) for torque in self.torques)

    def terms(self, joint: int, order: Order = "kind") -> tuple[Term, ...]:
        """The terms of a joint's torque; joints count from 1.

        In `order` "kind" rows of M qdd come first, by their acceleration, then products of rates, gravity, friction;
        in "parameter" all terms of an inertial parameter stand together. DynamicsError for another joint or word.
        """
        number = check_count(joint, "joint", 1, self.robot.n)
        return ordered(self.torques[number - 1].terms, _order(order))

    def values(
        self, q: object, qd: object, qdd: object, *, joint: int | None = None, tip_wrench: object = None
    ) -> np.ndarray:
        """The value of every term (N m, N) in a state: (m,) for states (n,), (k, m) for batches (k, n).

        The m terms are those of joint 1, 2, ... n, or of one `joint` alone, each in the order "kind". Their sum over a
        joint is its torque. q in rad or m, qd and qdd per s and s^2; `tip_wrench` as for `inverse_dynamics`, if the
        equations were made with one. DynamicsError for a wrong shape or joint, or a wrench that they do not have.
        """
        angles, rates, accelerations = check_states(self.robot, q=q, qd=qd, qdd=qdd)
        if tip_wrench is not None and not self._wrench:
            raise DynamicsError("these equations were made without a tip wrench", field="tip_wrench")
        wrench = check_wrench(self.robot, tip_wrench, angles)
        if wrench is not None:
            wrench = np.concatenate([wrench[..., :3] @ self._first_twist, wrench[..., 3:] @ self._first_twist], axis=-1)
        values = self._evaluation(angles, rates, accelerations, wrench)
        if joint is None:
            return values
        number = check_count(joint, "joint", 1, self.robot.n)
        return values[..., self._ends[number - 1] : self._ends[number]]

    def torque(self, q: object, qd: object, qdd: object, *, tip_wrench: object = None) -> np.ndarray:
        """The joints' torques (N m, N) as the sums of their terms, (n,) or (k, n): what `inverse_dynamics` gives.

        Arguments and errors as of `values`.
        """
        values = self.values(q, qd, qdd, tip_wrench=tip_wrench)
        ends = zip(self._ends[:-1], self._ends[1:], strict=True)
        return np.stack([values[..., first:end].sum(axis=-1) for first, end in ends], axis=-1)

    def latex(self, order: Order = "kind") -> str:
        """All torques and the legend for LaTeX (amsmath), each an aligned environment for use inside mathematics.

        `order` as for `terms`. DynamicsError for another word.
        """
        return paper.latex(self.torques, self.legend, _order(order))

    def python(self) -> str:
        """Python source with torque(q, qd, qdd), mass_matrix(q), coriolis(q, qd) and gravity(q), by NumPy alone.

        States are (n,) or (k, n). The parameters stand at the top and may be changed there, but what is zero now was
        left out.
        """
        return self._program().text(PYTHON)

    def c(self) -> str:
        """C99 source with torque, mass_matrix, coriolis and gravity; `real` is double, or float with -DDENOC_SINGLE."""
        return self._program().text(C)

    def matlab(self) -> str:
        """A MATLAB (or Octave) function [tau, M, h, G] = equations_of_motion(q, qd, qdd); h is C qd."""
        return self._program().text(MATLAB)

    def __str__(self) -> str:
        return paper.plain(self.torques, self.legend)

    def __repr__(self) -> str:
        return f"<Equations of {self.robot.name!r}: {', '.join(map(str, self.counts))} terms>"

    def _repr_latex_(self) -> str:
        return f"$$\n{self.latex()}\n$$"

    @cached_property
    def _evaluation(self) -> Evaluation:
        return Evaluation(self.robot, [term for torque in self.torques for term in torque.terms])

    def _parts(self, kind: Kind) -> tuple[Formula, ...]:
        return tuple(
            Formula(self.robot, tuple(term for term in torque.terms if term.kind == kind)) for torque in self.torques
        )

    def _program(self) -> Program:
        parts = self.torques, self.mass_matrix, self.coriolis, self.gravity
        return Program(self.robot, *parts, self.symbols, self.legend, wrench=self._wrench)


def _order(order: object) -> Order:
    return "parameter" if check_choice(order, ORDERS, "order") == "parameter" else "kind"


def _inertia(torque: Formula, joint: int) -> Formula:
    """What multiplies the acceleration of a joint."""
    found = ((term, symbol) for term in torque.terms for symbol in term.motion if symbol.role == "acceleration")
    return Formula(torque.robot, tuple(term.without([symbol]) for term, symbol in found if symbol.link == joint))
