"""What is refused inside a section keeps it open."""

from __future__ import annotations

from denoc_studio.panels.editing.cell_table import CellTable
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.fold import Fold


def watch_faults(fold: Fold) -> None:
    """All fields and tables that the section has by now."""
    for field in fold.body.findChildren(NumberField):
        field.problem_changed.connect(lambda problem, field=field: fold.hold(field, bool(problem)))
    for table in fold.body.findChildren(CellTable):
        table.cells.message.connect(lambda _, table=table: fold.hold(table, table.cells.pending))
