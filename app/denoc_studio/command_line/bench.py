"""`denoc-studio bench`: its arguments, and its tables as text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from denoc_studio.bench.programme import FULL, QUICK, header, measure
from denoc_studio.command_line.one_line_parser import OneLineParser, show_examples

PLOT = Path("out/bench-time-against-n.svg")


def main(argv: Sequence[str]) -> int:
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
