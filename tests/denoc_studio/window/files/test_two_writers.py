"""Short forms of the long programmes: two windows in any order, and a disk that fails at any moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.full_disk import FailingSave
from tests.support.two_writers import any_order


@pytest.mark.parametrize("seed", [1, 3, 6])  # without the question these lose work
def test_any_order_of_two_windows_loses_nothing(qapp: QApplication, tmp_path: Path, seed: int) -> None:
    any_order(tmp_path, seed, steps=30)


def test_a_disk_that_fails_at_any_moment(qapp: QApplication, tmp_path: Path) -> None:
    failed = 0
    for seed in range(12):
        place = tmp_path / str(seed)
        place.mkdir()
        save = FailingSave(place, seed)
        failed += save.check()
        save.end()
    assert failed >= 6
