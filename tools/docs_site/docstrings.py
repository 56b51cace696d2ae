"""Docstrings as Markdown: examples become blocks of code instead of quotations, stars stay stars, and public classes
say how they are made, which no static reading of a msgspec Struct can tell."""

from __future__ import annotations

import inspect
import re

import denoc

EXAMPLE = re.compile(r"^>>> .*\n?(?:^(?!\s*$).*\n?)*", re.MULTILINE)  # up to an empty line
CODE = re.compile(r"(```.*?```|`[^`]*`)", re.DOTALL)
LONGEST = 100  # characters of a signature on one line


def as_markdown(text: str) -> str:
    fenced = EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text)
    parts = CODE.split(fenced)
    return "".join(part if part.startswith("`") else re.sub(r"([*<])", r"\\\1", part) for part in parts)


def made_by(name: str) -> str:
    """How an object of this public class is made: its parameters with their defaults."""
    parameters = inspect.signature(getattr(denoc, name)).parameters.values()
    plain = [str(each.replace(annotation=inspect.Parameter.empty)) for each in parameters]
    plain = [re.sub("=<.*", "=...", each) for each in plain]  # made anew for each object
    line = f"{name}({', '.join(plain)})"
    return line if len(line) <= LONGEST else f"{name}(\n    " + ",\n    ".join(plain) + ",\n)"
