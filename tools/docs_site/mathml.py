"""Mathematics of the program's typesetting as MathML, which browsers set without a script or a font from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from denoc_studio.typesetting.letters import FUNCTIONS
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

ACCENTS = {"dot": "˙", "ddot": "¨", "hat": "^", "tilde": "~", "bar": "¯"}
BOLD = (("A", "Z", 0x1D400), ("a", "z", 0x1D41A), ("0", "9", 0x1D7CE), ("Α", "Ω", 0x1D6A8), ("α", "ω", 0x1D736))
"""The first of each row of letters that Unicode has in bold; small Greek vectors are bold italic, as in papers."""
MARKDOWN = str.maketrans({sign: f"&#{ord(sign)};" for sign in "*_`[]\\|~^"})


def mathml(node: Node, *, display: bool = False) -> str:
    """One `<math>` element on one line, without signs that Markdown would read as its own."""
    return f'<math display="{"block" if display else "inline"}">{_part(node)}</math>'


def _part(node: Node | None) -> str:
    match node:
        case Row(items):
            return _tag("mrow", "".join(_in_row(items)))
        case Symbol(text, "bold"):
            return _tag("mi", _text("".join(map(_bold, text))))
        case Symbol(text, style):
            upright = style == "upright" and len(text) == 1
            return f'<mi mathvariant="normal">{_text(text)}</mi>' if upright else _tag("mi", _text(text))
        case Number(text):
            return _tag("mn", _text(text))
        case Operator(text):
            return _tag("mo", _text(text))
        case Text(text):
            return _tag("mtext", _text(text).replace(" ", "&#160;"))
        case Space(width):
            return f'<mspace width="{width:.3f}em"></mspace>'
        case Script(base, sub, sup):
            name = "msubsup" if sub and sup else "msub" if sub else "msup"
            return _tag(name, "".join(_part(part) for part in (base, sub, sup) if part is not None))
        case Accent(base, kind):
            return f'<mover accent="true">{_part(base)}{_tag("mo", _text(ACCENTS[kind]))}</mover>'
        case Fraction(top, bottom):
            return _tag("mfrac", _part(top) + _part(bottom))
        case Root(body):
            return _tag("msqrt", _part(body))
        case Fence(body, left, right):
            return _fenced(_part(body), left, right)
        case Matrix():
            body = _fenced(_table(node.rows), node.left, node.right)
            beside = [_table((cell,) for cell in cells) if cells else "" for cells in (node.before, node.after)]
            return _tag("mrow", beside[0] + body + beside[1])
    raise TypeError(f"no node: {node!r}")


def _in_row(items: Iterable[Node]) -> Iterable[str]:
    after_function = False
    for item in items:
        if after_function and not isinstance(item, Fence | Operator):
            yield '<mspace width="0.167em"></mspace>'
        yield _part(item)
        base = item.base if isinstance(item, Script) else item
        after_function = isinstance(base, Symbol) and base.text in FUNCTIONS


def _fenced(body: str, left: str, right: str) -> str:
    signs = [f'<mo stretchy="true" fence="true">{_text(sign)}</mo>' if sign else "" for sign in (left, right)]
    return _tag("mrow", signs[0] + body + signs[1])


def _table(rows: Iterable[Iterable[Node]]) -> str:
    cells = ("".join(_tag("mtd", _part(cell)) for cell in row) for row in rows)
    return _tag("mtable", "".join(_tag("mtr", row) for row in cells))


def _bold(character: str) -> str:
    for first, last, start in BOLD:
        if first <= character <= last:
            return chr(start + ord(character) - ord(first))
    return character


def _tag(name: str, inside: str) -> str:
    return f"<{name}>{inside}</{name}>"


def _text(text: str) -> str:
    return escape(text, quote=False).translate(MARKDOWN)
