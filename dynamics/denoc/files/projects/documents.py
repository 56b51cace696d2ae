"""What decides a project's run as one nested document, with the names and places of the project file.

A path names an entry: `robot.links[1].mass`, `initial.q[0]`, `run.duration`. Links are counted from 0, as in every JSON
path; `q0[0]` and `qd0[0]` are short for the entries of `initial`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import msgspec

from denoc.arm.robot import EndRow, Link, Payload, Robot
from denoc.basics.checks import check_name
from denoc.basics.errors import DynamicsError, shorten

if TYPE_CHECKING:
    from denoc.files.projects.project import Project

Document = dict[str, Any]
Keys = tuple[str | int, ...]
LINK = tuple(field.name for field in fields(Link))
STEP = re.compile(r"([A-Za-z_]\w*)|\[(\d{1,9})\]", re.ASCII)
PATH = re.compile(r"[A-Za-z_]\w*(\[\d{1,9}\]|\.[A-Za-z_]\w*)*", re.ASCII)
SHORT = {"q0": ("initial", "q"), "qd0": ("initial", "qd")}


def changed(project: Project, entries: Mapping[str, object]) -> Project:
    """The project with other values at some places, as `robot.links[1].mass` or `initial.q[0]`, counted from 0.

    Without its motors, visuals, view and tolerances, which do not change a run. DynamicsError for a place that there is
    not, and for a value that cannot be there.
    """
    document = document_of(project)
    for path, value in entries.items():
        document = put(document, keys_of(path), value)
    return project_of(document, project)


def document_of(project: Project) -> Document:
    """All that a run depends on, in lists and dictionaries that are nobody else's."""
    robot = project.robot
    return {
        "robot": {
            "links": [
                {field.name: _plain(getattr(link, field.name)) for field in fields(Link)} for link in robot.links
            ],
            **{name: _plain(getattr(robot, name)) for name in ("convention", "gravity", "base", "tool")},
            **{name: _parts(getattr(robot, name)) for name in ("payload", "end_row")},
        },
        "initial": {"q": list(project.q0), "qd": list(project.qd0)},
        "run": _plain(msgspec.to_builtins(project.run)),
    }


def project_of(document: Document, like: Project, known: Document | None = None) -> Project:
    """The project of a document, with the name of another; DynamicsError names the link and the field.

    `known` is the document of that other project: what both share is not made again.
    """
    robot = like.robot if known is not None and document["robot"] is known["robot"] else _robot_of(document, like)
    run = like.run
    if known is None or document["run"] is not known["run"]:
        try:
            run = msgspec.convert(document["run"], type(like.run))
        except msgspec.ValidationError as error:
            raise DynamicsError(str(error), field="run") from None
    start = document["initial"]
    return replace(like, robot=robot, q0=start["q"], qd0=start["qd"], run=run, actuators=(), visuals=(), tolerances=())


def _robot_of(document: Document, like: Project) -> Robot:
    entries = dict(document["robot"])
    links = []
    for number, link in enumerate(entries.pop("links"), 1):
        try:
            links.append(Link(**link))
        except DynamicsError as error:
            raise error.in_link(number) from None
    payload, row = entries.pop("payload"), entries.pop("end_row")
    return Robot(
        like.robot.name,
        tuple(links),
        payload=payload and Payload(**payload),
        end_row=row and EndRow(**row),
        **entries,
    )


def keys_of(path: str, field: str = "path") -> Keys:
    """The names and numbers that a path goes through. DynamicsError, of this field, where it is no path."""
    if not PATH.fullmatch(check_name(path, field)):
        raise DynamicsError("an entry's place is needed, as robot.links[0].mass", field=field, value=path)
    first, *rest = [name or int(number) for name, number in STEP.findall(path)]
    return (*SHORT.get(str(first), (first,)), *rest)


def path_of(keys: Keys) -> str:
    """The path that goes through these names and numbers."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys).removeprefix(".")


def parts_of(project: Project) -> Document:
    """The same by its own parts, uncopied: for `get` alone."""
    return {"robot": project.robot, "initial": {"q": project.q0, "qd": project.qd0}, "run": project.run}


def get(document: Document, path: str) -> Any:
    """What is at a place; DynamicsError where there is no such place says what there is."""
    found: Any = document
    keys = keys_of(path)
    for place, key in enumerate(keys, 1):
        inside = _inside(found)
        if key not in inside:
            possible = f"; possible: {shorten([str(each) for each in inside])}" if inside else ""
            raise DynamicsError(f"there is no {path_of(keys[:place])}{possible}", field="path", value=path)
        found = getattr(found, key) if isinstance(key, str) and not isinstance(found, dict) else found[key]
    return found


def _inside(node: Any) -> Collection[str | int]:
    """The names or numbers of what is in a part of a document, or of a project."""
    if isinstance(node, dict):
        return node.keys()
    if isinstance(node, Robot | Link):
        return [field.name for field in fields(node) if field.init]
    names = getattr(node, "_fields", None) or getattr(node, "__struct_fields__", ())
    return names or (range(len(node)) if isinstance(node, list | tuple) else ())


def put(node: Any, keys: Keys, value: object) -> Any:
    """A copy of a document, or of a part of it, with another value at a place that there is.

    What lies on the way is copied, the rest is shared.
    """
    if not keys:
        return value
    made: Any = node.copy()
    made[keys[0]] = put(node[keys[0]], keys[1:], value)
    return made


def _parts(value: Any) -> Any:
    """A named tuple by its names."""
    return None if value is None else _plain(value._asdict())


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value
