"""What a crash leaves is found in the log of the next start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from denoc_studio.window.crash_log import LARGEST

SESSION = """
from pathlib import Path
import faulthandler, sys
from denoc_studio.window.crash_log import start_logging
start_logging(Path(sys.argv[1]))
"""


def session(log: Path, then: str = "") -> int:
    command = [sys.executable, "-c", SESSION + then, str(log)]
    return subprocess.run(command, capture_output=True, check=False).returncode


def test_a_crash_is_in_the_log_after_the_next_start(tmp_path: Path) -> None:
    log, crash = tmp_path / "studio.log", tmp_path / "studio.crash"
    assert session(log, "faulthandler._sigsegv()") != 0
    dump = crash.read_bytes()
    assert b"most recent call first" in dump
    crash.write_bytes(b"old \xff" * LARGEST + dump)
    assert session(log, "start_logging(Path(sys.argv[1]))") == 0
    text = log.read_text(encoding="utf-8")
    assert text.count("the program crashed in an earlier session") == 1
    assert text.count("most recent call first") == 1
    assert len(text) < LARGEST
    assert crash.read_bytes() == b""
