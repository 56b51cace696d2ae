"""CasADi's C: it is given the recursions' own text, and writes straight-line C for one arm; a loop calls it."""

from __future__ import annotations

import ctypes
import shutil
from collections.abc import Callable

import casadi
import numpy as np

import denoc
from denoc.recursions.reference import FUNCTIONS
from denoc_studio.bench.measuring import compiled
from denoc_studio.bench.peers import symbols

# Of -ffast-math all that made the code faster; itself it would also change how the whole process rounds near zero.
FAST = ("-ffp-contract=fast", "-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math", "-fno-math-errno")
FLAGS = ("-O3", "-march=native", *FAST, "-fPIC", "-shared", "-w")
LOOP = """
void batch(long rows, const double* q, const double* qd, const double* last, double* out) {{
  for (long row = 0; row < rows; ++row) {{
    const double* arguments[] = {{q + {n} * row, qd + {n} * row, last + {n} * row}};
    double* results[] = {{out + {width} * row}};
    state(arguments, results, 0, 0, 0);
  }}
}}
"""


def command() -> list[str]:
    """The C compiler and its arguments, without the output."""
    found = next((path for name in ("clang", "gcc") if (path := shutil.which(name))), None)
    if found is None:
        raise compiled.Unavailable("no C compiler (clang or gcc)")
    return [found, *FLAGS, "-x", "c", "-"]


def description() -> str:
    """The compiler and its flags."""
    compiler, *_ = command()
    return " ".join([compiled.compiler_version(compiler), *FLAGS[:2], *FAST])


def batch_function(robot: denoc.Robot, name: str, *, differentiated: bool = False) -> Callable[..., np.ndarray]:
    """The function of a batch (q, qd, qdd or tau), each (rows, n), to (rows, *shape of a state's results).

    Where it is `differentiated`, CasADi itself derives what `name` says from RIDIM or RFDSIM.
    """
    shape = FUNCTIONS[name].result_shape(robot.n)
    width = int(np.prod(shape))
    text = _differentiated(robot, name) if differentiated else _text(robot, name)
    source = text + LOOP.format(n=robot.n, width=width)
    path = compiled.kept("casadi", command(), [source])
    loop = compiled.load(path, command(), f"CasADi's C, {robot.name}, {name}", source).batch
    loop.restype, loop.argtypes = None, [ctypes.c_long, *[ctypes.c_void_p] * 4]

    def batch(*states: np.ndarray) -> np.ndarray:
        out = np.empty((len(states[0]), *shape))
        loop(len(out), *(array.ctypes.data for array in (*states, out)))
        return out

    return batch


def _text(robot: denoc.Robot, name: str) -> str:
    states = _states(robot)
    return _code(states, _results(robot, name, states))


def _differentiated(robot: denoc.Robot, name: str) -> str:
    states = _states(robot)
    plain = _results(robot, name.replace("derivatives", "denoc"), states)
    count = FUNCTIONS[name].result_shape(robot.n)[0]
    matrices = [casadi.jacobian(plain, state) for state in states[:count]]
    return _code(states, casadi.vertcat(*(casadi.vec(matrix.T) for matrix in matrices)))


def _states(robot: denoc.Robot) -> list[casadi.SX]:
    return [casadi.SX.sym(name, robot.n) for name in ("q", "qd", "last")]


def _results(robot: denoc.Robot, name: str, states: list[casadi.SX]) -> symbols.Expression:
    functions = {each: getattr(casadi, each) for each in ("sin", "cos", "sqrt", "sign")}
    return casadi.vertcat(*symbols.results(robot, name, [casadi.vertsplit(state) for state in states], functions))


def _code(states: list[casadi.SX], results: symbols.Expression) -> str:
    """C of a function `state`, without what is computed twice."""
    writer = casadi.CodeGenerator("state.c")
    writer.add(casadi.Function("state", states, [casadi.cse(casadi.densify(results))]))
    return writer.dump()
