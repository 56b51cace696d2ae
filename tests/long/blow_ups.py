"""Runs that must blow up, by every integrator, each told with time and joint within a second; twice as many healthy.

The time is the thread's own, after the arm's code is compiled. What came before stays, and is finite. A healthy run is
completed without a word.
"""

from __future__ import annotations

import re
import time
from dataclasses import replace

import numpy as np

from denoc import Simulation
from denoc.runs.recording import SERIES
from denoc.runs.simulation import run as simulate_job
from tests.long.tally import Tally
from tests.support.oracles.blow_ups import BLOW_UPS, HEALTHY, Case, case

COUNT = 500
HEALTHY_EACH = 2  # healthy runs to every blow-up
SECONDS = 1.0
TRUE = 1e-6  # rad, m or their rates that a run must be off by for its warning to be true
TOLD = re.compile(r"(?=.*\b(joint|link) \d)(?=.*(\bt = |at the start))")


def wrong_blow_up(case: Case, r: Simulation) -> str:
    """What is wrong with how a run that must blow up ended; empty when all is well."""
    if r.status not in ("diverged", "failed"):
        return f"ended as {r.status}"
    if not TOLD.match(r.message):
        return f"names no time or no joint: {r.message}"
    return kept(r)


def kept(r: Simulation) -> str:
    """What is wrong with the samples that were kept."""
    series = [np.asarray(getattr(r, name)) for name in SERIES]
    if any(len(each) != len(r.t) for each in series) or not all(np.isfinite(each).all() for each in series):
        return "kept samples that are not finite"
    return "" if (np.diff(r.t) > 0).all() else "kept samples out of order"


def wrong_health(case: Case, r: Simulation) -> str:
    """What is wrong with how a healthy run ended; a warning that a far stricter run bears out is none."""
    if r.status != "completed":
        return f"{r.status}, {r.message}"
    if r.message and off(r) < TRUE:
        return f"warns in vain: {r.message}"
    return kept(r)


def off(r: Simulation) -> float:
    """The largest difference of a joint's position or rate from a run at 1e-12, in rad, m and seconds."""
    strict = replace(r.job, integrator="dop853", rtol=1e-12, atol=1e-14, step=None)
    exact = simulate_job(strict)
    return float(max(np.abs(exact.q - r.q).max(), np.abs(exact.qd - r.qd).max()))


def warm_up(case: Case) -> None:
    """Compiles what the run needs."""
    simulate_job(replace(case.job, duration=1e-6, samples=2, step=None, torque=None))
    simulate_job(replace(case.job, duration=1e-6, samples=2, step=None))


def run(tally: Tally, count: int, seed: int) -> None:
    for each in range(seed, seed + count):
        blow_up = case(BLOW_UPS, each)
        warm_up(blow_up)
        begun = time.thread_time()
        ended = simulate_job(blow_up.job)
        took = time.thread_time() - begun
        tally.tried()
        tally.met("blow-up told after", took, "s CPU")
        wrong = wrong_blow_up(blow_up, ended) or (f"took {took:.2g} s, {ended.message}" if took > SECONDS else "")
        if wrong:
            tally.failed(f"{blow_up.name}: {wrong}")
    for each in range(seed, seed + HEALTHY_EACH * count):
        healthy = case(HEALTHY, each)
        ended = simulate_job(healthy.job)
        tally.tried()
        tally.met("energy of a healthy run off by", ended.energy_error)
        if wrong := wrong_health(healthy, ended):
            tally.failed(f"{healthy.name}: {wrong}")
