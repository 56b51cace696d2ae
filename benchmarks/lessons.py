"""What the player of Lessons and the Inspector cost while a run is played, and while one is computed, and how soon a
symbol under the mouse is seen on the arm.

`python -m benchmarks.lessons` prints it; it needs a display, Xvfb's for instance. Each panel is shown and hidden in
turns, in the same place and beside the same arm, so that a busy machine does the same to both.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from typing import Any

from benchmarks.window import started, wait

TURNS, SECONDS = 3, 2.0
HOVERS = 30
LONG = 1000.0  # s of a run that is computed while the panel is looked at


def main() -> int:
    window = started()
    window.resize(1280, 800)
    session = window.session
    for example, joints in (("planar-3r-free-fall", 3), ("stanford-free-fall", 6)):
        window.files.open_example(example)
        wait(lambda: False, 1)
        wait(lambda: session.playback.complete and not session.runner.computing, 120)
        for panel in ("Lessons", "Inspector"):
            _compare(window, panel, f"{joints} joints, run played")
        _hover(window, joints)
    window.files.open_example("planar-3r-free-fall")
    wait(lambda: False, 1)
    _computed(window)
    session.document.undo_stack.setClean()
    window.close()
    return 0


def _compare(window: Any, panel: str, words: str) -> None:
    """Frames and work per second with the panel shown and hidden."""
    window.menus.panels.go_to(panel)
    widget = window.lessons if panel == "Lessons" else window.inspector
    frames: list[float] = []
    connection = window.arm.painted.connect(lambda: frames.append(time.perf_counter()))
    found: dict[bool, list[tuple[float, float, float]]] = {True: [], False: []}
    for turn in range(2 * TURNS):
        shown = turn % 2 == 0
        widget.setVisible(shown)
        window.session.playback.seek(0.0)
        window.session.playback.play()
        wait(lambda: False, 0.5)
        found[shown].append(_measured(frames))
    window.arm.painted.disconnect(connection)
    widget.setVisible(True)
    print(f"{words}, {panel}")
    for name, column in (
        ("frames/s", 0),
        ("work of the window's thread, ms/s", 1),
        ("of all threads, ms/s", 2),
    ):
        with_it, without = (statistics.median(turn[column] for turn in found[key]) for key in (True, False))
        if without:
            print(
                f"  {name:34} shown {with_it:9.1f}   hidden {without:9.1f}   {100 * (with_it / without - 1):+6.1f} %",
                flush=True,
            )


def _computed(window: Any) -> None:
    """How long a run takes while the player is shown, and while it is hidden."""
    from dataclasses import replace

    from msgspec import structs

    session = window.session
    window.menus.panels.go_to("Lessons")
    project = session.document.project
    found: dict[bool, list[float]] = {True: [], False: []}
    for turn in range(2 * TURNS):
        shown = turn % 2 == 0
        window.lessons.setVisible(shown)
        wait(lambda: False, 0.5)
        run = structs.replace(project.run, duration=LONG, samples=10_001)
        began = time.perf_counter()
        session.document.edit(replace(project, q0=(1e-3 * turn, 0.0, 0.0), run=run), "another start")
        wait(lambda: session.runner.computing, 5)
        wait(lambda: session.playback.complete and not session.runner.computing, 120)
        found[shown].append(time.perf_counter() - began)
    window.lessons.setVisible(True)
    with_it, without = (statistics.median(found[key]) for key in (True, False))
    print(f"a run of {LONG:g} s is computed in {with_it:.2f} s, without the player in {without:.2f} s", flush=True)


def _measured(frames: list[float]) -> tuple[float, float, float]:
    frames.clear()
    began, used, own = time.perf_counter(), time.process_time(), time.thread_time()
    wait(lambda: False, SECONDS)
    spent = time.perf_counter() - began
    work = 1e3 * (time.thread_time() - own), 1e3 * (time.process_time() - used)
    return len(frames) / spent, work[0] / spent, work[1] / spent


def _hover(window: Any, joints: int) -> None:
    """From the mouse's move over a symbol to the arm's frame with it."""
    from PySide6.QtCore import QPoint
    from PySide6.QtTest import QTest

    from denoc_studio.lessons.step_nodes import Part

    window.menus.panels.go_to("Lessons")
    window.session.playback.pause()
    player = window.lessons.player
    player.choose("ridim")
    wait(lambda: player.current is not None and player.current.recursion == "ridim", 20)
    wait(lambda: False, 1)
    frames: list[float] = []
    window.arm.painted.connect(lambda: frames.append(time.perf_counter()))
    times, work = [], []
    for turn in range(HOVERS):
        player.go(turn % player.count)
        wait(lambda: False, 0.2)
        view = player.equation.viewport()
        place = player.equation.place(Part(-1, player.current.name))
        frames.clear()
        began, used = time.perf_counter(), time.process_time()
        QTest.mouseMove(view, place.toPoint())
        wait(lambda: bool(frames), 5)
        times.append(1e3 * (frames[0] - began))
        work.append(1e3 * (time.process_time() - used))
        QTest.mouseMove(view, QPoint(view.width() - 2, view.height() - 2))
        wait(lambda: False, 0.1)
    middle, used_middle = statistics.median(times), statistics.median(work)
    print(
        f"{joints} joints, mouse on a symbol: on the arm after {middle:.1f} ms ({max(times):.1f} at most), "
        f"{used_middle:.1f} ms of work ({max(work):.1f} at most)",
        flush=True,
    )


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    os._exit(code)
