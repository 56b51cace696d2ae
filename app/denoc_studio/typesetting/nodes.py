"""An equation as an immutable tree.

Every node may have a `key`, by which the part under the mouse is told, and a `colour`: a role such as "muted" or
"joint 2" (`look.roles`), which the parts inside have too unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Literal

Style = Literal["italic", "bold", "upright"]
AccentKind = Literal["dot", "ddot", "hat", "tilde", "bar"]
Align = Literal["center", "left", "right", "decimal"]

RELATIONS = frozenset("=<>≤≥≈≠≡→←∈≪≫∝")
SUMS = frozenset("+−±")
PRODUCTS = frozenset("·×∘/")
PUNCTUATION = frozenset(",;:")


@dataclass(frozen=True, slots=True)
class Node:
    """What all nodes have in common."""

    key: Hashable = field(default=None, kw_only=True)
    colour: str | None = field(default=None, kw_only=True)

    @property
    def parts(self) -> tuple[Node, ...]:
        """The nodes directly inside, in the order in which they are read."""
        return ()


@dataclass(frozen=True, slots=True)
class Row(Node):
    """Nodes beside each other, with the spaces that operators and relations ask for."""

    items: tuple[Node, ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        return self.items


@dataclass(frozen=True, slots=True)
class Symbol(Node):
    """A letter; a longer `text` is a name as `sin`. Bold is a vector or a matrix, italic a scalar."""

    text: str
    style: Style = "italic"


@dataclass(frozen=True, slots=True)
class Number(Node):
    """Digits as they are to be read, with a real minus sign."""

    text: str


@dataclass(frozen=True, slots=True)
class Operator(Node):
    """A sign between or before others: of RELATIONS, SUMS, PRODUCTS or PUNCTUATION, or any other without space."""

    text: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """Words, with their blanks."""

    text: str


@dataclass(frozen=True, slots=True)
class Space(Node):
    """Of so many em."""

    width: float


@dataclass(frozen=True, slots=True)
class Script(Node):
    """A base with an index below or an exponent above, or both above each other."""

    base: Node
    sub: Node | None = None
    sup: Node | None = None

    @property
    def parts(self) -> tuple[Node, ...]:
        return tuple(part for part in (self.base, self.sub, self.sup) if part is not None)


@dataclass(frozen=True, slots=True)
class Accent(Node):
    """A mark above: one dot or two are derivatives in time."""

    base: Node
    kind: AccentKind

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.base,)


@dataclass(frozen=True, slots=True)
class Fraction(Node):
    top: Node
    bottom: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.top, self.bottom)


@dataclass(frozen=True, slots=True)
class Root(Node):
    """A square root."""

    body: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.body,)


@dataclass(frozen=True, slots=True)
class Fence(Node):
    """Brackets as high as what they hold; "" is none on that side."""

    body: Node
    left: str = "("
    right: str = ")"

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.body,)


@dataclass(frozen=True, slots=True)
class Matrix(Node):
    """Rows of equal length; one column is a vector. `before` and `after` stand outside, a node a row: names, units."""

    rows: tuple[tuple[Node, ...], ...]
    left: str = "["
    right: str = "]"
    align: Align = "center"
    before: tuple[Node, ...] = ()
    after: tuple[Node, ...] = ()

    def __post_init__(self) -> None:
        if not self.rows or not self.rows[0] or len({len(row) for row in self.rows}) > 1:
            raise ValueError("a matrix has rows of equal length, and at least one entry")
        if any(outside and len(outside) != len(self.rows) for outside in (self.before, self.after)):
            raise ValueError("beside a matrix stands one node a row")

    @property
    def parts(self) -> tuple[Node, ...]:
        return (*self.before, *(cell for row in self.rows for cell in row), *self.after)


def row(*items: Node, key: Hashable = None, colour: str | None = None) -> Row:
    """Nodes beside each other."""
    return Row(items, key=key, colour=colour)


def keys(node: Node) -> Iterator[Hashable]:
    """Those of a node and of all inside it, each once, in the order in which they are read."""
    return iter(dict.fromkeys(_keys(node)))


def _keys(node: Node) -> Iterator[Hashable]:
    if node.key is not None:
        yield node.key
    for part in node.parts:
        yield from _keys(part)


EQUALS, PLUS, MINUS, TIMES, DOT = (Operator(sign) for sign in "=+−×·")


def variable(
    letter: str,
    sub: Node | str = "",
    sup: Node | str = "",
    *,
    accent: AccentKind | None = None,
    style: Style = "italic",
    key: Hashable = None,
) -> Node:
    """A letter with what usually hangs on it: variable("t", "2", accent="dot", style="bold"); digits are upright."""
    base: Node = Symbol(letter, style)
    if accent is not None:
        base = Accent(base, accent)
    below, above = (_script(part) for part in (sub, sup))
    if below is None and above is None:
        return Row((base,), key=key) if key is not None else base
    return Script(base, below, above, key=key)


def _script(part: Node | str) -> Node | None:
    if isinstance(part, Node):
        return part
    if not part:
        return None
    return Number(part) if part.isdigit() else Symbol(part, "italic" if len(part) == 1 else "upright")
