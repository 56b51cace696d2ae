"""What the tests of films share."""

from __future__ import annotations

import pytest

from denoc import Project, load, run_project
from denoc.runs.recording import Recording


@pytest.fixture(scope="module")
def puma() -> tuple[Project, Recording]:
    project = load("puma560")
    return project, run_project(project)
