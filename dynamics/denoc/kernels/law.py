"""A torque law as machine code: what a run's derivative calls for the torques of its joints, at every stage.

law(data, t) -> 0, or BAD_TORQUE where a torque is not finite. `data` points to the entries below; the state is read,
and the torques are written, where the derivative has them. Written once for all arms and laws: a law is what its
entries say. Its inputs are polynomials of time, or numbers that stay; its torques are the inputs themselves, those of
typed formulas, or feedback: kp e + kd e' + ki z, which a model of the arm may turn into torques, or add to; and of all
that what the motors can give.
"""

from __future__ import annotations

from denoc.kernels import formulas
from denoc.kernels.derivative import BAD_TORQUE
from denoc.kernels.emitter.cells import Cells, OverEntries, Value
from denoc.kernels.emitter.compiler import Loaded, compile_text
from denoc.kernels.emitter.rows import NAME
from denoc.kernels.emitter.targets import host
from denoc.kernels.storage.locks import Once
from denoc.kernels.storage.objects import cached

DEGREE = 7  # of the inputs as polynomials of time
FADE = 0.1  # of the speed without torque, over which a motor's torque fades to zero
# Joints; inputs that are polynomials; half of the pieces of time, their number filled up to a power of two; halvings
# until one piece is left; z; rows of the formulas' program, and values that it is given.
NUMBERS = ("n", "columns", "half", "halvings", "integrals", "rows", "given")
# Any may be 0: there is none. `span` is the time that may be asked for, `begins` has the beginnings of the pieces.
# `program` is that of `formulas`, over `values`; `results` are the numbers of each joint's. `gains` has rows of n, kp,
# kd, ki; `motors` too: largest torque, speed without torque, torque cut off that stops an integral. `ahead` are
# accelerations that are fed forward; the model is a kernel.
TABLES = (
    "span", "begins", "coefficients", "inputs", "program", "values", "results", "gains", "ahead", "command", "model",
    "model arguments", "modelled", "motors", "q", "qd", "z", "tau", "z_rate",
)  # fmt: skip
ENTRIES = (*NUMBERS, *TABLES)


@Once
def loaded() -> Loaded:
    target = host()
    return Loaded(cached(f"law {target}", lambda: compile_text(_Law().write(), target, optimise=True)))


class _Law(OverEntries):
    def __init__(self) -> None:
        super().__init__(ENTRIES, NUMBERS)
        self.n = self.entries["n"]

    def write(self) -> str:
        t = self._within(Value(self.code, "%t"))
        with self.given("begins"):
            self._read_inputs(t)
        with self.given("program"):
            self._evaluate(t)
        with self.given("gains"):
            self._feed_back()
        with self.given("motors"):
            self._limit()
        self._check(self.entries["tau"], self.n)
        self._check(self.entries["z_rate"], self.entries["integrals"])
        self.code.line("ret i64 0")
        return self.code.text.function(NAME, "ptr %data, double %t")

    def _within(self, t: Value) -> Value:
        """At the ends of a stretch, the time just within."""
        first, last = (self._cells("span")[i].name for i in (0, 1))
        return Value(self.code, self.code.intrinsic("minnum", self.code.intrinsic("maxnum", t.name, first), last))

    def _read_inputs(self, t: Value) -> None:
        """Polynomials of the time since their piece began."""
        code, columns, begins = self.code, self.entries["columns"], self._cells("begins")
        place = code.room(1)
        code.store("0", place, kind="i64", align=8)
        for k in self.loops.up(self.entries["halvings"]):
            step = code.value(f"lshr i64 {self.entries['half']}, {k}")
            further = code.value(f"add i64 {code.load(place, kind='i64', align=8)}, {step}")
            with code.when(code.value(f"fcmp ole double {begins[further].name}, {t.name}")):
                code.store(further, place, kind="i64", align=8)
        piece = code.load(place, kind="i64", align=8)
        late, inputs = t - begins[piece], self._cells("inputs")
        block = code.value(f"mul i64 {columns}, {DEGREE + 1}")
        first = code.address(self.entries["coefficients"], code.value(f"mul i64 {piece}, {block}"))
        for c in self.loops.up(columns):
            places = [code.address(first, c)]
            for _ in range(DEGREE):
                places.append(code.address(places[-1], columns))
            value = Value(code, code.load(places[-1]))
            for each in reversed(places[:-1]):
                value = self.loops.more(Value(code, code.load(each)), value, late)
            inputs[c] = value

    def _evaluate(self, t: Value) -> None:
        """Formulas of t, q and qd, which come first among the values."""
        code, values, n = self.code, self._cells("values"), self.n
        values["0"] = t
        for i in self.loops.up(n):
            values[code.value(f"add i64 {i}, 1")] = self._cells("q")[i]
            values[code.value(f"add i64 {i}, {code.value(f'add i64 {n}, 1')}")] = self._cells("qd")[i]
        formulas.write(code, *(self.entries[name] for name in ("program", "rows", "values", "given")))
        for i in self.loops.up(n):
            number = code.load(code.address(self.entries["results"], i), kind="i64", align=8)
            self._cells("tau")[i] = values[number]

    def _feed_back(self) -> None:
        n, loops = self.n, self.loops
        wanted, rates = self._cells("inputs"), self.cells_at(self.code.address(self.entries["inputs"], n))
        kp, kd, ki = self._rows("gains")
        q, qd, command, tau = (self._cells(name) for name in ("q", "qd", "command", "tau"))
        for i in loops.up(n):
            command[i] = kp[i] * (wanted[i] - q[i]) + kd[i] * (rates[i] - qd[i])
        with self.given("ahead"):
            for i in loops.up(n):
                command[i] = self._cells("ahead")[i] + command[i]
        with self.given("model"):
            code = self.code
            code.value(f"call i64 {self.entries['model']}(i64 1, ptr {self.entries['model arguments']})")
        with self.given("modelled"):
            for i in loops.up(n):
                tau[i] = tau[i] + self._cells("modelled")[i]
        for i in loops.up(self.entries["integrals"]):
            tau[i] = tau[i] + ki[i] * self._cells("z")[i]
            self._cells("z_rate")[i] = wanted[i] - q[i]

    def _limit(self) -> None:
        """What `feedback.Motors` gives, and how `feedback.Pid` integrates then."""
        code, loops = self.code, self.loops
        zero, one = (Value(code, code.number(x)) for x in (0.0, 1.0))
        largest, fastest, patience = self._rows("motors")
        qd, tau, rates = (self._cells(name) for name in ("qd", "tau", "z_rate"))
        wished = Cells(code, lambda _: room)
        room = code.room(1)

        def least(x: Value, y: Value) -> Value:
            return Value(code, code.intrinsic("minnum", x.name, y.name))

        def most(x: Value, y: Value) -> Value:
            return Value(code, code.intrinsic("maxnum", x.name, y.name))

        def size(x: Value) -> Value:
            return Value(code, code.intrinsic("fabs", x.name))

        integrates = code.value(f"icmp ne i64 {self.entries['integrals']}, 0")
        for i in loops.up(self.n):
            wished[0] = tau[i]
            cut = most(least(tau[i], largest[i]), zero - largest[i])
            left = (one - cut.apply("sign") * qd[i] / fastest[i]) / Value(code, code.number(FADE))
            tau[i] = cut * least(most(left, zero), one)
            with code.when(integrates):
                error, wanted = rates[i], wished[0]
                slowed = most(size(error) - size(wanted - tau[i]) / patience[i], zero) * error.apply("sign")
                more = code.value(f"fcmp ogt double {(error * wanted).name}, {zero.name}")
                rates[i] = Value(code, code.value(f"select i1 {more}, double {slowed.name}, double {error.name}"))

    def _check(self, address: str, count: str) -> None:
        """That so many numbers are finite."""
        code, numbers = self.code, self.cells_at(address)
        for i in self.loops.up(count):
            nothing = (numbers[i] * Value(code, code.number(0.0))).name
            with code.when(code.value(f"fcmp uno double {nothing}, {nothing}")):
                code.leave(str(BAD_TORQUE))

    def _cells(self, name: str) -> Cells:
        return self.cells_at(self.entries[name])

    def _rows(self, name: str) -> list[Cells]:
        """Three of n numbers, one after the other."""
        return [self.cells_at(self.code.address(self.entries[name], *([self.n] * i))) for i in range(3)]
