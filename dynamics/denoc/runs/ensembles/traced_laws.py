"""Torque laws as machine code for lanes: each traced on scalars, as the recursions are, and written out.

A law's kernel takes q, qd, its integrals z and its inputs, columns each, and gives n torques and the rates of z. Inputs
are the time, or what it follows: q_r, qd_r and qdd_r, in this order, as many as it needs. What a law computes here it
computes in `torques` for a single run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from denoc.algebra.scalars import ZERO, Scalar, cos, sign, sin
from denoc.algebra.tracing import Graph, Traced, live_nodes
from denoc.arm.robot import Robot
from denoc.kernels.emitter import columns, customised
from denoc.kernels.emitter.compiler import Loaded, compile_text
from denoc.kernels.emitter.targets import Target
from denoc.kernels.functions import LONGEST
from denoc.kernels.storage.locks import Once
from denoc.kernels.storage.objects import cached
from denoc.recursions.reference import FUNCTIONS as OF_A_STATE
from denoc.recursions.reference import arm_of
from denoc.recursions.sweeps import run
from denoc.torques.controller_model import believed
from denoc.torques.formula_functions import FUNCTIONS, OPERATORS
from denoc.torques.formula_parser import Node, parse
from denoc.torques.torque_laws import ComputedTorque, ExpressionTorque, PdTorque, formulas

MOST_POWERS = 16


class NotInLanes(Exception):
    """Why a law cannot be computed there."""


class TracedLaw(NamedTuple):
    kernel: Loaded
    integrals: int
    followed: int  # of q_r, qd_r, qdd_r


def traced_law(robot: Robot, law: ExpressionTorque | PdTorque | ComputedTorque, target: Target) -> TracedLaw:
    """NotInLanes where that cannot be."""
    n = robot.n
    if n > LONGEST:
        raise NotInLanes(f"the law is written out for {LONGEST} joints at most")
    integrals = n if isinstance(law, PdTorque) and law.ki is not None and any(law.ki) else 0
    with Graph() as graph:

        def inputs(count: int) -> list[Traced]:
            return [graph.input() for _ in range(count)]

        q, qd, z = inputs(n), inputs(n), inputs(integrals)
        if isinstance(law, ExpressionTorque):
            followed, given = 0, inputs(1)
            results = _formulas(robot, law, [*given, *q, *qd])
        elif isinstance(law, PdTorque):
            followed = 2 if law.target is None else 0
            given = inputs(followed * n)
            results = _pd(robot, law, q, qd, z, given)
        else:
            followed, given = 3, inputs(3 * n)
            results = _computed(robot, law, q, qd, given)
        _check_sines(results)
        text = customised.text([q, qd, z, given], results, target.lanes, columns.kernel)
    return TracedLaw(_loaded(text, target), integrals, followed)


@Once
def _loaded(text: str, target: Target) -> Loaded:
    return Loaded(cached(f"{target} {text}", lambda: compile_text(text, target, optimise=False)))


def _pd(
    robot: Robot, law: PdTorque, q: Sequence[Scalar], qd: Sequence[Scalar], z: Sequence[Scalar], given: Sequence[Scalar]
) -> list[Scalar]:
    """kp e + kd e' + ki z, and gravity where it is compensated; e."""
    n = robot.n
    wanted = list(law.target) if law.target is not None else list(given[:n])
    rates = [ZERO] * n if law.target is not None else list(given[n:])
    errors = [x - y for x, y in zip(wanted, q, strict=True)]
    tau = [law.kp[i] * errors[i] + law.kd[i] * (rates[i] - qd[i]) for i in range(n)]
    if law.gravity_compensation:
        function = OF_A_STATE["gravity"]
        arm = arm_of(believed(robot, law.model), function.compiled)
        tau = [x + y for x, y in zip(tau, run(function.recursion, arm, [list(q)]), strict=True)]
    if not z:
        return tau
    assert law.ki is not None
    return [x + k * integral for x, k, integral in zip(tau, law.ki, z, strict=True)] + errors


def _computed(
    robot: Robot,
    law: ComputedTorque,
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    given: Sequence[Scalar],
) -> list[Scalar]:
    """Inverse dynamics of qdd_r + kd (qd_r - qd) + kp (q_r - q)."""
    n, known = robot.n, believed(robot, law.model)
    if any(max(link.breakaways) > 0 for link in known.links):
        raise NotInLanes("the law overcomes dry friction")
    wanted = [given[2 * n + i] + law.kd[i] * (given[n + i] - qd[i]) + law.kp[i] * (given[i] - q[i]) for i in range(n)]
    function = OF_A_STATE["inverse denoc"]
    return run(function.recursion, arm_of(known, function.compiled), [list(q), list(qd), wanted])


def _formulas(robot: Robot, law: ExpressionTorque, values: Sequence[Scalar]) -> list[Scalar]:
    found = formulas(robot, law)
    return [ZERO if each is None else _formula(parse(each.text, robot.n), values) for each in found]


def _formula(node: Node, values: Sequence[Scalar]) -> Any:
    if node.function is None:
        return values[node.slot] if node.number is None else node.number
    return _operation(node)(*(_formula(each, values) for each in node.arguments))


def _operation(node: Node) -> Callable[..., Any]:
    """What has a pole, or no value at some arguments, is left to single runs: they tell where and why."""
    function, last = node.function, node.arguments[-1].number
    if function is OPERATORS["^"] and last is not None and last in range(MOST_POWERS + 1):
        return lambda x, _: _power(x, int(last))
    if function is OPERATORS["/"] and last:
        return lambda x, y: x / y
    for name, operation in _OPERATIONS.items():
        if function is {**OPERATORS, **FUNCTIONS}[name]:
            return operation
    assert function is not None
    raise NotInLanes(f"lanes have no {function.usage}")


def _power(x: Any, exponent: int) -> Any:
    value: Any = 1.0
    for _ in range(exponent):
        value = value * x
    return value


def _step(x: Scalar) -> Scalar:
    """1 from zero on, else 0."""
    way = sign(x)
    return (way + 1.0 + (1.0 - way * way)) * 0.5


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "negative": lambda x: -x,
    "sin": sin,
    "cos": cos,
    "abs": lambda x: sign(x) * x,
    "sign": sign,
    "step": _step,
}


def _check_sines(results: Sequence[Scalar]) -> None:
    """Kernels take all their sines at once."""
    for node in live_nodes(results):
        if node.op in ("sin", "cos"):
            inside = live_nodes(node.operands)
            if any(each.op in ("sin", "cos") for each in inside):
                raise NotInLanes("lanes have no sine of what depends on a sine")
