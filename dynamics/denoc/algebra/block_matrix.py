"""A matrix with a name and a block structure: it multiplies with @ and prints by blocks."""

from __future__ import annotations

from typing import Any

import numpy as np


class BlockMatrix:
    """A read-only matrix whose rows and columns come in blocks. Who makes it does not write into `array` any more."""

    __array_priority__ = 20.0

    def __init__(self, name: str, array: np.ndarray, block_rows: int, block_columns: int) -> None:
        self.name = name
        self.array = array.view()  # no copy: 36 n^2 numbers of a long arm, most of them zeros that take no memory yet
        self.array.setflags(write=False)
        self.block_rows = block_rows
        self.block_columns = block_columns

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def T(self) -> BlockMatrix:
        return BlockMatrix(f"{self.name}^T", self.array.T, self.block_columns, self.block_rows)

    def named(self, name: str) -> BlockMatrix:
        return BlockMatrix(name, self.array, self.block_rows, self.block_columns)

    def block(self, i: int, j: int) -> np.ndarray:
        """Block (i, j), counted from 0."""
        r, c = self.block_rows, self.block_columns
        return self.array[i * r : (i + 1) * r, j * c : (j + 1) * c]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.array, dtype=dtype) if copy or dtype else self.array

    def __matmul__(self, other: Any) -> Any:
        if isinstance(other, BlockMatrix):
            return BlockMatrix(
                f"{self.name} {other.name}", self.array @ other.array, self.block_rows, other.block_columns
            )
        return self.array @ np.asarray(other)

    def __rmatmul__(self, other: Any) -> np.ndarray:
        return np.asarray(other) @ self.array

    def __add__(self, other: BlockMatrix) -> BlockMatrix:
        return BlockMatrix(
            f"({self.name} + {other.name})", self.array + other.array, self.block_rows, self.block_columns
        )

    def __sub__(self, other: BlockMatrix) -> BlockMatrix:
        return BlockMatrix(
            f"({self.name} - {other.name})", self.array - other.array, self.block_rows, self.block_columns
        )

    def __repr__(self) -> str:
        return f"<{self.name}: {self.shape[0]} x {self.shape[1]}>"

    def __str__(self) -> str:
        """Every entry, with the blocks ruled off and zeros left as dots."""
        scale = np.abs(self.array).max(initial=0.0)
        cells = [[f"{x:.4g}" if abs(x) > 1e-13 * scale else "." for x in row] for row in self.array.tolist()]
        width = max((len(cell) for row in cells for cell in row), default=1)
        lines = [f"{self.name} ({self.shape[0]} x {self.shape[1]})"]
        for i, row in enumerate(cells):
            groups = [
                " ".join(cell.rjust(width) for cell in row[j : j + self.block_columns])
                for j in range(0, len(row), self.block_columns)
            ]
            text = "[ " + " | ".join(groups) + " ]"
            if i and i % self.block_rows == 0:
                lines.append("-" * len(text))
            lines.append(text)
        return "\n".join(lines)
