"""XML as text: attributes escaped, numbers to the last bit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
)


def attribute(value: str | float | Iterable[float]) -> str:
    """A text or numbers as they stand between the quotes of an XML attribute."""
    if isinstance(value, str):
        return value.translate(_ESCAPES)
    if isinstance(value, (int, float)):
        return repr(float(value) + 0.0).removesuffix(".0")
    return " ".join(attribute(float(each)) for each in value)


def tag(name: str, /, *inside: str, **attributes: str | float | Iterable[float]) -> str:
    """One element on one line."""
    start = _start(name, attributes)
    return f"<{start}>{''.join(inside)}</{name}>" if inside else f"<{start}/>"


def block(name: str, /, *inside: str, **attributes: str | float | Iterable[float]) -> str:
    """One element with each child on a line of its own."""
    lines = [f"  {line}" for child in inside for line in child.split("\n")]
    return "\n".join([f"<{_start(name, attributes)}>", *lines, f"</{name}>"]) if inside else tag(name, **attributes)


def _start(name: str, attributes: Mapping[str, str | float | Iterable[float]]) -> str:
    return " ".join([name, *(f'{key}="{attribute(value)}"' for key, value in attributes.items())])


def comment(lines: Iterable[str]) -> str:
    """Lines as an XML comment, in which no two hyphens may stand together."""
    return "<!-- " + "\n     ".join(re.sub("-(?=-)", "- ", line) for line in lines) + " -->"
