"""Names that must differ from each other."""

from __future__ import annotations

from collections.abc import Container, Iterable

from denoc.basics.checks import MAX_NAME


def free_name(name: str, taken: Container[str]) -> str:
    """The name, with a number behind it where it is taken."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name[: MAX_NAME - 8]}_{number}"
    return found


def all_different(names: Iterable[str]) -> list[str]:
    """The names in their order, later ones with a number where earlier ones have the same."""
    found: dict[str, None] = {}
    for name in names:
        found[free_name(name, found)] = None
    return list(found)
