"""What callers hand in, checked where it comes in: each function gives the value back, ready to be used, or refuses it
with an error that names the argument and shows what was found.

Nothing is asked of a foreign object but in here: its methods may raise anything.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Mapping, Set
from itertools import islice
from numbers import Real
from typing import Any, TypeVar

import numpy as np

from denoc.basics.errors import DynamicsError, OutOfRange

Kind = TypeVar("Kind")

LARGEST = 1e12  # of any length, mass, inertia, ...: room for every mechanism, none for overflow
MAX_NAME = 200
MOST_NUMBERS = 100_000_000  # of one argument
MOST_ENTRIES = 1000  # that are counted where a few are needed
NESTED = 3  # lists within lists that are looked through
PLAIN = {float, int}  # that hide no mask


def check_kind(value: object, kind: type[Kind], name: str) -> Kind:
    """`value`, which is one of these."""
    if not isinstance(value, kind):
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        raise DynamicsError(f"{article} {kind.__name__} is needed", field=name, value=type(value).__name__)
    return value


def check_choice(value: object, choices: Iterable[str], name: str) -> str:
    """`value`, which is one of these texts."""
    found = tuple(choices)
    if not isinstance(value, str) or value not in found:
        raise DynamicsError(f"possible: {', '.join(found)}", field=name, value=value)
    return value


def check_flag(value: object, name: str) -> bool:
    """True or False, and nothing that merely passes for one of them."""
    if not isinstance(value, bool | np.bool_):
        raise DynamicsError("True or False is needed", field=name, value=value)
    return bool(value)


def check_number(
    value: object, name: str, *, minimum: float = -math.inf, largest: float = LARGEST, infinite: bool = False
) -> float:
    """`value` as a float, finite unless told otherwise, no larger than `largest` either way."""
    number = _float(value, name)
    if math.isnan(number) or (math.isinf(number) and not infinite):
        raise DynamicsError("a finite number is needed", field=name, value=number)
    if math.isfinite(number) and abs(number) > largest:
        raise OutOfRange("must be within {} and {}", (-largest, largest), field=name, value=number)
    if number < minimum:
        raise DynamicsError(f"must not be below {minimum:g}", field=name, value=number)
    return number


def check_count(value: object, name: str, least: int, most: int) -> int:
    """`value` as a whole number between these, both included; 3.0 is none."""
    if isinstance(value, bool | np.timedelta64) or not isinstance(value, int | np.integer):
        raise DynamicsError("a whole number is needed", field=name, value=value)
    if not least <= value <= most:
        raise DynamicsError(f"{least} to {most} are possible", field=name, value=value)
    return int(value)


def check_name(value: object, name: str, limit: int = MAX_NAME) -> str:
    """A short text without control characters."""
    if not isinstance(value, str):
        raise DynamicsError("a text is needed", field=name, value=value)
    if len(value) > limit or not value.isprintable():
        raise DynamicsError(f"up to {limit} printable characters are possible", field=name, value=value)
    return value


def check_items(values: object, most: int, name: str, needed: str = "a sequence is needed") -> tuple[Any, ...]:
    """The items of `values` in their order; no more than `most` are ever asked for."""
    if isinstance(values, str | bytes | bytearray | memoryview) or not isinstance(values, Iterable):
        raise DynamicsError(needed, field=name, value=values)
    try:
        found = tuple(islice(values, most + 1))
    except Exception:
        raise DynamicsError(needed, field=name, value=values) from None
    if len(found) > most:
        raise DynamicsError(f"at most {most} are possible", field=name, value=values)
    return found


def check_tuple(values: object, count: int, name: str) -> tuple[float, ...]:
    """So many finite numbers."""
    if _masked(values):
        raise DynamicsError("a masked value is no number", field=name, value=values)
    if isinstance(values, Mapping | Set):
        raise DynamicsError(f"{count} numbers in an order are needed", field=name, value=values)
    items = check_items(values, MOST_ENTRIES, name, f"{count} numbers are needed")
    if len(items) != count:
        raise DynamicsError(f"{count} numbers are needed, not {len(items)}", field=name, value=values)
    return tuple(check_number(item, name) for item in items)


def as_numbers(value: object, name: str, needed: str = "an array of numbers is needed") -> np.ndarray:
    """An array of floats, the very same one where it is one.

    Texts, truth values, complex numbers, times and what is masked are not numbers here.
    """
    if type(value) is np.ndarray and value.dtype == np.float64 and value.size <= MOST_NUMBERS:
        return value
    if _masked(value):
        raise DynamicsError("a masked value is no number", field=name, value=value)
    try:
        if _length(value) > MOST_NUMBERS:
            raise MemoryError
        given = np.asarray(value)
        if given.size > MOST_NUMBERS:
            raise MemoryError
        if given.dtype.kind not in "fiu" and not (given.dtype.kind == "O" and all(map(_is_number, given.flat))):
            raise TypeError
        return given.astype(float, copy=False)
    except MemoryError:
        raise DynamicsError(f"at most {MOST_NUMBERS} numbers are possible", field=name) from None
    except Exception:
        raise DynamicsError(needed, field=name, value=value) from None


def _float(value: object, name: str) -> float:
    if type(value) is float:
        return value
    try:
        if isinstance(value, Real):
            if not _is_number(value):
                raise TypeError
            return float(value)
        if hasattr(value, "__array__"):
            return float(as_numbers(value, name))
        if isinstance(value, str | bytes | bytearray | complex):
            raise TypeError
        return float(value)  # type: ignore[arg-type]
    except Exception:
        raise DynamicsError("a number is needed", field=name, value=value) from None


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool | np.bool_ | np.timedelta64)


def _length(value: object) -> int:
    return len(value) if isinstance(value, range | list | tuple) else 0


def _masked(value: object, depth: int = NESTED) -> bool:
    """Whether some entry is masked: made a plain array, it would pass for the number that lies under the mask."""
    masked = sys.modules.get("numpy.ma")  # which numpy imports when somebody first asks for it: then there is none
    if masked is not None and isinstance(value, masked.MaskedArray):
        return bool(masked.is_masked(value))
    if depth == 0 or not isinstance(value, list | tuple) or set(map(type, value)) <= PLAIN:
        return False
    return any(_masked(each, depth - 1) for each in value)
