"""The derivative of a run as machine code: from y through the kernels to y', in every mode that its joints can be in.

f(data, t, y, y') -> 0, or what is wrong with the state. y = (q, velocities, impulses of dry friction, z, work, work of
friction), without impulses where there are no events, with z where the torque law integrates. `data` points to the
entries below; kernels, and the torque law if there is one, are called through their addresses. Written once for all
arms.

A joint slides with dry friction of a fixed sign or is stuck, and may press on a stop: its rows `sign`, `stuck`, `side`.
The kernels know of its friction the viscous part alone, the mean of both directions: all that is smooth.
The rate of a stuck joint is 0 in y, and stays so. The impulses are there for the step control: the slope of one is the
torque that holds a stuck joint, which nothing else in y would feel.
"""

from __future__ import annotations

from denoc.algebra.algebra import Vec3
from denoc.algebra.scalars import ZERO, Scalar, sign
from denoc.arm.friction import Friction
from denoc.kernels.emitter.cells import Cells, OverEntries, Value
from denoc.kernels.emitter.compiler import Loaded, compile_text
from denoc.kernels.emitter.rows import NAME
from denoc.kernels.emitter.targets import host
from denoc.kernels.storage.locks import Once
from denoc.kernels.storage.objects import cached
from denoc.recursions import cholesky

# Numbers of joints, impulses and z. Kernels, each with its arguments, of which q, the velocities and what the first one
# gives are put in here: accelerations; quasi-velocities to rates, or 0 where y has rates; what the tip wrench does at
# the joints, or 0; the links' frames, for pushes, or 0; mass matrix and bias, for stuck joints. The torque law or 0 and
# what it is given. The row of torques, wrench and pushes, or 0 where nothing acts on the joints but gravity. `memory`
# has a row of n numbers for each name below, `matrices` two of n x n, `frames` n of 4 x 4; `pushes` has how many act,
# and the numbers of PUSH for each; the report is (speed limit, joint that is at fault, evaluations).
NUMBERS = ("n", "impulses", "integrals")
KERNELS = ("accelerate", "to_rates", "wrench", "place", "mass", "bias")
TABLES = ("acting", "memory", "matrices", "frames", "pushes", "report")
POINTERS = (*KERNELS, *(f"{name} arguments" for name in KERNELS), "law", "law data", *TABLES)
ENTRIES = NUMBERS + POINTERS
ROWS = (
    "q", "qd", "z", "tau", "z_rate", "wrenched", "pushed", "acting", "applied", "biased", *Friction._fields, "sign",
    "stuck", "side", "lower", "upper", "stiffness", "damping", "revolute",
)  # fmt: skip
# The link from 0 (an integer); the point in its axes, z on the joint; stiffness and damping; the time from which on the
# target moves, where it is then and its velocity, seen from the first frame.
PUSH = ("link", "px", "py", "pz", "stiffness", "damping", "t", "x", "y", "z", "vx", "vy", "vz")
SPEED_LIMIT, JOINT, EVALUATIONS = range(3)  # of the report
TOO_FAST, NOT_FINITE, BAD_TORQUE = 2, 3, 4
_NOTHING: tuple[Scalar, ...] = (ZERO,) * 3


@Once
def loaded() -> Loaded:
    target = host()
    return Loaded(cached(f"derivative {target}", lambda: compile_text(_Derivative().write(), target, optimise=True)))


class _Derivative(OverEntries):
    def __init__(self) -> None:
        super().__init__(ENTRIES, NUMBERS)
        code = self.code
        self.n = n = self.entries["n"]
        self.velocities, self.accelerations = code.address("%y", n), code.address("%out", n)
        self.impulses = code.address(self.accelerations, n)  # their slopes
        self.acting = self.entries["acting"]
        self.zero = Value(code, code.number(0.0))

    def write(self) -> str:
        code = self.code
        self._count()
        self._read_rates()
        with self.given("law"):
            self._ask_law()
        with self.given("wrench"):
            self._add_wrench()
        with self.given("place"):
            self._push()
        smooth = code.value(f"icmp eq i64 {self.entries['impulses']}, 0")
        with code.when(smooth):
            self._accelerate()
            self._work(modes=False)
            code.leave("0")
        held = self._not_zero(self._work(modes=True))
        with code.when(held):
            self._accelerate_free_joints()
            code.leave("0")
        self._accelerate()
        code.line("ret i64 0")
        return code.text.function(NAME, "ptr %data, double %t, ptr %y, ptr %out")

    def _read_rates(self) -> None:
        """Into the first n slopes, unless one is too fast."""
        code = self.code
        with self.given("to_rates"):
            self._call("to_rates", {0: "%y", 1: self.velocities})
        direct = code.value(f"icmp eq ptr {self.entries['to_rates']}, null")
        rates = self.cells_at(code.value(f"select i1 {direct}, ptr {self.velocities}, ptr {self._row('qd')}"))
        limit, slopes = self.cells_at(self.entries["report"])[SPEED_LIMIT], self.cells_at("%out")
        for i in self.loops.up(self.n):
            rate = rates[i]
            with code.when(code.value(f"fcmp ugt double {code.intrinsic('fabs', rate.name)}, {limit.name}")):
                self._blame(i, TOO_FAST)
            slopes[i] = rate

    def _ask_law(self) -> None:
        """It finds its state in the memory, and leaves tau and the slopes of z there."""
        code, impulses, integrals = self.code, self.entries["impulses"], self.entries["integrals"]
        self._copy("%y", self._row("q"), self.n)
        self._copy("%out", self._row("qd"), self.n)
        self._copy(code.address(self.velocities, self.n, impulses), self._row("z"), integrals)
        status = code.value(f"call i64 {self.entries['law']}(ptr {self.entries['law data']}, double %t)")
        with code.when(code.value(f"icmp ne i64 {status}, 0")):
            code.leave(status)
        self._copy(self._row("z_rate"), code.address(self.impulses, impulses), integrals)

    def _add_wrench(self) -> None:
        """The one at the tip, beside the torques."""
        self._call("wrench", {0: "%y"})
        tau, wrenched, acting = (self.cells_at(at) for at in (self._row("tau"), self._row("wrenched"), self.acting))
        for i in self.loops.up(self.n):
            acting[i] = tau[i] + wrenched[i]

    def _push(self) -> None:
        """What the pushes do at the joints, J^T F each, beside torques and wrench."""
        code, loops = self.code, self.loops
        self._call("place", {0: "%y"})
        pushed, acting = self.cells_at(self._row("pushed")), self.cells_at(self.acting)
        alone = code.value(f"icmp eq ptr {self.entries['wrench']}, null")
        others = self.cells_at(code.value(f"select i1 {alone}, ptr {self._row('tau')}, ptr {self.acting}"))
        for i in loops.up(self.n):
            pushed[i] = self.zero
        for k in loops.up(code.load(self.entries["pushes"], kind="i64", align=8)):
            row = code.value(f"mul i64 {k}, {len(PUSH)}")
            self._push_one(code.address(self.entries["pushes"], 1, row))
        for i in loops.up(self.n):
            acting[i] = others[i] + pushed[i]

    def _push_one(self, row: str) -> None:
        code, loops, rates = self.code, self.loops, self.cells_at("%out")
        number = {name: self.cells_at(row)[k] for k, name in enumerate(PUSH) if k}
        link = code.load(row, kind="i64", align=8)
        joints = code.value(f"add i64 {link}, 1")
        x, y, z, origin = self._frame(link)
        point = origin + x * number["px"] + y * number["py"] + z * number["pz"]
        speed = [loops.variable(self.zero) for _ in range(3)]
        for j in loops.up(joints):
            for part, along in zip(speed, self._column(j, point), strict=True):
                part.value = part.value + along * rates[j]
        late = Value(code, "%t") - number["t"]
        target = Vec3(number["x"], number["y"], number["z"])
        target = target + Vec3(number["vx"], number["vy"], number["vz"]) * late
        damped = Vec3(*(part.value for part in speed)) * number["damping"]
        force = (target - point) * number["stiffness"] - damped
        pushed = self.cells_at(self._row("pushed"))
        for j in loops.up(joints):
            pushed[j] = pushed[j] + self._column(j, point).dot(force)

    def _column(self, j: str, point: Vec3) -> Vec3:
        """The velocity of a point for a unit rate of joint j, before it."""
        _, _, z, origin = self._frame(j)
        turns = self.cells_at(self._row("revolute"))[j]
        slides = Value(self.code, self.code.number(1.0)) - turns
        return z.cross(point - origin) * turns + z * slides

    def _frame(self, i: str) -> tuple[Vec3, Vec3, Vec3, Vec3]:
        """Axes and origin of link i."""
        start = self.code.value(f"mul i64 {i}, 16")
        cells = self.cells_at(self.code.address(self.entries["frames"], start))
        x, y, z, origin = (Vec3(*(cells[4 * row + column] for row in range(3))) for column in range(4))
        return x, y, z, origin

    def _work(self, *, modes: bool) -> Value:
        """What torques, wrench, pushes and stops do and what friction and dampers take, into the last two slopes. With
        `modes`, what is left to accelerate the joints is put into `applied`; how many are stuck."""
        code, loops = self.code, self.loops
        work, lost, stuck = (loops.variable(self.zero) for _ in range(3))
        with code.when(code.value(f"icmp ne ptr {self.acting}, null")):
            row = {name: self.cells_at(self._row(name)) for name in ROWS}
            for i in loops.up(self.n):
                qd, acting = self.cells_at("%out")[i], self.cells_at(self.acting)[i]
                law, direction = Friction(*(row[name][i] for name in Friction._fields)), sign(qd)
                dry, spring, damper = _NOTHING
                if modes:
                    dry, (spring, damper) = self._dry(law, qd, row["sign"][i]), self._stop(i, qd)
                    direction = self._decided(row["sign"][i], direction)
                    skew = law._replace(viscous=ZERO).sliding(qd, direction)
                    row["applied"][i] = acting - dry - skew - spring - damper
                    self.cells_at(self.impulses)[i] = dry
                    stuck.value = stuck.value + row["stuck"][i]
                taken = law.sliding(qd, direction) + dry
                work.value = work.value + (acting - spring) * qd
                lost.value = lost.value + (taken + damper) * qd
        works = self.cells_at(code.address(self.impulses, self.entries["impulses"], self.entries["integrals"]))
        works[0], works[1] = work.value, lost.value
        return stuck.value

    def _dry(self, law: Friction, qd: Value, sign: Value) -> Value:
        """Dry friction of a joint that slides with this sign; 0 where it is stuck. Few laws need the division."""
        dry = self.loops.variable(law._replace(extra=ZERO, extra_skew=ZERO).dry(qd, sign))
        with self.code.when(self._not_zero(law.sharpness)):
            dry.value = law.dry(qd, sign)
        return dry.value

    def _decided(self, sign: Value, otherwise: Value) -> Value:
        """The joint's direction: the sign that it slides with, if it has one."""
        name = f"select i1 {self._not_zero(sign)}, double {sign.name}, double {otherwise.name}"
        return Value(self.code, self.code.value(name))

    def _stop(self, i: str, qd: Value) -> tuple[Value, Value]:
        """What spring and damper of the stop take that joint i presses on."""
        code = self.code
        spring, damper = (self.loops.variable(self.zero) for _ in range(2))
        side = self.cells_at(self._row("side"))[i]
        with code.when(self._not_zero(side)):
            above = code.value(f"fcmp ogt double {side.name}, {self.zero.name}")
            limit = self.cells_at(code.value(f"select i1 {above}, ptr {self._row('upper')}, ptr {self._row('lower')}"))[
                i
            ]
            spring.value = self.cells_at(self._row("stiffness"))[i] * (self.cells_at("%y")[i] - limit)
            damper.value = self.cells_at(self._row("damping"))[i] * qd
        return spring.value, damper.value

    def _count(self) -> None:
        """This evaluation."""
        report = self.cells_at(self.entries["report"])
        report[EVALUATIONS] = report[EVALUATIONS] + Value(self.code, self.code.number(1.0))

    def _accelerate(self) -> None:
        bad = self._call("accelerate", {0: "%y", 1: self.velocities, 3: self.accelerations})
        with self.code.when(self.code.value(f"icmp ne i64 {bad}, 0")):
            self._check_finite(self.n)

    def _accelerate_free_joints(self) -> None:
        """M_ff qdd_f = (applied - bias)_f, with 1 on the diagonal and 0 elsewhere for the stuck joints; what holds them
        into their impulses' slopes."""
        code, loops, n = self.code, self.loops, self.n
        self._call("mass", {0: "%y"})
        self._call("bias", {0: "%y", 1: self.velocities})
        one = Value(code, code.number(1.0))
        matrix = self._matrix(self.entries["matrices"])
        factors = self._matrix(code.address(self.entries["matrices"], code.value(f"mul i64 {n}, {n}")))
        stuck, applied, bias = (self.cells_at(self._row(name)) for name in ("stuck", "applied", "biased"))
        accelerations, holds = self.cells_at(self.accelerations), self.cells_at(self.impulses)
        for i in loops.up(n):
            free = one - stuck[i]
            accelerations[i] = (applied[i] - bias[i]) * free
            for j in loops.up(i):
                factors[i, j] = matrix[i, j] * free * (one - stuck[j])
            factors[i, i] = matrix[i, i] * free + stuck[i]
        cholesky.factor(factors, n, loops)
        cholesky.solve(factors, accelerations, n, loops)
        for i in loops.up(n):
            with code.when(self._not_zero(stuck[i])):
                hold = loops.variable(applied[i] - bias[i])
                for j in loops.up(n):
                    hold.value = hold.value - matrix[i, j] * accelerations[j]
                holds[i] = hold.value
        self._check_finite(code.value(f"mul i64 {n}, 2"))

    def _check_finite(self, count: str) -> None:
        """Of so many slopes, from the accelerations on."""
        code, accelerations = self.code, self.cells_at(self.accelerations)
        for i in self.loops.up(count):
            nothing = (accelerations[i] * self.zero).name
            with code.when(code.value(f"fcmp uno double {nothing}, {nothing}")):
                self._blame(code.value(f"urem i64 {i}, {self.n}"), NOT_FINITE)

    def _blame(self, joint: str, status: int) -> None:
        number = self.code.value(f"sitofp i64 {joint} to double")
        self.code.store(number, self.code.address(self.entries["report"], JOINT))
        self.code.leave(str(status))

    def _call(self, name: str, places: dict[int, str]) -> str:
        """A kernel's result; `places` are those of its arguments that are elsewhere in every call."""
        arguments = self.entries[f"{name} arguments"]
        for i, place in places.items():
            self.code.store(place, self.code.address(arguments, i), kind="ptr", align=8)
        return self.code.value(f"call i64 {self.entries[name]}(i64 1, ptr {arguments})")

    def _not_zero(self, x: Value) -> str:
        return self.code.value(f"fcmp une double {x.name}, {self.zero.name}")

    def _row(self, name: str) -> str:
        """Its address in the memory."""
        return self.code.address(self.entries["memory"], self.code.value(f"mul i64 {self.n}, {ROWS.index(name)}"))

    def _matrix(self, address: str) -> Cells:
        return Cells(
            self.code, lambda at: self.code.address(address, self.code.value(f"mul i64 {at[0]}, {self.n}"), at[1])
        )

    def _copy(self, source: str, to: str, count: str) -> None:
        for i in self.loops.up(count):
            self.cells_at(to)[i] = self.cells_at(source)[i]
