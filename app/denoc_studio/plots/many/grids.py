"""Maps of cells between edges: which cell holds a point, and where its middle is."""

from __future__ import annotations

from typing import Protocol

import numpy as np

Cell = tuple[int, int]  # row and column


class Grid(Protocol):
    """Cells between `x_edges` (columns + 1,) and `y_edges` (rows + 1,), going up."""

    @property
    def x_edges(self) -> np.ndarray: ...

    @property
    def y_edges(self) -> np.ndarray: ...


def shape_of(grid: Grid) -> Cell:
    """How many rows and columns of cells a map has."""
    return len(grid.y_edges) - 1, len(grid.x_edges) - 1


def cell_at(grid: Grid, x: float, y: float) -> Cell | None:
    """Row and column of the cell that holds a point; None beyond the map."""
    if not (grid.x_edges[0] <= x <= grid.x_edges[-1] and grid.y_edges[0] <= y <= grid.y_edges[-1]):
        return None
    inner = ((grid.y_edges[1:-1], y), (grid.x_edges[1:-1], x))
    row, column = (int(np.searchsorted(edges, value, side="right")) for edges, value in inner)
    return row, column


def middle_of(grid: Grid, cell: Cell) -> tuple[float, float]:
    """Of a cell, x and y."""
    row, column = cell
    x, y = grid.x_edges[column : column + 2].mean(), grid.y_edges[row : row + 2].mean()
    return float(x), float(y)
