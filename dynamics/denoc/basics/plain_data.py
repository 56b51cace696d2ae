"""Structs of plain numbers: what callers fill them with may be NumPy's numbers and arrays."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
import numpy as np

from denoc.basics.checks import MOST_NUMBERS
from denoc.basics.errors import DynamicsError

Data = TypeVar("Data")


def check_data(data: Data, kind: Any, name: str) -> Data:
    """`plain`, with an error that names the argument."""
    try:
        return plain(data, kind)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise DynamicsError(str(error), field=name) from None


def plain(data: Data, kind: Any) -> Data:
    """`data` checked against the type `kind`, with plain numbers and tuples in the place of NumPy's and of lists.

    Where it has these already, it is the very same object: tables may be long, and undo steps share them.
    TypeError or msgspec.ValidationError where an entry is of another type.
    """
    foreign: list[object] = []

    def converted(value: Any) -> Any:
        if not isinstance(value, np.generic | np.ndarray) or value.dtype.kind not in "fiubO" or np.ma.is_masked(value):
            raise TypeError(f"a {type(value).__name__} is not a number")
        if value.size > MOST_NUMBERS:
            raise TypeError(f"at most {MOST_NUMBERS} numbers are possible")
        foreign.append(value)
        return value.astype(float).tolist() if value.dtype.kind == "f" else value.tolist()

    found: Data = msgspec.convert(msgspec.to_builtins(data, enc_hook=converted), kind)
    return found if foreign or found != data else data
