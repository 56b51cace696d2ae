"""Killing a process that saves, documents and copies of unsaved work in turn.

None may be unreadable, and none older than the last one that was acknowledged.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.long.tally import Tally
from tests.support.saving import Killed, KilledCopies

COUNT = 2500


def run(tally: Tally, count: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        both = [Killed(Path(one), seed), KilledCopies(Path(two), seed)]
        for number in range(count):
            try:
                both[number % 2].once()
            except AssertionError as why:
                tally.failed(f"kill {number}: {why}")
            tally.tried()
