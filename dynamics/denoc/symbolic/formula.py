"""Sums of terms as objects: a torque, a part of one, an entry of the mass matrix; and what a symbol is short for."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from denoc.arm.batch import check_states
from denoc.arm.robot import Robot
from denoc.basics.caching import cached_property
from denoc.basics.checks import check_choice
from denoc.symbolic.evaluation import Evaluation
from denoc.symbolic.notation import LATEX, PLAIN, latex_value
from denoc.symbolic.sums import collected_text, sum_text
from denoc.symbolic.symbols import Symbol
from denoc.symbolic.terms import ORDERS, Order, Term, ordered


class Formula:
    """A sum of terms; `str` gives it as plain text."""

    def __init__(self, robot: Robot, terms: tuple[Term, ...]) -> None:
        self.robot = robot
        self.terms = terms

    def latex(self, order: Order = "kind") -> str:
        """For LaTeX's mathematics, in one line; what neighbours share is written once.

        `order` is "kind" (inertia by accelerations, rate products, gravity, friction) or "parameter" (all that belongs
        to an inertial parameter together). DynamicsError for another word.
        """
        check_choice(order, ORDERS, "order")
        return collected_text(ordered(self.terms, order), order, LATEX)

    def value(self, q: object, qd: object = None, qdd: object = None) -> Any:
        """A float of one state, (k,) of a batch (k, n): q in rad or m, qd and qdd per s and s^2, zero where not given;
        nothing acts on the tip.

        DynamicsError for a wrong shape.
        """
        zero = np.zeros(self.robot.n)
        given = {"q": q, "qd": zero if qd is None else qd, "qdd": zero if qdd is None else qdd}
        values = self._evaluation(*check_states(self.robot, **given)).sum(axis=-1)
        return float(values) if values.ndim == 0 else values

    @cached_property
    def _evaluation(self) -> Evaluation:
        return Evaluation(self.robot, self.terms)

    def __str__(self) -> str:
        return collected_text(self.terms, "kind", PLAIN)

    def __repr__(self) -> str:
        return f"<Formula of {len(self.terms)} terms>"


class Definition(NamedTuple):
    """What a symbol is short for: the sum of `terms`, or 1 over it. A regrouped parameter is such a sum of entries of
    the robot's tables, a shifted coordinate is q and the table's constant."""

    symbol: Symbol
    terms: tuple[Term, ...]
    reciprocal: bool = False

    def latex(self) -> str:
        """For LaTeX's mathematics, with the value where it is a constant."""
        total = sum_text(self.terms, LATEX)
        right = rf"\frac{{1}}{{{total}}}" if self.reciprocal else total
        value = "" if self.symbol.value is None else f" = {latex_value(self.symbol.value, self.symbol.unit)}"
        return f"{self.symbol.latex} = {right}{value}"

    def __str__(self) -> str:
        total = sum_text(self.terms, PLAIN)
        right = f"1 / ({total})" if self.reciprocal else total
        value = "" if self.symbol.value is None else f" = {self.symbol.value:.6g} {self.symbol.unit}"
        return f"{self.symbol.name} = {right}{value}"
