"""`denoc-studio bench`: its tables as text."""

from __future__ import annotations

import argparse

from denoc_studio.bench.programme import FULL, QUICK, header, measure


def bench(parsed: argparse.Namespace) -> int:
    print("\n".join(header()))
    for table in measure(QUICK if parsed.quick else FULL, parsed.plot):
        print(f"\n{table.markdown() if parsed.markdown else table.text()}", flush=True)
    print(f"\nTime against the number of joints: {parsed.plot}")
    return 0
