"""The command line: what is measured, in which order, and how it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from app.one_line_parser import OneLineParser, show_examples
from benchmarks.growth import growth
from benchmarks.machine import describe
from benchmarks.peers import ENGINES, batch_pinocchio
from benchmarks.pendulum import pendulum
from benchmarks.sections import batches, flop_limit, single_calls, threads
from benchmarks.tables import Table

PLOT = Path("out/bench-time-against-n.svg")


class Effort(NamedTuple):
    seconds: float  # of rounds for each comparison
    lengths: Sequence[int]  # joints of the growing arm


FULL = Effort(1.5, (3, 4, 6, 8, 10, 12, 16, 25, 50, 100, 200, 400, 1000))
QUICK = Effort(0.1, (3, 6, 12, 50, 200))


def main(argv: Sequence[str] | None = None) -> int:
    parser = OneLineParser(
        prog="denoc-studio bench",
        description="Our speed beside the peers that are installed, taking turns in one process on one core.",
    )
    parser.add_argument("--quick", action="store_true", help="a first impression in seconds")
    parser.add_argument("--markdown", action="store_true", help="write the tables as Markdown")
    parser.add_argument("--plot", type=Path, default=PLOT, metavar="FILE", help=f"where the plot goes ({PLOT})")
    show_examples(parser, "bench")
    options = parser.parse_args(argv)
    print("\n".join(header()))
    for table in measure(QUICK if options.quick else FULL, options.plot):
        print(f"\n{table.markdown() if options.markdown else table.text()}", flush=True)
    print(f"\nTime against the number of joints: {options.plot}")
    return 0


def header() -> list[str]:
    """What the figures were measured on, and against whom."""
    found = ", ".join(f"{engine.name} {engine.version}" for engine in ENGINES if engine.version)
    missing = ", ".join(engine.name for engine in ENGINES if not engine.version)
    return [*describe(), f"peers: {found or 'none'}" + (f"; not installed: {missing}" if missing else "")]


def measure(effort: Effort, plot: Path) -> Iterator[Table]:
    """Each table as soon as it is there; the plot last."""
    from benchmarks.plot import save  # matplotlib takes more than a second to import

    pinocchio = batch_pinocchio()
    yield batches(effort.seconds, pinocchio)
    yield flop_limit(effort.seconds)
    yield threads(effort.seconds)
    yield single_calls(effort.seconds)
    yield pendulum(effort.seconds)
    grown = growth(effort.lengths, effort.seconds, pinocchio)
    save(grown, plot)
    yield grown.table()
