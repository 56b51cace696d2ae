"""The errors that `dynamics` raises; each carries the place and the value it is about."""

from __future__ import annotations

import math
import reprlib
from typing import Any

SHOWN = 60  # characters of a value in a message


class DynamicsError(ValueError):
    """Input that cannot be used.

    `link` counts from 1 as the user sees it, `field` is the name in the table,
    `value` is what was found there; each is None where it does not apply.
    """

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
        """The same error, naming the link."""
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
    """A project file that cannot be read or written; `path` names it."""

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
    """The input is sound, but what it asks for does not exist: out of reach, singular, not finite."""

    @property
    def in_words(self) -> str:
        """The reason, with its link where it has one; no field is at fault."""
        return str(self) if self.link else self.reason


class SingularMassMatrix(NoSolution):
    """The generalized inertia matrix is singular, so accelerations do not exist."""


def _restore(kind: type[DynamicsError], arguments: tuple[Any, ...], state: dict[str, Any]) -> DynamicsError:
    """Errors travel between processes whole."""
    error = kind(*arguments)
    error.args = state.pop("args", error.args)
    error.__dict__.update(state)
    return error


class _Shown(reprlib.Repr):
    """Of a huge value no more is looked at than is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = self.maxdeque = SHOWN
        self.maxstring = self.maxlong = self.maxother = 100 * SHOWN


def _short(value: object, limit: int = SHOWN) -> str:
    """The value on one line; its kind alone where it does not let itself be shown, or it is too long a number."""
    try:
        text = " ".join(_Shown().repr(value).split())
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 3] + "..."
