"""The table of a sweep: a line a run, with its number, the varied entries, the measures, and how it ended.

Numbers read back exactly; what has no measures has empty cells.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import math
from collections.abc import Mapping, Sequence

from denoc.basics.errors import DynamicsError
from denoc.files.text.cell_text import cell_to_text, csv_cell

NUMBER, STATUS, MESSAGE = "run", "status", "message"


def header(titles: Sequence[str]) -> str:
    return ",".join([NUMBER, *map(csv_cell, titles), STATUS, MESSAGE])


def line(run: int, numbers: Sequence[float], status: str, message: str) -> str:
    """The line of a run, counted from 0; in the table it is counted from 1."""
    cells = ("" if math.isnan(number) else repr(number) for number in numbers)
    return ",".join([str(run + 1), *cells, status, csv_cell(" ".join(message.split()))])


def read_line(text: str) -> tuple[int, tuple[float, ...], str, str]:
    """A line of a sweep's table: the run's index from 0, its measures, how it ended, and why."""
    number, *numbers, status, message = next(csv.reader([text]))
    values = tuple(float(cell) if cell else math.nan for cell in numbers)
    return int(number) - 1, values, status, cell_to_text(message)


def csv_bytes(titles: Sequence[str], lines: Mapping[int, str]) -> bytes:
    """The whole table as CSV: a header, and the lines in the order of their runs."""
    return "\n".join([header(titles), *(lines[run] for run in sorted(lines)), ""]).encode()


def parquet_obstacle() -> str:
    """Why no Parquet file can be written; empty where it can."""
    if importlib.util.find_spec("pyarrow") is not None:
        return ""
    return "Parquet needs the package 'pyarrow': pip install 'denoc-studio[parquet]'"


def parquet_bytes(titles: Sequence[str], lines: Mapping[int, str]) -> bytes:
    """The same as a Parquet file. DynamicsError without pyarrow."""
    if parquet_obstacle():
        raise DynamicsError(parquet_obstacle())
    import pyarrow
    from pyarrow import parquet

    rows = [read_line(lines[run]) for run in sorted(lines)]
    columns = {
        NUMBER: [run + 1 for run, *_ in rows],
        **{title: [numbers[place] for _, numbers, _, _ in rows] for place, title in enumerate(titles)},
        STATUS: [status for *_, status, _ in rows],
        MESSAGE: [message for *_, message in rows],
    }
    out = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), out)
    return out.getvalue()
