"""The long run of the projects' way into files and back: python -m tests.soak_projects 10000.

Random projects of every kind are saved, loaded and saved again; ends at the first that differs by a byte.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings

from dynamics.project import Project
from tests.oracles.projects import projects
from tests.saving import save_load_save


def main(count: int) -> int:
    kinds: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:

        @settings(
            max_examples=count,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(projects())
        def check(project: Project) -> None:
            save_load_save(project, Path(folder) / "some.arm.json")
            for part in (project.run.motion, project.run.torque):
                kinds[type(part).__name__] = kinds.get(type(part).__name__, 0) + 1

        check()
    print(", ".join(f"{name} {number}" for name, number in sorted(kinds.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
