"""A recursion as sweeps along the arm, each a step that is repeated from link to link.

A step gets the link, its record (the inputs of its joint and what earlier sweeps saved there) and what the neighbour
handed on; it gives what to hand on and what to save. `run` walks the steps over scalars. The kernels walk them in
compiled loops: they see the same steps and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from denoc.algebra.scalars import ZERO, Scalar
from denoc.arm.trees import Tree, leaves
from denoc.recursions import cholesky
from denoc.recursions.joints import Arm, Ends

Link = Any  # chain.ChainLink or bodies.Link: it has joint, p, B(q), M
Record = Mapping[str, Tree]
Step = tuple[Tree, dict[str, Tree]]  # what to hand on, and what to save


class Sweep(NamedTuple):
    """One walk from the base to the tip, or from the tip to the base."""

    start: Callable[[Ends, Tree], Tree]  # (ends, what the walk before it handed on last) -> handed to the first link
    step: Callable[[Link, Record, Tree], Step]
    inward: bool = False


class Triangle(NamedTuple):
    """For every link i a walk from it to the base, which gives entry (i, j) of a triangular matrix at each link j."""

    start: Callable[[Link, Record], tuple[Scalar, Tree]]  # entry (i, i) and what to hand on
    step: Callable[[Link, Record, Tree], tuple[Scalar, Tree]]
    symmetric: bool  # the other half repeats the entries, or is zero


class Recursion(NamedTuple):
    """Inputs, one scalar a joint for each name; sweeps; and what comes out, in this order:
    a saved tree of every link, the triangle as a full matrix (n, n) or the solution of a system with it, scalars from
    what was handed on last."""

    inputs: tuple[str, ...]
    sweeps: tuple[Sweep, ...]
    saved: str = ""
    triangle: Triangle | None = None
    system: str = ""  # a scalar b of every link's record: x of A x = b, with the triangle as A, symmetric and positive
    last: Callable[[Ends, Tree], Sequence[Scalar]] | None = None
    wrench: bool = False  # six more inputs: the tip wrench, in base axes


def walk(recursion: Recursion, arm: Arm, inputs: Sequence[Sequence[Scalar]]) -> tuple[list[dict[str, Tree]], Tree]:
    """Every link's record with all that the steps saved, and what was handed on last."""
    records: list[dict[str, Tree]] = [
        dict(zip(recursion.inputs, values, strict=True)) for values in zip(*inputs, strict=True)
    ]
    handed: Tree = ()
    for sweep in recursion.sweeps:
        handed = sweep.start(arm.ends, handed)
        pairs = list(zip(arm.links, records, strict=True))
        for link, record in reversed(pairs) if sweep.inward else pairs:
            handed, saved = sweep.step(link, record, handed)
            record.update(saved)
    return records, handed


def run(recursion: Recursion, arm: Arm, inputs: Sequence[Sequence[Scalar]]) -> list[Scalar]:
    """The results over scalars."""
    records, handed = walk(recursion, arm, inputs)
    out: list[Scalar] = []
    if recursion.saved:
        out += [leaf for record in records for leaf in leaves(record[recursion.saved])]
    if recursion.triangle is not None:
        A = matrix(recursion.triangle, arm, records)
        if recursion.system:
            out += solution(A, [record[recursion.system] for record in records])
        else:
            out += [A[i, j] for i in range(arm.n) for j in range(arm.n)]
    if recursion.last is not None:
        out += recursion.last(arm.ends, handed)
    return out


def matrix(triangle: Triangle, arm: Arm, records: Sequence[Record]) -> dict[tuple[int, int], Scalar]:
    """All entries (i, j) of the triangle's matrix, after the walks."""
    entries: dict[tuple[int, int], Scalar] = {}
    for i, link in enumerate(arm.links):
        entries[i, i], handed = triangle.start(link, records[i])
        for j in range(i - 1, -1, -1):
            entries[j, i], handed = triangle.step(arm.links[j], records[j], handed)
            entries[i, j] = entries[j, i] if triangle.symmetric else ZERO
    return entries


def solution(A: dict[tuple[int, int], Scalar], b: list[Scalar]) -> list[Scalar]:
    """x of A x = b; A becomes its factor."""
    cholesky.factor(A, len(b), cholesky.PLAIN)
    cholesky.solve(A, b, len(b), cholesky.PLAIN)
    return b


def nothing(ends: Ends, before: Tree) -> Tree:
    """The start of a walk that is handed nothing."""
    return ()
