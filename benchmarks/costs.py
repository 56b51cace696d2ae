"""What the window costs: `python -m benchmarks.costs` prints all of it, with a name (`version`, `first`, `playing`,
`resident`, `edit`) one figure alone.

Processor time is told, which a busy machine lengthens least; for comparisons, run two versions by turns.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.window import memory, started, wait

STARTS = 5  # of which the best counts
SIZE = (1280, 800)
FRAMES, ROUNDS = 60, 5  # of playing, of which the best round counts
SECONDS = 20.0  # of playing as a person sees it, and a quarter of it at rest
EDITS = 60
DURATION = 10.0  # seconds of the run that follows edits
FIRST = "first picture after"  # what `_first` prints


def main(arguments: list[str] | None = None) -> int:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # modules that were imported once are on disk as bytecode
    given = sys.argv[1:] if arguments is None else arguments
    if given:
        SCENES[given[0]]()
        return 0
    for name in SCENES:
        subprocess.run([sys.executable, "-m", "benchmarks.costs", name], check=True)
    return 0


def _version() -> None:
    """Of the whole process, the interpreter's own start included."""
    spent = min(_child([sys.executable, "-m", "denoc_studio", "--version"])[0] for _ in range(STARTS))
    print(f"--version: {spent:.2f} s of processor time, at best of {STARTS}", flush=True)


def _first() -> None:
    """From the interpreter's start to the first frame of the arm, in the window's thread."""
    command = [sys.executable, "-c", f"from benchmarks.costs import first_picture; print({FIRST!r}, first_picture())"]
    spent = min(float(_child(command)[1].rpartition(FIRST)[2]) for _ in range(STARTS))
    print(f"first picture: {spent:.2f} s of the main thread's processor time, at best of {STARTS}", flush=True)


def first_picture() -> float:
    """Seconds of this thread's processor time until the arm is painted for the first time, in a fresh process."""
    window = started(SIZE)
    painted: list[float] = []
    window.arm.painted.connect(lambda: painted.append(time.thread_time()))
    window.session.run()
    wait(lambda: bool(painted), 60)
    _close(window)
    return painted[0]


def _playing() -> None:
    """Frame after frame as fast as they are painted, then at the clock's pace, then at rest."""
    from PySide6.QtCore import QEventLoop

    window = _settled()
    playback = window.session.playback
    frames: list[float] = []
    until_painted = QEventLoop()  # which sleeps: to look at the clock meanwhile would be counted as work of the window
    window.arm.painted.connect(until_painted.quit)
    window.arm.painted.connect(lambda: frames.append(time.perf_counter()))
    playback.pause()
    rounds = []
    for _ in range(ROUNDS):
        before = time.process_time(), time.thread_time()
        for k in range(FRAMES):
            playback.seek(0.5 + k / FRAMES)
            until_painted.exec()
        after = time.process_time(), time.thread_time()
        rounds.append([1e3 * (b - a) / FRAMES for a, b in zip(before, after, strict=True)])
    whole, own = min(rounds)
    print(f"a frame of playing: {whole:.1f} ms of processor time, {own:.1f} in the window's thread")
    for name, act, seconds in (("playing", playback.play, SECONDS), ("paused", playback.pause, SECONDS / 4)):
        act()
        wait(lambda: False, 1)
        frames.clear()
        began, used = time.perf_counter(), time.process_time()
        wait(lambda: False, seconds, every=500)
        passed = time.perf_counter() - began
        spent = time.process_time() - used
        each = f", {1e3 * spent / len(frames):.1f} ms of processor time each" if frames else ""
        print(f"{name}: {100 * spent / passed:.1f} % of a core, {len(frames) / passed:.0f} frames/s{each}", flush=True)
    _close(window)


def _resident() -> None:
    window = _settled()
    print(f"resident after the start: {memory():.0f} MB", flush=True)
    _close(window)


def _edit() -> None:
    """From a change of a link's length to its curves on the screen, of a six-axis arm in free fall."""
    from denoc import load
    from denoc_studio.project import edits
    from denoc_studio.project.run_edits import set_mode

    window = _settled()
    session = window.session
    document, results = session.document, session.document.results
    document.replace(edits.set_run(set_mode(load("puma560"), "forward"), duration=DURATION, samples=1001))
    wait(lambda: not session.runner.computing and session.playback.complete, 60)
    session.playback.pause()
    wait(lambda: False, 3)
    length = document.robot.links[1].a
    delays, busy = [], []
    for k in range(EDITS):
        ended: list[object] = []
        connection = results.ended.connect(ended.append)
        began, used = time.perf_counter(), time.process_time()
        document.edit(edits.change_link(document.project, 1, a=length + 1e-3 * (k + 1)), "Set a of link 2")
        wait(lambda: bool(ended) and _drawn(window.plots), 30, every=1)  # noqa: B023
        delays.append(1e3 * (time.perf_counter() - began))
        busy.append(1e3 * (time.process_time() - used))
        results.ended.disconnect(connection)
        wait(lambda: False, 0.3)
    middle, late = (sorted(delays)[int(share * (EDITS - 1))] for share in (0.5, 0.95))
    work = sorted(busy)[EDITS // 2]
    print(f"edit to painted curves: {middle:.0f} ms, 95 % within {late:.0f} ms; {work:.0f} ms of processor time")
    _close(window)


def _drawn(plots) -> bool:  # type: ignore[no-untyped-def]
    """Whether the curves that are on the screen are all that there are; the legend's figures follow a turn later."""
    canvas = plots.canvas
    return not plots._redraw_timer.isActive() and canvas.updatesEnabled() and canvas._is_current


def _settled():  # type: ignore[no-untyped-def]
    """The window with its first run computed, and nothing left to do but to play it."""
    window = started(SIZE)
    window.session.run()
    wait(lambda: window.session.playback.complete, 60)
    wait(lambda: False, 5)
    return window


def _close(window) -> None:  # type: ignore[no-untyped-def]
    window.session.document.undo_stack.setClean()
    window.close()


def _child(command: list[str]) -> tuple[float, str]:
    """(seconds of processor time, what it printed)."""
    before = os.times()
    done = subprocess.run(command, cwd=Path.cwd(), check=True, capture_output=True, text=True)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return spent, done.stdout.strip()


SCENES: dict[str, Callable[[], None]] = {
    "version": _version,
    "first": _first,
    "playing": _playing,
    "resident": _resident,
    "edit": _edit,
}

if __name__ == "__main__":
    sys.exit(main())
