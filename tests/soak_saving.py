"""The long run of killing a process that saves: python -m tests.soak_saving 2500 [seed].

Ends with the first document that cannot be read, or that is older than the last one that was acknowledged.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tqdm import trange

from tests.saving import Killed


def main(count: int, seed: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        killed = Killed(Path(folder), seed)
        for _ in trange(count, mininterval=5.0):
            killed.once()
        print(f"{killed.kills} kills, {killed.acknowledged + 1} saves: none unreadable, none lost")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
