"""Tables of numbers from CSV files as people have them: any separator, decimal point or comma, UTF-8 or UTF-16.

Limits come before parsing; a cell that is no number is named by line and column. Lines that begin with # or % are
comments; the last one before the numbers may be the header, as NumPy writes it.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from denoc.basics.errors import DynamicsError, ProjectError
from denoc.files.disk.files import read_bytes
from denoc.files.text.cell_text import cell_to_text
from denoc.files.text.number_text import comma_in_doubt, has_decimal_comma, is_number, number, two_readings

MAX_ROWS = 100_000
MAX_COLUMNS = 5000
MAX_NAME = 100  # characters of a column's
SEPARATORS = "\t;,"  # the first of these in the header it is, or else blanks
COMMENT = ("#", "%")

Decimal = Literal[".", ","]
_THOUSANDS = {
    ".": re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?", re.ASCII),
    ",": re.compile(r"[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?", re.ASCII),
}


class DecimalInDoubt(ProjectError):
    """Every comma of a file stands before three digits, as in 1,000, which is 1 or 1000; `value` is such a number."""


class Table(NamedTuple):
    path: Path
    header: list[str]
    rows: list[list[str]]
    lines: list[int]  # where each row stands in the file, counted from 1
    decimal_comma: bool  # whether numbers may have one
    decimal: Decimal | None  # what the caller says it is; the other one then separates thousands

    def numbers(self, column: int) -> list[float]:
        """The column's values, all of them finite, with decimal points or with decimal commas but not with both.

        DecimalInDoubt where commas may separate thousands, and nothing in the file says that they do not.
        """
        out = []
        marks, settled = "", False
        for line, row in zip(self.lines, self.rows, strict=True):
            text = row[column].strip().replace("\u2212", "-")
            if self.decimal is not None:
                text = _with_point(text, self.decimal)
            elif self.decimal_comma:
                if comma_in_doubt(text) and not settled:
                    self._settle(line, column, text)
                    settled = True
                marks += "".join(mark for mark in ".," if mark in text and mark not in marks)
                text = text.replace(",", ".")
            value = number(text)
            if not math.isfinite(value):
                raise self._bad_cell(line, column, row[column].strip())
            if len(marks) > 1:  # 1.234 beside 0,5 may well be a thousand
                raise self._bad_cell(line, column, row[column].strip(), "has another decimal mark than those above")
            out.append(value)
        return out

    def _settle(self, line: int, column: int, text: str) -> None:
        """A comma in doubt is a decimal one where another one of the file can be nothing else."""
        if any(has_decimal_comma(cell.strip().replace("\u2212", "-")) for row in self.rows for cell in row):
            return
        decimal, whole = two_readings(text)
        field = self.header[column]
        reason = f"line {line}, column {field!r}: '{text}' may be {decimal} or {whole}: say decimal=',' or decimal='.'"
        raise DecimalInDoubt(self.path, reason, field=field, value=text)

    def _bad_cell(self, line: int, column: int, text: str, why: str = "is not a finite number") -> ProjectError:
        field = self.header[column]
        found = f"{text[:40]!r} {why}" if text else "the cell is empty"
        return ProjectError(self.path, f"line {line}, column {field!r}: {found}", field=field, value=text[:40])


def read_table(path: Path, decimal: Decimal | None = None) -> Table:
    """The file's header and cells; refused when a row has not as many cells as the header.

    `decimal` is the mark of decimals in its numbers; None finds it out.
    """
    if decimal is not None and not (isinstance(decimal, str) and decimal in get_args(Decimal)):
        raise DynamicsError("the decimal mark is '.' or ','", field="decimal", value=decimal)
    text = _decode(path, read_bytes(path))
    if text.count("\n") + text.count("\r") > 2 * (MAX_ROWS + 1):
        raise ProjectError(path, f"has more than {MAX_ROWS} rows")
    content = _content(text)
    header_line = content[0][1] if content else ""
    separator = next((mark for mark in SEPARATORS if mark in header_line), " ")
    if header_line.count(separator) >= MAX_COLUMNS:
        raise ProjectError(path, f"has more than {MAX_COLUMNS} columns")
    rows, lines = _cells(path, content, separator)
    if len(rows) < 2:
        raise ProjectError(path, "has no rows of numbers below a header")
    if len(rows) > MAX_ROWS + 1:
        raise ProjectError(path, f"has more than {MAX_ROWS} rows")
    header = [cell_to_text(name.strip()) for name in rows[0]]
    _check_shape(path, header, rows[1:], lines[1:])
    return Table(path, header, rows[1:], lines[1:], separator != ",", decimal)


def _with_point(text: str, decimal: Decimal) -> str:
    """A number without its thousands separators and with a decimal point; empty where it is none."""
    other = "," if decimal == "." else "."
    if other in text and not _THOUSANDS[decimal].fullmatch(text):
        return ""
    return text.replace(other, "").replace(decimal, ".")


def _content(text: str) -> list[tuple[int, str]]:
    """(number, text) of the lines that count, the header first."""
    filled = [(number, line.strip(" ")) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    first = next((k for k, (_, line) in enumerate(filled) if not line.startswith(COMMENT)), len(filled))
    content = [(number, line) for number, line in filled[first:] if not line.startswith(COMMENT)]
    if first and content and _begins_with_number(content[0][1]):
        number, line = filled[first - 1]
        content.insert(0, (number, line.lstrip("".join(COMMENT) + " ")))
    return content


def _cells(path: Path, content: Sequence[tuple[int, str]], separator: str) -> tuple[list[list[str]], list[int]]:
    rows, lines = [], []
    reader = csv.reader((line for _, line in content), delimiter=separator, skipinitialspace=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append(row)
                lines.append(content[reader.line_num - 1][0])
    except csv.Error as error:
        raise ProjectError(path, f"line {content[reader.line_num - 1][0]}: {error}") from None
    return rows, lines


def _decode(path: Path, data: bytes) -> str:
    encoding = "utf-8-sig"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    elif b"\0" in data[:2]:  # an ASCII header in UTF-16 without its mark
        encoding = "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        if b"\xb0" not in data or b"\0" in data:  # the degree sign as spreadsheets on Windows write it
            raise ProjectError(path, "is neither UTF-8 nor UTF-16 text") from None
        text = data.decode("cp1252", errors="replace")
    if "\0" in text:
        raise ProjectError(path, "is not a text")
    return text


def _begins_with_number(line: str) -> bool:
    for mark in SEPARATORS:
        line = line.replace(mark, " ")
    return is_number(line.split(" ", 1)[0].strip("\"'"))


def _check_shape(path: Path, header: Sequence[str], rows: Sequence[list[str]], lines: Sequence[int]) -> None:
    for place, name in enumerate(header, 1):
        if len(name) > MAX_NAME:
            raise ProjectError(path, f"column {place}: its name is longer than {MAX_NAME} characters")
    if is_number(header[0].replace(",", ".")):
        raise ProjectError(path, f"has no header: its first line begins with the number {header[0][:40]}")
    for line, row in zip(lines, rows, strict=True):
        if len(row) < len(header):
            field = header[len(row)]
            raise ProjectError(path, f"line {line}: the cell of column {field!r} is missing", field=field)
        if len(row) > len(header):
            raise ProjectError(path, f"line {line}: {len(row)} cells below a header of {len(header)}")
