"""`denoc-studio`, the same as `python -m app`."""

from __future__ import annotations

import sys


def main() -> int:
    try:
        from app.cli import main as run

        return run()
    except KeyboardInterrupt:  # before, or outside, everything that handles it better
        print("denoc-studio: error: interrupted", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
