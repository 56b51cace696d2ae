"""The schema of project files against the reader: whatever one can open, the schema accepts; what it refuses, nobody
can open."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from jsonschema import Draft202012Validator

from denoc import Project, ProjectError, examples
from denoc.files.projects.project_file import ProjectData, project_bytes, project_from_bytes
from denoc.files.projects.project_schema import BOUNDS, project_schema
from denoc.files.projects.schema_words import WORDS
from denoc.files.text.strict_json import dump
from tests.support.oracles.projects import projects
from tests.support.places import RESOURCES

SCHEMA = project_schema()
VALIDATOR = Draft202012Validator(SCHEMA)
ANYWHERE = [
    None,
    True,
    -1,
    0,
    2,
    2.5,
    1e13,
    -1e13,
    1e7,
    -1e7,
    1e-12,
    10**400,
    "",
    "R",
    "x" * 201,
    [],
    [1],
    {},
    {"law": 1},
]


def test_the_file_is_what_the_command_prints() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert (RESOURCES / "project.schema.json").read_bytes() == dump(SCHEMA), "make schema"


def test_every_field_is_explained_and_every_bound_is_of_a_field() -> None:
    fields = {f"{name}.{field}" for name, about in SCHEMA["$defs"].items() for field in about["properties"]}
    said = {f"{name}.{field}" for name, words in WORDS.items() for field in words if field}
    tags = {field for field in fields if field.endswith((".law", "Motion.kind"))}
    assert said == fields - tags
    assert set(BOUNDS) <= fields
    assert set(SCHEMA["$defs"]) == set(WORDS)


@pytest.mark.parametrize("name", examples())
def test_bundled_projects_are_accepted(name: str) -> None:
    VALIDATOR.validate(json.loads((RESOURCES / f"{name}.arm.json").read_bytes()))


@given(projects())
@settings(
    max_examples=40,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_saved_is_accepted(tmp_path: Path, project: Project) -> None:
    VALIDATOR.validate(json.loads(project_bytes(project, tmp_path / "some.arm.json")))


@given(projects())
@settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_what_the_schema_refuses_the_reader_refuses(tmp_path: Path, project: Project) -> None:
    text = project_bytes(project, tmp_path / "some.arm.json")
    chance = random.Random(text)
    for _ in range(20):
        document = json.loads(text)
        damage(document, chance)
        if not VALIDATOR.is_valid(document):
            assert not opens(document, tmp_path), next(VALIDATOR.iter_errors(document))


def test_most_of_what_the_reader_refuses_the_schema_refuses(tmp_path: Path) -> None:
    """So that a schema which accepts everything is found out; the rest is what a schema cannot say."""
    chance, found = random.Random(1), Counter[tuple[bool, bool]]()
    for name in ("planar-3r-free-fall", "stanford-inverse", "ur5e"):
        project = json.loads((RESOURCES / f"{name}.arm.json").read_bytes())
        project.get("view", {}).pop("visuals", None)
        for _ in range(100):
            document = copy.deepcopy(project)
            damage(document, chance)
            found[VALIDATOR.is_valid(document), opens(document, tmp_path)] += 1
    assert found[False, True] == 0
    assert found[True, True] > 10, "not everything is damage"
    assert found[False, False] > 4 * found[True, False]


def test_every_struct_of_the_reader_is_in_it() -> None:
    made = msgspec.json.schema(ProjectData)["$defs"]
    assert {name.removesuffix("Data") for name in made} == set(SCHEMA["$defs"])


def opens(document: Any, folder: Path) -> bool:
    try:
        project_from_bytes(json.dumps(document).encode(), folder / "some.arm.json")
    except ProjectError:
        return False
    return True


def damage(document: Any, chance: random.Random) -> None:
    """One entry somewhere becomes another, is gone, comes twice, or has a neighbour that nobody knows."""
    groups = list(_groups(document))
    group = chance.choice(groups)
    if isinstance(group, dict):
        key = chance.choice(list(group) or ["new"])
        match chance.randrange(4):
            case 0:
                group.pop(key, None)
            case 1:
                group[f"{key}_"] = 0.0
            case _:
                group[key] = copy.deepcopy(chance.choice(ANYWHERE))
    elif group:
        index = chance.randrange(len(group))
        match chance.randrange(4):
            case 0:
                del group[index]
            case 1:
                group.append(copy.deepcopy(group[index]))
            case _:
                group[index] = copy.deepcopy(chance.choice(ANYWHERE))
    else:
        group.append(0.0)


def _groups(value: Any) -> list[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    own = [value] if isinstance(value, dict | list) else []
    return own + [group for each in inner for group in _groups(each)]
