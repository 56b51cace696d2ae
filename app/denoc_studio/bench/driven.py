"""Examples that a torque law drives, against the same runs with the law as a Python function."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

import denoc
from denoc.runs.simulation import run
from denoc_studio.bench.measuring.timing import Work, alternate
from denoc_studio.bench.peers import Untrusted
from denoc_studio.bench.tables import Table, milliseconds, ratio

LAWS = {
    "acrobot": "formulas",
    "crane": "a table",
    "ur10e": "PD to a target",
    "spherical": "PD along a motion",
    "ur16e": "computed torque",
}
SAME = 1e-6  # rad, m: in the first quarter of a run, before errors have grown


def driven(seconds: float) -> Table:
    rows = []
    for name, law in LAWS.items():
        job = denoc.load(name).job()
        jobs = job, replace(job, torque=_Asked(job.torque))
        ours, theirs = (run(each).q for each in jobs)
        if not np.abs(ours - theirs)[: len(ours) // 4].max() < SAME:
            raise Untrusted(f"{name}: the run differs from that with its law in Python")
        timings = alternate([Work(partial(run, each), 1) for each in jobs], seconds)
        rows.append([name, law, *map(milliseconds, timings), ratio(timings[1], timings[0])])
    return Table("Runs that a law drives: ms, best (median)", ["", "law", "time", "law in Python", "ratio"], rows)


class _Asked:
    """A law that says when it changes, and nothing else of itself."""

    def __init__(self, law: Any) -> None:
        self._law = law
        self.changes = law.changes

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return self._law(t, q, qd)
