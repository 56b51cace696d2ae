"""Checks of saving that the suite runs short and the soak runs long."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

from denoc.files.examples import load
from denoc.files.projects.project import Project
from denoc_studio.session.recovery_store import leftovers

SAVER = """
import sys
from dataclasses import replace
from pathlib import Path
from denoc.files.examples import load

path = Path(sys.argv[1])
{prepare}
project = load("planar-3r-free-fall")
print("ready", flush=True)
for number in range(int(sys.argv[2]), 10**9):
    changed = replace(project, description=f"{{number}} " + "x" * (number * 7919 % 9000))
    {save}
    print(number, flush=True)
"""


def save_load_save(project: Project, path: Path) -> None:
    """What is saved reads back the same, and is written the same again."""
    project.save(path)
    first = path.read_bytes()
    again = load(path)
    assert again == project
    again.save(path)
    assert path.read_bytes() == first


class Killed:
    """A process that saves one document over and over, is killed at any moment, and goes on where it was."""

    script = SAVER.format(prepare="", save="changed.save(path)")

    def __init__(self, folder: Path, seed: int = 0) -> None:
        self.path = folder / "mine.arm.json"
        self.acknowledged = -1
        self.kills = 0
        self._random = random.Random(seed)

    def once(self, saves: int = 5) -> None:
        """Some saves and a kill; afterwards the document is whole and no older than what was acknowledged."""
        given = [sys.executable, "-c", self.script, str(self.path), str(self.acknowledged + 1)]
        process = subprocess.Popen(given, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n"
            self._listen(process.stdout, self._random.randint(1, saves))
            time.sleep(self._random.uniform(0, 0.004))
        finally:
            process.send_signal(signal.SIGKILL)
        with process:
            self._listen(process.stdout, 10**9)
        self.kills += 1
        self.check()

    def check(self) -> None:
        found = int(load(self.path).description.split()[0])
        assert self.acknowledged <= found <= self.acknowledged + 1, "what was acknowledged is there"
        backup = self.path.with_name(self.path.name + "~")
        if backup.exists():
            assert found - int(load(backup).description.split()[0]) in (0, 1), "and the version before it"

    def _listen(self, lines: IO[str], count: int) -> None:
        for _ in range(count):
            line = lines.readline()
            if not line.endswith("\n"):
                return
            self.acknowledged = int(line)


class KilledCopies(Killed):
    """The same with the copies of unsaved work, which the next session finds."""

    script = SAVER.format(
        prepare="from denoc_studio.session.recovery_store import Slot, origin_of\nslot = Slot.new(path.parent)",
        save="slot.write(changed, origin_of(None))",
    )

    def check(self) -> None:
        (leftover,) = leftovers(self.path.parent)
        assert int(leftover.project.description.split()[0]) - self.acknowledged in (0, 1)
        leftover.slot.close()
