"""Base parameters by name: their units, and their combinations as a reader and as LaTeX have them."""

from __future__ import annotations

import re

from denoc.arm.robot import Robot
from denoc_studio.plots.readout import MINUS

POWERS = str.maketrans("234", "²³⁴")
_TOKEN = re.compile(
    r"(?P<moment>J)(?P<axes>[xyz]{2})(?P<body>\d+|p)\b"
    r"|(?P<joint>viscous|coulomb|armature)(?P<number>\d+)\b"
    r"|(?P<function>cos|sin)\((?P<angle>alpha|theta)(?P<row>\d+)\)"
    r"|c(?P<axis>[xyz])(?P<of>\d+|p)\b"
    r"|(?P<letter>[abm])(?P<index>\d+|p)\b"
    r"|(?P<digits>\d+(?:\.\d+)?)e(?P<power>[+-]\d+)"
)
JOINT_LETTERS = {"viscous": "F_{v,%s}", "coulomb": "F_{c,%s}", "armature": "I_{a,%s}"}


def readable(words: str) -> str:
    """A combination with real minus signs and powers: "Jzz1 − a1² m1"."""
    words = re.sub(r"\^([234])", lambda found: found[1].translate(POWERS), words)
    return words.replace(" - ", f" {MINUS} ")


def latex(words: str) -> str:
    """The combination as a formula of LaTeX, between dollar signs."""
    return f"${_TOKEN.sub(_letters, words)}$".replace("^2", "^{2}").replace("^3", "^{3}").replace("^4", "^{4}")


def unit(name: str, robot: Robot) -> str:
    """Of the parameter `name`, and so of the combination that it stands for."""
    number = re.search(r"\d+$", name)
    revolute = number is None or robot.links[int(number[0]) - 1].revolute
    if name.startswith("viscous"):
        return "N m s/rad" if revolute else "N s/m"
    if name.startswith("coulomb"):
        return "N m" if revolute else "N"
    if name.startswith("armature"):
        return "kg m²" if revolute else "kg"
    return "kg m²" if name.startswith("J") else "kg m" if " " in name else "kg"


def _letters(found: re.Match[str]) -> str:
    part = found.groupdict()
    if part["moment"]:
        return f"J_{{{part['axes']},{part['body']}}}"
    if part["joint"]:
        return JOINT_LETTERS[part["joint"]] % part["number"]
    if part["function"]:
        return f"\\{part['function']}\\{part['angle']}_{{{part['row']}}}"
    if part["axis"]:
        return f"c_{{{part['axis']},{part['of']}}}"
    if part["letter"]:
        return f"{part['letter']}_{{{part['index']}}}"
    return f"{part['digits']} \\cdot 10^{{{int(part['power'])}}}"
