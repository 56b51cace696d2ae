"""Words for the part of a run that cannot be reproduced, on the screen and on paper."""

from __future__ import annotations

import math

from denoc.runs.recording import Recording
from denoc.runs.reproduction import rounded_down


def doubtful_from(*recordings: Recording | None) -> float:
    """The first time at which one of them cannot be reproduced: a difference is no better known than either."""
    return min((each.doubtful_from for each in recordings if each is not None), default=math.inf)


def doubt_words(since: float) -> str:
    """From when; empty for inf, where all of the run can be reproduced or nothing is known."""
    return f"not reproducible from {rounded_down(since)} s" if math.isfinite(since) else ""
