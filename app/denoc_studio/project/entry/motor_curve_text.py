"""A motor's torque-speed curve as a person types it: pairs of speed and torque, separated by semicolons."""

from __future__ import annotations

from denoc.torques.motors import MAX_POINTS
from denoc_studio.project.entry.numbers import BadNumber, Unit, editable, parse_number

Curve = tuple[tuple[float, float], ...]


def curve_text(curve: Curve, speed: Unit, torque: Unit) -> str:
    return "; ".join(f"{editable(x, speed)} {editable(y, torque)}" for x, y in curve)


def parse_curve(text: str, speed: Unit, torque: Unit) -> Curve:
    """Points (speed, torque) in SI units; BadNumber names the pair that cannot be read."""
    pairs = [pair.split() for pair in text.split(";") if pair.strip()]
    if len(pairs) > MAX_POINTS:
        raise BadNumber(f"a curve has up to {MAX_POINTS} points")
    found = []
    for number, pair in enumerate(pairs, 1):
        if len(pair) != 2:
            raise BadNumber(f"point {number}: a speed and a torque are needed, as in “0 2.5; 300 2.5; 500 0”")
        try:
            found.append((parse_number(pair[0], speed), parse_number(pair[1], torque)))
        except BadNumber as error:
            raise BadNumber(f"point {number}: {error}") from None
    return tuple(found)
