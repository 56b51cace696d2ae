"""An exception in a method that Qt calls stays in Python: it is reported as any other, and the window lives on.

Qt gets the answer of the class below instead, or an empty one.

Shiboken 6.11 keeps such an exception and raises it later, in whatever happens to be called next; with a painter alive
in its traceback the program crashes.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import wraps
from inspect import CO_VARARGS
from types import FunctionType
from typing import Any, TypeVar, get_type_hints

from shiboken6 import Shiboken

OWN, QT = "denoc_studio.", "PySide6."
VIRTUAL = re.compile(r"\w*[eE]vent|eventFilter|paint|boundingRect|shape|\w*[sS]izeHint|itemChange")
"""Of other libraries' methods only these: the names of the rest may be Qt's, but it is Python that calls them."""
_GUARDED: set[type] = set()
Kind = TypeVar("Kind", bound=Callable[..., object])


def guard_overrides() -> None:
    """Every method of Qt's that a class loaded by now has overridden; before the first object of such a class."""
    for kind in _classes(Shiboken.Object):
        if kind not in _GUARDED and not kind.__module__.startswith(QT):
            _GUARDED.add(kind)
            for name, method in overrides(kind).items():
                setattr(kind, name, _guarded(kind, name, method))


def guarded(kind: Kind) -> Kind:
    """A class that was imported only now, guarded with all that came with it: `guarded(FilmDialog)(...)`."""
    guard_overrides()
    return kind


def overrides(kind: type) -> dict[str, FunctionType]:
    """What a class itself puts in the place of something of Qt's."""
    from_qt = [each for each in kind.__mro__[1:] if each.__module__.startswith(QT)]
    own = kind.__module__.startswith(OWN)
    return {
        name: method
        for name, method in vars(kind).items()
        if isinstance(method, FunctionType) and not name.startswith("__") and (own or VIRTUAL.fullmatch(name))
        if any(name in vars(each) for each in from_qt)
    }


def _guarded(kind: type, name: str, method: FunctionType) -> Callable[..., Any]:
    code = method.__code__
    most = None if code.co_flags & CO_VARARGS else code.co_argcount - 1  # a slot gets no more than it takes
    silent = method.__annotations__.get("return", "None") == "None"

    @wraps(method)
    def guarded(self: Any, *given: Any, **named: Any) -> Any:
        try:
            return method(self, *given[:most], **named)
        except Exception as error:
            sys.excepthook(type(error), error, error.__traceback__)
            traceback.clear_frames(error.__traceback__)  # painters end with their frames
        if not silent:
            with suppress(Exception):  # where the base has no answer
                return getattr(super(kind, self), name)(*given[:most], **named)
            with suppress(Exception):  # where it may be of any type
                return get_type_hints(method)["return"]()
        return None

    return guarded


def _classes(kind: type) -> Iterator[type]:
    each: type
    for each in type.__subclasses__(kind):
        yield each
        yield from _classes(each)
