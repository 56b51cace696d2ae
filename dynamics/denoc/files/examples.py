"""The bundled projects, and chains of any length."""

from __future__ import annotations

import difflib
import functools
import logging
import re
from importlib import resources
from typing import Any, NamedTuple

from denoc.arm.robot import Link, Robot
from denoc.basics.checks import check_count, check_number
from denoc.basics.errors import DynamicsError, ProjectError
from denoc.files.disk.files import file_path
from denoc.files.disk.paths import is_there
from denoc.files.projects.project import Project, RunSettings
from denoc.files.projects.project_file import SUFFIX, load_project
from denoc.files.robots import is_robot, robot_project
from denoc.files.text.strict_json import parse

FIRST = "planar-3r-free-fall"
INDEX = "gallery.json"  # families, and in each the titles of the projects by their names
MAX_CHAIN = 1000

log = logging.getLogger("denoc")


class Example(NamedTuple):
    """A bundled project: the name by which it is loaded, and what the gallery calls it."""

    name: str
    title: str
    family: str


@functools.cache
def gallery() -> tuple[Example, ...]:
    """The bundled projects by families, the one that is shown first in front."""
    families = parse((_folder() / INDEX).read_bytes())
    return tuple(Example(name, title, family) for family, arms in families.items() for name, title in arms.items())


def examples() -> list[str]:
    """Names of the bundled projects by families, the one that is shown first in front; `load` takes each.

    >>> dn.examples()[:3]
    ['planar-3r-free-fall', 'pendulum', 'double-pendulum']
    """
    return [example.name for example in gallery()]


def load(path_or_example: Any) -> Project:
    """A project from a *.arm.json, URDF or MJCF file, a bundled one by its name (`examples`), or `chain-N`: N rods.

    Of a URDF or MJCF the arm falls freely from zero, or from the middle of its range where a joint cannot be there;
    what was assumed or left out is logged. Nothing is guessed: ProjectError names the file, the link and the
    field that is not understood, DynamicsError a name that there is not.

    >>> dn.load("puma560").robot
    <Robot 'PUMA 560': 6 joints RRRRRR, standard convention>
    """
    path = file_path(path_or_example, "a file or an example", "path_or_example")
    name = str(path_or_example)
    if name in examples():
        with resources.as_file(_folder() / f"{name}{SUFFIX}") as path:
            return load_project(path)
    chain = re.fullmatch(r"chain-([0-9]{1,4})", name)
    if chain and not is_there(name):
        return rod_chain(int(chain[1]))
    if not is_there(path):
        near = difflib.get_close_matches(name.lower(), examples(), n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise DynamicsError(f"{name[:200]}: no such file, and no example of that name{hint}")
    if not is_robot(path):
        return load_project(path)
    try:
        project, reports = robot_project(path)
    except ProjectError as error:
        if error.field != "tip":
            raise
        hint = "; `load_urdf` and `load_mjcf` take the name of one"
        raise ProjectError(path, error.reason + hint, field="tip") from None
    for report in reports:
        log.warning("%s: %s", name, report)
    return project


def rod_chain(n: int, *, length: float = 1.0, mass: float = 1.0) -> Project:
    """n slender rods of total `length` (m) and `mass` (kg), hinged end to end, let go from a level line: a project.

    Joint axes are parallel to world z, gravity is along -y, and at q = 0 the chain lies along x. n is 1 to 1000.
    DynamicsError for other numbers.

    >>> dn.rod_chain(2).robot.links[0].mass
    0.5
    """
    n = check_count(n, "n", 1, MAX_CHAIN)
    length, mass = check_number(length, "length", largest=1e4), check_number(mass, "mass", minimum=0.0, largest=1e4)
    rod, m = length / n, mass / n
    moment = m * rod**2 / 12
    link = Link(a=rod, mass=m, com=(-rod / 2, 0.0, 0.0), inertia=(0.0, moment, moment, 0.0, 0.0, 0.0))
    robot = Robot(f"chain of {n} rods", (link,) * n, gravity=(0.0, -9.81, 0.0))
    still = (0.0,) * n
    return Project(
        f"chain-{n}",
        robot,
        still,
        still,
        RunSettings(duration=2.0, samples=401),
        description=f"A chain of {n} equal rods, {length:g} m and {mass:g} kg in all, let go from a level line.",
        source="Uniform slender rods: com at mid-link, inertia m l^2 / 12.",
    )


def _folder() -> Any:
    return resources.files("denoc_resources")
