"""A disk that is full or fails at any byte, fsync, rename or link of a save from the window.

The old file stays byte by byte, the document stays unsaved, nothing is left beside them.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from denoc_studio.window.start import make_application
from tests.long.tally import Tally
from tests.support.full_disk import FailingSave

COUNT = 100


def run(tally: Tally, count: int, seed: int) -> None:
    application = make_application()  # held while there are windows
    case = seed
    while tally.cases < count:
        case += 1
        with tempfile.TemporaryDirectory() as place:
            save = FailingSave(Path(place), case)
            try:
                tally.tried(save.check())  # those that the save got by without do not count
            except AssertionError as why:
                tally.failed(f"seed {case}: {why}")
                tally.tried()
            save.end()
    application.processEvents()
