"""Blocks of text from a spreadsheet, and what they make of the DH table: tab-separated numbers in the shown unit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from denoc.arm.robot import MAX_LINKS, Link, Robot
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.files.text.number_text import comma_in_doubt, has_decimal_comma
from denoc_studio.project.edits import set_links
from denoc_studio.project.entry.numbers import (
    BadNumber,
    doubt_about,
    looks_like_number,
    parse_number,
    reason_in,
)
from denoc_studio.project.entry.unit_names import WORDS, split_unit
from denoc_studio.project.new_link import new_link, with_rod
from denoc_studio.project.sheets.dh_columns import COLUMNS, TYPE

LONGEST = 1_000_000  # characters
KINDS = {"r": "R", "revolute": "R", "p": "P", "prismatic": "P"}


def parse_cell(text: str, column: int, degrees: bool) -> Any:
    """The value that a cell's text stands for; BadNumber where there is none."""
    if column != TYPE:
        return parse_number(text, COLUMNS[column].unit(degrees))
    kind = KINDS.get(text.strip().lower())
    if kind is None:
        raise BadNumber(f"“{text.strip()}” is neither R nor P" if text.strip() else "R or P is needed")
    return kind


def cells_of(text: str) -> list[list[str]]:
    """The cells of a pasted text: separated by tabs, else by semicolons, else by blanks; without a header line.

    Where other cells show that commas are decimal ones, 1,000 is no longer in doubt: it becomes 1.000.
    """
    if len(text) > LONGEST:
        raise DynamicsError(f"this is more text than a table holds: {len(text)} characters")
    lines = [line for line in text.splitlines() if line.strip()]
    separator = next((sign for sign in ("\t", ";") if any(sign in line for line in lines)), None)
    block = [[cell.strip().strip('"').strip() for cell in line.split(separator)] for line in lines]
    if separator is None:
        block = [_with_units(row) for row in block]
    while block and len(block[0]) > 1 and all(not row[-1] for row in block) and len({len(row) for row in block}) == 1:
        block = [row[:-1] for row in block]
    if len(block) > 1 and not any(_means_something(cell) for cell in block[0]):
        del block[0]
    return _with_points(block) if _has_decimal_commas(block) else block


def pasted(project: Project, top: int, left: int, text: str, degrees: bool) -> Project:
    """The project with a block put at row `top`, column `left`; rows below the last one become new rods.

    All of it or nothing: a DynamicsError names the row and the column that cannot be used.
    """
    block = cells_of(text)
    if not block:
        raise DynamicsError("there is no text to paste")
    width = max(len(row) for row in block)
    if all(row[0].lower() in KINDS for row in block):
        left = TYPE
    if left + width > len(COLUMNS):
        raise DynamicsError(f"the text has {width} columns, and only {len(COLUMNS) - left} fit here")
    if top + len(block) > MAX_LINKS:
        raise DynamicsError(f"an arm has up to {MAX_LINKS} links")
    if doubt := doubt_about((cell, COLUMNS[k].unit(degrees)) for row in block for k, cell in enumerate(row, left)):
        raise DynamicsError(f"{doubt}; nothing was pasted")
    robot = project.robot
    links = [*robot.links, *[new_link(robot)] * (top + len(block) - robot.n)]
    for i, row in enumerate(block):
        links[top + i] = _with_cells(links[top + i], row, i, left, robot, degrees)
    links[robot.n :] = [with_rod(link, robot) for link in links[robot.n :]]
    return set_links(project, tuple(links))


def _with_cells(link: Link, row: list[str], number: int, left: int, robot: Robot, degrees: bool) -> Link:
    changes: dict[str, Any] = {}
    column = COLUMNS[left]
    try:
        for k, cell in enumerate(row, left):
            column = COLUMNS[k]
            changes[column.field] = parse_cell(cell, k, degrees)
        return replace(link, **changes)
    except BadNumber as error:
        reason = str(error)
    except DynamicsError as error:
        column = next(each for each in COLUMNS if each.field == error.field)
        reason = error.reason if column.field == "joint" else reason_in(error, column.unit(degrees))
    symbol = column.symbols[robot.convention]
    raise DynamicsError(f"row {number + 1}, column {symbol}: {reason}; nothing was pasted")


def _with_units(row: list[str]) -> list[str]:
    """A row that blanks separate, each unit with its number again."""
    found: list[str] = []
    for cell in row:
        if cell in WORDS and found:
            found[-1] += f" {cell}"
        else:
            found.append(cell)
    return found


def _has_decimal_commas(block: list[list[str]]) -> bool:
    """Whether some number of a block has a comma that can only be a decimal one, and none has a point."""
    numbers = [_number(cell) for row in block for cell in row if looks_like_number(cell)]
    return any(map(has_decimal_comma, numbers)) and not any("." in number for number in numbers)


def _with_points(block: list[list[str]]) -> list[list[str]]:
    return [[cell.replace(",", ".") if comma_in_doubt(_number(cell)) else cell for cell in row] for row in block]


def _number(cell: str) -> str:
    return split_unit(cell)[0].replace("\u2212", "-")


def _means_something(cell: str) -> bool:
    """A number, if a bad one, or a kind of joint, so not a heading."""
    return cell.lower() in KINDS or looks_like_number(cell)
