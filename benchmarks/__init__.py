"""Our speed beside that of the peers that are installed: `python -m benchmarks`."""

from benchmarks.command import main

__all__ = ["main"]
