"""Which commands are meant by some typed words, the best first."""

from __future__ import annotations

from collections.abc import Iterable

from denoc_studio.look.plain_text import words
from denoc_studio.widgets.actions import Command

WHOLE, BEGINS, WITHIN = 0, 1, 3  # where a typed word is found in a word of the name; in one of the category one more
MISSING = 100


def matching(commands: Iterable[Command], typed: str) -> list[Command]:
    """Those that have every typed word somewhere, in any order, case and accents ignored; all where none is typed."""
    wanted = words(typed)
    ranked = [(_rank(command, wanted), command) for command in commands]
    found = [(rank, command) for rank, command in ranked if rank is not None]
    return [command for _, command in sorted(found, key=lambda each: each[0])]  # equals stay in their order


def _rank(command: Command, wanted: list[str]) -> tuple[int, int, int] | None:
    """The smaller, the better; None where a word is missing. Of equals one that begins with it, then the shorter."""
    name, category = words(command.name), words(command.category)
    total = start = 0
    for word in wanted:
        places = [_place(word, each) for each in name] + [_place(word, each) + 1 for each in category]
        nearest = min(places, default=MISSING)
        if nearest >= MISSING:
            return None
        total += nearest
        start += places.index(nearest)
    return (total, start, len(name)) if wanted else (0, 0, 0)


def _place(word: str, of: str) -> int:
    if word not in of:
        return MISSING
    return WHOLE if word == of else BEGINS if of.startswith(word) else WITHIN
