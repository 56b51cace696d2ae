"""Values that no function expects: what callers pass by mistake, and what a stranger would pass on purpose."""

from __future__ import annotations

import datetime
import math
import os
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np

import denoc as dn

Rng = np.random.Generator
FIFO = "nobody-writes.fifo"


class Trap:
    """An object that raises whatever is asked of it, with an error that nobody foresees."""

    def _raise(self, *_: object, **__: object) -> Any:
        raise RuntimeError("sprung")

    __array__ = __len__ = __iter__ = __float__ = __int__ = __index__ = __getitem__ = __bool__ = _raise
    __fspath__ = __str__ = __repr__ = __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __format__ = _raise
    __hash__ = None  # type: ignore[assignment]


def only(**methods: Callable[..., Any]) -> Any:
    """An object with these special methods alone; they are not given the object itself."""

    def bound(method: Callable[..., Any]) -> Callable[..., Any]:
        return lambda self, *given, **named: method(*given, **named)

    return type("Only", (), {name: bound(method) for name, method in methods.items()})()


class Frame:
    """Like a data frame's column: numbers behind __array__."""

    def __init__(self, values: object) -> None:
        self.values = np.asarray(values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.values if dtype is None else self.values.astype(dtype)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, place: Any) -> Any:
        return self.values[place]


class Endless:
    """An iterable without an end, and a length that is a lie."""

    def __iter__(self) -> Any:
        while True:
            yield 0.0

    def __len__(self) -> int:
        return 2


class Number(float):
    """A number of a class of its own."""


def _raiser(error: BaseException) -> Callable[..., Any]:
    def method(*_: object, **__: object) -> Any:
        raise error

    return method


def _self_containing() -> list[Any]:
    items: list[Any] = []
    items.append(items)
    return items


def _deep(levels: int) -> list[Any]:
    items: list[Any] = []
    for _ in range(levels):
        items = [items]
    return items


def _boxed(*values: object) -> np.ndarray:
    array = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        array[place] = value
    return array


NUMBERS: tuple[Callable[[], Any], ...] = tuple(
    (lambda value=value: value)  # type: ignore[misc]
    for value in (
        *(math.nan, math.inf, -math.inf, -0.0, 0.0, 5e-324, 1e-300, 1e300, -1e300, 1.5, -1.5, 1e6 + 1, 1e13),
        *(0, 1, -1, 2, 3, 10**6, 10**9, 2**31, 2**63, 2**64, -(2**63), 10**19, 10**400, -(10**400), 10**5000),
        *(True, False, Fraction(1, 3), Fraction(10**400, 3), Decimal("0.5"), Decimal("NaN"), Decimal("1e999999")),
        *(1j, complex(1, 0), Number(1.0), Number(math.nan), np.float64(1.0), np.float32(math.nan), np.int8(-1)),
        *(np.uint64(2**63), np.bool_(True), np.complex128(1), np.float16(1.0), np.longdouble(1.0)),
        *(np.timedelta64(3, "s"), np.timedelta64("NaT"), np.datetime64("2020-01-01"), np.str_("1"), np.bytes_(b"1")),
        *(datetime.timedelta(1), datetime.date(2020, 1, 1), datetime.datetime(2020, 1, 1)),
    )
)
OTHERS: tuple[Callable[[], Any], ...] = (
    lambda: None,
    lambda: ...,
    lambda: NotImplemented,
    lambda: "",
    lambda: "1",
    lambda: "nan",
    lambda: "R",
    lambda: "denoc",
    lambda: "no such thing",
    lambda: "\x00",
    lambda: "a\x00b",
    lambda: "\ud800",
    lambda: "\u202e\n\r",
    lambda: "%s%n{0}{}",
    lambda: "x" * 300,
    lambda: "x" * 5000,
    lambda: "a/" * 3000,
    lambda: b"",
    lambda: b"1",
    lambda: b"some.arm.json",
    lambda: bytearray(16),
    lambda: memoryview(bytes(16)),
    list,
    tuple,
    dict,
    set,
    lambda: {1.0, 2.0},
    lambda: frozenset((1.0, 2.0)),
    lambda: {0: 1.0, 1: 2.0},
    lambda: {"a": 1},
    lambda: iter([1.0, 2.0]),
    lambda: (x for x in (1.0, 2.0)),
    lambda: map(float, "12"),
    lambda: range(2),
    lambda: range(10**18),
    lambda: slice(None),
    lambda: slice("a", object(), 0),
    lambda: [None, None],
    lambda: [[1.0], [1.0, 2.0]],
    lambda: ["1", "2"],
    lambda: [True, False],
    lambda: [1, 10**400],
    lambda: [math.nan] * 2,
    lambda: [Trap(), Trap()],
    lambda: [0.0] * 7,
    lambda: (0.0,) * 1000,
    lambda: _deep(40),
    lambda: _deep(3000),
    _self_containing,
    object,
    lambda: object,
    lambda: int,
    lambda: dn.Robot,
    lambda: dn,
    Trap,
    lambda: Trap,
    Endless,
    lambda: Frame([1.0, 2.0]),
    lambda: only(__float__=_raiser(RuntimeError("no float"))),
    lambda: only(__float__=lambda: "1"),
    lambda: only(__float__=lambda: math.nan),
    lambda: only(__index__=_raiser(RuntimeError("no index"))),
    lambda: only(__index__=lambda: 10**9),
    lambda: only(__array__=_raiser(RuntimeError("no array"))),
    lambda: only(__array__=lambda *_, **__: "no array"),
    lambda: only(__len__=_raiser(KeyError("no length")), __getitem__=lambda i: 0.0),
    lambda: only(__len__=lambda: -1, __getitem__=lambda i: 0.0),
    lambda: only(__len__=lambda: 2, __getitem__=_raiser(OSError("gone"))),
    lambda: only(__iter__=_raiser(KeyError("no items"))),
    lambda: only(__fspath__=_raiser(RuntimeError("no path"))),
    lambda: only(__fspath__=lambda: b"\xff\xfe"),
    lambda: only(__fspath__=lambda: 3),
    lambda: only(__call__=_raiser(KeyError("own error"))),
    lambda: SimpleNamespace(n=2, links=(), q=None, t=None),
    lambda: lambda: 0,
    lambda: lambda *given: None,
    lambda: lambda t, q, qd: [math.nan] * len(q),
    lambda: lambda t, q, qd: "no torque",
    lambda: lambda t, q, qd: np.ma.masked_array(q, True),
    lambda: lambda t, q, qd: [1j] * len(q),
    lambda: len,
    lambda: print,
    lambda: Exception("an error"),
    lambda: msgspec.UNSET,
    lambda: Path("no such file"),
    lambda: Path(),
    lambda: Path("/"),
    lambda: Path("/dev/zero"),
    lambda: Path("/dev/full"),
    lambda: Path("/proc/self/mem"),
    lambda: Path(FIFO),
    lambda: Path("x\x00y"),
    lambda: Path("x" * 300),
    lambda: Path("some folder"),
    lambda: os.devnull,
)
ARRAYS: tuple[Callable[[], Any], ...] = (
    lambda: np.zeros(0),
    lambda: np.zeros((0, 2)),
    lambda: np.zeros((2, 0)),
    lambda: np.zeros((3, 2)),
    lambda: np.zeros((2, 3, 2)),
    lambda: np.zeros((1,) * 32),
    lambda: np.array(1.0),
    lambda: np.zeros(2)[::-1],
    lambda: np.zeros((2, 4))[:, ::2],
    lambda: np.zeros((2, 2), order="F"),
    lambda: np.broadcast_to(0.0, (3, 2)),
    lambda: np.broadcast_to(0.0, (10**12, 2)),
    lambda: np.broadcast_to(np.float64(0), (10**9,)),
    lambda: np.zeros(2, ">f8"),
    lambda: np.zeros(2, "f2"),
    lambda: np.zeros(2, "g"),
    lambda: np.zeros(2, bool),
    lambda: np.zeros(2, complex),
    lambda: np.zeros(2, "m8[s]"),
    lambda: np.zeros(2, "M8[D]"),
    lambda: np.array([1, 2], "m8"),
    lambda: np.array(["1", "2"]),
    lambda: np.array([b"1", b"2"]),
    lambda: np.array([None, None]),
    lambda: np.array([object(), 1.0], dtype=object),
    lambda: np.array([Fraction(1, 3), Decimal(1)], dtype=object),
    lambda: np.array([10**400, 1], dtype=object),
    lambda: np.array([[1.0], [2.0, 3.0]], dtype=object),
    lambda: _boxed(Trap(), Trap()),
    lambda: np.zeros(2, dtype=[("a", float), ("b", float)]),
    lambda: np.rec.array([(1.0, 2.0)], dtype=[("a", float), ("b", float)]),
    lambda: np.ma.masked_array([1.0, 2.0], [False, True]),
    lambda: np.ma.masked_array([1.0, 2.0], True),
    lambda: np.ma.masked_array(np.eye(4), np.eye(4) > 0),
    lambda: np.ma.masked_array([1.0, 2.0]),
    lambda: np.ma.masked,
    lambda: np.array([[1.0, 2.0]]).view(np.matrix),
    lambda: np.full(2, 1e308),
    lambda: np.full(2, 1e7),
    lambda: np.full((4, 4), np.nan),
    lambda: np.eye(4) * 2,
    lambda: np.empty((), dtype="V8"),
)


def of(good: Any, rng: Rng) -> Any:
    """The good value, spoiled in one place or dressed as something else."""
    if isinstance(good, msgspec.Struct):
        fields = good.__struct_fields__
        return msgspec.structs.replace(good, **{str(rng.choice(fields)): anything(rng)}) if fields else anything(rng)
    if isinstance(good, tuple | list | np.ndarray | float | int) and not isinstance(good, bool):
        try:
            numbers = np.array(good, dtype=float)
        except (TypeError, ValueError):
            items = list(good)
            if items:
                items[int(rng.integers(len(items)))] = anything(rng)
            return items
        return DRESSES[int(rng.integers(len(DRESSES)))](numbers, rng)
    return anything(rng)


def _with(numbers: np.ndarray, value: object, rng: Rng) -> Any:
    items = numbers.reshape(-1).tolist()
    items[int(rng.integers(len(items)))] = value
    columns = numbers.shape[-1] if numbers.ndim == 2 else 0
    return [items[row : row + columns] for row in range(0, len(items), columns)] if columns else items


DRESSES: tuple[Callable[[np.ndarray, Rng], Any], ...] = (
    lambda numbers, rng: _with(numbers, anything(rng), rng) if numbers.size else None,
    lambda numbers, rng: _with(numbers, NUMBERS[int(rng.integers(len(NUMBERS)))](), rng) if numbers.size else None,
    lambda numbers, rng: np.ma.masked_array(numbers, rng.random(numbers.shape) < 0.5),
    lambda numbers, rng: numbers.astype(complex),
    lambda numbers, rng: numbers.astype("m8[s]"),
    lambda numbers, rng: numbers.astype("M8[s]"),
    lambda numbers, rng: numbers.astype(str),
    lambda numbers, rng: numbers.astype(object),
    lambda numbers, rng: numbers.astype(">f8"),
    lambda numbers, rng: numbers.astype("f4"),
    lambda numbers, rng: numbers[None],
    lambda numbers, rng: numbers[..., None],
    lambda numbers, rng: numbers[None].repeat(3, axis=0),
    lambda numbers, rng: np.asfortranarray(numbers),
    lambda numbers, rng: np.broadcast_to(numbers, (2, *numbers.shape)),
    lambda numbers, rng: Frame(numbers),
    lambda numbers, rng: Frame(numbers.astype(complex)),
    lambda numbers, rng: iter(numbers.reshape(-1).tolist()),
    lambda numbers, rng: numbers * math.nan,
    lambda numbers, rng: numbers + math.inf,
    lambda numbers, rng: numbers * 1e300,
    lambda numbers, rng: numbers + 1e7,
    lambda numbers, rng: -numbers,
    lambda numbers, rng: [Fraction(x) for x in numbers.reshape(-1).tolist()],
    lambda numbers, rng: [Decimal(x) for x in numbers.reshape(-1).tolist()],
    lambda numbers, rng: set(numbers.reshape(-1).tolist()),
    lambda numbers, rng: dict(enumerate(numbers.reshape(-1).tolist())),
    lambda numbers, rng: numbers.reshape(-1)[:-1],
    lambda numbers, rng: np.concatenate([numbers.reshape(-1), [1.0]]),
    lambda numbers, rng: numbers.tobytes(),
)


def anything(rng: Rng) -> Any:
    """One of the values above."""
    group = (NUMBERS, OTHERS, ARRAYS)[int(rng.integers(3))]
    return group[int(rng.integers(len(group)))]()


def is_numeric(value: object) -> bool:
    """Whether it is a number, or an array or nested tuple of some."""
    try:
        return np.asarray(value).dtype.kind in "fiu"
    except ValueError:
        return False


def is_no_number(value: object) -> bool:
    """Whether it is masked, complex or a time, which NumPy makes a float of without a word."""
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        return True
    return isinstance(value, complex) or (isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "cmM")


def shown(value: object) -> str:
    """A few words about a value, also one that does not let itself be shown."""
    try:
        text = " ".join(repr(value).split())
    except Exception:
        text = "that cannot be shown"
    return f"{type(value).__name__} {text[:80]}"
