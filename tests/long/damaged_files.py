"""Mutated JSON, URDF and CSV through the command line and the readers.

Mutants and giants, a hundredth of them and all that are large as real processes. What is found is kept in the folder
fuzz-findings.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.long.fuzz.corpus import Corpus
from tests.long.fuzz.feeding import Outcome, by_process, feed, taken_by_command_line
from tests.long.fuzz.giants import giants, sparse
from tests.long.tally import Tally

COUNT = 20_000
FINDINGS = Path("fuzz-findings")
LARGE = 1_000_000  # bytes: what might take much memory is always fed to a process of its own


def judge(tally: Tally, path: Path, outcome: Outcome) -> None:
    tally.met("processor", outcome.seconds, "s")
    if outcome.fault:
        FINDINGS.mkdir(exist_ok=True)
        name = f"{len(tally.failures)}-{path.name}"
        if path.stat().st_size < 1e8:
            (FINDINGS / name).write_bytes(path.read_bytes())
        tally.failed(f"{name}: {outcome.fault}")


def run(tally: Tally, count: int, seed: int) -> None:
    corpus = Corpus(seed)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            path = corpus.write(Path(folder))
            outcome = feed(path)
            judge(tally, path, outcome)
            chosen = number % 100 == 0 or path.stat().st_size > LARGE
            if chosen and outcome.code == 2 and taken_by_command_line(path):
                judge(tally, path, by_process(path))
            tally.tried()
        for name, data in giants():
            if corpus.understands(name):
                path = Path(folder) / f"giant.{name}"
                path.write_bytes(data)
                judge(tally, path, feed(path))
                if taken_by_command_line(path):
                    judge(tally, path, by_process(path))
        path = sparse(Path(folder) / "sparse.arm.json")
        judge(tally, path, by_process(path))
