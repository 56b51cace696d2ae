"""How much torque the actuators of a model can put on its joints."""

from __future__ import annotations

import math
from typing import NamedTuple

from denoc.files.mjcf.settings import Settings
from denoc.files.text.strict_xml import Element


class Drives(NamedTuple):
    """By joints' names: the largest torque (N m) or force (N); inf where nothing bounds it."""

    limits: dict[str, float]
    lopsided: list[str]  # joints whose bounds differ by direction: the smaller one is taken, unless it is zero


def drives_of(root: Element, settings: Settings) -> Drives:
    limits: dict[str, float] = {}
    lopsided = []
    for section in root.all("actuator"):
        for element in section.children:
            drive = settings.of(element, "")
            joint = drive.text("joint", drive.text("jointinparent", ""))
            if not joint:
                continue
            gear = abs(_first(drive, "gear")) if "gear" in drive.attributes else 1.0
            bound = math.inf
            for name, applies in (("force", True), ("ctrl", drive.tag == "motor")):
                given = _range(drive, f"{name}range", f"{name}limited", settings) if applies else None
                if given is not None:
                    bound = min(bound, gear * _bound(given))
                    lopsided += [joint] if given[0] != -given[1] else []
            limits[joint] = limits.get(joint, 0.0) + bound
    return Drives(limits, sorted(set(lopsided)))


def joint_bound(joint: Element, settings: Settings) -> tuple[float, bool]:
    """(what a joint's own range of actuator forces allows, whether it differs by direction)."""
    given = _range(joint, "actuatorfrcrange", "actuatorfrclimited", settings)
    if given is None:
        return math.inf, False
    return _bound(given), given[0] != -given[1]


def _bound(given: tuple[float, float]) -> float:
    """The smaller of two bounds; of a drive that only pulls, what it can pull with."""
    return min((abs(each) for each in given if each), default=0.0)


def _first(element: Element, name: str) -> float:
    return element.numbers(name, max(1, len(element.text(name).split())))[0]


def _range(element: Element, name: str, switch: str, settings: Settings) -> tuple[float, float] | None:
    if not is_limited(element, name, switch, settings):
        return None
    low, high = element.numbers(name, 2, (0.0, 0.0))
    return (low, high)


def is_limited(element: Element, name: str, switch: str, settings: Settings) -> bool:
    """Whether a range counts: as its switch says, or because it is there."""
    wanted = element.text(switch, "auto")
    if wanted not in ("auto", "true", "false"):
        raise element.error("only auto, true and false are read", switch, wanted)
    return wanted == "true" or (wanted == "auto" and settings.autolimits and name in element.attributes)
