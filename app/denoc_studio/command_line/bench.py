"""`denoc-studio bench`: its tables as text."""

from __future__ import annotations

import argparse

from denoc_studio.bench.programme import FULL, QUICK, header, measure
from denoc_studio.command_line.messages import fail
from denoc_studio.command_line.targets import check_target, make_folder

ENDINGS = (".svg", ".pdf", ".png")


def bench(parsed: argparse.Namespace) -> int:
    if parsed.plot.suffix.lower() not in ENDINGS:
        return fail(f"{parsed.plot}: a plot is written by its ending: {', '.join(ENDINGS)}", 2)
    make_folder(parsed.plot.parent)
    check_target(parsed.plot)
    print("\n".join(header()))
    for table in measure(QUICK if parsed.quick else FULL, parsed.plot):
        print(f"\n{table.markdown() if parsed.markdown else table.text()}", flush=True)
    print(f"\nTime against the number of joints: {parsed.plot}")
    return 0
