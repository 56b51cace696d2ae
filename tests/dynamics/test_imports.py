"""What `import dynamics` does not bring along."""

from __future__ import annotations

import subprocess
import sys


def test_importing_dynamics_is_light() -> None:
    """Qt, plotting, the compiler and SciPy stay out: that is what keeps the import under half a second."""
    code = (
        "import sys, dynamics; "
        "print([m for m in ('PySide6', 'matplotlib', 'numba', 'scipy', 'tqdm', 'app') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_command_line_starts_without_plotting() -> None:
    code = "import sys, app.cli; print([m for m in ('PySide6', 'matplotlib', 'scipy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
