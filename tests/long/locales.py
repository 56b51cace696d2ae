"""Numbers typed into the real window under six locales, saved and read back: none may change."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.long.tally import Tally
from tests.support.locales import LOCALES, typed_in_a_window, typed_numbers

COUNT = 3000


def run(tally: Tally, count: int, seed: int) -> None:
    for place, locale in enumerate(LOCALES):
        numbers = typed_numbers(count // len(LOCALES) + (place < count % len(LOCALES)), seed + place)
        with tempfile.TemporaryDirectory() as folder:
            for wrong in typed_in_a_window(locale, numbers, Path(folder)):
                tally.failed(wrong)
        tally.tried(len(numbers))
