"""Until when a run can be reproduced, in numbers and in words; `horizon` finds it out."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Horizon:
    """What a second computation says of a run: until when the two agree. Times in s, differences in rad and m.

    `until`: up to here no joint of the two is further apart than `tolerance`; it is `end`, the run's own end, where
    that is all of it. `apart` is the largest difference anywhere. `tenfold` is the time in which small differences grow
    tenfold where they grow exponentially, found only where the run is not reproduced to its end; else inf. `second`
    says how the second run was computed, `first` what could be stricter in the first, `stuck` why the second one ended
    early, if so.

    >>> dn.Horizon(6.3, 10.0, 0.01, apart=2.0, tenfold=0.76, second="dop853", first="tolerances").words
    'reproducible to 6.3 s of 10 s'
    """

    until: float
    end: float
    tolerance: float
    apart: float
    tenfold: float
    second: str  # how the second run was computed
    first: str  # and what could be stricter in the first
    stuck: str = ""  # why the second run itself ended at `until`, where that is so: nothing is known beyond

    @property
    def whole(self) -> bool:
        """Whether the run is reproduced to its end."""
        return self.until >= self.end

    @property
    def words(self) -> str:
        """Until when the run is reproduced, in words, times in s."""
        if self.whole:
            return "reproducible to the end"
        return f"reproducible to {rounded_down(self.until)} s of {self.end:.4g} s"

    @property
    def time(self) -> str:
        """`until` (s) in digits, rounded down."""
        return rounded_down(self.until)

    @property
    def reason(self) -> str:
        """Why it ends before the run does; empty where it does not."""
        if self.whole:
            return ""
        if self.stuck:
            return f"the second run got no further: {self.stuck}"
        if math.isfinite(self.tenfold):
            return f"chaotic: errors grow tenfold every {self.tenfold:.2g} s"
        return f"errors add up to {self.apart:.2g} rad or m"

    @property
    def advice(self) -> str:
        """What can be done about it; empty where nothing need or can be."""
        if self.whole or self.stuck:
            return ""
        if math.isfinite(self.tenfold):
            return f"ten times tighter {self.first} gain {self.tenfold:.2g} s at most"
        factor = 10 ** math.ceil(math.log10(max(2 * self.apart / self.tolerance, 10.0)))
        return f"{self.first} {factor:g} times tighter would do"

    @property
    def line(self) -> str:
        """All of that in one line, for what leaves the program."""
        why = "; ".join(words for words in (self.reason, self.advice) if words)
        return f"{self.words} ({why})" if why else self.words


def rounded_down(t: float) -> str:
    """A time in digits that are never later than it is."""
    digits = 3 if t < 1 else 2 if t < 10 else 1
    return f"{math.floor(t * 10**digits + 1e-9) / 10**digits:g}"
