"""Texts that look like xacro's, in a file that is none: `${x}` is written `$${x}`, as xacro itself escapes it."""

from __future__ import annotations

import re

_DOLLARS = re.compile(r"(\$+)(?=[{(])")


def is_template(text: str) -> bool:
    """Whether xacro would put something in its place: `${x}` or `$(arg x)`, but not `$${x}`."""
    return any(found[1] == "$" for found in _DOLLARS.finditer(text))


def without_templates(text: str) -> str:
    """The text with one more dollar where xacro would see a template."""
    return _DOLLARS.sub(r"$\1", text)


def unescaped(text: str) -> str:
    """The text that `without_templates` made this one of."""
    return _DOLLARS.sub(lambda found: found[1][1:] or "$", text)
