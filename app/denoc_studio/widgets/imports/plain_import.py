"""Python's own `import`, in the place of the one that PySide puts there.

PySide's looks for `from __feature__ import ...`, which nobody here says. To know whom that would concern it reads the
source of every module that is imported, and keeps all of these lines for good.
"""

from __future__ import annotations

import builtins

import PySide6.QtCore  # noqa: F401  which brings its own


def restore_import() -> None:
    """From now on modules are imported as without PySide; the first thing that a window does."""
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
