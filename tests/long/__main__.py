"""Runs the long programmes by name."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from types import ModuleType

import tests.long
from tests.long.record import record
from tests.long.tally import Tally

NOT_PROGRAMMES = {"__main__", "tally", "record"}


def programmes() -> dict[str, ModuleType]:
    """Every programme by its name."""
    names = (module.name for module in pkgutil.iter_modules(tests.long.__path__) if not module.ispkg)
    return {name: importlib.import_module(f"tests.long.{name}") for name in names if name not in NOT_PROGRAMMES}


def what(programme: ModuleType) -> str:
    """The first line of a programme's docstring, without its full stop."""
    return (programme.__doc__ or "").partition("\n")[0].rstrip(".")


def do(name: str, programme: ModuleType, count: int, seed: int, keep: bool) -> bool:
    """Run one programme and print its line; True when nothing failed."""
    tally = Tally(count)
    programme.run(tally, count, seed)
    counts = f"{tally.cases} tried, {len(tally.failures)} failed"
    print(f"{name}: {counts}, worst: {tally.worst_words()}, {tally.seconds():.0f} s", flush=True)
    if keep:
        record(name, what(programme), tally)
    return not tally.failures


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.long", description="long test programmes")
    parser.add_argument("name", nargs="?", help="a programme, or all")
    parser.add_argument("count", nargs="?", type=int, help="how many cases; without it the full count")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--record", action="store_true", help="put the results into docs/reliability.md")
    asked = parser.parse_args(arguments)
    known = programmes()
    if asked.name is None:
        for name, programme in known.items():
            print(f"{name:<16} {programme.COUNT:>7}  {what(programme)}")
        return 0
    if asked.name not in {*known, "all"}:
        parser.error(f"no programme {asked.name}; there are {', '.join(known)}")
    chosen = known if asked.name == "all" else {asked.name: known[asked.name]}
    good = [do(name, each, asked.count or each.COUNT, asked.seed, asked.record) for name, each in chosen.items()]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
