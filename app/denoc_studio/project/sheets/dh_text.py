"""Blocks of text from a spreadsheet, and what they make of the DH table: tab-separated numbers in the shown unit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from denoc.arm.robot import MAX_LINKS, Link, Robot
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc_studio.project.edits import set_links
from denoc_studio.project.entry.numbers import BadNumber, doubt_about, parse_number, reason_in
from denoc_studio.project.new_link import new_link, with_rod
from denoc_studio.project.sheets.blocks import Target, cells_of, rows_of
from denoc_studio.project.sheets.dh_columns import COLUMNS, TYPE

KINDS = {"r": "R", "revolute": "R", "p": "P", "prismatic": "P"}


def parse_cell(text: str, column: int, degrees: bool) -> Any:
    """The value that a cell's text stands for; BadNumber where there is none."""
    if column != TYPE:
        return parse_number(text, COLUMNS[column].unit(degrees))
    kind = KINDS.get(text.strip().lower())
    if kind is None:
        raise BadNumber(f"“{text.strip()}” is neither R nor P" if text.strip() else "R or P is needed")
    return kind


def pasted(project: Project, top: int, left: int, text: str, degrees: bool) -> Project:
    """The project with a block put at row `top`, column `left`; rows below the last one become new rods.

    All of it or nothing: a DynamicsError names the row and the column that cannot be used.
    """
    rows = rows_of(text)
    if not rows:
        raise DynamicsError("there is no text to paste")
    if all(row[0].lower() in KINDS for row in rows[1:] or rows):
        left = TYPE
    block = cells_of(text, [_target(k, degrees) for k in range(left, len(COLUMNS))])
    width = max(len(row) for row in block)
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


def _target(column: int, degrees: bool) -> Target:
    names, unit = tuple(COLUMNS[column].symbols.values()), COLUMNS[column].unit(degrees)
    return Target(names, None, choices=KINDS) if column == TYPE else Target(names, lambda _row: unit)


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
