"""Attempts of a step in all lanes as LLVM text: each lane takes its own step, and accepts it or not, by itself.

`kernel(data, count)` makes attempts until some lane wants to be looked at, at most `count`; what is left of these is
its result. The states themselves move on with the next attempt: until then both ends of the last one are there.
"""

from __future__ import annotations

import numpy as np

from denoc.kernels.emitter.cells import Value
from denoc.runs.ensembles.lane_code import LaneCode
from denoc.runs.ensembles.memory import (
    ATOL,
    ATTEMPTS,
    END,
    FLOOR,
    H_USED,
    LOOK,
    MAX_STEP,
    NEXT,
    OK,
    REJECTED,
    RTOL,
    SPEED,
    STEPS,
    T_OLD,
    WRONG,
    H,
    T,
)
from denoc.runs.integrators.tableaus import Tableau

SAFETY, SHRINK, GROW = 0.8, 0.2, 8.0  # as in `integrators.loops`


def attempts(tableau: Tableau, lanes: int) -> str:
    writing = _Attempts(tableau, lanes)
    return writing.write()


class _Attempts(LaneCode):
    def __init__(self, tableau: Tableau, lanes: int) -> None:
        super().__init__(lanes)
        self.tableau = tableau
        self.adaptive = bool(tableau.errors)

    def write(self) -> str:
        code = self.code
        with code.counting("%count", "0", -1) as left:
            self._move_on()
            last = self._choose_step()
            self._stages()
            ok = self._judge(last)
            asking = self.both(ok, self.compare("oge", self.clock(T), self.clock(NEXT)))
            stuck = self.both(self.negated(ok), self.compare("olt", self.clock(H), self.clock(FLOOR)))
            patience = self.compare("oge", self.clock(ATTEMPTS), self.clock(LOOK))
            with code.when(code.any(self.either(self.either(asking, stuck), patience))):
                code.leave(code.value(f"sub i64 {left}, 1"))
        code.line("ret i64 0")
        return self.function("ptr %data, i64 %count")

    def _move_on(self) -> None:
        """From the attempt before, where it was accepted."""
        ok = self.compare("une", self.clock(OK), self.number(0.0))
        slope, end = self.slope(0), self.slope(self.tableau.stages)
        for c in self.columns():
            for place, new in ((self.entries["y"], self.entries["trial"]), (slope, end)):
                self.set(place, c, self.where(ok, self.at(new, c), self.at(place, c)))

    def _choose_step(self) -> str:
        """Not past the end; in which lanes it reaches that."""
        t, h, end = self.clock(T), self.clock(H), self.clock(END)
        rest = end - t
        if self.adaptive:  # what rounding would leave over joins this step
            last = self.compare("oge", t + h * self.number(1 + 1e-9), end)
            h = self.where(last, rest, h)
        else:  # equal steps
            steps = self.unary("ceil", rest / h * self.number(1 - 1e-12))
            last = self.compare("ole", steps, self.number(1.0))
            h = self.where(last, rest, rest / steps)
        self.put(T_OLD, t)
        self.put(H_USED, h)
        return last

    def _stages(self) -> None:
        tableau, trial = self.tableau, self.entries["trial"]
        rows = [*tableau.a[1 : tableau.stages], tableau.b]
        nodes = [*tableau.nodes[1 : tableau.stages].tolist(), 1.0]
        for stage, (weights, node) in enumerate(zip(rows, nodes, strict=True), 1):
            self.ahead(weights, trial)
            self.set_time(node)
            self.evaluate(trial, self.slope(stage))

    def _judge(self, last: str) -> str:
        """Sets the clock; in which lanes the step is accepted."""
        h, zero, one = self.clock(H_USED), self.number(0.0), self.number(1.0)
        wrong = self._wrong()
        ok, factor = self.negated(wrong), one
        if self.adaptive:
            square = self._squared_error(h)
            ok = self.both(ok, self.compare("ole", square, one))
            known = self.both(self.negated(wrong), self.compare("ord", square, square))
            factor = self._factor(square)
            factor = self.least(self.most(factor, self.number(SHRINK)), self.number(GROW))
            factor = self.where(known, factor, self.number(SHRINK))
            self._set_next_step(h, factor, ok, last)
        t = self.where(last, self.clock(END), self.clock(T) + h)
        self.put(T, self.where(ok, t, self.clock(T)))
        self.put(OK, self.where(ok, one, zero))
        self.put(WRONG, self.where(wrong, one, zero))
        self.put(STEPS, self.clock(STEPS) + self.clock(OK))
        self.put(ATTEMPTS, self.clock(ATTEMPTS) + one)
        return ok

    def _set_next_step(self, h: Value, factor: Value, ok: str, last: str) -> None:
        """After a rejection a step does not grow; one that the end cut short says little of the next."""
        again = self.compare("une", self.clock(REJECTED), self.number(0.0))
        careful = h * self.least(factor, self.number(1.0))
        free = self.where(last, self.most(h * factor, self.clock(H)), h * factor)
        accepted = self.where(again, careful, free)
        self.put(H, self.least(self.where(ok, accepted, h * factor), self.clock(MAX_STEP)))
        self.put(REJECTED, self.where(ok, self.number(0.0), self.number(1.0)))

    def _wrong(self) -> str:
        """Lanes whose trial state is not finite, or too fast."""
        doubt, fastest = self.variable(), self.variable()
        trial = self.entries["trial"]
        for c in self.columns():
            doubt.value = self.fused(self.at(trial, c), 0.0, doubt.value)
        rates = self.code.address(trial, self.code.value(f"mul i64 {self.n}, {self.code.lanes}"))
        for c in self.columns(self.n):
            fastest.value = self.most(self.unary("fabs", self.at(rates, c)), fastest.value)
        lost = self.compare("uno", doubt.value, doubt.value)
        return self.either(lost, self.compare("ogt", fastest.value, self.clock(SPEED)))

    def _squared_error(self, h: Value) -> Value:
        """In units of what is allowed; see `integrators.loops.error_norm`. Its root would be one to wait for."""
        sums = [self.variable() for _ in self.tableau.errors]
        y, trial = self.entries["y"], self.entries["trial"]
        for c in self.columns():
            size = self.most(self.unary("fabs", self.at(y, c)), self.unary("fabs", self.at(trial, c)))
            scale = 1.0 / self.fused(size, self.clock(RTOL), self.clock(ATOL))
            for total, weights in zip(sums, self.tableau.errors, strict=True):
                part = self.weighted(np.asarray(weights), c) * scale
                total.value = self.fused(part, part, total.value)
        count = Value(self.code, self.code.splat(self.code.value(f"sitofp i64 {self.size} to double")))
        scale = h * h / count
        high, *low = (total.value for total in sums)
        if not low:
            return scale * high
        none = self.compare("oeq", high, self.number(0.0))
        share = high / self.fused(low[0], 0.01, high)
        return self.where(none, self.number(0.0), scale * high * share)

    def _factor(self, square: Value) -> Value:
        """Of the next step: the error to the power -1/8, or -3/16 for a pair of orders 5 and 4, near enough to -1/5.

        Square roots are the same on every processor, and those in single precision come soon; no step needs more."""
        bounded = self.least(self.most(square, self.number(1e-30)), self.number(1e30))
        *_, sixteenth, half = self.short_roots(bounded, 5)
        return self.number(SAFETY) / (sixteenth if self.tableau.error_order >= 7 else sixteenth * half)
