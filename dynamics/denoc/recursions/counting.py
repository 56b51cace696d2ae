"""How many multiplications and additions a recursion takes, beside what the papers print.

The recursion's own text is traced; what its result does not need, or what link constants alone decide, is not counted.
Operations that are equal (a product that two formulas share) are merged: counted once, as the compiled text makes
them once. The papers count their formulas by hand, so the count without merging stands beside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from dynamics import diagonalized, energy, kane, walker_orin
from dynamics.chain import Chain, general_chain, place
from dynamics.checks import check_choice, check_flag, check_kind
from dynamics.denoc import forward, inertia, inverse
from dynamics.denoc.twists import propagation
from dynamics.robot import Robot
from dynamics.scalars import Scalar, lift
from dynamics.tracing import Graph, live_nodes


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
    """Operations of one evaluation of `algorithm` for an arm with this robot's joints.

    Every table entry and inertia counts as a general number, as in the papers; `customised` keeps
    the zeros and ones that this robot has. Friction, rotors and tip loads are left out. Equal operations are
    counted once; `.unmerged` of the result counts each as often as the recursion's text makes it.
    """
    check_kind(robot, Robot, "robot")
    check_choice(algorithm, ALGORITHMS, "algorithm")
    own = check_flag(customised, "customised")
    return OperationCount.of(*(_traced(robot, algorithm, own, Graph(merging)) for merging in (True, False)))


def _traced(robot: Robot, algorithm: str, customised: bool, graph: Graph) -> Operations:
    def number(value: float) -> Scalar:
        return lift(value) if customised and value in (0.0, 1.0, -1.0) else graph.input(constant=True)

    states = ([graph.input() for _ in range(robot.n)] for _ in range(3))
    return _count(ALGORITHMS[algorithm](general_chain(robot, number), *states))


def _mass_matrix(chain: Chain, q: Any, qd: Any, x: Any) -> Iterable[Any]:
    return (entry for row in inertia.generalized_inertia(chain, q).gim for entry in row)


def _solve_only(chain: Chain, q: Any, qd: Any, tau: Any) -> Iterable[Any]:
    """Forward dynamics with the bias torque given, as Saha 1997 counts it."""
    steps = [propagation(link, qi) for link, qi in zip(chain.links, q, strict=True)]
    bodies = forward.eliminate(chain, steps)
    tau_hat = forward.solve_upper(steps, bodies, tau)
    return forward.solve_lower(steps, bodies, [t / b.m_hat for t, b in zip(tau_hat, bodies, strict=True)])


def _walker_orin_solve(chain: Chain, q: Any, qd: Any, tau: Any) -> Iterable[Any]:
    """Walker and Orin's third method with the bias torque given."""
    placements = [place(link, qi) for link, qi in zip(chain.links, q, strict=True)]
    composites = walker_orin.composite_bodies(chain, placements)
    return walker_orin.solve(walker_orin.cholesky(walker_orin.mass_matrix(chain, placements, composites)), tau)


def _udu(chain: Chain, q: Any, qd: Any, x: Any) -> Iterable[Any]:
    columns, diagonal = forward.udu(chain, q)
    return [*diagonal, *(entry for column in columns for entry in column)]


def _diagonalized(normalized: bool) -> Callable[..., Iterable[Any]]:
    def rates(chain: Chain, q: Any, quasi: Any, tau: Any) -> Iterable[Any]:
        state = diagonalized.from_quasi(chain, q, quasi, tau, normalized=normalized)
        return [*(v.qd for v in state.velocities), *state.rate]

    return rates


ALGORITHMS: dict[str, Callable[..., Iterable[Any]]] = {
    "denoc-inverse": lambda *a: inverse.inverse_dynamics(*a).tau,
    "kane-inverse": lambda *a: kane.inverse_dynamics(*a).tau,
    "denoc-forward": lambda *a: forward.forward_dynamics(*a).qdd,
    "denoc-solve": _solve_only,
    "walker-orin-solve": _walker_orin_solve,
    "walker-orin-forward": lambda *a: walker_orin.forward_dynamics(*a).qdd,
    "normalized-forward": _diagonalized(normalized=True),
    "unnormalized-forward": _diagonalized(normalized=False),
    "mass-matrix": _mass_matrix,
    "udu": _udu,
    "kinetic-energy": lambda chain, q, qd, x: [energy.kinetic(chain, q, qd)],
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
