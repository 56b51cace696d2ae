"""Where things are: this checkout, its packages, and the files that tests read."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESOURCES = ROOT / "resources" / "denoc_resources"
URDF_FILES = ROOT / "tests" / "support" / "urdf"
PYTHONPATH = os.pathsep.join(map(str, (ROOT, ROOT / "app", ROOT / "dynamics", ROOT / "resources")))
"""For processes that tests start: the packages of this checkout, whichever one is installed."""
