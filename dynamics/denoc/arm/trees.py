"""Scalars in the shapes that recursions pass around: tuples, vectors, matrices and any nesting of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from denoc.algebra.algebra import Mat3, Sym3, Vec3
from denoc.algebra.operators import Product
from denoc.algebra.scalars import Scalar
from denoc.algebra.spatial import Sym6, Vec6

Tree = Any  # a scalar, a tuple of trees, or one of the classes below

_PARTS = {
    Vec3: ("x", "y", "z"),
    Sym3: ("xx", "yy", "zz", "xy", "yz", "xz"),
    Mat3: Mat3.__slots__,
    Vec6: ("angular", "linear"),
    Sym6: ("A", "B", "C"),
    Product: ("angular", "linear"),
}


def leaves(tree: Tree) -> Iterator[Scalar]:
    """Every scalar of the tree, in one fixed order."""
    parts = _parts(tree)
    if parts is None:
        yield tree
    else:
        for part in parts:
            yield from leaves(part)


def map_tree(function: Callable[[Scalar], Scalar], tree: Tree) -> Tree:
    """The same tree with `function` of each scalar."""
    parts = _parts(tree)
    if parts is None:
        return function(tree)
    mapped = [map_tree(function, part) for part in parts]
    kind = Vec6 if isinstance(tree, Vec6) else type(tree)
    return kind(mapped) if kind in (tuple, list) else kind(*mapped)


def _parts(tree: Tree) -> list[Tree] | None:
    names = _PARTS.get(type(tree))
    if names is not None:
        return [getattr(tree, name) for name in names]
    return list(tree) if isinstance(tree, (tuple, list)) else None
