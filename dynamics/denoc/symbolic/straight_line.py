"""Inverse and forward dynamics of one robot as straight-line C, from the trace of the recursions' own text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from denoc.algebra.scalars import Scalar
from denoc.algebra.tracing import Graph, Traced, live_nodes
from denoc.arm.batch import evaluate
from denoc.arm.robot import Robot
from denoc.basics.checks import check_kind
from denoc.basics.errors import DynamicsError
from denoc.functions.api import forward_dynamics, inverse_dynamics
from denoc.kernels.dispatch import SHARED
from denoc.recursions import denoc
from denoc.recursions.bodies import arm
from denoc.recursions.sweeps import Recursion, run
from denoc.symbolic.languages import C_REAL, c_number, heading, indented

MOST_JOINTS = 100  # some thousand statements a function
VECTORS = 4  # states that the self test computes
FUNCTIONS = {"sin": "REAL_SIN({})", "cos": "REAL_COS({})", "neg": "-{}"}
SIGN = "(real)(({0} > 0) - ({0} < 0))"


def c_code(robot: Robot) -> str:
    """C99 source of the robot's inverse and forward dynamics, for firmware: straight lines, no loop, no malloc.

    arm_inverse_dynamics(q, qd, qdd, tau) and arm_forward_dynamics(q, qd, tau, qdd) take arrays of n numbers in SI units
    and radians, and mean what `inverse_dynamics` and `forward_dynamics` do: friction, rotors and payload included, by
    the recursions of Saha 1999 with this robot's numbers in them. `real` is double, or float with -DDENOC_SINGLE.
    arm_self_test() computes states whose results stand in the file and returns how many are wrong; -DDENOC_SELF_TEST
    makes it a program. DynamicsError for more than 100 joints, SingularMassMatrix where a joint has no inertia.

    >>> code = dn.c_code(dn.load("puma560").robot)
    >>> "void arm_inverse_dynamics(const real q[ARM_N], const real qd[ARM_N], const real qdd[ARM_N]," in code
    True
    """
    if check_kind(robot, Robot, "robot").n > MOST_JOINTS:
        raise DynamicsError(f"at most {MOST_JOINTS} joints are written out", field="robot", value=robot.n)
    return "\n".join([*_lines(robot), ""])


class _Routine(NamedTuple):
    name: str
    recursion: Recursion
    inputs: tuple[str, str, str]
    result: str
    words: str


ROUTINES = (
    _Routine("inverse_dynamics", denoc.inverse(), ("q", "qd", "qdd"), "tau", "joint torques of a motion"),
    _Routine("forward_dynamics", denoc.forward(), ("q", "qd", "tau"), "qdd", "joint accelerations that torques cause"),
)


def _lines(robot: Robot) -> Iterator[str]:
    yield f"/* {heading('Dynamics', robot)}"
    yield "   C99, SI units and radians; `real` is double, or float if DENOC_SINGLE is defined."
    yield "   Compiled with DENOC_SELF_TEST it is a program that checks itself. */"
    yield from C_REAL
    yield ""
    yield f"enum {{ ARM_N = {robot.n} }};"
    yield ""
    yield from (f"{_signature(routine)};" for routine in ROUTINES)
    yield "int arm_self_test(void);"
    for routine in ROUTINES:
        yield ""
        yield from _function(robot, routine)
    yield ""
    yield from _self_test(robot)


def _signature(routine: _Routine) -> str:
    arrays = ", ".join(f"const real {name}[ARM_N]" for name in routine.inputs)
    return f"void arm_{routine.name}({arrays}, real {routine.result}[ARM_N])"


def _function(robot: Robot, routine: _Routine) -> Iterator[str]:
    graph = Graph()
    inputs = [[graph.input(f"{name}[{i}]") for i in range(robot.n)] for name in routine.inputs]
    results = evaluate(run, routine.recursion, arm(robot, regrouped=True), inputs)
    nodes = [node for node in live_nodes(results) if node.op != "input"]
    found = Counter(node.op for node in nodes)
    counts = f"{found['*'] + found['/']} multiplications, {found['+'] + found['-']} additions"
    yield f"/* {routine.words}: {counts}, {found['sin'] + found['cos']} sines and cosines */"
    yield _signature(routine)
    yield "{"
    yield from indented(_statements(nodes, results, routine))
    yield "}"


def _statements(nodes: Sequence[Traced], results: Sequence[Scalar], routine: _Routine) -> Iterator[str]:
    names = {node.number: f"v{i}" for i, node in enumerate(nodes)}

    def text(x: Scalar) -> str:
        if not isinstance(x, Traced):
            return c_number(float(x))
        return names.get(x.number, x.name)

    used = {x.name for node in (*nodes, *results) for x in getattr(node, "operands", ()) if isinstance(x, Traced)}
    used |= {x.name for x in results if isinstance(x, Traced)}
    yield from (f"(void){name};" for name in routine.inputs if not any(x.startswith(f"{name}[") for x in used))
    for node in nodes:
        operands = [text(x) for x in node.operands]
        if node.op == "sign":
            value = SIGN.format(*operands)
        elif node.op in FUNCTIONS:
            value = FUNCTIONS[node.op].format(*operands)
        else:
            value = f" {node.op} ".join(operands)
        yield f"const real {names[node.number]} = {value};"
    yield from (f"{routine.result}[{i}] = {text(result)};" for i, result in enumerate(results))


def _self_test(robot: Robot) -> Iterator[str]:
    """States, and what denoc computes of them; forward dynamics is checked by its torques, since small inertias make
    accelerations uncertain."""
    rng = np.random.default_rng(robot.n)
    q, qd, qdd = (rng.uniform(-1.0, 1.0, (VECTORS, robot.n)).round(6) for _ in range(3))
    tau = inverse_dynamics(robot, q, qd, qdd, kernels=SHARED)
    forward_dynamics(robot, q, qd, tau, kernels=SHARED)  # refuses an arm that has none
    yield "/* test vectors: q, qd, qdd and the torques tau of that motion */"
    yield f"static const real ARM_VECTORS[{VECTORS}][4][ARM_N] = {{"
    for rows in zip(q, qd, qdd, tau, strict=True):
        yield "    {"
        yield from ("        { " + ", ".join(map(c_number, row.tolist())) + " }," for row in rows)
        yield "    },"
    yield "};"
    yield from _TEST


_TEST = """
static int arm_differ(const real found[ARM_N], const real wanted[ARM_N])
{
    const real tolerance = sizeof(real) == sizeof(float) ? (real)1e-3 : (real)1e-9;
    real error = 0, size = 0;
    int i;
    for (i = 0; i < ARM_N; i++) {
        const real off = found[i] > wanted[i] ? found[i] - wanted[i] : wanted[i] - found[i];
        const real large = wanted[i] > 0 ? wanted[i] : -wanted[i];
        if (!(off <= error)) error = off;
        if (large > size) size = large;
    }
    return !(error <= tolerance * size);
}

/* How many of the test vectors come out wrong: inverse dynamics, and the torques of the forward dynamics' motion. */
int arm_self_test(void)
{
    int wrong = 0, k;
    real tau[ARM_N], qdd[ARM_N];
    for (k = 0; k < (int)(sizeof ARM_VECTORS / sizeof ARM_VECTORS[0]); k++) {
        const real *q = ARM_VECTORS[k][0], *qd = ARM_VECTORS[k][1], *wanted = ARM_VECTORS[k][3];
        arm_inverse_dynamics(q, qd, ARM_VECTORS[k][2], tau);
        wrong += arm_differ(tau, wanted);
        arm_forward_dynamics(q, qd, wanted, qdd);
        arm_inverse_dynamics(q, qd, qdd, tau);
        wrong += arm_differ(tau, wanted);
    }
    return wrong;
}

#ifdef DENOC_SELF_TEST
#include <stdio.h>

int main(void)
{
    const int wrong = arm_self_test();
    printf("%d of %d results are wrong\\n", wrong, 2 * (int)(sizeof ARM_VECTORS / sizeof ARM_VECTORS[0]));
    return wrong != 0;
}
#endif""".splitlines()
