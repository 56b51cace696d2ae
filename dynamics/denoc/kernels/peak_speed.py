"""How fast a kernel could be at best: its floating-point operations over what this core can do."""

from __future__ import annotations

import functools
import re
import time

import numpy as np

from denoc.arm.robot import Robot
from denoc.kernels.emitter.compiler import Loaded, compile_text
from denoc.kernels.emitter.rows import Batch, kernel
from denoc.kernels.emitter.targets import host
from denoc.kernels.functions import customised_text

CHAINS, ROUNDS = 12, 64  # independent sums that hide each other's latency, and how often each grows in one block


def flops(robot: Robot, name: str) -> int:
    """Additions and multiplications of one evaluation by the kernel written out for this robot, sine and cosine
    included; a fused pair counts as two."""
    text = customised_text(name, robot, 1)
    single, fused = re.findall(r"= f(?:add|sub|mul|div) ", text), re.findall(r"= call double @llvm\.fmuladd", text)
    return len(single) + 2 * len(fused)


@functools.cache
def peak_gflops() -> float:
    """What fused multiplications and additions reach on one core, in 10^9 operations per second, measured."""
    target = host()

    def body(batch: Batch) -> None:
        code = batch.code
        (factor,) = batch.load(0, 1)
        room = code.room(CHAINS)
        sums = [code.address(room, i * code.lanes) for i in range(CHAINS)]
        for i, place in enumerate(sums):
            code.store(code.binary("*", factor, code.number(1.0 + i)), place)
        with code.counting("0", str(ROUNDS)):  # a loop, or the compiler works off one chain after the other
            for place in sums:
                code.store(code.fused(code.load(place), factor, factor), place)
        total = code.load(sums[0])
        for place in sums[1:]:
            total = code.binary("+", total, code.load(place))
        batch.store([total], batch.rows(1, 1))

    loaded = Loaded(compile_text(kernel(target.lanes, 2, body), target, optimise=True))
    rows = 4096
    given, out = np.full((rows, 1), 1e-3), np.empty((rows, 1))
    arguments = np.array([given.ctypes.data, out.ctypes.data])
    best = float("inf")
    for _ in range(50):
        started = time.perf_counter()
        loaded.call(rows, arguments.ctypes.data)
        best = min(best, time.perf_counter() - started)
    return 2 * CHAINS * ROUNDS * rows / best / 1e9
