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
from denoc.recursions.inverse_matrix import invert, minus_products
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
    both: bool = False  # a step gives the pair of entries (j, i) and (i, j)


class Blocks(NamedTuple):
    """For every link i a walk from it to the tip, which gives `width` numbers at each link k: block (i, k) of a matrix
    with zeros below its diagonal."""

    start: Callable[[Link, Record], tuple[Tree, Tree]]  # block (i, i) and what to hand on
    step: Callable[[Link, Record, Tree], tuple[Tree, Tree]]
    width: int


class Pairs(NamedTuple):
    """For every link i a walk from it to the base, as of a triangle, that gives entries of several full matrices. It
    follows the link's step of the last sweep, which goes inward, so that little has to be kept until then."""

    start: Callable[[Link, Record], tuple[list[Scalar], Tree]]  # their entries (i, i) and what to hand on
    step: Callable[[Link, Record, Tree], tuple[list[Scalar], list[Scalar], Tree]]  # entries (j, i), and (i, j)
    matrices: int
    solved: bool = False  # the last one, symmetric and positive, becomes its inverse X, each other one A becomes -X A


class Recursion(NamedTuple):
    """Inputs, one scalar a joint for each name; sweeps; and what comes out, in this order:
    a saved tree of every link, the triangle as a full matrix (n, n) or the solution of a system with it, the matrices
    of the pairs, the blocks as a full matrix (n, n, width), scalars from what was handed on last."""

    inputs: tuple[str, ...]
    sweeps: tuple[Sweep, ...]
    saved: str = ""
    across: bool = False  # first the first number of every link's saved tree, then the second of every link, ...
    triangle: Triangle | None = None
    system: str = ""  # a scalar b of every link's record: x of A x = b, with the triangle as A, symmetric and positive
    blocks: Blocks | None = None
    last: Callable[[Ends, Tree], Sequence[Scalar]] | None = None
    wrench: bool = False  # six more inputs: the tip wrench, in base axes
    pairs: Pairs | None = None

    @property
    def matrices(self) -> int:
        """How many matrices (n, n) it works out."""
        return self.pairs.matrices if self.pairs else int(self.triangle is not None)

    @property
    def solved(self) -> bool:
        return self.pairs is not None and self.pairs.solved


def walk(recursion: Recursion, arm: Arm, inputs: Sequence[Sequence[Scalar]]) -> tuple[list[dict[str, Tree]], Tree]:
    """Every link's record with all that the steps saved, and what was handed on last."""
    records: list[dict[str, Tree]] = [
        dict(zip(recursion.inputs, values, strict=True)) for values in zip(*inputs, strict=True)
    ]
    handed: Tree = ()
    for sweep in recursion.sweeps:
        handed = sweep.start(arm.ends, handed)
        last = sweep is recursion.sweeps[-1]
        for i in range(arm.n - 1, -1, -1) if sweep.inward else range(arm.n):
            handed, saved = sweep.step(arm.links[i], records[i], handed)
            records[i].update(saved)
            if last and recursion.pairs is not None:
                records[i]["entries"] = _entries(recursion.pairs, arm, records, i)
    return records, handed


def run(recursion: Recursion, arm: Arm, inputs: Sequence[Sequence[Scalar]]) -> list[Scalar]:
    """The results over scalars."""
    records, handed = walk(recursion, arm, inputs)
    out: list[Scalar] = []
    if recursion.saved:
        saved = [list(leaves(record[recursion.saved])) for record in records]
        out += [leaf for row in (zip(*saved, strict=True) if recursion.across else saved) for leaf in row]
    if recursion.triangle is not None:
        A = matrix(recursion.triangle, arm, records)
        if recursion.system:
            out += solution(A, [record[recursion.system] for record in records])
        else:
            out += [A[i, j] for i in range(arm.n) for j in range(arm.n)]
    if recursion.pairs is not None:
        found = _matrices([record["entries"] for record in records], recursion.pairs.matrices)
        out += _solved(found, arm.n) if recursion.pairs.solved else found
    if recursion.blocks is not None:
        out += block_rows(recursion.blocks, arm, records)
    if recursion.last is not None:
        out += recursion.last(arm.ends, handed)
    return out


def matrix(triangle: Triangle, arm: Arm, records: Sequence[Record]) -> dict[tuple[int, int], Scalar]:
    """All entries (i, j) of the triangle's matrix, after the walks."""
    entries: dict[tuple[int, int], Scalar] = {}
    for i, link in enumerate(arm.links):
        entries[i, i], handed = triangle.start(link, records[i])
        for j in range(i - 1, -1, -1):
            found, handed = triangle.step(arm.links[j], records[j], handed)
            entries[j, i], entries[i, j] = found if triangle.both else (found, found if triangle.symmetric else ZERO)
    return entries


def _entries(pairs: Pairs, arm: Arm, records: Sequence[Record], i: int) -> Tree:
    """Those of link i with itself, and (j, i) and (i, j) with every link j before it, the nearest first."""
    own, handed = pairs.start(arm.links[i], records[i])
    others = []
    for j in range(i - 1, -1, -1):
        above, below, handed = pairs.step(arm.links[j], records[j], handed)
        others.append((above, below))
    return own, others


def _matrices(entries: Sequence[Tree], count: int) -> list[Scalar]:
    """One matrix by its rows after the other."""
    n = len(entries)
    out: list[Scalar] = [ZERO] * (count * n * n)
    for i, (own, others) in enumerate(entries):
        out[i * n + i :: n * n] = own
        for back, (above, below) in enumerate(others, 1):
            out[(i - back) * n + i :: n * n] = above
            out[i * n + i - back :: n * n] = below
    return out


def _solved(entries: list[Scalar], n: int) -> list[Scalar]:
    *others, last = (entries[k : k + n * n] for k in range(0, len(entries), n * n))
    A = {(i, j): last[i * n + j] for i in range(n) for j in range(n)}
    invert(A, n, cholesky.PLAIN)
    columns = [other[j::n] for other in others for j in range(n)]
    results: list[list[Scalar]] = [[ZERO] * n for _ in columns]
    minus_products(A, columns, results, n, cholesky.PLAIN)
    of_each = (results[k : k + n] for k in range(0, len(results), n))
    rows = [column[i] for matrix in of_each for i in range(n) for column in matrix]
    return rows + [A[i, j] for i in range(n) for j in range(n)]


def block_rows(blocks: Blocks, arm: Arm, records: Sequence[Record]) -> list[Scalar]:
    """All numbers of the blocks' matrix, by rows."""
    out: list[Scalar] = []
    for i, link in enumerate(arm.links):
        block, handed = blocks.start(link, records[i])
        out += [ZERO] * (i * blocks.width) + list(leaves(block))
        for k in range(i + 1, arm.n):
            block, handed = blocks.step(arm.links[k], records[k], handed)
            out += leaves(block)
    return out


def solution(A: dict[tuple[int, int], Scalar], b: list[Scalar]) -> list[Scalar]:
    """x of A x = b; A becomes its factor."""
    cholesky.factor(A, len(b), cholesky.PLAIN)
    cholesky.solve(A, b, len(b), cholesky.PLAIN)
    return b


def nothing(ends: Ends, before: Tree) -> Tree:
    """The start of a walk that is handed nothing."""
    return ()
