r"""Texts as authors write them: a small part of Markdown, with mathematics between dollars, read into blocks.

Headings (#), paragraphs, lists (- or 1.), tables (|), **bold**, *italic*, `code`, [words](link), $inline$ mathematics;
a figure ![words](name) and mathematics between $$ and $$ have a paragraph of their own. \ takes the next sign as it is.
Everything else is text as it stands: nothing here is HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from denoc.basics.errors import DynamicsError
from denoc_studio.typesetting.nodes import Node
from denoc_studio.typesetting.notation import NotationError, parse
from denoc_studio.typesetting.spoken import spoken


@dataclass(frozen=True)
class Words:
    """A run of text in one manner; `link` is where it leads to, or empty."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    link: str = ""


@dataclass(frozen=True)
class Formula:
    """Mathematics within a line."""

    node: Node


Line = tuple[Words | Formula, ...]


@dataclass(frozen=True)
class Heading:
    level: int
    line: Line


@dataclass(frozen=True)
class Paragraph:
    line: Line


@dataclass(frozen=True)
class Display:
    """Mathematics on lines of its own."""

    nodes: tuple[Node, ...]


@dataclass(frozen=True)
class Items:
    lines: tuple[Line, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Table:
    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True)
class Figure:
    """A picture by its name, which whoever shows the text knows."""

    name: str
    words: str


Block = Heading | Paragraph | Display | Items | Table | Figure

_INLINE = re.compile(
    r"\\(?P<sign>[\\`*_$\[\]|#!-])|\$(?P<formula>[^$]+)\$|\*\*(?P<bold>.+?)\*\*(?!\*)|\*(?P<italic>[^*\s](?:[^*]*[^*\s])?)\*"
    r"|`(?P<code>[^`]+)`|\[(?P<words>[^\]]+)\]\((?P<link>[^)\s]+)\)"
)
_FIGURE = re.compile(r"!\[(?P<words>[^\]]*)\]\((?P<name>[^)\s]+)\)")
_ITEM = re.compile(r"(?:[-*]|(?P<number>\d+)\.)\s+")
_RULE = re.compile(r"\|?[\s:|-]*-[\s:|-]*")


def read_text(text: str, name: str = "") -> tuple[Block, ...]:
    """The blocks of a text; a DynamicsError names the text, the line and the place of what cannot be read."""
    return tuple(
        _block(lines, f"{name}, line {number}" if name else f"line {number}") for number, lines in _paragraphs(text)
    )


def words_of(blocks: tuple[Block, ...]) -> str:
    """All of it as plain words, mathematics as it is said, a line a block."""
    return "\n".join(_said(block) for block in blocks)


def _paragraphs(text: str) -> Iterator[tuple[int, list[str]]]:
    """What stands between empty lines, with the number of its first line; a heading stands alone."""
    found: list[str] = []
    start = 1
    for number, line in enumerate([*text.splitlines(), ""], 1):
        alone = line.startswith("#")
        if found and (alone or not line.strip()):
            yield start, found
            found = []
        if alone:
            yield number, [line]
        elif line.strip():
            start = start if found else number
            found.append(line.strip())


def _block(lines: list[str], place: str) -> Block:
    first, whole = lines[0], " ".join(lines)
    heading = re.match(r"(#{1,4})\s+", first)
    if heading:
        return Heading(len(heading[1]), _line(first[heading.end() :].strip(), place))
    if whole.startswith("$$") and whole.endswith("$$") and len(whole) > 4:
        return Display(tuple(_formula(part, place) for part in whole[2:-2].split("$$ $$")))
    figure = _FIGURE.fullmatch(whole)
    if figure:
        return Figure(figure["name"], figure["words"])
    if len(lines) > 1 and "|" in first and _RULE.fullmatch(lines[1]):
        head, *rows = (_cells(line, place) for line in (first, *lines[2:]))
        if any(len(row) != len(head) for row in rows):
            raise DynamicsError(f"{place}: the rows of this table do not have {len(head)} cells each")
        return Table(head, tuple(rows))
    item = _ITEM.match(first)
    if item:
        return Items(tuple(_line(text, place) for text in _items(lines)), item["number"] is not None)
    return Paragraph(_line(whole, place))


def _items(lines: list[str]) -> Iterator[str]:
    """A line that does not begin as an item does belongs to the one before."""
    found = ""
    for line in lines:
        start = _ITEM.match(line)
        if start:
            if found:
                yield found
            found = line[start.end() :]
        else:
            found += f" {line}"
    yield found


def _cells(line: str, place: str) -> tuple[Line, ...]:
    bare = line.strip().removeprefix("|").removesuffix("|")
    return tuple(_line(cell.strip(), place) for cell in re.split(r"(?<!\\)\|", bare))


def _line(text: str, place: str, bold: bool = False, italic: bool = False) -> Line:
    found: list[Words | Formula] = []
    end = 0

    def say(words: str, **manner: str | bool) -> None:
        if words:
            found.append(Words(words, **{"bold": bold, "italic": italic, **manner}))  # type: ignore[arg-type]

    for mark in _INLINE.finditer(text):
        say(text[end : mark.start()])
        end = mark.end()
        match mark.lastgroup:
            case "sign":
                say(mark["sign"])
            case "formula":
                found.append(Formula(_formula(mark["formula"], place)))
            case "bold":
                found += _line(mark["bold"], place, True, italic)
            case "italic":
                found += _line(mark["italic"], place, bold, True)
            case "code":
                say(mark["code"], code=True)
            case _:
                say(mark["words"], link=mark["link"])
    say(text[end:])
    return tuple(found)


def _formula(text: str, place: str) -> Node:
    try:
        return parse(text.strip())
    except NotationError as error:
        raise DynamicsError(f"{place}: {error.reason}") from None


def _said(block: Block) -> str:
    match block:
        case Heading(_, line) | Paragraph(line):
            return _said_line(line)
        case Display(nodes):
            return ". ".join(spoken(node) for node in nodes)
        case Items(lines, _):
            return "\n".join(_said_line(line) for line in lines)
        case Table(head, rows):
            return "\n".join(", ".join(_said_line(cell) for cell in row) for row in (head, *rows))
        case Figure(_, words):
            return f"Figure: {words}"


def _said_line(line: Line) -> str:
    return "".join(part.text if isinstance(part, Words) else spoken(part.node) for part in line)
