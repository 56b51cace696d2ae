"""One robot written out: a traced graph from all its inputs to all its results as a kernel without loops over links."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from denoc.algebra.scalars import Scalar
from denoc.algebra.tracing import Traced
from denoc.kernels.emitter.rows import Batch, groups, kernel, widest_store

Layout = Callable[[int, int, Callable[[Batch], None]], str]  # `rows.kernel` or `columns.kernel`


def text(inputs: Sequence[Sequence[Traced]], results: Sequence[Scalar], lanes: int, layout: Layout = kernel) -> str:
    """LLVM text of a kernel that takes arrays with these inputs as columns and gives the results as columns."""

    def body(batch: Batch) -> None:
        known: dict[int, str] = {}
        for argument, nodes in enumerate(inputs):
            values = batch.load(argument, len(nodes))
            known.update((node.number, value) for node, value in zip(nodes, values, strict=True))
        rows, code, widest = batch.rows(len(inputs), len(results)), batch.code, widest_store(len(results), lanes)
        pieces = list(groups(len(results), lanes)) if lanes > 1 else [(0, len(results))]
        parts = code.in_parts([results[first : first + width] for first, width in pieces], known)
        for (first, _), values in zip(pieces, parts, strict=True):
            batch.store(values, rows, first, widest)

    return layout(lanes, len(inputs) + 1, body)
