"""The values of terms in a state, all at once."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from denoc.arm.robot import Robot
from denoc.symbolic.symbols import WRENCH, Harmonic, Symbol
from denoc.symbolic.terms import Term


class Evaluation:
    """Terms as arrays: a weight each, and which of the state's factors it is multiplied by."""

    def __init__(self, robot: Robot, terms: Sequence[Term]) -> None:
        harmonics = {each: None for term in terms for each in term.harmonics}
        self._sines = [each for each in harmonics if each.function == "sin"]
        self._cosines = [each for each in harmonics if each.function == "cos"]
        self._angles = list({angle: None for each in harmonics for _, angle in each.angles})
        self._motion = list({each: None for term in terms for each in term.motion})
        self._multiples = np.zeros((len(harmonics), len(self._angles)))
        waves = [*self._sines, *self._cosines]
        for row, each in zip(self._multiples, waves, strict=True):
            for multiple, angle in each.angles:
                row[self._angles.index(angle)] = multiple
        every: list[Harmonic | Symbol] = [*waves, *self._motion]
        places = {each: place for place, each in enumerate(every, 1)}
        factors = [[*map(places.get, term.harmonics), *map(places.get, term.motion)] for term in terms]
        most = max(map(len, factors), default=0)
        padded = np.array([[*each, *[0] * (most - len(each))] for each in factors], int)
        self._factors = padded.reshape(len(terms), most).T
        constants = (math.prod(each.value or 0.0 for each in term.parameters) for term in terms)
        self._weights = np.array([term.coefficient * value for term, value in zip(terms, constants, strict=True)])
        self._sharpness = [link.friction.sharpness for link in robot.links]

    def __call__(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray, wrench: np.ndarray | None = None) -> np.ndarray:
        """(T,) or (k, T): the terms' values (N m, N); states are (n,) or (k, n), the wrench (6,) or (k, 6)."""
        with np.errstate(invalid="ignore", over="ignore"):  # what is not finite comes out so
            table = self._table(q, qd, qdd, wrench)
            values = np.broadcast_to(self._weights, (*q.shape[:-1], len(self._weights))).copy()
            for column in self._factors:
                values *= table[..., column]
        return values

    def _table(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray, wrench: np.ndarray | None) -> np.ndarray:
        """1, the harmonics and what else changes with the state, in the places that `_factors` counts."""
        states = {"coordinate": q, "rate": qd, "acceleration": qdd}
        batch = q.shape[:-1]
        table = np.ones((*batch, 1 + len(self._multiples) + len(self._motion)))
        if len(self._multiples):
            angles = np.stack([np.broadcast_to(self._angle(each, q), batch) for each in self._angles], axis=-1)
            arguments = angles @ self._multiples.T
            sines = len(self._sines)
            table[..., 1 : 1 + sines] = np.sin(arguments[..., :sines])
            table[..., 1 + sines : 1 + len(self._multiples)] = np.cos(arguments[..., sines:])
        for place, each in enumerate(self._motion, 1 + len(self._multiples)):
            if each.role in states:
                table[..., place] = states[each.role][..., (each.link or 1) - 1] + each.offset
            elif each.role == "wrench":
                table[..., place] = 0.0 if wrench is None else wrench[..., WRENCH.index(each.name)]
            else:
                table[..., place] = self._of_rate(each, qd[..., (each.link or 1) - 1])
        return table

    def _angle(self, angle: Symbol, q: np.ndarray) -> np.ndarray | float:
        if angle.constant:
            return angle.value or 0.0
        return q[..., (angle.link or 1) - 1] + angle.offset

    def _of_rate(self, symbol: Symbol, rate: np.ndarray) -> np.ndarray:
        if symbol.role == "direction":
            return np.sign(rate)
        return 1.0 / (1.0 + (self._sharpness[(symbol.link or 1) - 1] * rate) ** 2)
