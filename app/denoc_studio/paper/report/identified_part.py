"""What a report tells of an identification, as plain texts: the window hands it to the process that writes."""

from __future__ import annotations

from typing import NamedTuple

from denoc_studio.plots.tables.identify import identified
from denoc_studio.plots.tables.identify.identified import Outcome
from denoc_studio.plots.tables.text_sheet import TextSheet


class IdentifiedPart(NamedTuple):
    """Two tables, and sentences about them."""

    parameters: TextSheet
    joints: TextSheet
    words: tuple[str, ...]


def identified_part(outcome: Outcome) -> IdentifiedPart:
    _, verdict = identified.verdict(outcome)
    words = (verdict.replace(": see Remarks", ""), *identified.remarks(outcome))
    return IdentifiedPart(identified.sheet(outcome), identified.joints_sheet(outcome), words)
