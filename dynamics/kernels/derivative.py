"""The derivative of a run as machine code: from y = (q, velocities, two works) through the kernels to y'.

f(data, t, y, y') -> 0, or what is wrong with the state. `data` points to addresses, in the order of the names below;
kernels, and the torque law if there is one, are called through theirs. Written once for all arms.
"""

from __future__ import annotations

from dynamics.kernels.code import Code
from dynamics.kernels.compiler import Loaded, compile_text
from dynamics.kernels.locks import Once
from dynamics.kernels.objects import cached
from dynamics.kernels.rows import NAME
from dynamics.kernels.targets import host

# n itself; the kernel that turns velocities into rates and its arguments, or 0 where they are the same; the kernel that
# gives the velocities' rates and its arguments (both read q and velocities straight from y); the torque law or 0, which
# finds its state in q and qd; the kernel that gives what the tip wrench does at the joints and its arguments, or 0;
# whether torque, wrench or friction do work; vectors: `applied` is tau and what the wrench does, the same memory as tau
# where there is none; and (speed limit, joint that is at fault).
ENTRIES = (
    "n", "to_rates", "to_rates_arguments", "accelerate", "accelerate_arguments", "law", "push", "push_arguments",
    "working", "q", "qd", "tau", "pushed", "applied", "viscous", "coulomb", "report",
)  # fmt: skip
TOO_FAST, NOT_FINITE, BAD_TORQUE = 2, 3, 4


@Once
def loaded() -> Loaded:
    target = host()
    return Loaded(cached(f"derivative {target}", lambda: compile_text(_text(), target, optimise=True, short=True)))


def _text() -> str:
    code = Code(1)
    d = {
        name: code.load(code.address("%data", i), kind="ptr" if i else "i64", align=8) for i, name in enumerate(ENTRIES)
    }
    n = d["n"]
    velocities, accelerations = code.address("%y", n), code.address("%out", n)
    code.store("%y", d["accelerate_arguments"], kind="ptr", align=8)
    code.store(velocities, code.address(d["accelerate_arguments"], 1), kind="ptr", align=8)
    code.store(accelerations, code.address(d["accelerate_arguments"], 3), kind="ptr", align=8)
    direct = code.value(f"icmp eq ptr {d['to_rates']}, null")
    with code.when(code.value(f"xor i1 {direct}, 1")):
        code.store("%y", d["to_rates_arguments"], kind="ptr", align=8)
        code.store(velocities, code.address(d["to_rates_arguments"], 1), kind="ptr", align=8)
        code.value(f"call i64 {d['to_rates']}(i64 1, ptr {d['to_rates_arguments']})")
    rates = code.value(f"select i1 {direct}, ptr {velocities}, ptr {d['qd']}")

    def blame(i: str, status: int) -> None:
        code.store(code.value(f"sitofp i64 {i} to double"), code.address(d["report"], 1))
        code.leave(str(status))

    limit = code.load(d["report"])
    with code.counting("0", n) as i:
        qd = code.load(code.address(rates, i))
        with code.when(code.value(f"fcmp ugt double {code.intrinsic('fabs', qd)}, {limit}")):
            blame(i, TOO_FAST)
        code.store(qd, code.address("%out", i))
    with code.when(code.value(f"icmp ne ptr {d['law']}, null")):
        with code.counting("0", n) as i:
            code.store(code.load(code.address("%y", i)), code.address(d["q"], i))
            code.store(code.load(code.address(rates, i)), code.address(d["qd"], i))
        status = code.value(f"call i64 {d['law']}(double %t)")
        with code.when(code.value(f"icmp ne i64 {status}, 0")):
            code.leave(status)
    with code.when(code.value(f"icmp ne ptr {d['push']}, null")):
        code.store("%y", d["push_arguments"], kind="ptr", align=8)
        code.value(f"call i64 {d['push']}(i64 1, ptr {d['push_arguments']})")
        with code.counting("0", n) as i:
            tau, push = (code.load(code.address(d[name], i)) for name in ("tau", "pushed"))
            code.store(code.binary("+", tau, push), code.address(d["applied"], i))
    bad = code.value(f"call i64 {d['accelerate']}(i64 1, ptr {d['accelerate_arguments']})")
    with code.when(code.value(f"icmp ne i64 {bad}, 0")), code.counting("0", n) as i:
        nothing = code.binary("*", code.load(code.address(accelerations, i)), code.number(0.0))
        with code.when(code.value(f"fcmp uno double {nothing}, {nothing}")):
            blame(i, NOT_FINITE)

    works = [code.address("%out", n, n), code.address("%out", n, n, 1)]
    for work in works:
        code.store(code.number(0.0), work)
    with code.when(code.value(f"icmp ne ptr {d['working']}, null")), code.counting("0", n) as i:
        qd, applied = code.load(code.address("%out", i)), code.load(code.address(d["applied"], i))
        viscous = code.binary("*", code.load(code.address(d["viscous"], i)), code.binary("*", qd, qd))
        dry = code.binary("*", code.load(code.address(d["coulomb"], i)), code.intrinsic("fabs", qd))
        for work, power in zip(works, (code.binary("*", applied, qd), code.binary("+", viscous, dry)), strict=True):
            code.store(code.binary("+", code.load(work), power), work)
    code.line("ret i64 0")
    return code.text.function(NAME, "ptr %data, double %t, ptr %y, ptr %out")
