"""Nodes as LaTeX, for pasting elsewhere; what `notation.parse` reads again."""

from __future__ import annotations

import re
from collections.abc import Iterable

from denoc_studio.typesetting.letters import BRACKETS, COMMANDS, FUNCTIONS, NAMES, SPACES
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

_SIGNS = {sign: name for name, sign in BRACKETS.items()}
_MATRICES = {("[", "]"): "bmatrix", ("(", ")"): "pmatrix", ("|", "|"): "vmatrix", ("", ""): "matrix"}
_SPECIAL = re.compile(r"[\\{}$&#%_^~]")
_COMMAND = re.compile(r"\\[A-Za-z]+$")
SPACED = frozenset("=+-<>")
WORDS = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}  # within a text


def latex(node: Node) -> str:
    """The source, without dollars; keys and colours are not in it."""
    match node:
        case Row(items):
            return _joined(latex(item) for item in items)
        case Symbol(text, style):
            return _symbol(text, style)
        case Number(text) | Operator(text):
            return _joined(_sign(character) for character in text)
        case Text(text):
            return rf"\text{{{_escaped(text)}}}"
        case Space(width):
            name = min(SPACES, key=lambda name: abs(SPACES[name] - width))
            return f"\\{name}"
        case Script(base, sub, sup):
            below = "" if sub is None else f"_{{{latex(sub)}}}"
            above = "" if sup is None else f"^{{{latex(sup)}}}"
            return _grouped(base) + below + above
        case Accent(base, kind):
            return f"\\{kind}{{{latex(base)}}}"
        case Fraction(top, bottom):
            return rf"\frac{{{latex(top)}}}{{{latex(bottom)}}}"
        case Root(body):
            return rf"\sqrt{{{latex(body)}}}"
        case Fence(body, left, right):
            return _joined((rf"\left{_SIGNS[left]}", latex(body), rf"\right{_SIGNS[right]}"))
        case Matrix():
            return _matrix(node)
    raise TypeError(f"no node: {node!r}")


def _symbol(text: str, style: str) -> str:
    if text in FUNCTIONS and style == "upright":
        return f"\\{text}"
    inner = _joined(_sign(character) for character in text)
    if style == "bold":
        return rf"\boldsymbol{{{inner}}}" if any(c in NAMES for c in text) else rf"\mathbf{{{inner}}}"
    if style == "upright":
        return rf"\mathrm{{{inner}}}"
    return inner if len(text) == 1 else rf"\mathit{{{inner}}}"


def _sign(character: str) -> str:
    name = NAMES.get(character) or COMMANDS.get(character)
    return f"\\{name}" if name else "-" if character == "−" else _escaped(character)


def _escaped(text: str) -> str:
    """Signs that mean something to LaTeX, as themselves."""
    return _SPECIAL.sub(lambda found: WORDS.get(found[0], "\\" + found[0]), text)


def _grouped(base: Node) -> str:
    """What an index hangs on is one thing."""
    plain = latex(base)
    one = isinstance(base, Accent | Fence | Matrix | Fraction | Root | Symbol) or len(plain) == 1
    return plain if one else f"{{{plain}}}"


def _matrix(node: Matrix) -> str:
    pieces = []
    if node.before:
        pieces.append(_table("matrix", ((cell,) for cell in node.before)))
    name = _MATRICES.get((node.left, node.right))
    body = _table(name or "matrix", node.rows)
    pieces.append(body if name else rf"\left{_SIGNS[node.left]} {body} \right{_SIGNS[node.right]}")
    if node.after:
        pieces.append(_table("matrix", ((cell,) for cell in node.after)))
    return _joined(pieces)


def _table(name: str, rows: Iterable[tuple[Node, ...]]) -> str:
    lines = r" \\ ".join(" & ".join(latex(cell) for cell in row) for row in rows)
    return rf"\begin{{{name}}} {lines} \end{{{name}}}"


def _joined(pieces: Iterable[str]) -> str:
    """A blank where a command's name would run into a letter, and around the signs of sums and relations."""
    result = last = ""
    for piece in filter(None, pieces):
        apart = result and (piece in SPACED or last in SPACED or (_COMMAND.search(result) and piece[:1].isalpha()))
        result += f" {piece}" if apart else piece
        last = piece if result != piece else ""  # a sign at the start belongs to what follows
    return result
