"""Runs of the real runner cancelled at some moment; `tests.long` does many, and measures them."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from tests.long.cancels import cancelled, random_project, running


@pytest.mark.parametrize("seed", [1, 3, 7, 14])
def test_a_cancelled_run_ends_as_such_and_is_quiet(qapp: QApplication, seed: int) -> None:
    rng = np.random.default_rng(seed)
    project = random_project(rng)
    with running(project) as runner:
        for shown in (False, True):
            assert not cancelled(runner, project, 0.02, shown).wrong
