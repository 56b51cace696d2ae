"""Entries of a project replaced by their paths, see `denoc.files.projects.documents`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from denoc.basics.checks import check_kind, check_number
from denoc.basics.errors import DynamicsError
from denoc.files.projects.documents import Keys, document_of, get, keys_of, path_of, project_of, put
from denoc.files.projects.project import Project


class Template:
    """A project whose numbers can be replaced, thousands of times."""

    def __init__(self, project: Project) -> None:
        self._like = check_kind(project, Project, "project")
        self.document = document_of(project)

    def value(self, path: str) -> float | None:
        """The entry's number, None where one may stand and does not. DynamicsError for what is no number."""
        found = get(self.document, path)
        if found is not None and not _is_number(found):
            raise DynamicsError("this entry is not a number", field="path", value=path)
        return found

    def project(self, values: Mapping[str, float]) -> Project:
        """The project with these entries replaced. DynamicsError names the link and the field that cannot be."""
        document = self.document
        for path, value in values.items():
            before = self.value(path)
            number: float = check_number(value, path, infinite=True)
            if isinstance(before, int) and number != int(number):
                raise DynamicsError("a whole number is needed", field=path, value=number)
            document = put(document, keys_of(path), int(number) if isinstance(before, int) else number)
        made = project_of(document, self._like, self.document)
        return made.sharing(self._like)  # kernels stay bound to an arm that is the same

    def paths(self) -> list[str]:
        """The path of every number there is."""
        return [path_of(keys) for keys in _numbers(self.document, ())]


def with_entries(project: Project, values: Mapping[str, float]) -> Project:
    """The project with other numbers, each named by its path in the file; motors, visuals and view are left out.

    `values` has SI units and radians. DynamicsError for a path that leads nowhere and for values that cannot be.

    >>> heavy = dn.with_entries(dn.load("planar-3r-free-fall"), {"robot.links[2].mass": 3.0, "q0[0]": 0.1})
    >>> heavy.robot.links[2].mass, heavy.q0[0]
    (3.0, 0.1)
    """
    if not isinstance(values, Mapping) or not all(isinstance(path, str) for path in values):
        raise DynamicsError("a number for each path is needed", field="values", value=values)
    return Template(project).project(values)


def _numbers(node: Any, keys: Keys) -> Iterator[Keys]:
    if isinstance(node, dict | list):
        for key, inside in node.items() if isinstance(node, dict) else enumerate(node):
            yield from _numbers(inside, (*keys, key))
    elif _is_number(node):
        yield keys


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
