"""The report's section on what was identified from a measured log."""

from __future__ import annotations

from denoc_studio.paper.page import ROOM, SMALL, shortened_to
from denoc_studio.paper.report.flow import Flow
from denoc_studio.paper.report.identified_part import IdentifiedPart
from denoc_studio.paper.report.tables import Table
from denoc_studio.plots.tables.text_sheet import TextSheet

WORDS = 0.42  # of the page, for a combination


def identification(flow: Flow, part: IdentifiedPart) -> None:
    flow.heading("Identified parameters")
    for line in part.words:
        flow.text(line, SMALL, most=4, color="0.3")
    flow.gap(0.4)
    flow.table(_table(part.parameters))
    flow.heading("Torques that are left, root mean squares below the filter's edge")
    flow.table(_table(part.joints))


def _table(sheet: TextSheet) -> Table:
    headings = [heading.replace("\n", " ") for heading in sheet.headings]
    rows = [[shortened_to(cell, SMALL, WORDS * ROOM) for cell in row] for row in sheet.rows]
    return Table(headings, rows, sheet.left)
