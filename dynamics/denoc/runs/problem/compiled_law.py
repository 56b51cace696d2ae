"""The torque law of a run for machine code: machine code too where its parts are known, else Python that it calls."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from denoc.kernels import derivative, law
from denoc.kernels.kernel import Bound
from denoc.motions.changes import Stretch
from denoc.runs.integrators import NotFinite
from denoc.runs.problem.state_equation import BadTorque, StateEquation
from denoc.runs.problem.time_inputs import polynomials
from denoc.torques.law_parts import LawParts


class Timing(NamedTuple):
    """The stretches of a run, and how long its steps may be."""

    stretches: Sequence[Stretch]
    longest: float


class LawAtAddress:
    """A call of `address` with `data` and t reads q, qd and z, and writes tau and, where there is z, its rates, in rows
    of shared memory. The address is 0 where tau never changes.
    """

    def __init__(
        self,
        equation: StateEquation,
        rows: Mapping[str, np.ndarray],
        timing: Timing,
        *,
        modes: bool = False,
        integrals: int = 0,
    ) -> None:
        """With `modes`, the rows have a sign for each joint that slides; see `derivative.ROWS`."""
        self._equation = equation
        self._state = [rows[name] for name in ("q", "qd", *["z"] * bool(integrals))]
        self._out = [rows[name] for name in ("tau", *["z_rate"] * bool(integrals))]
        self._sign = rows["sign"] if modes else None
        self._met: BaseException | None = None
        self.address = self.data = 0
        if equation.constant is not None:
            rows["tau"][:] = equation.constant
        elif equation.law is not None:
            parts = equation.parts
            compiled = None if parts is None else _compiled(parts, equation.span, rows, timing, integrals)
            if compiled is not None:
                self._keep, self._data = compiled
                self.data, self.address = self._data.ctypes.data, law.loaded().address
            else:
                self._callback = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_double)(self._follow)
                self.address = ctypes.cast(self._callback, ctypes.c_void_p).value or 0

    def trouble(self, t: float) -> NotFinite:
        """In words, after the call at t has given BAD_TORQUE."""
        if self.data:
            self._follow(0, t)  # what machine code found is told by Python
        return self._met if isinstance(self._met, NotFinite) else NotFinite(f"no derivative at t = {t:.6g} s")

    def reraise(self) -> None:
        if self._met is not None:
            raise self._met

    def _follow(self, _data: int, t: float) -> int:
        try:
            found = self._equation.stage_torque(t, *self._state, sign=self._sign)
            for row, values in zip(self._out, found.reshape(len(self._out), -1), strict=True):
                row[:] = values
        except BadTorque as bad:
            self._met = bad
            return derivative.BAD_TORQUE
        except BaseException as error:  # an interrupt too: ctypes would swallow it
            self._met = error
            return -1
        return 0


class Call:
    """A kernel's address, and that of its arguments."""

    def __init__(self, bound: Bound, inputs: list[np.ndarray], out: np.ndarray) -> None:
        self._scratch = np.empty(bound.kernel.scratch(bound.n, 1))
        self._arguments = np.array(bound.arguments(inputs, out, self._scratch.ctypes.data), dtype=np.int64)
        self._keep = (bound, inputs, out)  # the machine code, and what it reads and writes
        self.kernel: int = bound.kernel.single.address
        self.arguments: int = self._arguments.ctypes.data


def _compiled(
    parts: LawParts, span: np.ndarray, rows: Mapping[str, np.ndarray], timing: Timing, integrals: int
) -> tuple[object, np.ndarray] | None:
    """What must be kept, and the entries of `kernels.law`; None where an input bends too much to be a polynomial."""
    q, qd, tau = (rows[name] for name in ("q", "qd", "tau"))
    n = len(q)
    tables: dict[str, np.ndarray] = {"span": span} | {name: rows[name] for name in ("q", "qd", "z", "tau", "z_rate")}
    entries: dict[str, Any] = {"n": n, "integrals": integrals}
    call: Call | None = None
    if parts.of_time is not None:
        width = n * (1 if parts.gains is None else 3 if parts.inverse else 2)
        found = polynomials(parts.of_time, timing.stretches, timing.longest, width)
        if found is None:
            return None
        pieces, coefficients = found
        tables["coefficients"] = np.ascontiguousarray(coefficients)
        halvings = (len(pieces) - 1).bit_length()
        tables["begins"] = np.full(1 << halvings, np.inf)
        tables["begins"][: len(pieces)] = pieces[:, 1]
        tables["inputs"] = tau if parts.gains is None else np.empty(width)
        entries |= {"columns": width, "half": 1 << halvings >> 1, "halvings": halvings}
    elif parts.resting is not None:
        tables["inputs"] = parts.resting
    if parts.program is not None:
        _, program, values, given, results = parts.program
        tables |= {"program": program, "values": values, "results": results}
        entries |= {"rows": len(program), "given": given}
    if parts.gains is not None:
        tables["gains"], tables["command"] = np.ascontiguousarray(parts.gains), tau
    if parts.belief is not None:
        bound, still = parts.belief.kernel, np.zeros(n)
        if parts.inverse:
            tables["command"], tables["ahead"] = np.empty(n), tables["inputs"][2 * n :]
            call = Call(bound, [q, qd, tables["command"], *parts.belief.wrench], tau)
        else:
            tables["modelled"] = np.empty(n)
            call = Call(bound, [q, still, still, *parts.belief.wrench], tables["modelled"])
        entries |= {"model": call.kernel, "model arguments": call.arguments}
    if parts.motors is not None:
        limits = parts.motors.torque_limit, parts.motors.speed_limit, parts.patience
        tables["motors"] = np.array([np.full(n, np.inf) if each is None else each for each in limits])
    entries |= {name: table.ctypes.data for name, table in tables.items()}
    return (tables, call), np.array([entries.get(name, 0) for name in law.ENTRIES], dtype=np.int64)
