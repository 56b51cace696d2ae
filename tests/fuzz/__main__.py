"""python -m tests.fuzz 20000 [seed]: mutants and giants, a hundredth of them and all that are large as real processes.

What is found is kept in the folder fuzz-findings, and the exit code is 1.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tqdm import trange

from tests.fuzz.corpus import Corpus
from tests.fuzz.feeding import Outcome, by_process, feed, taken_by_command_line
from tests.fuzz.giants import giants, sparse

FINDINGS = Path("fuzz-findings")
LARGE = 1_000_000  # bytes: what might take much memory is always fed to a process of its own


def main(count: int, seed: int) -> int:
    corpus = Corpus(seed)
    codes: dict[str, int] = {}
    faults = 0
    slowest = 0.0

    def judge(path: Path, outcome: Outcome) -> None:
        nonlocal faults, slowest
        kind = f"{path.name.partition('.')[2]} exit {outcome.code}"
        codes[kind] = codes.get(kind, 0) + 1
        slowest = max(slowest, outcome.seconds)
        if outcome.fault:
            faults += 1
            FINDINGS.mkdir(exist_ok=True)
            if path.stat().st_size < 1e8:
                (FINDINGS / f"{faults}-{path.name}").write_bytes(path.read_bytes())
            print(f"\n{faults}-{path.name}: {outcome.fault}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        for number in trange(count, mininterval=5.0):
            path = corpus.write(Path(folder))
            outcome = feed(path)
            judge(path, outcome)
            chosen = number % 100 == 0 or path.stat().st_size > LARGE
            if chosen and outcome.code == 2 and taken_by_command_line(path):
                judge(path, by_process(path))
        for name, data in giants():
            if corpus.understands(name):
                path = Path(folder) / f"giant.{name}"
                path.write_bytes(data)
                judge(path, feed(path))
                if taken_by_command_line(path):
                    judge(path, by_process(path))
        path = sparse(Path(folder) / "sparse.arm.json")
        judge(path, by_process(path))
    print(", ".join(f"{kind}: {number}" for kind, number in sorted(codes.items())))
    print(f"slowest {slowest:.2f} s, {faults} findings")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
