"""Hostile meshes, damaged and built, decoded and made fit to be drawn in a process that measures itself.

Each ends in triangles that are all finite or in a refusal of one line, within five seconds of the processor and
512 MB. What is found is kept in the folder fuzz-findings.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from tests.long.fuzz.mesh_attacks import attack, no_files
from tests.long.fuzz.mesh_worker import Outcome, Worker
from tests.long.tally import Tally

COUNT = 2000
FINDINGS = Path("fuzz-findings")


def judge(tally: Tally, path: Path, outcome: Outcome) -> None:
    tally.met("processor", outcome.seconds, "s")
    tally.met("memory", outcome.megabytes, "MB")
    if outcome.fault:
        name = f"{len(tally.failures)}-{path.name}"
        if path.is_file() and path.stat().st_size < 1e8:
            FINDINGS.mkdir(exist_ok=True)
            (FINDINGS / name).write_bytes(path.read_bytes())
        tally.failed(f"{name}: {outcome.fault}")
    tally.tried()


def run(tally: Tally, count: int, seed: int) -> None:
    worker = Worker()
    rng = random.Random(seed)
    try:
        with tempfile.TemporaryDirectory() as folder:
            for path in no_files(Path(folder)):
                judge(tally, path, worker.decode(path))
            while tally.cases < count:
                ending, data = attack(rng, 1.0)
                path = Path(folder) / f"mesh.{ending}"
                path.write_bytes(data)
                judge(tally, path, worker.decode(path))
    finally:
        worker.close()
