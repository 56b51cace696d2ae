"""The errors that `denoc` raises; each carries the place and the value it is about."""

from __future__ import annotations

import math
import reprlib
from typing import Any

LISTED = 12  # names in an error message
SHOWN = 60  # characters of a value in a message


class DynamicsError(ValueError):
    """Input that cannot be used: the one error that every function of `denoc` answers bad arguments with; a ValueError.

    `reason` says why; `link` counts from 1 as the user sees it, `field` is the name of the argument or table entry,
    `value` what was found there; each is None where it does not apply.

    >>> try:
    ...     dn.mass_matrix(dn.rod_chain(3).robot, [0.1, 0.2])
    ... except dn.DynamicsError as error:
    ...     print(error.field, error.value)
    q (2,)
    """

    __module__ = "denoc"  # the name by which it is caught

    def __init__(
        self,
        reason: str,
        *,
        link: int | None = None,
        field: str | None = None,
        value: object = None,
    ) -> None:
        self.reason = reason
        self.link = link
        self.field = field
        self.value = value
        place = ", ".join(
            part for part in (f"link {link}" if link else "", f"field {field!r}" if field else "") if part
        )
        shown = f" (got {_short(value)})" if value is not None else ""
        super().__init__(f"{place}: {reason}{shown}" if place else f"{reason}{shown}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), (self.reason,), self.__dict__ | {"args": self.args})

    def in_link(self, number: int) -> DynamicsError:
        """The same error with its link, counted from 1: for who checks one link of several."""
        return type(self)(self.reason, link=number, field=self.field, value=self.value)


class OutOfRange(DynamicsError):
    """A number beyond `bounds`, which stand in SI units; `words` has a place for each of the two."""

    def __init__(
        self,
        words: str,
        bounds: tuple[float, float] = (-math.inf, math.inf),
        *,
        link: int | None = None,
        field: str | None = None,
        value: object = None,
    ) -> None:
        self.words, self.bounds = words, bounds
        super().__init__(words.format(*(f"{bound:g}" for bound in bounds)), link=link, field=field, value=value)

    def in_link(self, number: int) -> OutOfRange:
        return OutOfRange(self.words, self.bounds, link=number, field=self.field, value=self.value)


class ProjectError(DynamicsError):
    """A file that cannot be read or written, or says what cannot be; a DynamicsError.

    `path` is the file's name as text. `field` and `value` say what was found where that is known; the line and the
    column of a table stand in the message.
    """

    __module__ = "denoc"  # the name by which it is caught

    def __init__(
        self,
        path: object,
        reason: str,
        *,
        link: int | None = None,
        field: str | None = None,
        value: object = None,
    ) -> None:
        self.path = str(path)
        super().__init__(f"{self.path}: {reason}")
        self.reason = reason
        self.link = link
        self.field = field
        self.value = value

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), (self.path, self.reason), self.__dict__)


class NoSolution(DynamicsError):
    """Sound input that asks for what does not exist: out of reach, singular, not finite; a DynamicsError.

    >>> reach = dn.LineMotion(start=(0.1, 0.5, -0.5), displacement=(9.0, 0.0, 0.0))
    >>> dn.trajectory_of(dn.rod_chain(3).robot, reach, duration=1.0)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    denoc.NoSolution: field 'motion': the tip cannot follow at t = ...
    """

    __module__ = "denoc"  # the name by which it is caught

    @property
    def in_words(self) -> str:
        """The reason as a sentence, with its link where it has one; no field is at fault."""
        return str(self) if self.link else self.reason


class SingularMassMatrix(NoSolution):
    """The mass matrix is singular: a joint can move without any inertia and has no acceleration; a NoSolution.

    >>> dn.forward_dynamics(dn.Robot("massless", (dn.Link(a=1.0),)), [0], [0], [1])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    denoc.SingularMassMatrix: the mass matrix is singular: ...
    """

    __module__ = "denoc"  # the name by which it is caught


def _restore(kind: type[DynamicsError], arguments: tuple[Any, ...], state: dict[str, Any]) -> DynamicsError:
    """Errors travel between processes whole."""
    error = kind(*arguments)
    error.args = state.pop("args", error.args)
    error.__dict__.update(state)
    return error


class _ShortRepr(reprlib.Repr):
    """Of a huge value no more is looked at than is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = self.maxdeque = SHOWN
        self.maxstring = self.maxlong = self.maxother = 100 * SHOWN


def _short(value: object, limit: int = SHOWN) -> str:
    """The value on one line; its kind alone where it does not let itself be shown, or it is too long a number."""
    try:
        text = " ".join(_ShortRepr().repr(value).split())
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 3] + "..."


def counted(count: int, word: str) -> str:
    """1 joint, 2 joints."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def shorten(names: list[str]) -> str:
    """The first names of a list, and how many more there are."""
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more
