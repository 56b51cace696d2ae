"""Entries of a project by the path that its file has for them: `robot.links[1].mass`, `initial.q[0]`, `run.duration`.

Links are counted from 0, as in every JSON path; `q0[0]` and `qd0[0]` are short for the entries of `initial`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from denoc.basics.checks import check_kind, check_number
from denoc.basics.errors import DynamicsError, shorten
from denoc.files.projects.project import Project
from denoc.files.projects.project_file import LinkData, project_document, project_of

SHORT = {"q0": "initial.q", "qd0": "initial.qd"}
LONGEST_PATH = 200
_STEP = re.compile(r"(?:^|\.)([a-z_]\w*)|\[(\d{1,6})\]", re.ASCII)
_NOWHERE = Path()  # what a project looks like, meshes among it, changes no run

Keys = tuple[str | int, ...]


def keys_of(path: str) -> Keys:
    """The names and numbers of a path. DynamicsError where it is none."""
    if not isinstance(path, str) or len(path) > LONGEST_PATH:
        raise DynamicsError("a path as robot.links[1].mass is needed", field="path", value=path)
    head, rest = re.fullmatch(r"(\w*)(.*)", path, re.ASCII | re.DOTALL).groups()  # type: ignore[union-attr]
    full = SHORT.get(head, head) + rest
    keys: list[str | int] = []
    place = 0
    while place < len(full):
        step = _STEP.match(full, place)
        if step is None:
            raise DynamicsError("a path as robot.links[1].mass is needed", field="path", value=path)
        keys.append(step[1] or int(step[2]))
        place = step.end()
    return tuple(keys)


class Template:
    """A project whose numbers can be replaced, thousands of times."""

    def __init__(self, project: Project) -> None:
        self._plain = replace(check_kind(project, Project, "project"), visuals=())
        self.document = project_document(self._plain, _NOWHERE)

    def value(self, path: str) -> float | None:
        """The entry's number, None where it may stand and does not. DynamicsError for what is no number."""
        node: Any = self.document
        keys = keys_of(path)
        for place, key in enumerate(keys):
            inside = node if isinstance(node, dict) else dict(enumerate(node)) if isinstance(node, tuple | list) else {}
            if keys[:2] == ("robot", "links") and place == 3:
                inside = dict.fromkeys(LinkData.__struct_fields__) | inside  # of which the file leaves some out
            if key not in inside:
                possible = f"; possible: {shorten([str(each) for each in inside])}" if inside else ""
                raise DynamicsError(f"there is no {_words(keys[: place + 1])}{possible}", field="path", value=path)
            node = inside[key]
        if node is not None and (isinstance(node, bool) or not isinstance(node, int | float)):
            raise DynamicsError("this entry is not a number", field="path", value=path)
        return node

    def project(self, values: Mapping[str, float]) -> Project:
        """The project with these entries replaced. DynamicsError names the link and the field that cannot be."""
        document = dict(self.document, run=dict(self.document["run"]))
        for path, value in values.items():
            before = self.value(path)
            number: float = check_number(value, path)
            if isinstance(before, int) and number != int(number):
                raise DynamicsError("a whole number is needed", field=path, value=number)
            document = _put(document, keys_of(path), int(number) if isinstance(before, int) else number)
        return project_of(document, _NOWHERE).sharing(self._plain)  # kernels stay bound to an arm that is the same

    def paths(self) -> list[str]:
        """The path of every number there is."""
        return [_words(keys) for keys in _numbers(self.document, ()) if keys != ("version",)]


def with_entries(project: Project, values: Mapping[str, float]) -> Project:
    """The project with other numbers, each named by its path in the file; what it looks like is left out.

    `values` has SI units and radians. DynamicsError for a path that leads nowhere and for values that cannot be.

    >>> heavy = dn.with_entries(dn.load("planar-3r-free-fall"), {"robot.links[2].mass": 3.0, "q0[0]": 0.1})
    >>> heavy.robot.links[2].mass, heavy.q0[0]
    (3.0, 0.1)
    """
    if not isinstance(values, Mapping):
        raise DynamicsError("a number for each path is needed", field="values", value=values)
    return Template(project).project(values)


def _put(node: Any, keys: Keys, value: float) -> Any:
    """A copy of the node with the value at the end of these keys; nothing of the node itself is changed."""
    if not keys:
        return value
    made = dict(node) if isinstance(node, dict) else list(node)
    key: Any = keys[0]
    made[key] = _put(made.get(key) if isinstance(made, dict) else made[key], keys[1:], value)
    return made


def _numbers(node: Any, keys: Keys) -> Iterator[Keys]:
    if isinstance(node, dict):
        for name, inside in node.items():
            yield from _numbers(inside, (*keys, name))
    elif isinstance(node, tuple | list):
        for place, inside in enumerate(node):
            yield from _numbers(inside, (*keys, place))
    elif isinstance(node, int | float) and not isinstance(node, bool):
        yield keys


def _words(keys: Keys) -> str:
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys).removeprefix(".")
