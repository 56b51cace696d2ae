"""Butcher tableaus of the explicit integrators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction as F

import numpy as np

from denoc.runs.integrators import dop853


@dataclass(frozen=True, eq=False)
class Tableau:
    """An explicit Runge-Kutta method.

    `errors` holds the weights of its error estimates: none for a fixed step, one for a pair, two
    (fifth and third order) for DOP853. The derivative at the step's end counts as one more stage there. `dense` gives
    the corrections to the cubic Hermite interpolant from the stages; where it is None, `bootstrap` rounds of further
    evaluations find them.
    """

    name: str
    order: int
    error_order: int
    nodes: np.ndarray
    a: np.ndarray
    b: np.ndarray
    errors: tuple[np.ndarray, ...] = ()
    dense: np.ndarray | None = None
    bootstrap: int = 0

    @property
    def stages(self) -> int:
        return len(self.b)


def _matrix(rows: Sequence[Sequence[float | F]], width: int) -> np.ndarray:
    out = np.zeros((len(rows), width))
    for i, row in enumerate(rows):
        out[i, : len(row)] = [float(x) for x in row]
    return out


def _vector(row: Sequence[float | F]) -> np.ndarray:
    return np.array([float(x) for x in row])


def _sparse(rows: Sequence[Mapping[int, float]], width: int) -> np.ndarray:
    out = np.zeros((len(rows), width))
    for i, row in enumerate(rows):
        for j, value in row.items():
            out[i, j] = value
    return out


RK4 = Tableau(
    "rk4",
    order=4,
    error_order=0,
    nodes=_vector([0, F(1, 2), F(1, 2), 1]),
    a=_matrix([[], [F(1, 2)], [0, F(1, 2)], [0, 0, 1]], 4),
    b=_vector([F(1, 6), F(1, 3), F(1, 3), F(1, 6)]),
    bootstrap=1,
)

# Dormand and Prince 1980; dense output as in Hairer, Norsett, Wanner, section II.6.
_B5: list[float | F] = [F(35, 384), 0, F(500, 1113), F(125, 192), F(-2187, 6784), F(11, 84)]
_B4: list[float | F] = [F(5179, 57600), 0, F(7571, 16695), F(393, 640), F(-92097, 339200), F(187, 2100), F(1, 40)]
DOPRI5 = Tableau(
    "dopri5",
    order=5,
    error_order=4,
    nodes=_vector([0, F(1, 5), F(3, 10), F(4, 5), F(8, 9), 1]),
    a=_matrix(
        [
            [],
            [F(1, 5)],
            [F(3, 40), F(9, 40)],
            [F(44, 45), F(-56, 15), F(32, 9)],
            [F(19372, 6561), F(-25360, 2187), F(64448, 6561), F(-212, 729)],
            [F(9017, 3168), F(-355, 33), F(46732, 5247), F(49, 176), F(-5103, 18656)],
        ],
        6,
    ),
    b=_vector(_B5),
    errors=(_vector([x - y for x, y in zip([*_B5, 0], _B4, strict=True)]),),
    dense=_vector(
        [
            F(-12715105075, 11282082432),
            0,
            F(87487479700, 32700410799),
            F(-10690763975, 1880347072),
            F(701980252875, 199316789632),
            F(-1453857185, 822651844),
            F(69997945, 29380423),
        ]
    )[None, :],
)

# Verner's pair of orders 5 and 6 in eight stages (DVERK; Hull, Enright, Jackson 1976), the kind RFDSIM used.
_V6: list[float | F] = [F(3, 40), 0, F(875, 2244), F(23, 72), F(264, 1955), 0, F(125, 11592), F(43, 616)]
_V5: list[float | F] = [F(13, 160), 0, F(2375, 5984), F(5, 16), F(12, 85), F(3, 44), 0, 0]
VERNER65 = Tableau(
    "verner65",
    order=6,
    error_order=5,
    nodes=_vector([0, F(1, 6), F(4, 15), F(2, 3), F(5, 6), 1, F(1, 15), 1]),
    a=_matrix(
        [
            [],
            [F(1, 6)],
            [F(4, 75), F(16, 75)],
            [F(5, 6), F(-8, 3), F(5, 2)],
            [F(-165, 64), F(55, 6), F(-425, 64), F(85, 96)],
            [F(12, 5), -8, F(4015, 612), F(-11, 36), F(88, 255)],
            [F(-8263, 15000), F(124, 75), F(-643, 680), F(-81, 250), F(2484, 10625)],
            [F(3501, 1720), F(-300, 43), F(297275, 52632), F(-319, 2322), F(24068, 84065), 0, F(3850, 26703)],
        ],
        8,
    ),
    b=_vector(_V6),
    errors=(_vector([x - y for x, y in zip([*_V6, 0], [*_V5, 0], strict=True)]),),
    bootstrap=2,
)

DOP853 = Tableau(
    "dop853",
    order=8,
    error_order=7,
    nodes=np.array(dop853.NODES),
    a=_sparse(dop853.A, 16),
    b=_sparse([dop853.B], 12)[0],
    errors=(_sparse([dop853.E5], 13)[0], _sparse([dop853.E3], 13)[0]),
    dense=_sparse(dop853.DENSE, 16),
)
