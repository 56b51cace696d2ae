"""How many multiplications and additions a recursion takes, beside what the papers print.

The recursion's own text is traced; what its result does not need, or what link constants alone decide, is not counted.
Operations that are equal (a product that two formulas share) are merged: counted once, as the compiled text makes
them once. The papers count their formulas by hand, so the count without merging stands beside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from denoc.algebra.scalars import Scalar, lift
from denoc.algebra.tracing import Graph, live_nodes
from denoc.arm.robot import Robot
from denoc.basics.checks import check_choice, check_flag, check_kind
from denoc.recursions import denoc, diagonalized, kane, walker_orin
from denoc.recursions.bodies import about_origins
from denoc.recursions.chain import general_chain
from denoc.recursions.reference import Point
from denoc.recursions.sweeps import Recursion, run


class Operations(NamedTuple):
    """Divisions count as multiplications; sine, cosine and square root stand apart."""

    multiplications: int
    additions: int
    functions: int


class OperationCount(Operations):
    """Equal operations are counted once; `unmerged` counts them as often as the text makes them."""

    unmerged: Operations

    @classmethod
    def of(cls, merged: Operations, unmerged: Operations) -> OperationCount:
        count = cls(*merged)
        count.unmerged = unmerged
        return count

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, unmerged={tuple(self.unmerged)})"


class Published(NamedTuple):
    """A row of a paper's table: polynomials in n, highest power last, for an all-revolute arm."""

    algorithm: str
    source: str
    multiplications: tuple[float, ...] | None
    additions: tuple[float, ...] | None
    total: tuple[float, ...] | None = None  # where the paper gives only the sum

    def at(self, n: int) -> tuple[float | None, float | None, float]:
        """(multiplications, additions, sum) for n joints."""
        m, a = _polynomial(self.multiplications, n), _polynomial(self.additions, n)
        whole = _polynomial(self.total, n) if self.total is not None else (m or 0) + (a or 0)
        return m, a, whole or 0


def operation_count(robot: Robot, algorithm: str, *, customised: bool = False) -> OperationCount:
    """Multiplications, additions and functions of one evaluation of `algorithm` for an arm with these joints.

    Functions are sine, cosine and square root. Every table entry and inertia counts as a general number, as in the
    papers; `customised` keeps the zeros and ones that this robot has. Friction, rotors and tip loads are left out;
    divisions count as multiplications. Equal operations are counted once; `.unmerged` of the result counts each as
    often as the recursion's text makes it. DynamicsError for another algorithm, with the list of them.

    >>> count = dn.operation_count(dn.load("puma560").robot, "denoc-inverse")
    >>> count.multiplications, count.additions
    (549, 409)
    """
    check_kind(robot, Robot, "robot")
    check_choice(algorithm, ALGORITHMS, "algorithm")
    own = check_flag(customised, "customised")
    with Graph() as merging, Graph(merging=False) as counting_each:
        return OperationCount.of(*(_traced(robot, algorithm, own, graph) for graph in (merging, counting_each)))


def _traced(robot: Robot, algorithm: str, customised: bool, graph: Graph) -> Operations:
    def number(value: float) -> Scalar:
        return lift(value) if customised and value in (0.0, 1.0, -1.0) else graph.input(constant=True)

    states = {name: [graph.input() for _ in range(robot.n)] for name in ("q", "qd", "qdd", "tau", "quasi")}
    recursion, point = ALGORITHMS[algorithm]
    chain = general_chain(robot, number)
    arm = chain if point == "centres" else about_origins(chain)
    return _count(run(recursion, arm, [states[name] for name in recursion.inputs]))


# What is counted, and where its twists are taken.
ALGORITHMS: dict[str, tuple[Recursion, Point]] = {
    "denoc-inverse": (denoc.inverse(), "centres"),
    "kane-inverse": (kane.inverse(), "centres"),
    "denoc-forward": (denoc.forward(), "centres"),
    "denoc-solve": (denoc.solve(), "centres"),
    "walker-orin-solve": (walker_orin.solve(), "centres"),
    "walker-orin-forward": (walker_orin.forward(), "centres"),
    "normalized-forward": (diagonalized.acceleration(normalized=True), "origins"),
    "unnormalized-forward": (diagonalized.acceleration(normalized=False), "origins"),
    "mass-matrix": (denoc.mass_matrix(), "centres"),
    "udu": (denoc.udu(), "centres"),
    "kinetic-energy": (denoc.kinetic_energy(), "centres"),
}


def _count(results: Iterable[Any]) -> Operations:
    """Operations among everything that the results depend on; changes of sign are free."""
    found = Counter(node.op for node in live_nodes(results) if not node.constant)
    return Operations(
        multiplications=found["*"] + found["/"],
        additions=found["+"] + found["-"],
        functions=found["sin"] + found["cos"] + found["sqrt"],
    )


def _polynomial(coefficients: tuple[float, ...] | None, n: int) -> float | None:
    if coefficients is None:
        return None
    return round(sum(c * n**power for power, c in enumerate(coefficients)), 9)


_SAHA = "Saha 1999"
_ANGELES = "Angeles, Ma, Rojas 1989, Table 1"
_KOZLOWSKI = "Kozlowski 1995, Table 3"

# Where a scan's polynomial contradicts the values printed beside it for n = 6 and 12, the values decide: the cubic
# term of the third and the lower terms of the fourth method of Walker and Orin.

INVERSE_TABLE = (
    Published("Hollerbach 1980", f"{_SAHA}, Table 1; {_ANGELES}", (-277, 412), (-201, 320)),
    Published("Luh, Walker, Paul 1980", _ANGELES, (-48, 150), (-48, 131)),
    Published("Walker and Orin 1982", f"{_SAHA}, Table 1; {_ANGELES}", (-22, 137), (-11, 101)),
    Published("DeNOC (Saha 1999)", f"{_SAHA}, Table 1", (-44, 120), (-55, 97)),
    Published("Khalil et al. 1986", f"{_SAHA}, Table 1; {_ANGELES}", (-92, 105), (-86, 94)),
    Published("Kane (Angeles et al. 1989)", f"{_SAHA}, Table 1; {_ANGELES}", (-109, 105), (-105, 90)),
    Published("Balafoutis et al. 1988", f"{_SAHA}, Table 1", (-69, 93), (-65, 81)),
    Published("spatial operators (Kozlowski 1993)", "Kozlowski 1995, section 6", (-161, 142), (-135, 109)),
)

FORWARD_TABLE = (
    Published("DeNOC (Saha 1997)", f"{_SAHA}, Table 2; Saha 1997, Table I", (-335, 201), (-361, 193)),
    Published("Featherstone 1983", f"{_SAHA}, Table 2; Saha 1997, Table I", (-198, 199), (-173, 174)),
    Published("Walker and Orin 1982", f"{_SAHA}, Table 2", (-47, 115 / 3, 11.5, 1 / 6), (-46, 233 / 6, 7, 1 / 6)),
    Published("normalized (Kozlowski 1995)", "Kozlowski 1995, Table 2", (-462, 605), (-448, 530)),
    Published("unnormalized (Kozlowski 1995)", "Kozlowski 1995, Table 2", (-319, 500), (-286, 426)),
    Published("articulated body (Featherstone 1987)", _KOZLOWSKI, None, None, (-526, 579)),
    Published("Walker and Orin 1982, first", _KOZLOWSKI, None, None, (-33, 1183 / 6, 130.5, 1 / 3)),
    Published("Walker and Orin 1982, second", _KOZLOWSKI, None, None, (-33, 1567 / 6, 66.5, 1 / 3)),
    Published("Walker and Orin 1982, third", _KOZLOWSKI, None, None, (-113, 2149 / 6, 21.5, 1 / 3)),
    Published("Walker and Orin 1982, fourth", _KOZLOWSKI, None, None, (-63, 210, 132.5)),
    Published("Brandl, Johanni, Otter 1986", _KOZLOWSKI, None, None, (-420, 470)),
    Published("numerical solution (Kozlowski 1992)", _KOZLOWSKI, None, None, (-395, 2047 / 6, 20.5, 1 / 3)),
    Published("Kalman filtering and smoothing (Kozlowski 1993)", _KOZLOWSKI, None, None, (-503, 477)),
    Published("normalized (Kozlowski 1995)", _KOZLOWSKI, None, None, (-910, 1135)),
    Published("unnormalized (Kozlowski 1995)", _KOZLOWSKI, None, None, (-605, 926)),
)
