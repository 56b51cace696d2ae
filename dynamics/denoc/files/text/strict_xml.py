"""XML without its loopholes: no DOCTYPE, no entities of one's own, limits on everything, no recursion.

Texts between the elements are dropped, but for those that are asked for: URDF says everything in attributes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.parsers import expat

from denoc.basics.errors import ProjectError
from denoc.files.disk.files import read_bytes
from denoc.files.text.number_text import number

MAX_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 64
MAX_ELEMENTS = 100_000
MAX_ATTRIBUTE = 4096  # characters
MAX_MARKUP = 1024 * 1024  # bytes of one tag with all its attributes, or of one comment
PIECE = 64 * 1024  # bytes that are parsed at once


@dataclass(eq=False)
class Element:
    """One element; `path` is the file it stands in. Its methods refuse what is missing, doubled or no number."""

    path: Path
    tag: str
    attributes: dict[str, str]
    line: int
    owner: str = ""  # "link 'forearm'": what the user knows it by
    children: list[Element] = field(default_factory=list)
    content: bytearray = field(default_factory=bytearray)  # its text where that is kept, with ? for what is not ASCII

    def all(self, tag: str) -> list[Element]:
        return [child for child in self.children if child.tag == tag]

    def one(self, tag: str) -> Element | None:
        """The child of that tag, None where there is none."""
        found = self.all(tag)
        for child in found:
            child.owner = child.owner or self.owner
        if len(found) > 1:
            raise found[1].error("is given twice")
        return found[0] if found else None

    def need(self, tag: str) -> Element:
        found = self.one(tag)
        if found is None:
            raise self.error(f"has no <{tag}>")
        return found

    def text(self, name: str, default: str | None = None) -> str:
        if name in self.attributes:
            return self.attributes[name]
        if default is None:
            raise self.error("is missing", name)
        return default

    def number(self, name: str, default: float | None = None) -> float:
        return self.numbers(name, 1, None if default is None else (default,))[0]

    def numbers(self, name: str, count: int, default: tuple[float, ...] | None = None) -> tuple[float, ...]:
        """An attribute with exactly `count` finite numbers; a ProjectError where it has others."""
        if default is not None and name not in self.attributes:
            return default
        text = self.text(name)
        parts = text.split()
        if len(parts) != count:
            raise self.error(f"{count} number{'s are' if count > 1 else ' is'} needed, not {len(parts)}", name, text)
        values = tuple(number(part) for part in parts)
        if not all(math.isfinite(value) for value in values):
            raise self.error("a finite number is needed", name, text)
        return values

    def error(self, reason: str, attribute: str = "", value: object = None) -> ProjectError:
        """A refusal that names the file, the element, the attribute and the value."""
        place = f"line {self.line}: {self.owner + ', ' if self.owner else ''}element <{self.tag}>"
        if attribute:
            place += f", attribute {attribute!r}"
        shown = "" if value is None else f" (got {str(value)[:60]!r})"
        return ProjectError(self.path, f"{place}: {reason}{shown}", field=attribute or self.tag, value=value)


def read_xml(path: Path) -> Element:
    """The file's root element."""
    return parse_xml(path, read_bytes(path, MAX_BYTES))


def parse_xml(
    path: Path,
    data: bytes,
    texts: Container[str] = (),
    pause: Callable[[], None] = lambda: None,
    deepest: int = MAX_DEPTH,
) -> Element:
    """The same of bytes that were read from it. Elements of the tags `texts` keep what stands in them.

    `pause` is called between pieces and may raise to end it all; elements nested deeper than `deepest` are refused.
    """
    builder = _Builder(path, texts, deepest)
    try:
        for start in range(0, len(data), PIECE):
            pause()
            builder.feed(data, start)
        builder.parser.Parse(b"", True)
    except expat.ExpatError as error:
        what = expat.errors.messages[error.code] if error.code in expat.errors.messages else str(error)
        raise ProjectError(path, f"is not XML: {what} in line {error.lineno}, column {error.offset + 1}") from None
    except (ValueError, LookupError) as error:  # an encoding that Python or expat does not know
        if isinstance(error, ProjectError):
            raise
        raise ProjectError(path, f"is not XML: {error}") from None
    assert builder.root is not None  # expat refuses a document without an element
    return builder.root


class _Builder:
    def __init__(self, path: Path, texts: Container[str], deepest: int) -> None:
        self.path = path
        self.deepest = deepest
        self.texts = texts
        self.root: Element | None = None
        self._open: list[Element] = []
        self._count = 0
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.CharacterDataHandler = self._text
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = self._refuse("a DOCTYPE")
        parser.EntityDeclHandler = self._refuse("an entity")
        parser.ExternalEntityRefHandler = self._refuse("an external entity")

    def feed(self, data: bytes, start: int) -> None:
        """One piece. A tag that does not end is refused before expat makes room for all its attributes."""
        self.parser.Parse(data[start : start + PIECE], False)
        if start + PIECE - self.parser.CurrentByteIndex > MAX_MARKUP:
            line = self.parser.CurrentLineNumber
            raise ProjectError(self.path, f"line {line}: has a tag or comment of more than {MAX_MARKUP} bytes")

    def _text(self, text: str) -> None:
        if self._open[-1].tag in self.texts:
            self._open[-1].content += text.encode("ascii", "replace")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        element = Element(self.path, tag, attributes, self.parser.CurrentLineNumber)
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise ProjectError(self.path, f"has more than {MAX_ELEMENTS} elements")
        if len(self._open) >= self.deepest:
            raise ProjectError(self.path, f"is nested more than {self.deepest} levels deep")
        for name, value in attributes.items():
            if max(len(name), len(value)) > MAX_ATTRIBUTE:
                raise element.error(f"is longer than {MAX_ATTRIBUTE} characters", name[:40], value)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def _end(self, tag: str) -> None:
        self._open.pop()

    def _refuse(self, what: str) -> Any:
        def handler(*_: object) -> None:
            raise ProjectError(self.path, f"line {self.parser.CurrentLineNumber}: contains {what}, which is refused")

        return handler
