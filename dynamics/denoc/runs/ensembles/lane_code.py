"""Lane-wise arithmetic of the explicit Runge-Kutta methods as LLVM text: what each part of a step does to every lane.

`memory` says where everything is. What `kernels.emitter` writes is explicit: which products are fused, and that nothing
crosses lanes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from denoc.kernels.emitter.cells import OverEntries, Value, Variable
from denoc.kernels.emitter.rows import NAME
from denoc.kernels.law import DEGREE
from denoc.runs.ensembles import memory
from denoc.runs.ensembles.memory import FIRST, H_USED, LAST, STAGE_T, T_OLD
from denoc.runs.integrators.tableaus import Tableau


class LaneCode(OverEntries):
    """Writes one function."""

    def __init__(self, lanes: int) -> None:
        super().__init__(memory.ENTRIES, ("n", "size", "columns"), lanes)
        self.n, self.size = self.entries["n"], self.entries["size"]

    def function(self, arguments: str) -> str:
        return self.code.text.function(NAME, arguments)

    # Values.

    def number(self, x: float) -> Value:
        return Value(self.code, self.code.number(x))

    def clock(self, row: int) -> Value:
        return Value(self.code, self.code.load(self._row("clock", row)))

    def put(self, row: int, value: Value) -> None:
        self.code.store(value.name, self._row("clock", row))

    def fused(self, x: Value, y: Value | float, z: Value) -> Value:
        """x y + z."""
        other = self.number(y) if isinstance(y, float) else y
        return Value(self.code, self.code.fused(x.name, other.name, z.name))

    def unary(self, name: str, x: Value) -> Value:
        return Value(self.code, self.code.intrinsic(name, x.name))

    def short_roots(self, x: Value, count: int) -> list[Value]:
        """The square root, that root's root, and so on, in single precision."""
        code, short = self.code, self.code.like("float")
        name = f"llvm.sqrt.{'f32' if code.lanes == 1 else f'v{code.lanes}f32'}"
        root, found = code.value(f"fptrunc {code.type} {x.name} to {short}"), []
        for _ in range(count):
            root = code.call(short, name, (short, root))
            found.append(Value(code, code.value(f"fpext {short} {root} to {code.type}")))
        return found

    def least(self, x: Value, y: Value) -> Value:
        return self.where(self.compare("olt", x, y), x, y)

    def most(self, x: Value, y: Value) -> Value:
        return self.where(self.compare("ogt", x, y), x, y)

    def compare(self, how: str, x: Value, y: Value) -> str:
        return self.code.value(f"fcmp {how} {self.code.type} {x.name}, {y.name}")

    def both(self, x: str, y: str) -> str:
        return self.code.value(f"and {self.code.like('i1')} {x}, {y}")

    def either(self, x: str, y: str) -> str:
        return self.code.value(f"or {self.code.like('i1')} {x}, {y}")

    def negated(self, x: str) -> str:
        """The condition's opposite."""
        yes = "true" if self.code.lanes == 1 else "<" + ", ".join(["i1 true"] * self.code.lanes) + ">"
        return self.code.value(f"xor {self.code.like('i1')} {x}, {yes}")

    def where(self, condition: str, x: Value, y: Value) -> Value:
        kind = self.code.type
        name = self.code.value(f"select {self.code.like('i1')} {condition}, {kind} {x.name}, {kind} {y.name}")
        return Value(self.code, name)

    def variable(self, x: float = 0.0) -> Variable:
        return self.loops.variable(self.number(x))

    # Rows of a state.

    def _row(self, place: str, row: int) -> str:
        return self.code.address(self.entries[place], row * self.code.lanes)

    def columns(self, count: str = "") -> Iterator[str]:
        """A loop over a state's numbers, or so many: the offset of each in its rows."""
        lanes = self.code.lanes
        past = self.code.value(f"mul i64 {count or self.size}, {lanes}")
        with self.code.counting("0", past, lanes) as c:
            yield c

    def at(self, address: str, c: str) -> Value:
        return Value(self.code, self.code.load(self.code.address(address, c)))

    def set(self, address: str, c: str, value: Value) -> None:
        self.code.store(value.name, self.code.address(address, c))

    def block(self, place: str, number: int) -> str:
        """The address of the state with this number among several."""
        step = self.code.value(f"mul i64 {self.size}, {number * self.code.lanes}") if number else 0
        return self.code.address(self.entries[place], step)

    def slope(self, stage: int) -> str:
        return self.block("slopes", stage)

    def weighted(self, weights: np.ndarray, c: str) -> Value:
        """The slopes times their weights, at one number of the state."""
        first, *others = np.flatnonzero(weights).tolist()
        total = self.at(self.slope(first), c) * self.number(float(weights[first]))
        for j in others:
            total = self.fused(self.at(self.slope(j), c), float(weights[j]), total)
        return total

    def ahead(self, weights: np.ndarray, to: str) -> None:
        """y and the step times a sum of the slopes."""
        for c in self.columns():
            self.set(to, c, self.fused(self.weighted(weights, c), self.clock(H_USED), self.at(self.entries["y"], c)))

    # The derivative.

    def set_time(self, fraction: float) -> None:
        """Of a stage; at the ends of a stretch the inputs are asked for their values within."""
        t = self.fused(self.clock(H_USED), fraction, self.clock(T_OLD))
        self.put(STAGE_T, self.most(self.least(t, self.clock(LAST)), self.clock(FIRST)))

    def evaluate(self, y: str, out: str) -> None:
        """The slopes of a state at the time of the stage."""
        code, lanes = self.code, self.code.lanes
        with code.when(code.value(f"icmp ne i64 {self.entries['columns']}, 0")):
            self._follow_inputs()
        joints = code.value(f"mul i64 {self.n}, {lanes}")
        rates, accelerations = code.address(y, joints), code.address(out, joints)
        integrals = code.value(f"sub i64 {self.size}, {code.value(f'mul i64 {self.n}, 2')}")
        with self.given("law"):
            self._call("law", y, rates, code.address(rates, joints))
            given = code.address(self.entries["tau"], joints)  # the rates of the law's integrals follow its torques
            place = code.address(accelerations, joints)
            for c in self.columns(integrals):
                self.set(place, c, self.at(given, c))
        for c in self.columns(self.n):
            self.set(out, c, self.at(rates, c))
        self._call("accelerate", y, rates, "", accelerations)

    def _call(self, name: str, *places: str) -> None:
        """A kernel; its first arguments are elsewhere in every call."""
        arguments = self.entries[f"{name} arguments"]
        for i, place in enumerate(places):
            if place:
                self.code.store(place, self.code.address(arguments, i), kind="ptr", align=8)
        self.code.value(f"call i64 {self.entries[name]}(i64 {self.code.lanes}, ptr {arguments})")

    def _follow_inputs(self) -> None:
        """Polynomials of the time since the stretch began."""
        late = self.clock(STAGE_T) - self.clock(FIRST)
        block = self.code.value(f"mul i64 {self.entries['columns']}, {self.code.lanes}")
        for c in self.columns(self.entries["columns"]):
            place = self.code.address(self.entries["coefficients"], c)
            places = [place]
            for _ in range(DEGREE):
                places.append(self.code.address(places[-1], block))
            value = Value(self.code, self.code.load(places[-1]))
            for each in reversed(places[:-1]):
                value = self.fused(value, late, Value(self.code, self.code.load(each)))
            self.set(self.entries["inputs"], c, value)


def evaluation(lanes: int) -> str:
    """`kernel(data, y, out)`: the slopes of the states at y, at the time of the stage."""
    writing = LaneCode(lanes)
    writing.evaluate("%y", "%out")
    writing.code.line("ret i64 0")
    return writing.function("ptr %data, ptr %y, ptr %out")


def dense_output(tableau: Tableau, lanes: int) -> str:
    """`kernel(data)`: the rows of the interpolant over the last step, see `integrators.loops.dense_output`."""
    writing = LaneCode(lanes)
    h, y, trial, spare = writing.clock(H_USED), *(writing.entries[name] for name in ("y", "trial", "spare"))
    rows = [writing.block("dense", i) for i in range(dense_rows(tableau))]
    for c in writing.columns():
        change = writing.at(trial, c) - writing.at(y, c)
        begin, end = (writing.at(writing.slope(stage), c) for stage in (0, tableau.stages))
        writing.set(rows[0], c, change)
        writing.set(rows[1], c, h * begin - change)
        writing.set(rows[2], c, change + change - h * (begin + end))
    if tableau.dense is None:
        _correct(writing, rows)
    else:
        for stage in range(tableau.stages + 1, len(tableau.a)):
            writing.ahead(tableau.a[stage], spare)
            writing.set_time(float(tableau.nodes[stage]))
            writing.evaluate(spare, writing.slope(stage))
        for row, weights in zip(rows[3:], tableau.dense, strict=True):
            for c in writing.columns():
                writing.set(row, c, h * writing.weighted(weights, c))
    writing.code.line("ret i64 0")
    return writing.function("ptr %data")


def _correct(writing: LaneCode, rows: list[str]) -> None:
    """The slope of the cubic made right at a third of the step."""
    third, slope, spare = 1 / 3, writing.slope(1), writing.entries["spare"]
    for c in writing.columns():
        writing.set(spare, c, _value_at(writing, rows[:3], writing.number(third), c))
    writing.set_time(third)
    writing.evaluate(spare, slope)
    h = writing.clock(H_USED)
    for c in writing.columns():
        bent = (writing.at(rows[1], c) + writing.at(rows[2], c)) * writing.number(third)
        near = h * writing.at(slope, c) - writing.at(rows[0], c) - bent
        writing.set(rows[3], c, near * writing.number(6.75))


def interpolation(tableau: Tableau, lanes: int) -> str:
    """`kernel(data)`: the states at the lanes' fractions of the last step, into the spare ones."""
    writing = LaneCode(lanes)
    rows = [writing.block("dense", i) for i in range(dense_rows(tableau))]
    x = writing.clock(memory.FRACTION)
    for c in writing.columns():
        writing.set(writing.entries["spare"], c, _value_at(writing, rows, x, c))
    writing.code.line("ret i64 0")
    return writing.function("ptr %data")


def _value_at(writing: LaneCode, rows: list[str], x: Value, c: str) -> Value:
    """y + x (F_0 + (1-x) (F_1 + x (F_2 + ...)))."""
    rest = writing.number(1.0) - x
    value = writing.number(0.0)
    for i in reversed(range(len(rows))):
        value = (value + writing.at(rows[i], c)) * (x if i % 2 == 0 else rest)
    return writing.at(writing.entries["y"], c) + value


def dense_rows(tableau: Tableau) -> int:
    """Of the interpolant."""
    return 3 + (tableau.bootstrap if tableau.dense is None else len(tableau.dense))
