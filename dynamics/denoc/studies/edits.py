"""What was edited between two projects, as far as it changes a run: edits that can be made one without the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from denoc.basics.checks import check_count, check_kind
from denoc.files.projects.documents import Document, document_of, get
from denoc.files.projects.project import Project

NAMES = ("name", "joint_name")  # of a link: they change nothing
TABLE = ("robot.links", "robot.convention", "robot.end_row", "robot.base", "robot.tool")
BY_JOINT = ("initial", "run.torque", "run.motion", "run.torque_limit", "run.speed_limit", "run.pushes")
TAGS = ("law", "kind")
UNITS = {
    **dict.fromkeys(("a", "b", "com"), "m"),
    **dict.fromkeys(("alpha", "theta"), "rad"),
    "mass": "kg",
    **dict.fromkeys(("inertia", "rotor_inertia"), "kg m²"),
    "gravity": "m/s²",
    **dict.fromkeys(("duration", "step"), "s"),
}
PLACES = {"initial.q": "start, joint variables", "initial.qd": "start, joint rates"}
MOST = 1_000_000
LONGEST = 40  # characters of a value


class Edit(NamedTuple):
    """One edit: `words` say what it is, `paths` which entries of the project file it changes, all of them together."""

    words: str
    paths: tuple[str, ...]


def edits_between(before: Project, after: Project, most: int | None = None) -> tuple[Edit, ...]:
    """What was edited between two projects, in words and by entries of the project file, as far as a run depends on it.

    Each can be made without the others. What must go together is one edit: rows of the table that came or went, with
    everything that has a number a joint; a change of convention with its table; another kind of torque law or motion.
    Where there are more than `most`, those of a link, of the torque law and of the motion become one each, and then
    those of the whole table, the start and the run's settings. Names, motors and visuals are left out. DynamicsError
    for what is no Project.

    >>> before = dn.load("planar-3r-inverse")
    >>> after = dn.Project("b", before.robot.with_link(2, mass=0.6), before.q0, before.qd0, before.run)
    >>> dn.edits_between(before, after)
    (Edit(words='link 3, mass: 0.3 kg → 0.6 kg', paths=('robot.links[2].mass',)),)
    """
    old, new = (document_of(check_kind(each, Project, name)) for each, name in ((before, "before"), (after, "after")))
    if most is not None:
        check_count(most, "most", 1, MOST)
    found = list(_edits(old, new))
    for section in (_part, _half):
        if most is not None and len(found) > most:
            found = [_merged(name, list(group)) for name, group in groupby(found, section)]
    return tuple(found)


def _edits(old: Document, new: Document) -> Iterator[Edit]:
    rows = [len(each["robot"]["links"]) for each in (old, new)]
    conventions = [each["robot"]["convention"] for each in (old, new)]
    together: tuple[str, ...] = ()
    if rows[0] != rows[1]:
        together = TABLE + BY_JOINT
        yield Edit(f"number of joints: {rows[0]} → {rows[1]}, with their entries", together)
    elif conventions[0] != conventions[1]:
        together = TABLE
        yield Edit(f"convention: {conventions[0]} → {conventions[1]}, with its table", together)
    for path in _entries(old, new, together):
        values = get(old, path), get(new, path)
        if values[0] != values[1]:
            yield Edit(f"{place(path)}: {_value(path, values[0])} → {_value(path, values[1])}", (path,))


def _entries(old: Document, new: Document, together: tuple[str, ...]) -> Iterator[str]:
    """The places that can be changed one by one, in the order of the panels."""
    for name in ("convention", "gravity", "base", "tool"):
        yield from _unless(together, f"robot.{name}")
    yield from _fields(old, new, "robot.payload")
    for path in _unless(together, "robot.links"):
        for number, link in enumerate(old["robot"]["links"]):
            yield from (f"{path}[{number}].{name}" for name in link if name not in NAMES)
    for path in _unless(together, "initial"):
        yield from (f"{path}.q", f"{path}.qd")
    for name in new["run"]:
        for path in _unless(together, f"run.{name}"):
            yield from _fields(old, new, path)


def _unless(together: tuple[str, ...], path: str) -> Iterator[str]:
    if path not in together:
        yield path


def _fields(old: Document, new: Document, path: str) -> Iterator[str]:
    """The fields of a group that both have, where it is of the same kind and shape in both; else the group itself."""
    groups = get(old, path), get(new, path)
    alike = all(isinstance(group, dict) for group in groups) and _shape(groups[0]) == _shape(groups[1])
    yield from (f"{path}.{name}" for name in groups[0]) if alike else (path,)


def _shape(group: dict[str, Any]) -> list[Any]:
    """What must be the same for fields to be exchanged: names, kinds, and lengths of lists."""
    return [
        (name, value if name in TAGS else len(value) if isinstance(value, list) else None)
        for name, value in group.items()
    ]


def place(path: str) -> str:
    """In words: `robot.links[1].rotor_inertia` is "link 2, rotor inertia"."""
    if path in PLACES:
        return PLACES[path]
    if path.startswith("robot.links["):
        number, _, name = path.removeprefix("robot.links[").partition("].")
        return f"link {int(number) + 1}, {name.replace('_', ' ')}"
    return path.replace(".", ", ").replace("_", " ")


def _value(path: str, value: Any) -> str:
    if value is None or value == []:
        return "none"
    if isinstance(value, dict):
        return next((str(value[tag]) for tag in TAGS if tag in value), "another")
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    text = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return f"{text} {UNITS.get(path.rpartition('.')[2], '')}".rstrip()


def _part(edit: Edit) -> str:
    """The link, law or motion that an edit belongs to; itself where there is none."""
    path = edit.paths[0]
    if path.startswith("robot.links["):
        return place(path).partition(",")[0]
    for group in ("run.torque.", "run.motion.", "robot.payload."):
        if path.startswith(group):
            return place(group[:-1])
    return edit.words


def _half(edit: Edit) -> str:
    path = edit.paths[0]
    for start, name in (("robot.links", "table of links"), ("initial", "start"), ("run", "run's settings")):
        if path.startswith(start):
            return name
    return edit.words


def _merged(name: str, edits: list[Edit]) -> Edit:
    if len(edits) == 1:
        return edits[0]
    paths = tuple(path for edit in edits for path in edit.paths)
    names = _distinct(path.rpartition(".")[2].replace("_", " ") for path in paths)
    return Edit(f"{name}: {', '.join(names)}", paths)


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
