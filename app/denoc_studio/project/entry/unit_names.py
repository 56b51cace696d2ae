"""Units that may stand behind a number, as `plainly` spells them, by the unit of the entry it is typed into."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

from denoc_studio.project.entry.spelling import plainly

PI = Decimal("3.14159265358979323846264338327950288")
DEGREE = PI / 180
LENGTH = {"m": Decimal(1), "cm": Decimal("1e-2"), "mm": Decimal("1e-3"), "in": Decimal("0.0254")}
ANGLE = {"rad": Decimal(1), "deg": DEGREE, "°": DEGREE}
TURNING = {"rad/s": Decimal(1), "deg/s": DEGREE, "°/s": DEGREE, "rpm": PI / 30}
FORCE = {"N": Decimal(1), "mN": Decimal("1e-3"), "kN": Decimal("1e3")}
INERTIA = {
    f"{mass} {length}²": weight * Decimal(size) ** 2
    for mass, weight in (("kg", Decimal(1)), ("g", Decimal("1e-3")))
    for length, size in (("m", "1"), ("cm", "1e-2"), ("mm", "1e-3"))
}
KINDS: tuple[Mapping[str, Decimal], ...] = (
    LENGTH,
    ANGLE,
    TURNING,
    {f"{angle}/s²": size for angle, size in ANGLE.items()},
    {"m/s": Decimal(1), "cm/s": Decimal("1e-2"), "mm/s": Decimal("1e-3")},
    {"m/s²": Decimal(1), "mm/s²": Decimal("1e-3")},
    {"kg": Decimal(1), "g": Decimal("1e-3")},
    {"s": Decimal(1), "ms": Decimal("1e-3")},
    {"Hz": Decimal(1)},
    FORCE,
    {f"{force} m": factor for force, factor in FORCE.items()},
    {"J": Decimal(1), "mJ": Decimal("1e-3"), "kJ": Decimal("1e3"), "N m": Decimal(1)},
    INERTIA,
)
NAMES = sorted({name for kind in KINDS for name in kind}, key=len, reverse=True)
NUMBER_ENDS = re.compile(r"([0-9.,)]|pi)$")
WORDS = frozenset(word for name in NAMES for word in name.split())  # as blanks separate them


def names_for(label: str, exact: Decimal) -> Mapping[str, Decimal]:
    """What may stand behind a number in an entry with this unit: each name with its SI value."""
    return next((kind for kind in KINDS if label in kind), {label: exact})


def split_unit(text: str, own: str = "") -> tuple[str, str]:
    """The number and the name of the unit behind it, `own` or any other; the name is empty where there is none."""
    text = plainly(text)
    for name in (own, *NAMES) if not own[:1].isdigit() else NAMES:  # not 1/s: 31/s is no 3
        number = text.removesuffix(name).rstrip()
        if number != text and NUMBER_ENDS.search(number):
            return number, name
    return text, ""
