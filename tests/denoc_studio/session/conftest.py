"""What the tests of runs share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from denoc_studio.look.preferences import Preferences
from denoc_studio.session.document import Document
from denoc_studio.session.simulation_runner import Runner


@pytest.fixture
def runner(document: Document, preferences: Preferences) -> Iterator[Runner]:
    made = Runner(document, preferences)
    yield made
    made.close()
