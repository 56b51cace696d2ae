"""A property that is computed once an object, without a lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")


class cached_property(Generic[Value]):
    """`functools.cached_property` as it is from Python 3.12 on: two threads may both compute a value, the last is kept.

    Before that, it holds one lock for all objects of the class while it computes: the window's thread then waits for
    the thread that computes the same property of another run.
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> cached_property[Value]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object, owner: type) -> cached_property[Value] | Value:
        if instance is None:
            return self
        value = self.compute(instance)
        vars(instance)[self.name] = value  # found there from now on, before this is asked again
        return value
