"""Tolerances of a project's numbers: set, taken away, and kept where the table's rows or its convention change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from denoc.arm.friction import NO_FRICTION
from denoc.basics.errors import DynamicsError
from denoc.files.projects.documents import Keys, get, keys_of, parts_of, path_of
from denoc.files.projects.project import Project
from denoc.files.projects.tolerances import Kind, Tolerance, fitting, number_of

BY_JOINT = {("robot", "links"), ("initial", "q"), ("initial", "qd"), ("run", "torque_limit"), ("run", "speed_limit")}
ROW = 2  # where the number of the row stands in their places
LAWS = (("run", "torque"), ("run", "motion"))  # what is in them has no place of its own for each row
OF_JOINT = {"lower", "upper", "max_torque", "max_speed", "gear_ratio", *NO_FRICTION}  # their units are the joint's


def tolerance_at(project: Project, keys: Keys) -> Tolerance | None:
    """Of the number at this place; None where it has none."""
    return next((each for each in project.tolerances if keys_of(each.path) == keys), None)


def set_tolerance(project: Project, keys: Keys, spread: float, kind: Kind | None = None) -> Project:
    """Another tolerance of a number, which keeps its kind unless one is named; a spread of zero takes it away.

    DynamicsError says why there can be none.
    """
    before = tolerance_at(project, keys)
    others = [each for each in project.tolerances if each is not before]
    if spread == 0:
        return replace(project, tolerances=tuple(others))
    made = Tolerance(path_of(keys), spread, kind or (before.kind if before is not None else "uniform"))
    number_of(project, made)
    place = project.tolerances.index(before) if before is not None else len(others)
    return replace(project, tolerances=(*others[:place], made, *others[place:]))


def with_fitting(project: Project) -> Project:
    """Without the tolerances of numbers that are gone."""
    kept = fitting(project)
    return project if len(kept) == len(project.tolerances) else replace(project, tolerances=kept)


def rearranged(tolerances: Sequence[Tolerance], rows: Sequence[int]) -> tuple[Tolerance, ...]:
    """Of a table whose rows stand elsewhere: `rows` says which stood where before, from 1, and 0 for a new one."""
    if list(rows) == list(range(1, len(rows) + 1)):
        return tuple(tolerances)
    made = []
    for each in tolerances:
        keys = keys_of(each.path)
        if keys[:2] in BY_JOINT:
            places = (row for row, before in enumerate(rows) if keys[ROW] == before - 1)
            made += [replace(each, path=path_of((*keys[:ROW], row, *keys[ROW + 1 :]))) for row in places]
        elif keys[:2] not in LAWS:
            made.append(each)
    return tuple(made)


def without_joint(tolerances: Sequence[Tolerance], joint: int) -> tuple[Tolerance, ...]:
    """Of an arm whose joint, from 0, is of another kind now: what was an angle is no length."""

    def stays(keys: Keys) -> bool:
        if keys[:2] in LAWS:
            return False
        if keys[:2] not in BY_JOINT or keys[ROW] != joint:
            return True
        return keys[0] == "robot" and keys[ROW + 1] not in OF_JOINT

    return tuple(each for each in tolerances if stays(keys_of(each.path)))


def unmoved(before: Project, after: Project) -> tuple[Tolerance, ...]:
    """The tolerances of numbers that are the same in both: what a change of convention leaves in its place."""
    return tuple(each for each in before.tolerances if _same(before, after, each.path))


def _same(before: Project, after: Project, path: str) -> bool:
    try:
        return bool(get(parts_of(before), path) == get(parts_of(after), path))
    except DynamicsError:
        return False
