"""Kernels over one block of lanes whose columns lie one after the other: nothing is turned, nothing is looped over.

`i64 kernel(i64 ignored, ptr arguments)`, as in `rows`; an argument is the address of its first column, each of `lanes`
doubles. What is not finite is the caller's to find: it knows what each lane stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from denoc.kernels.emitter.code import Code
from denoc.kernels.emitter.rows import NAME, Batch


class Columns(Batch):
    """The one block."""

    def __init__(self, code: Code, arguments: Sequence[str]) -> None:
        super().__init__(code, arguments, "0", "")

    def rows(self, argument: int, columns: str | int) -> list[str]:
        return [self.arguments[argument]]

    def load(self, argument: int, columns: int) -> list[str]:
        code = self.code
        return [code.load(code.address(self.arguments[argument], j * code.lanes)) for j in range(columns)]

    def store(self, values: Sequence[str], rows: Sequence[str], column: int = 0, widest: int = 0) -> None:
        (first,) = rows
        for j, value in enumerate(values, column):
            self.code.store(value, self.code.address(first, j * self.code.lanes))

    def watch(self, values: Iterable[str]) -> None:
        pass


def kernel(lanes: int, arguments: int, body: Callable[[Batch], None]) -> str:
    """The LLVM text of a kernel whose `body` writes what happens to the block."""
    code = Code(lanes)
    body(Columns(code, [code.load(code.address("%arguments", i), kind="ptr", align=8) for i in range(arguments)]))
    code.line("ret i64 0")
    return code.text.function(NAME, "i64 %ignored, ptr %arguments")
