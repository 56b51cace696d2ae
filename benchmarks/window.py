"""How the window behaves under load: the longest gap of its event loop, and its frame rate and memory over a minute.

`python -m benchmarks.window` prints them; it needs a display, Xvfb's for instance. `python -m benchmarks.window
highlight` prints only how soon a symbol of an equation is seen on the arm, painted in software.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

SCENES = ("start, nothing cached", "start", "chain of 200", "restart storm", "export", "closing during a run")
MINUTE = 60.0  # seconds of the live run
WINDOW, REPEATS = (1280, 800), 12  # for highlights
PROBE = 2  # milliseconds between two looks at the clock


def main(arguments: list[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    if given:
        alone = {"minute": _minute, "highlight": _highlights}
        return alone[given[0]]() if given[0] in alone else _gaps(given[1])
    print("longest gap of the event loop")
    with tempfile.TemporaryDirectory() as empty:
        for scene in SCENES:
            cache = {"DENOC_STUDIO_CACHE": empty} if "nothing" in scene else {}
            _again(["gaps", scene], cache)
    print(f"live run of {MINUTE:g} s")
    _again(["minute"], {})
    print("a symbol seen on the arm, from the call on")
    _again(["highlight"], {})
    return 0


def _again(arguments: list[str], environment: dict[str, str]) -> None:
    """In a process of its own, so that every scene starts from the beginning."""
    command = [sys.executable, "-m", "benchmarks.window", *arguments]
    subprocess.run(command, env={**os.environ, **environment}, check=True)


def started(size: tuple[int, int] = (1440, 900)):  # type: ignore[no-untyped-def]
    """The window as the program starts it: its own package first, which puts back the `import` that Qt's replaces."""
    import denoc_studio.window  # noqa: F401, I001
    from PySide6.QtCore import QSettings

    from denoc import load
    from denoc_studio.look.preferences import Preferences
    from denoc_studio.window.start import make_application, open_window

    make_application()
    settings = QSettings(str(Path(tempfile.mkdtemp()) / "settings.ini"), QSettings.Format.IniFormat)
    window = open_window(load("planar-3r-free-fall"), None, Preferences(settings))
    window.resize(*size)
    return window


class Gaps:
    """The time between turns of the event loop, since `reset`."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._look)
        self._timer.start(PROBE)
        self.reset()

    def reset(self) -> None:
        self.worst = 0.0
        self._last = time.perf_counter()

    def _look(self) -> None:
        now = time.perf_counter()
        self.worst = max(self.worst, now - self._last)
        self._last = now


def _gaps(scene: str) -> int:
    began = time.perf_counter()
    window = started()
    shown = time.perf_counter() - began
    gaps = Gaps()
    window.session.run()
    wait(lambda: window.session.playback.complete, 60)
    first = time.perf_counter() - began
    if scene.startswith("start"):
        wait(lambda: False, 3)
        print(
            f"  {scene:24} {1e3 * gaps.worst:5.0f} ms   (window after {shown:.2f} s, curves after {first:.2f} s)",
            flush=True,
        )
    else:
        wait(lambda: False, 2)
        gaps.reset()
        words = SCENARIOS[scene](window, gaps)
        print(f"  {scene:24} {1e3 * gaps.worst:5.0f} ms   {words}", flush=True)
    window.session.document.undo_stack.setClean()
    window.close()
    return 0


def _long_chain(window, gaps: Gaps) -> str:  # type: ignore[no-untyped-def]
    replaced: list[object] = []
    window.session.document.replaced.connect(replaced.append)
    window.files.open_example("chain-200")
    wait(lambda: bool(replaced), 10)
    wait(lambda: not window.session.runner.computing and window.session.playback.complete, 60)
    return f"(computed in {window.session.runner.seconds:.1f} s)"


def _storm(window, gaps: Gaps) -> str:  # type: ignore[no-untyped-def]
    from denoc_studio.project import edits

    document = window.session.document
    runs: list[object] = []
    document.results.started.connect(runs.append)
    for k in range(300):
        document.edit(edits.change_link(document.project, 0, a=0.3 + 0.0005 * k), "Set a of link 1", "drag")
        wait(lambda: False, 0.016)
    wait(lambda: not window.session.runner.computing, 10)
    return f"(300 changes, {len(runs)} runs shown)"


def _export(window, gaps: Gaps) -> str:  # type: ignore[no-untyped-def]
    folder = Path(tempfile.mkdtemp())
    window.plots.export_all()
    dialog = window.plots._export.dialog
    boxes = [partial(box.setChecked, True) for box in dialog.formats.values()]
    for act in (partial(dialog.folder.setText, str(folder)), *boxes, dialog.export_button.click):
        wait(lambda: False, 0.05)  # as a user would, one after the other
        act()
    wait(lambda: dialog.task.isFinished(), 120)
    return f"({len(list(folder.iterdir()))} files)"


def _close(window, gaps: Gaps) -> str:  # type: ignore[no-untyped-def]
    from denoc import load
    from denoc_studio.project import edits

    document = window.session.document
    document.replace(edits.set_run(load("chain-200"), duration=1e4, samples=10_001))
    wait(lambda: document.results.current is not None and document.results.current.count > 1, 30)
    wait(lambda: False, 3)
    gaps.reset()
    asked = time.perf_counter()
    window.close()
    closed = time.perf_counter() - asked
    wait(lambda: False, 1)
    return f"(closed within {1e3 * closed:.0f} ms)"


SCENARIOS: dict[str, Callable[..., str]] = {
    "chain of 200": _long_chain,
    "restart storm": _storm,
    "export": _export,
    "closing during a run": _close,
}


def _minute() -> int:
    """Frames per second in the first and the last ten seconds of a minute of playback, and the memory at both ends."""
    from denoc_studio.project import edits

    window = started()
    session = window.session
    session.document.edit(edits.set_run(session.document.project, duration=MINUTE, samples=6001), "Set duration")
    frames: list[float] = []
    window.arm.painted.connect(lambda: frames.append(time.perf_counter()))
    session.run()
    wait(lambda: session.playback.complete, 60)
    wait(lambda: False, 2)
    session.playback.seek(0.0)
    began, before = time.perf_counter(), memory()
    wait(lambda: session.playback.time >= MINUTE - 0.1, 2 * MINUTE)
    ended, after = time.perf_counter(), memory()
    early = sum(began <= t < began + 10 for t in frames) / 10
    late = sum(ended - 10 <= t < ended for t in frames) / 10
    print(f"  {early:.1f} frames/s at first, {late:.1f} at last; memory {before:.0f} MB, then {after:.0f} MB")
    session.document.undo_stack.setClean()
    window.close()
    return 0


def _highlights() -> int:
    """How long it takes to make a highlight, and from `set_highlight` to its frame: in the window, and in a view that
    is as large as the window."""
    from denoc import rod_chain
    from denoc_studio.panels.arm.view import ArmView
    from denoc_studio.picture.image.raster import is_prepared

    window = started()
    window.resize(*WINDOW)
    session = window.session
    session.preferences["drawing"] = "painter"
    wait(is_prepared, 60)
    large = ArmView(session.document, session.playback, session.preferences, session.themes)
    large.resize(*WINDOW)
    for joints in (6, 12):
        session.document.replace(rod_chain(joints))
        wait(lambda: not session.runner.computing, 60)
        session.playback.pause()
        for view in (window.arm, large):
            view.show()
            wait(lambda: False, 1)
            making, showing = _shown(view, session.document.robot)
            size = f"{view.width()}x{view.height()}"
            print(f"  {joints:2} joints, {size:>8}: made in {making}, painted after {showing}", flush=True)
            large.hide()
    large.finish()
    session.document.undo_stack.setClean()
    window.close()
    return 0


def _shown(view, robot) -> tuple[str, str]:  # type: ignore[no-untyped-def]
    """Median and largest of both times, in words; of the second also the processor's, which a busy machine does not
    lengthen."""
    from denoc import play
    from denoc_studio.picture.arm.symbols.highlight import highlight

    state = [[0.3] * robot.n] * 3
    played = {name: play(robot, name, *state) for name in ("ridim", "rfdsim")}
    frames: list[float] = []
    view.painted.connect(lambda: frames.append(time.perf_counter()))
    times: list[list[float]] = [[], [], []]
    for turn in range(REPEATS):
        for recursion, name in (("ridim", "t"), ("ridim", "gamma"), ("rfdsim", "M_hat"), ("ridim", "tau")):
            began = time.perf_counter()
            found = highlight(robot, played[recursion], played[recursion].of(name)[turn % robot.n], name)
            asked, used = time.perf_counter(), time.process_time()
            frames.clear()
            view.set_highlight(found)
            wait(lambda: bool(frames), 10)
            spent = asked - began, frames[0] - asked, time.process_time() - used
            for kept, one in zip(times, spent, strict=True):
                kept.append(1e3 * one)
            wait(lambda: False, 0.05)
    making, showing, busy = (f"{sorted(each)[len(each) // 2]:.1f} ms ({max(each):.1f} at most)" for each in times)
    return making, f"{showing}, {busy} of work"


def memory() -> float:
    """Resident memory in MB; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def wait(condition: Callable[[], bool], seconds: float, every: int = 5) -> bool:
    """Run the event loop until the condition holds, or for so long; whether it holds. It is asked every so many ms."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    look = QTimer()
    look.timeout.connect(lambda: loop.quit() if condition() else None)
    look.start(every)
    QTimer.singleShot(round(1e3 * seconds), loop, loop.quit)
    loop.exec()
    look.stop()
    return condition()


if __name__ == "__main__":
    sys.exit(main())
