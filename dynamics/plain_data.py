"""Structs of plain numbers: what callers fill them with may be NumPy's numbers and arrays."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
import numpy as np

Data = TypeVar("Data")


def plain(data: Data, kind: Any) -> Data:
    """`data` checked against the type `kind`, with plain numbers and tuples in the place of NumPy's and of lists.

    Where it has these already, it is the very same object: tables may be long, and undo steps share them.
    TypeError or msgspec.ValidationError where an entry is of another type.
    """
    foreign: list[object] = []

    def converted(value: Any) -> Any:
        if not isinstance(value, np.generic | np.ndarray):
            raise TypeError(f"a {type(value).__name__} is not a number")
        foreign.append(value)
        return value.tolist()

    found: Data = msgspec.convert(msgspec.to_builtins(data, enc_hook=converted), kind)
    return found if foreign or found != data else data
