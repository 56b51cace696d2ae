"""The differential equation of a run as machine code and its memory."""

from __future__ import annotations

import ctypes

import numpy as np

from denoc.arm.robot_arrays import pack
from denoc.kernels import derivative
from denoc.kernels.kernel import Bound
from denoc.runs.integrators import NotFinite
from denoc.runs.problem.state_equation import TIP_TORQUE, BadTorque, StateEquation


class CompiledEquation:
    """A CompiledDerivative for the integrators: memory, addresses, and what they mean; see `kernels.derivative`.

    `rows` of its memory hold what joints with modes are to be given: dry friction, stops, and the modes themselves.
    """

    def __init__(
        self, equation: StateEquation, to_rates: str, accelerate: str, *, modes: bool = False, integrals: int = 0
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
        calls = {"accelerate": _Call(equation.kernel(accelerate), [q, qd, applied], np.zeros(n))}
        if to_rates:
            calls["to_rates"] = _Call(equation.kernel(to_rates), [q, qd], qd)
        if wrench is not None:
            calls["wrench"] = _Call(equation.kernel(TIP_TORQUE), [q, wrench], rows["wrenched"])
        if springs:
            calls["place"] = _Call(equation.kernel("frames"), [q], frames)
            rows["revolute"][:] = pack(equation.robot).revolute
        if modes:
            calls["mass"] = _Call(equation.kernel("mass matrix"), [q], matrices[0])
            calls["bias"] = _Call(equation.kernel("inverse denoc"), [q, qd, np.zeros(n)], rows["biased"])
        state, tau = memory[names.index("q") : names.index("qd") + 1], rows["tau"]
        if integrals:
            state, tau = memory[names.index("q") : names.index("z") + 1], memory[names.index("tau") :][:2]
        self._law = LawAtAddress(equation, tuple(state), tau, rows["sign"] if modes else None)
        works = modes or equation.law is not None or wrench is not None or springs or np.any(friction)
        self._report = np.array([equation.speed_limit, 0.0, 0.0])
        entries = {
            "n": n,
            "impulses": n if modes else 0,
            "integrals": integrals,
            **{name: call.kernel for name, call in calls.items()},
            **{f"{name} arguments": call.arguments for name, call in calls.items()},
            "law": self._law.address,
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


class _Call:
    """A kernel's address, and that of its arguments."""

    def __init__(self, bound: Bound, inputs: list[np.ndarray], out: np.ndarray) -> None:
        self._scratch = np.empty(bound.kernel.scratch(bound.n, 1))
        self._arguments = np.array(bound.arguments(inputs, out, self._scratch.ctypes.data), dtype=np.int64)
        self._keep = (bound, inputs, out)  # the machine code, and what it reads and writes
        self.kernel: int = bound.kernel.single.address
        self.arguments: int = self._arguments.ctypes.data


class LawAtAddress:
    """The torque law for machine code: a call of `address` with t reads `state` and writes tau, all shared memory.

    The state is q, qd and, for a law that integrates, z; tau is then (2, n), with the rates of z. The address is 0
    where tau never changes.
    """

    def __init__(
        self,
        equation: StateEquation,
        state: tuple[np.ndarray, ...],
        tau: np.ndarray,
        sign: np.ndarray | None = None,
    ) -> None:
        self._equation = equation
        self._sign = sign
        self._state = state
        self._tau = tau
        self._met: BaseException | None = None
        self.address = 0
        if equation.constant is not None:
            tau[:] = equation.constant
        elif equation.law is not None:
            self._callback = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_double)(self._follow)
            self.address = ctypes.cast(self._callback, ctypes.c_void_p).value or 0

    def trouble(self, t: float) -> NotFinite:
        """In words, after the call at t has given BAD_TORQUE."""
        return self._met if isinstance(self._met, NotFinite) else NotFinite(f"no derivative at t = {t:.6g} s")

    def reraise(self) -> None:
        if self._met is not None:
            raise self._met

    def _follow(self, t: float) -> int:
        try:
            self._tau[:] = self._equation.stage_torque(t, *self._state, sign=self._sign)
        except BadTorque as bad:
            self._met = bad
            return derivative.BAD_TORQUE
        except BaseException as error:  # an interrupt too: ctypes would swallow it
            self._met = error
            return -1
        return 0
