"""Texts as cells of a spreadsheet, in a CSV file or in the clipboard: a name is never a formula.

Spreadsheets compute what begins with one of `= + - @`, also behind blanks. An apostrophe before it makes it a text, as
a person would type it; `cell_to_text` takes it away again. Numbers do not come here: -1.5 stays one.
"""

from __future__ import annotations

import re

_FORMULA = re.compile(r"[\s']*[=+\-@\uff0b\uff0d\uff1d\uff20]|'*[\t\r\n]")  # the wide ones are read as the narrow ones
_SEPARATORS = ',;\t"\n\r'  # also those of other locales


def text_to_cell(text: str) -> str:
    """The text as a cell that is no formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def cell_to_text(cell: str) -> str:
    """The text that `text_to_cell` made the cell of; every other cell as it is."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell[1:]) else cell


def csv_cell(text: str) -> str:
    """The text as a cell of a CSV file: no formula, and quoted where a separator is in it."""
    cell = text_to_cell(text)
    return '"' + cell.replace('"', '""') + '"' if any(sign in cell for sign in _SEPARATORS) else cell


def tabbed_cell(text: str) -> str:
    """The same between tabs, where nothing is quoted: what would end the cell becomes a blank."""
    return text_to_cell(re.sub(r"[\t\r\n]+", " ", text))
