"""What the tests of the lab report share."""

from __future__ import annotations

import pytest

from denoc_studio.paper.report import document


@pytest.fixture
def words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """For what is told: no plots, which take longer than all the rest, and a small picture of the arm."""
    monkeypatch.setattr(document, "plots", lambda *_: [])
    monkeypatch.setattr(document, "PICTURE", 150)
