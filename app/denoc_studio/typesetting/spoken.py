"""Nodes in plain words, as a screen reader says them: "gamma 2 equals M 2 times t dot 2 plus ..."."""

from __future__ import annotations

from denoc_studio.typesetting.letters import FUNCTIONS, NAMES, SAID, SAID_ACCENTS
from denoc_studio.typesetting.nodes import (
    Accent,
    Fence,
    Fraction,
    Matrix,
    Node,
    Number,
    Operator,
    Root,
    Row,
    Script,
    Space,
    Symbol,
    Text,
)

POWERS = {"′′": "double prime", "2": "squared", "3": "cubed", "T": "transposed", "−1": "inverse", "′": "prime"}


def spoken(node: Node) -> str:
    """In English, on one line."""
    return " ".join(_said(node).split()).replace(" ,", ",").replace(" ;", ";")


def _said(node: Node) -> str:
    match node:
        case Row(items):
            return _row(items)
        case Symbol(text, _):
            return text if text in FUNCTIONS else " ".join(_letter(character) for character in _letters(text))
        case Number(text):
            return text.replace("−", "minus ")
        case Text(text):
            return text
        case Operator(text):
            return " ".join(SAID.get(character, character) for character in text)
        case Space():
            return ""
        case Script(base, sub, sup):
            below = "" if sub is None else _said(sub)
            return f"{_said(base)} {below} {_power(sup)}"
        case Accent(base, kind):
            return f"{_said(base)} {SAID_ACCENTS[kind]}"
        case Fraction(top, bottom):
            if _is_short(top) and _is_short(bottom):
                return f"{_said(top)} over {_said(bottom)}"
            return f"fraction {_said(top)} over {_said(bottom)} end of fraction"
        case Root(body):
            return f"root of {_said(body)}{'' if _is_short(body) else ' end of root'}"
        case Fence(body, left, right):
            return f"{SAID.get(left, '')} {_said(body)} {SAID.get(right, '')}"
        case Matrix():
            return _matrix(node)
    raise TypeError(f"no node: {node!r}")


def _row(items: tuple[Node, ...]) -> str:
    """Things beside each other are multiplied, unless words, a sign or the name of a function stand between."""
    words, before = [], None
    for node in items:
        if before is not None and _is_factor(before) and _is_factor(node) and not _is_function(before):
            words.append("times")
        words.append(_said(node))
        before = node if not isinstance(node, Space) else None
    return " ".join(words)


def _is_factor(node: Node) -> bool:
    if isinstance(node, Row):
        return bool(node.items) and _is_factor(node.items[0]) and _is_factor(node.items[-1])
    return isinstance(node, Symbol | Number | Script | Accent | Fraction | Root | Fence | Matrix)


def _is_function(node: Node) -> bool:
    base = node.base if isinstance(node, Script) else node
    return isinstance(base, Symbol) and base.text in FUNCTIONS


def _is_short(node: Node) -> bool:
    """Whether it is heard as one thing."""
    return isinstance(node, Symbol | Number | Script | Accent) or (
        isinstance(node, Row) and len(node.items) == 1 and _is_short(node.items[0])
    )


def _power(sup: Node | None) -> str:
    if sup is None:
        return ""
    plain = _plain(sup)
    return POWERS.get(plain) or f"to the power of {_said(sup)}"


def _plain(node: Node) -> str:
    if isinstance(node, Row):
        return "".join(_plain(item) for item in node.items)
    return node.text if isinstance(node, Symbol | Number | Operator) else "?"


def _letters(text: str) -> list[str]:
    """A name is said as a word, but for Greek letters in it."""
    return list(text) if any(character in NAMES for character in text) else [text]


def _letter(character: str) -> str:
    return NAMES.get(character) or SAID.get(character) or character


def _matrix(node: Matrix) -> str:
    names = [f"{_said(name)} " for name in node.before] or [""] * len(node.rows)
    units = [f" {_said(unit)}" for unit in node.after] or [""] * len(node.rows)
    rows = [", ".join(_said(cell) for cell in row) for row in node.rows]
    entries = [f"{name}{row}{unit}" for name, row, unit in zip(names, rows, units, strict=True)]
    if len(node.rows[0]) == 1:
        return f"column {', '.join(entries)}, end of column"
    return f"matrix {'; '.join(f'row {k}: {entry}' for k, entry in enumerate(entries, 1))}; end of matrix"
