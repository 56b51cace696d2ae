"""Two windows on one file, edits, saves, reloads and crashes in random orders, and nothing acknowledged is lost.

Each case is a story of forty steps, checked after each; `asked` is how often a save met somebody else's work.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from denoc_studio.window.start import make_application
from tests.long.tally import Tally
from tests.support.two_writers import any_order

COUNT = 200


def run(tally: Tally, count: int, seed: int) -> None:
    application = make_application()  # held while there are windows
    for number in range(seed, seed + count):
        with tempfile.TemporaryDirectory() as place:
            try:
                tally.met("questions in a story", any_order(Path(place), number).asked)
            except AssertionError as why:
                tally.failed(str(why))
        tally.tried()
    application.processEvents()
