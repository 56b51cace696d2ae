"""The long run of killing a process that saves: python -m tests.soak_saving 2500 [seed].

Documents and copies of unsaved work in turn. Ends with the first that cannot be read, or that is older than the last
one that was acknowledged.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tqdm import trange

from tests.saving import Killed, KilledCopies


def main(count: int, seed: int) -> int:
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        both = [Killed(Path(one), seed), KilledCopies(Path(two), seed)]
        for number in trange(count, mininterval=5.0):
            both[number % 2].once()
    for killed, what in zip(both, ("documents", "copies of unsaved work"), strict=True):
        print(f"{what}: {killed.kills} kills, {killed.acknowledged + 1} saves, none unreadable, none lost")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
