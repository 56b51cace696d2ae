"""The theory of the program's help as pages of the site: read by the program's own reader, not copied."""

from __future__ import annotations

import re
from html import escape

from denoc_studio.typesetting.markup import (
    Block,
    Display,
    Figure,
    Heading,
    Items,
    Line,
    Paragraph,
    Table,
    Words,
    read_text,
)
from tools.docs_site.mathml import mathml

FIGURES = {"dh:standard": "../pictures/dh-standard.png", "dh:modified": "../pictures/dh-modified.png"}
SPECIAL = re.compile(r"[\\`*_\[\]#|]")


def theory_page(text: str, name: str) -> str:
    """Markdown of a page of the help, with mathematics as MathML."""
    return "\n\n".join(_block(block) for block in read_text(text, name)) + "\n"


def _block(block: Block) -> str:
    match block:
        case Heading(level, line):
            return f"{'#' * level} {_line(line)}"
        case Paragraph(line):
            return _line(line)
        case Display(nodes):
            return "<div class=equation>" + "".join(mathml(node, display=True) for node in nodes) + "</div>"
        case Items(lines, numbered):
            return "\n".join(f"{'1.' if numbered else '-'} {_line(line)}" for line in lines)
        case Table(head, rows):
            return "\n".join([_row(head), _row([()] * len(head), "---"), *map(_row, rows)])
        case Figure(name, words):
            return f"![{SPECIAL.sub(_escaped, words)}]({FIGURES[name]})"


def _row(cells: object, empty: str = "") -> str:
    return "| " + " | ".join(_line(cell) or empty for cell in cells) + " |"  # type: ignore[attr-defined]


def _line(line: Line) -> str:
    """In a span: Markdown would take a line that begins with `<math>` for a paragraph of its own."""
    return "".join(_words(part) if isinstance(part, Words) else f"<span>{mathml(part.node)}</span>" for part in line)


def _words(words: Words) -> str:
    if words.code:
        return f"<code>{SPECIAL.sub(_escaped, escape(words.text, quote=False))}</code>"
    text = SPECIAL.sub(_escaped, escape(words.text, quote=False))
    marks = "*" * (words.italic + 2 * words.bold)
    if marks:
        text = f"{marks}{text}{marks}"
    scheme, _, target = words.link.partition(":")
    return f"[{text}]({target}.md)" if scheme == "theory" else text  # lessons are in the window


def _escaped(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"
