"""Typed formulas as machine code: one machine for all of them, so that nothing is compiled while somebody types.

A formula is rows of (operation, a, b, address): the k-th one is done to the values with the numbers a and b, and its
result is the k-th value behind those that were given. The address is that of a function of the C library.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache

from denoc.kernels.emitter.cells import Cells, Value
from denoc.kernels.emitter.code import Code

OPERATIONS = (
    "+", "-", "*", "/", "negative", "abs", "sign", "step", "sqrt", "least", "greatest", "of one", "of two",
)  # fmt: skip
ROW = 4  # integers of an operation


def write(code: Code, program: str, count: str, values: str, given: str) -> None:
    """The text that runs `count` rows at the address `program` over `values`, of which so many are given."""
    cells = Cells(code, lambda i: code.address(values, i))
    with code.counting("0", count) as k:
        row = code.address(program, code.value(f"mul i64 {k}, {ROW}"))
        operation, a, b = (code.load(code.address(row, i), kind="i64", align=8) for i in range(3))
        address = code.load(code.address(row, 3), kind="ptr", align=8)
        out = code.address(values, given, k)
        code.choice(operation, [_put(code, name, cells[a], cells[b], address, out) for name in OPERATIONS])


def _put(code: Code, name: str, a: Value, b: Value, address: str, out: str) -> Callable[[], None]:
    return lambda: code.store(_done(code, name, a, b, address).name, out)


def _done(code: Code, name: str, a: Value, b: Value, address: str) -> Value:
    zero, one = (Value(code, code.number(x)) for x in (0.0, 1.0))

    def where(condition: str, x: Value, y: Value) -> Value:
        return Value(code, code.value(f"select i1 {code.value(condition)}, double {x.name}, double {y.name}"))

    def itself_if_no_number(x: Value) -> Value:
        return where(f"fcmp uno double {a.name}, {a.name}", a, x)

    match name:
        case "+" | "-" | "*" | "/":
            return Value(code, code.binary(name, a.name, b.name))
        case "negative":
            return Value(code, code.negative(a.name))
        case "abs":
            return Value(code, code.intrinsic("fabs", a.name))
        case "sqrt":
            return a.apply("sqrt")
        case "sign":
            return itself_if_no_number(a.apply("sign"))
        case "step":
            return itself_if_no_number(where(f"fcmp oge double {a.name}, {zero.name}", one, zero))
        case "least" | "greatest":
            how = "olt" if name == "least" else "ogt"
            either = where(f"fcmp {how} double {b.name}, {a.name}", b, a)
            return where(f"fcmp uno double {a.name}, {b.name}", a + b, either)
        case "of one":
            return Value(code, code.value(f"call double {address}(double {a.name})"))
        case _:
            return Value(code, code.value(f"call double {address}(double {a.name}, double {b.name})"))


@cache
def library_address(name: str) -> int:
    """Of a function of the C library, which Python's `math` calls too."""
    library = ctypes.CDLL("ucrtbase") if sys.platform == "win32" else ctypes.CDLL(None)
    return ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0
