"""Mass properties as CAD programs print them: SolidWorks, Fusion 360 and Onshape, in the units that they name.

Products of inertia come with either sign. SolidWorks says which; it means +∫ x y dm by "positive tensor notation".
Fusion 360 and Onshape print the tensor's own entries, −∫ x y dm. Where a text gives the tensor about the mass centre
and about the origin, the two have to fit together (Steiner), which shows the sign and finds a slip.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple

import numpy as np

from denoc.arm.robot import Inertia, Triple, inertia_entries, inertia_matrix
from denoc.files.text.number_text import comma_in_doubt, has_decimal_comma, is_number, two_readings
from denoc_studio.project.entry.numbers import BadNumber

Sign = Literal["tensor", "positive"]  # of the products: −∫ x y dm or +∫ x y dm
MASSES = {
    "mg": 1e-6, "milligrams": 1e-6, "g": 1e-3, "gram": 1e-3, "grams": 1e-3, "kg": 1.0, "kilogram": 1.0,
    "kilograms": 1.0, "lb": 0.45359237, "lbm": 0.45359237, "lbmass": 0.45359237, "pound": 0.45359237,
    "pounds": 0.45359237, "oz": 0.028349523125, "ounce": 0.028349523125, "ounces": 0.028349523125,
    "slug": 14.593902937206, "slugs": 14.593902937206, "tonne": 1000.0,
}  # fmt: skip
LENGTHS = {
    "mm": 1e-3, "millimeters": 1e-3, "millimetres": 1e-3, "cm": 1e-2, "centimeters": 1e-2, "centimetres": 1e-2,
    "m": 1.0, "meters": 1.0, "metres": 1.0, "in": 0.0254, "inch": 0.0254, "inches": 0.0254, "ft": 0.3048,
    "foot": 0.3048, "feet": 0.3048,
}  # fmt: skip
NUMBER = r"([-+−]?\d(?:[\d.,]*\d)?(?:[eE][-+]?\d+)?)"
Reader = Callable[[str, str], float]  # of a number as printed, and what it is of
ENTRIES = ("xx", "yy", "zz", "xy", "yz", "xz")
SLIP = 2e-2  # how far printed numbers may be from fitting together, against the largest entry
LONGEST = 20_000  # characters


class Pasted(NamedTuple):
    """What was understood: kg, m, kg m^2 about the mass centre, the tensor's own entries."""

    program: str
    mass: float
    com: Triple
    inertia: Inertia
    sign: Sign  # how the products were printed
    certain: bool  # whether the text itself says or shows that

    @property
    def words(self) -> str:
        printed = "+∫ x y dm" if self.sign == "positive" else "−∫ x y dm"
        return f"{self.program}, products printed as {printed}{'' if self.certain else ' (usual there)'}"


def read_mass_properties(text: str, sign: Sign | None = None) -> Pasted:
    """Of a pasted text; `sign` says how its products are meant where the user knows better. BadNumber says what it
    lacks."""
    if len(text) > LONGEST:
        raise BadNumber(f"the text has more than {LONGEST} characters")
    program, usual, said = _program(text)
    number = partial(_number, _decimal_marks(text))
    mass = _mass(text, number)
    com = _centre(text, number)
    blocks = _blocks(text, number)
    centre, origin = blocks.get("centre"), blocks.get("origin")
    if centre is None and origin is None:
        raise BadNumber("it has no moments of inertia (Lxx or Ixx, with their unit)")
    shown = _shown_sign(centre, origin, mass, com)
    if said is not None and shown is not None and shown != said:
        raise BadNumber("its tensors about the mass centre and the origin contradict the notation that it names")
    if centre is not None and origin is not None and shown is None:
        _check_fit(centre, origin, mass, com)
    taken = sign or said or shown or usual
    if sign is not None and shown is not None and sign != shown:
        raise BadNumber("its tensors about the mass centre and the origin show the other sign of the products")
    if centre is not None:
        return Pasted(program, mass, com, _signed(centre, taken), taken, bool(said or shown))
    assert origin is not None
    moved = inertia_matrix(_signed(origin, taken)) - _steiner(mass, com)
    return Pasted(program, mass, com, inertia_entries(moved), taken, bool(said or shown))


def _program(text: str) -> tuple[str, Sign, Sign | None]:
    """(its name, the sign that is usual there, the sign that the text names)."""
    notation = re.search(r"(positive|negative) tensor notation", text, re.IGNORECASE)
    said: Sign | None = None
    if notation is not None:
        said = "positive" if notation[1].lower() == "positive" else "tensor"
    if re.search(r"taken at the (center|centre) of mass|output coordinate system", text, re.IGNORECASE):
        return "SolidWorks", "positive", said
    if re.search(r"moment of inertia at (center of mass|origin)", text, re.IGNORECASE):
        return "Fusion 360", "tensor", said
    if re.search(r"\bL[xyz][xyz]\b", text) and re.search(r"mass", text, re.IGNORECASE):
        return "Onshape", "tensor", said
    raise BadNumber("this is not what SolidWorks, Fusion 360 or Onshape print as mass properties")


def _mass(text: str, number: Reader) -> float:
    found = re.search(rf"(?im)^\s*mass\s*[:=]?\s*{NUMBER}\s*([a-z]+)", text)
    if found is None:
        raise BadNumber("it has no mass with a unit")
    return number(found[1], "mass") * _unit(found[2], MASSES, "mass")


def _centre(text: str, number: Reader) -> Triple:
    head = re.search(r"(?im)^\s*cent(?:er|re)\s+of\s+mass\b[^\n]*", text)
    if head is None:
        raise BadNumber("it has no mass centre")
    rest = re.sub(r"(?i)^\s*cent(er|re) of mass", "", text[head.start() : head.end() + 200].lstrip())
    unit = re.search(r"\(\s*([a-z]+)\s*\)", rest[: rest.find("\n")] if "\n" in rest else rest, re.IGNORECASE)
    values = re.findall(rf"\b[XYZ]\s*[:=]\s*{NUMBER}[ \t]*([a-z]*)", rest, re.IGNORECASE)[:3]
    if len(values) < 3:
        values = re.findall(rf"{NUMBER}\s*([a-z]+)", rest.splitlines()[0], re.IGNORECASE)[:3]
    if len(values) < 3:
        raise BadNumber("its mass centre has no three numbers")
    names = [name if name.lower() in LENGTHS else (unit[1] if unit else "") for _, name in values]
    scales = [_unit(name, LENGTHS, "length") for name in names]
    x, y, z = (number(value, "mass centre") * scale for (value, _), scale in zip(values, scales, strict=True))
    return x, y, z


def _blocks(text: str, number: Reader) -> dict[str, Inertia]:
    """Tensors by where they are taken, as printed, in kg m^2."""
    found: dict[str, Inertia] = {}
    starts = [each.start() for each in re.finditer(r"(?i)\bmoments? of inertia\b(?!:?\s*\(?[^\n]*principal)", text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        block = text[start:end]
        if re.search(r"(?i)principal", text[max(0, text.rfind("\n", 0, start)) : start]):
            continue
        values = {name.lower(): number(value, f"inertia {name.lower()}") for name, value in _named(block)}
        if not set(ENTRIES) <= values.keys():
            continue
        for name in ("xy", "yz", "xz"):
            other = values.get(name[::-1], values[name])
            if abs(other - values[name]) > SLIP * max(map(abs, values.values())):
                raise BadNumber(f"its tensor is not symmetric: {name} and {name[::-1]} differ")
        scale = _inertia_unit(block)
        place = "origin" if re.search(r"(?i)at (the )?(origin|output)", block) else "centre"
        found.setdefault(place, tuple(scale * values[name] for name in ENTRIES))  # type: ignore[arg-type]
    return found


def _named(block: str) -> list[tuple[str, str]]:
    return re.findall(rf"\b[LI]([xyz][xyz])\b\s*[:=]?\s*{NUMBER}", block)


def _inertia_unit(block: str) -> float:
    """Of "( grams * square millimeters )", "(g mm^2)" or "kg·m²"."""
    words = block.replace("²", "^2").replace("·", " ").replace("*", " ").replace("-", " ")
    found = re.search(r"([a-z]+)\s+(?:square\s+)?([a-z]+)\s*(?:\^\s*2)?", _in_brackets(words), re.IGNORECASE)
    if found is None:
        raise BadNumber("its moments of inertia have no unit")
    return _unit(found[1], MASSES, "mass") * _unit(found[2], LENGTHS, "length") ** 2


def _in_brackets(words: str) -> str:
    """What stands for the unit: in brackets, or behind the first number."""
    found = re.search(r"\(([^()\n]*)\)", words)
    if found is not None:
        return found[1]
    behind = re.search(rf"[LI]xx\s*[:=]?\s*{NUMBER}\s*([a-z][^\n\t,;]*)", words)
    return behind[2] if behind is not None else ""


def _shown_sign(centre: Inertia | None, origin: Inertia | None, mass: float, com: Triple) -> Sign | None:
    """How the products are printed, where two tensors tell it."""
    if centre is None or origin is None:
        return None
    fits = {sign: _misfit(centre, origin, mass, com, sign) for sign in ("tensor", "positive")}
    if abs(fits["tensor"] - fits["positive"]) <= SLIP:
        return None
    best: Sign = "tensor" if fits["tensor"] < fits["positive"] else "positive"
    if fits[best] > SLIP:
        raise BadNumber("its tensors about the mass centre and the origin do not fit its mass and mass centre")
    return best


def _check_fit(centre: Inertia, origin: Inertia, mass: float, com: Triple) -> None:
    if _misfit(centre, origin, mass, com, "tensor") > SLIP:
        raise BadNumber("its tensors about the mass centre and the origin do not fit its mass and mass centre")


def _misfit(centre: Inertia, origin: Inertia, mass: float, com: Triple, sign: Sign) -> float:
    """Against the smaller of what is compared, so that a far origin hides nothing."""
    moved = inertia_matrix(_signed(centre, sign)) + _steiner(mass, com)
    there = inertia_matrix(_signed(origin, sign))
    return float(np.abs(moved - there).max() / max(np.abs(there).max(), 1e-300))


def _steiner(mass: float, com: Triple) -> np.ndarray:
    c = np.array(com)
    return mass * (c @ c * np.eye(3) - np.outer(c, c))


def _signed(printed: Inertia, sign: Sign) -> Inertia:
    xx, yy, zz, xy, yz, xz = printed
    return printed if sign == "tensor" else (xx, yy, zz, 0.0 - xy, 0.0 - yz, 0.0 - xz)


def _decimal_marks(text: str) -> set[str]:
    """Which marks of decimals the numbers of a text show: points, and commas that can be nothing else."""
    numbers = re.findall(NUMBER, text)
    shown = {".": any("." in each and is_number(each) for each in numbers), ",": any(map(has_decimal_comma, numbers))}
    return {mark for mark, there in shown.items() if there}


def _number(marks: set[str], text: str, name: str) -> float:
    """The number; BadNumber where its mark may separate thousands, since the text shows another one or none."""
    plain = text.replace("−", "-")
    with_comma = plain.replace(".", ",")
    if comma_in_doubt(with_comma) and marks != ({","} if "," in plain else {"."}):
        decimal, whole = two_readings(with_comma)
        raise BadNumber(f"{name} “{text}” may be {decimal} or {whole}: type one of them")
    if not is_number(plain.replace(",", ".")):
        raise BadNumber(f"{name} “{text}” is not a number: type it without thousands separators")
    return float(plain.replace(",", "."))


def _unit(name: str, known: dict[str, float], what: str) -> float:
    if name.lower() not in known:
        raise BadNumber(f"{name[:20]!r} is no unit of {what} that is known" if name else f"a unit of {what} is missing")
    return known[name.lower()]
