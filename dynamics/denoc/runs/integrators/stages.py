"""The stages of one tableau as machine code: sums without loops over stages or weights, the derivative called between.

stages(f, data, t, h, y, slopes, trial, size, numbers) -> 0, or what the derivative found wrong. `slopes` is the first
of rows of `size` doubles, one a stage; `trial` holds the state of the last stage in the end. Sums of the slopes that
estimate the error go to rows of their own before the slopes, see `loops.E`.
"""

from __future__ import annotations

import numpy as np

from denoc.kernels.emitter.code import Code
from denoc.kernels.emitter.compiler import Loaded, compile_text
from denoc.kernels.emitter.rows import NAME
from denoc.kernels.emitter.targets import host
from denoc.kernels.storage.locks import Once
from denoc.kernels.storage.objects import cached
from denoc.runs.integrators.loops import EVALUATIONS, FAILED_AT, GROWN, STATUS, E, K

LANES = 4  # `size` is a multiple of it

Weights = tuple[tuple[float, ...], ...]


@Once
def compiled(rows: Weights, nodes: tuple[float, ...], first: int, past: int, errors: Weights = ()) -> Loaded:
    """Stages `first` to `past` - 1 of a tableau with these rows of weights, and its estimates of the error."""
    target = host()
    key = f"stages {rows} {nodes} {first} {past} {errors} {target}"
    return Loaded(cached(key, lambda: compile_text(_text(rows, nodes, first, past, errors), target, optimise=True)))


def _text(rows: Weights, nodes: tuple[float, ...], first: int, past: int, errors: Weights) -> str:
    code = Code(LANES)
    doubt = code.room(1)
    length = code.splat("%h")
    for i in range(first, past):
        code.store(code.number(0.0), doubt)
        with code.counting("0", "%size", LANES) as c:
            total = _sum(code, rows[i], c)
            y = code.load(code.address("%y", c), align=8)
            state = code.binary("+", code.binary("*", total, length), y)
            code.store(state, code.address("%trial", c), align=8)
            lost = code.binary("*", state, code.number(0.0))
            code.store(code.binary("+", lost, code.load(doubt)), doubt)
        _evaluate(code, doubt, nodes[i], code.value(f"mul i64 %size, {i}"))
    if errors:
        with code.counting("0", "%size", LANES) as c:
            for i, weights in enumerate(errors):
                offset = code.value(f"mul i64 %size, {E - K + i}")
                code.store(_sum(code, weights, c), code.address("%slopes", offset, c), align=8)
    code.line("ret i64 0")
    return code.text.function(
        NAME,
        "ptr %f, ptr %data, double %t, double %h, ptr %y, ptr %slopes, ptr %trial, i64 %size, ptr %numbers",
    )


def _sum(code: Code, weights: tuple[float, ...], c: str) -> str:
    """The slopes times their weights, from column c on."""
    total = code.number(0.0)
    for j in np.flatnonzero(weights).tolist():
        offset = code.value(f"mul i64 %size, {j}")
        slope = code.load(code.address("%slopes", offset, c), align=8)
        total = code.binary("+", code.binary("*", slope, code.number(weights[j])), total)
    return total


def _evaluate(code: Code, doubt: str, node: float, offset: str) -> None:
    """The derivative at the trial state, unless that is beyond all bounds."""
    one = code.single
    t = one.binary("+", one.binary("*", "%h", one.number(node)), "%t")
    number = code.load(doubt)

    def give_up(status: str) -> None:
        one.store(t, one.address("%numbers", FAILED_AT))
        one.store(one.value(f"sitofp i64 {status} to double"), one.address("%numbers", STATUS))
        code.leave(status)

    with code.when(code.any(code.value(f"fcmp uno {code.type} {number}, {number}"))):
        give_up(str(GROWN))
    count = one.address("%numbers", EVALUATIONS)
    one.store(one.binary("+", one.load(count), one.number(1.0)), count)
    slope = code.address("%slopes", offset)
    status = code.value(f"call i64 %f(ptr %data, double {t}, ptr %trial, ptr {slope})")
    with code.when(code.value(f"icmp ne i64 {status}, 0")):
        give_up(status)
