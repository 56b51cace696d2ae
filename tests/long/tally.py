"""What a long programme counts: cases tried, cases failed, the worst figures met."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field

SHOWN = 20
"""Failures told in words; the rest are counted."""


@dataclass
class Tally:
    """One programme's account. A programme calls `tried` once a case, `failed` for what should not be, `met` for
    figures whose worst is worth knowing."""

    total: int
    cases: int = 0
    failures: list[str] = field(default_factory=list)
    worst: dict[str, float] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)
    _told: float = field(default_factory=time.monotonic)

    def tried(self, cases: int = 1) -> None:
        """So many more cases are done."""
        self.cases += cases
        if time.monotonic() - self._told > 10.0:
            self._told = time.monotonic()
            print(f"  {self.cases} of {self.total}, {len(self.failures)} failed", file=sys.stderr, flush=True)

    def failed(self, why: str) -> None:
        """A case did not do what it must: `why` says which (its seed) and how."""
        self.failures.append(why)
        if len(self.failures) <= SHOWN:
            print(f"  {why}", flush=True)

    def met(self, name: str, value: float, unit: str = "") -> None:
        """A figure of one case; the largest is kept."""
        self.worst[name] = max(self.worst.get(name, value), value)
        self.units[name] = unit

    def worst_words(self) -> str:
        """The worst figures in one line, e.g. "gap 38 ms, memory 412 MB"."""
        return ", ".join(f"{name} {value:.3g} {self.units[name]}".rstrip() for name, value in self.worst.items()) or "–"

    def seconds(self) -> float:
        return time.monotonic() - self.began
