"""Decodes meshes in a process of its own and tells what each one took: `python -m tests.long.fuzz.mesh_worker`."""

from __future__ import annotations

import json
import re
import select
import subprocess
import sys
import time
import traceback
from pathlib import Path
from typing import NamedTuple

import numpy as np

from denoc.basics.errors import ProjectError
from denoc.files.meshes.mesh_file import read_mesh
from denoc_studio.picture.meshes.mesh_cleanup import shaped

STATUS, RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
BUDGET = 4000  # faces of a drawn mesh
LONGEST = 400  # characters of a refusal
MOST_SECONDS, MOST_MEGABYTES = 5.0, 512.0
PATIENCE = 120.0  # seconds of the clock: other processes may have the machine


class Outcome(NamedTuple):
    fault: str  # what is wrong, empty for nothing
    refusal: str
    seconds: float  # of the processor
    megabytes: float  # at most, of the whole process; 0 where that cannot be measured


def decode(path: Path) -> Outcome:
    """As the window does: read, and made fit to be drawn."""
    if RESET.exists():
        RESET.write_text("5")  # forget the largest memory so far
    begun = time.process_time()
    fault = refusal = ""
    try:
        mesh = read_mesh(path)
        drawn = shaped(mesh.vertices, mesh.faces, BUDGET)
        if not all(np.isfinite(part).all() for part in (mesh.vertices, drawn.vertices, drawn.normals)):
            fault = "corners that are not finite"
        elif not len(mesh.faces) or mesh.faces.min() < 0 or mesh.faces.max() >= len(mesh.vertices):
            fault = "faces with corners that are not there"
    except ProjectError as error:
        refusal = str(error)
        if not refusal.startswith(f"{path}: ") or "\n" in refusal or len(refusal) > LONGEST + len(str(path)):
            fault = f"is no refusal in one line: {refusal[:LONGEST]!r}"
    except BaseException:
        fault = traceback.format_exc()
    seconds, megabytes = time.process_time() - begun, _largest()
    if seconds > MOST_SECONDS:
        fault = fault or f"took {seconds:.1f} s"
    if megabytes > MOST_MEGABYTES:
        fault = fault or f"took {megabytes:.0f} MB"
    return Outcome(fault, refusal, seconds, megabytes)


def _largest() -> float:
    return int(re.findall(r"VmHWM:\s*(\d+)", STATUS.read_text())[0]) / 1024 if STATUS.exists() else 0.0


class Worker:
    """A process that decodes one mesh after the other; one that hangs or dies is replaced."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def decode(self, path: Path) -> Outcome:
        if self._process is None:
            command = [sys.executable, "-m", "tests.long.fuzz.mesh_worker"]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        ready = select.select([self._process.stdout], [], [], PATIENCE)[0]
        answer = self._process.stdout.readline() if ready else ""
        if answer:
            return Outcome(*json.loads(answer))
        self.close()
        return Outcome("the process died" if ready else f"no answer within {PATIENCE:g} s", "", 0.0, 0.0)

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(decode(Path(line.rstrip("\n")))), flush=True)


if __name__ == "__main__":
    main()
