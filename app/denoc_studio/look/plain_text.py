"""Text that is not ours, where Qt would see more in it: names and paths are shown as they are.

Labels and tool tips need none of this: the style sheet makes them plain text, see `theme.STYLE`.
"""

from __future__ import annotations

import re
import unicodedata
from html import escape
from textwrap import fill

__all__ = [
    "capitalised",
    "escape",
    "in_signs",
    "menu_text",
    "one_line",
    "title_text",
    "without_mnemonics",
    "words",
    "wrapped",
]

WIDE = 90  # characters of a tool tip's line


def menu_text(text: str) -> str:
    """For actions, buttons and tabs: `&` is no mnemonic, a tab begins no keys, and it is one line."""
    return one_line(text).replace("&", "&&")


def without_mnemonics(text: str) -> str:
    """An action's text as one reads it."""
    return re.sub("&(.?)", r"\1", text)


def title_text(text: str) -> str:
    """For a window's title: `[*]` in it is no mark of changes."""
    return one_line(text).replace("[*]", "[*][*]")


def wrapped(text: str) -> str:
    """For a tool tip: plain text that Qt would show on one line."""
    return fill(text, WIDE)


def capitalised(text: str) -> str:
    """A sentence of words that stood within one: the rest keeps its case, names and units among it."""
    return f"{text[:1].upper()}{text[1:]}"


def one_line(text: str) -> str:
    """The text with a blank for each character that cannot be printed."""
    return "".join(character if character.isprintable() else " " for character in text)


def words(text: str) -> list[str]:
    """The words of a text for a search: without case, accents and signs."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return re.findall(r"\w+", plain)


def in_signs(unit: str) -> str:
    """A unit with raised powers."""
    return unit.replace("^2", "²").replace("^3", "³").replace("^0.5", "^½")
