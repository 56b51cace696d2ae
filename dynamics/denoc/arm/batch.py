"""Between arrays of states and the scalars of the recursions.

Every function of a state takes (n,) or (k, n). One state becomes n floats, a batch becomes n arrays of
length k, and the same recursion runs on either; what comes out is stacked back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from denoc.algebra.algebra import Vec3
from denoc.algebra.scalars import Scalar
from denoc.algebra.spatial import NULL6, Vec6
from denoc.arm.robot import LARGEST_ANGLE, Robot
from denoc.arm.robot_arrays import pack
from denoc.basics.checks import LARGEST, as_numbers, check_kind, check_number
from denoc.basics.errors import DynamicsError, SingularMassMatrix


def check_states(robot: Robot, **states: object) -> list[np.ndarray]:
    """The named states as float arrays of one shape, (n,) or (k, n).

    A single state beside batches is repeated for every row.
    """
    check_kind(robot, Robot, "robot")
    arrays = [_check_state(robot, name, value) for name, value in states.items()]
    rows = {array.shape[0] for array in arrays if array.ndim == 2}
    if len(rows) > 1:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in zip(states, arrays, strict=True))
        raise DynamicsError(f"the batches differ in length: {shapes}")
    if rows:
        shape = (rows.pop(), robot.n)
        return [np.broadcast_to(array, shape) for array in arrays]
    return arrays


def check_one_state(robot: Robot, **state: object) -> np.ndarray:
    """The named state as (n,)."""
    (array,) = check_states(robot, **state)
    if array.ndim != 1:
        raise DynamicsError("one state is needed", field=next(iter(state)), value=array.shape)
    return array


def check_start(robot: Robot, name: str, values: object, largest: float = LARGEST_ANGLE) -> tuple[float, ...]:
    """A finite state to start from, with angles that have not lost their digits; `largest` is of revolute joints."""
    array = check_one_state(robot, **{name: values})
    numbers = array.tolist()
    if (np.abs(array) <= largest).all():  # at once, since one by one takes a long arm a while
        return tuple(numbers)
    for number, (link, value) in enumerate(zip(robot.links, numbers, strict=True), 1):
        try:
            check_number(value, name, largest=largest if link.revolute else LARGEST)
        except DynamicsError as error:
            raise error.in_link(number) from None
    return tuple(numbers)


def check_joints(robot: Robot, name: str, value: object, *, infinite: bool = False) -> np.ndarray:
    """One number for all joints or n of them, as (n,): finite, unless told otherwise."""
    array = as_numbers(value, name)
    if array.shape not in ((), (robot.n,)):
        raise DynamicsError(f"one number is needed, or {robot.n}", field=name, value=array.shape)
    for number in array.flat:
        check_number(number, name, infinite=infinite)
    return np.full(robot.n, array)


def _check_state(robot: Robot, name: str, value: object) -> np.ndarray:
    array = as_numbers(value, name)
    if array.ndim not in (1, 2) or array.shape[-1] != robot.n:
        raise DynamicsError(
            f"a shape ({robot.n},) or (k, {robot.n}) is needed for {robot.n} joints",
            field=name,
            value=array.shape,
        )
    return array


def check_wrench(robot: Robot, tip_wrench: object, like: np.ndarray) -> np.ndarray | None:
    """The tip wrench, (moment, force) in world axes, in base axes; one for all states or one for each."""
    if tip_wrench is None:
        return None
    array = as_numbers(tip_wrench, "tip_wrench")
    if array.shape != (6,) and (like.ndim == 1 or array.shape != (len(like), 6)):
        needed = "six numbers are needed: moment, force" if like.ndim == 1 else f"(6,) or ({len(like)}, 6) is needed"
        raise DynamicsError(needed, field="tip_wrench", value=array.shape)
    rotation = pack(robot).base[:3, :3]
    with np.errstate(invalid="ignore"):
        return np.concatenate([array[..., :3] @ rotation, array[..., 3:] @ rotation], axis=-1)


def wrench_scalars(wrench: np.ndarray | None) -> Vec6:
    """A wrench in base axes as the recursions take it."""
    if wrench is None:
        return NULL6
    x = scalars(wrench)
    return Vec6(Vec3(*x[:3]), Vec3(*x[3:]))


def scalars(array: np.ndarray) -> Sequence[Scalar]:
    """(n,) -> n floats; (k, n) -> n contiguous arrays of length k."""
    if array.ndim == 1:
        return array.tolist()
    return list(np.ascontiguousarray(array.T))


def floats(items: Iterable[Any]) -> np.ndarray:
    """Scalars of one state, in order, as floats (n,)."""
    return np.array([float(item) for item in items])


def stack(items: Iterable[Any], shape: tuple[int, ...], like: np.ndarray) -> np.ndarray:
    """Scalars, in order, as an array of `shape`, behind the batch axis that `like` has."""
    if like.ndim == 1:
        return floats(items).reshape(shape)
    k = like.shape[0]
    out = np.empty((int(np.prod(shape)), k))
    for row, item in zip(out, items, strict=True):
        row[:] = item if isinstance(item, np.ndarray) else float(item)
    return np.ascontiguousarray(out.T).reshape(k, *shape)


def evaluate(recursion: Callable[..., Any], *arguments: Any) -> Any:
    """Run a recursion; a pivot of zero becomes a named error."""
    try:
        with np.errstate(divide="raise", invalid="ignore", over="ignore"):
            return recursion(*arguments)
    except (ZeroDivisionError, FloatingPointError):
        raise SingularMassMatrix("the mass matrix is singular: some joint can move without any inertia") from None
