"""The differential equation of a run as machine code and its memory."""

from __future__ import annotations

import numpy as np

from denoc.arm.robot_arrays import pack
from denoc.kernels import derivative
from denoc.runs.integrators import NotFinite
from denoc.runs.problem.compiled_law import Call, LawAtAddress, Timing
from denoc.runs.problem.state_equation import TIP_TORQUE, StateEquation


class CompiledEquation:
    """A CompiledDerivative for the integrators: memory, addresses, and what they mean; see `kernels.derivative`.

    `rows` of its memory hold what joints with modes are to be given: dry friction, stops, and the modes themselves.
    """

    def __init__(
        self,
        equation: StateEquation,
        to_rates: str,
        accelerate: str,
        timing: Timing,
        *,
        modes: bool = False,
        integrals: int = 0,
    ) -> None:
        """The names are those of functions that have kernels; see `state_equation.kernel_names`."""
        n, names = equation.n, derivative.ROWS
        self._equation = equation
        memory = np.zeros((len(names), n))
        self.rows = rows = dict(zip(names, memory, strict=True))
        friction = pack(equation.robot).friction
        for name, numbers in friction._asdict().items():
            rows[name][:] = numbers
        matrices = np.zeros((2, n, n) if modes else 0)
        q, qd, wrench, springs = rows["q"], rows["qd"], equation.wrench, equation.springs
        frames = np.zeros((n, 16) if springs else 0)
        acting = rows["tau" if wrench is None and not springs else "acting"]
        applied = rows["applied"] if modes else acting
        calls = {"accelerate": Call(equation.kernel(accelerate), [q, qd, applied], np.zeros(n))}
        if to_rates:
            calls["to_rates"] = Call(equation.kernel(to_rates), [q, qd], qd)
        if wrench is not None:
            calls["wrench"] = Call(equation.kernel(TIP_TORQUE), [q, wrench], rows["wrenched"])
        if springs:
            calls["place"] = Call(equation.kernel("frames"), [q], frames)
            rows["revolute"][:] = pack(equation.robot).revolute
        if modes:
            calls["mass"] = Call(equation.kernel("mass matrix"), [q], matrices[0])
            calls["bias"] = Call(equation.kernel("inverse denoc"), [q, qd, np.zeros(n)], rows["biased"])
        self._law = LawAtAddress(equation, rows, timing, modes=modes, integrals=integrals)
        works = modes or equation.law is not None or wrench is not None or springs or np.any(friction)
        self._report = np.array([equation.speed_limit, 0.0, 0.0])
        entries = {
            "n": n,
            "impulses": n if modes else 0,
            "integrals": integrals,
            **{name: call.kernel for name, call in calls.items()},
            **{f"{name} arguments": call.arguments for name, call in calls.items()},
            "law": self._law.address,
            "law data": self._law.data,
            "acting": acting.ctypes.data if works else 0,
            "memory": memory.ctypes.data,
            "matrices": matrices.ctypes.data,
            "frames": frames.ctypes.data,
            "pushes": springs.memory.ctypes.data,
            "report": self._report.ctypes.data,
        }
        self._data = np.array([entries.get(name, 0) for name in derivative.ENTRIES], dtype=np.int64)
        self._code = derivative.loaded()
        self._keep = (calls, matrices, frames, springs)
        self.data: int = self._data.ctypes.data
        self.address: int = self._code.address

    @property
    def evaluations(self) -> int:
        """So far, whoever asked for them."""
        return int(self._report[derivative.EVALUATIONS])

    def trouble(self, status: int, t: float) -> NotFinite:
        """In words, after the derivative has given `status` at t."""
        joint = int(self._report[derivative.JOINT])
        if status == derivative.TOO_FAST:
            return self._equation.too_fast(joint, t)
        if status == derivative.NOT_FINITE:
            return self._equation.not_finite(joint, t)
        return self._law.trouble(t)

    def reraise(self) -> None:
        """The exception that the torque law raised."""
        self._law.reraise()
