"""What is measured, in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from denoc_studio.bench.derivatives import derivatives
from denoc_studio.bench.driven import driven
from denoc_studio.bench.ensembles import ensemble_threads, ensembles, ensembles_at_equal_energy
from denoc_studio.bench.functions import functions
from denoc_studio.bench.generated import generated
from denoc_studio.bench.growth import growth
from denoc_studio.bench.measuring.machine import describe, installed
from denoc_studio.bench.peers import ENGINES, OTHERS, batch_pinocchio
from denoc_studio.bench.pendulum import equal_energy, pendulum
from denoc_studio.bench.sections import batches, flop_limit, single_calls, threads
from denoc_studio.bench.tables import Table


class Effort(NamedTuple):
    seconds: float  # of rounds for each comparison
    lengths: Sequence[int]  # joints of the growing arm


FULL = Effort(1.5, (3, 4, 6, 8, 10, 12, 16, 25, 50, 100, 200, 400, 1000))
QUICK = Effort(0.1, (3, 6, 12, 50, 200))


def header() -> list[str]:
    """What the figures were measured on, and against whom."""
    versions = {engine.name: engine.version for engine in ENGINES}
    versions |= {name: installed(package) for name, package in OTHERS.items()}
    found = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    missing = ", ".join(name for name, version in versions.items() if not version)
    return [*describe(), f"peers: {found or 'none'}" + (f"; not installed: {missing}" if missing else "")]


def measure(effort: Effort, plot: Path) -> Iterator[Table]:
    """Each table as soon as it is there; the plot last."""
    from denoc_studio.bench.plot import save  # matplotlib takes more than a second to import

    pinocchio = batch_pinocchio()
    yield batches(effort.seconds, pinocchio)
    yield flop_limit(effort.seconds)
    yield threads(effort.seconds)
    yield single_calls(effort.seconds)
    yield derivatives(effort.seconds)
    yield functions(effort.seconds, pinocchio)
    yield generated(effort.seconds)
    yield pendulum(effort.seconds)
    yield equal_energy(effort.seconds)
    yield driven(effort.seconds)
    yield ensembles(effort.seconds)
    yield ensemble_threads(effort.seconds)
    yield ensembles_at_equal_energy(effort.seconds)
    grown = growth(effort.lengths, effort.seconds, pinocchio)
    save(grown, plot)
    yield grown.table()
