"""Random projects of every kind, saved, loaded and saved again, byte by byte."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded

from denoc.files.projects.project import Project
from tests.long.tally import Tally
from tests.support.oracles.projects import projects
from tests.support.saving import save_load_save

COUNT = 10_000


def run(tally: Tally, count: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:

        @seeded(seed)
        @settings(
            max_examples=count,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(projects())
        def check(project: Project) -> None:
            tally.tried()
            try:
                save_load_save(project, Path(folder) / "some.arm.json")
            except AssertionError as why:
                tally.failed(f"case {tally.cases}: {why}")

        check()
