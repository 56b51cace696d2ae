"""When a formula of time jumps, bends, or moves within a short while: found by interval arithmetic.

No such time is missed, but where roots come by tens of thousands: these are taken for an even grid.
Only what depends on t alone is known before a run: step(t - 5) jumps at 5 s, step(q1) when the run makes it.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from denoc.basics.cancelling import check_cancelled
from denoc.motions.changes import Changes
from denoc.torques.formula_functions import FUNCTIONS, OPERATORS
from denoc.torques.formula_parser import Node, parse
from denoc.torques.intervals import Bounds, bounds_of

TIME = 0  # the slot of t among a formula's values
MOST_ROOTS = 100_000  # stretches of time that are looked at at once: more roots than that are not told apart
MOST_CELLS = 20_000  # the same, for the shape of one function
DEEPEST = 60  # halvings
LOOKS = 65  # into a stretch in which a function cannot be told from zero
SHARE = 0.5  # of its whole range, that a function of time may move within a stretch
FLAT = 1e-9  # of its value, that a function of time may move by without being looked at
HUGE = 1e100  # no shape is looked for above
NARROWEST = 30  # halvings after which a feature of a function is narrow enough to be left to the integrator
CLOSER = 4  # times closer, that a formula is looked at whose shape the state decides

_LINEAR = tuple(OPERATORS[name] for name in ("+", "-", "negative"))
_BROKEN = tuple(FUNCTIONS[name] for name in ("sign", "step", "abs", "min", "max", "clip"))  # of straight pieces


@functools.lru_cache(maxsize=256)
def formula_changes(text: str, joints: int, duration: float, longest: float) -> Changes:
    """The changes of a formula from 0 to `duration`; `longest` is the longest step where it depends on time at all."""
    tree = parse(text, joints)
    nodes = list(_all(tree))
    if any(_slots(node) - {TIME} and node.function is not None and not _is_linear(node) for node in nodes):
        longest /= CLOSER
    elif TIME not in _slots(tree):
        return Changes()
    timed = [node for node in nodes if _slots(node) == {TIME} and node.function is not None]
    breaks = [_roots(condition, duration) for node in timed for condition in _conditions(node)]
    shapes = [node for node in timed if not _is_linear(node) and node.function not in _BROKEN]
    breaks += [_narrow_stretches(node, duration, longest) for node in shapes]
    return Changes(np.unique(np.concatenate([np.zeros(0), *breaks])), longest)


def _all(node: Node) -> Iterator[Node]:
    yield node
    for argument in node.arguments:
        yield from _all(argument)


@functools.lru_cache(maxsize=1024)
def _slots(node: Node) -> frozenset[int]:
    """The values that the node depends on."""
    if node.function is None:
        return frozenset() if node.number is not None else frozenset({node.slot})
    return frozenset().union(*(_slots(argument) for argument in node.arguments))


def _is_linear(node: Node) -> bool:
    """Whether the node only adds and scales: its shape is that of its arguments."""
    scaled = [a for a in node.arguments if a.number is None]
    product = node.function is OPERATORS["*"] and len(scaled) == 1
    quotient = node.function is OPERATORS["/"] and node.arguments[1].number is not None
    return node.function in _LINEAR or product or quotient


def _conditions(node: Node) -> list[Node]:
    """What the node jumps or bends at the roots of."""
    function, arguments = node.function, node.arguments
    if function is None:
        return []
    if function in (FUNCTIONS["min"], FUNCTIONS["max"]):
        return [_difference(a, b) for a, b in combinations(arguments, 2)]
    if function is FUNCTIONS["clip"]:
        return [_difference(arguments[0], bound) for bound in arguments[1:]]
    if function is FUNCTIONS["tan"]:
        return [Node(node.column, function=FUNCTIONS["cos"], arguments=arguments)]
    if function is OPERATORS["/"]:
        return [arguments[1]]
    if function is FUNCTIONS["atan2"]:
        return list(arguments)
    if function in (FUNCTIONS["asin"], FUNCTIONS["acos"]):
        return [_difference(arguments[0], Node(node.column, number=end)) for end in (-1.0, 1.0)]
    if function is OPERATORS["^"] or function in (FUNCTIONS[name] for name in ("sign", "step", "abs", "sqrt")):
        return [arguments[0]]
    return []


def _difference(a: Node, b: Node) -> Node:
    return Node(a.column, function=OPERATORS["-"], arguments=(a, b))


def _bounds(node: Node, left: np.ndarray, right: np.ndarray) -> Bounds:
    """Of the node's value within each stretch of time."""
    check_cancelled()
    if node.function is None:
        constant = None if node.number is None else np.full(len(left), node.number)
        return (left, right) if constant is None else (constant, constant)
    with np.errstate(all="ignore"):
        return bounds_of(node.function, [_bounds(argument, left, right) for argument in node.arguments])


def _halved(left: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    middle = 0.5 * (left + right)
    return np.stack([left, middle], axis=1).ravel(), np.stack([middle, right], axis=1).ravel()


def _roots(node: Node, duration: float) -> np.ndarray:
    """Times at which the node may be zero: single ones, and the two ends of stretches that cannot be told from zero."""
    left, right = np.zeros(1), np.full(1, duration)
    resolution = 4 * float(np.spacing(duration))
    for _ in range(DEEPEST):
        low, high = _bounds(node, left, right)
        near = (low <= 0) & (high >= 0) & ((low < 0) | (high > 0))  # what is zero throughout does not change
        left, right = left[near], right[near]
        if not len(left) or right[0] - left[0] <= resolution or len(left) > MOST_ROOTS:
            break
        left, right = _halved(left, right)
    if not len(left):
        return left
    apart = np.flatnonzero(left[1:] - right[:-1] > resolution)
    begins, ends = left[np.r_[0, apart + 1]], right[np.r_[apart, -1]]
    wide = ends - begins > 8 * resolution
    if wide.sum() > MOST_CELLS:
        return np.linspace(0.0, duration, MOST_CELLS)
    found = [0.5 * (begins + ends)[~wide], begins[wide], ends[wide]]
    if wide.any():
        looks = np.linspace(begins[wide], ends[wide], LOOKS, axis=1)
        found.append(_crossings(node, looks[:, :-1].ravel(), looks[:, 1:].ravel()))
    return np.concatenate(found)


def _crossings(node: Node, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Where the node changes sign between the ends of a stretch, of those stretches in which it does."""

    def positive(t: np.ndarray) -> np.ndarray:
        low, high = _bounds(node, t, t)
        return low + high > 0

    changing = positive(left) != positive(right)
    left, right = left[changing], right[changing]
    before = positive(left)
    for _ in range(DEEPEST):
        middle = 0.5 * (left + right)
        same = positive(middle) == before
        left, right = np.where(same, middle, left), np.where(same, right, middle)
    return 0.5 * (left + right)


def _narrow_stretches(node: Node, duration: float, longest: float) -> np.ndarray:
    """Bounds of stretches shorter than `longest`, in each of which the node moves by no more than half its range."""
    left, right = np.zeros(1), np.full(1, duration)
    lowest, highest = math.inf, -math.inf
    kept: list[np.ndarray] = []
    for _ in range(NARROWEST):
        low, high = (np.clip(bound, -HUGE, HUGE) for bound in _bounds(node, left, right))
        middle = 0.5 * (left + right)
        points = np.clip(_bounds(node, middle, middle)[0], -HUGE, HUGE)
        lowest, highest = min(lowest, points.min()), max(highest, points.max())
        size = np.maximum(np.abs(low), np.abs(high))
        calm = high - low <= np.maximum(SHARE * (highest - lowest), FLAT * size)
        short = calm & (right - left < longest)
        kept += [left[short], right[short]]
        left, right = left[~calm], right[~calm]
        if not len(left) or len(left) > MOST_CELLS:
            break
        left, right = _halved(left, right)
    return np.concatenate([*kept, left, right])
