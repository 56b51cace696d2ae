"""The window ends in order when it is told to from outside: real processes, real signals, a display that dies."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from denoc import load
from denoc_studio.project import run_edits
from denoc_studio.session.recovery_store import leftovers
from tests.support.places import PYTHONPATH
from tests.support.studio.processes import PATIENCE, TOLD_OFTEN, WindowProcess

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")

EDITED = """
def begin():
    edit()
    say("ready")
"""
COMPUTING = """
def begin():
    from denoc_studio.project import run_edits
    edit()
    document = main_window().session.document
    document.edit(run_edits.set_duration(document.project, 1e5), "Run for long")
    main_window().session.run()
    results = document.results
    when(lambda: results.current and results.current.running and results.current.count > 10, lambda: say("ready"))
"""
BOX = """
def begin():
    from PySide6.QtWidgets import QMessageBox
    edit()
    when(lambda: isinstance(QApplication.activeModalWidget(), QMessageBox), lambda: say("ready"))
    QMessageBox.warning(main_window(), "A box", "Nobody answers.")
"""
CLOSING = """
def begin():
    edit()
    when(lambda: QApplication.activeModalWidget() is not None, lambda: say("ready"))
    main_window().close()  # asks whether to save
"""
TYPING = """
def begin():
    from PySide6.QtTest import QTest
    window = main_window()
    window.resize(1280, 800)
    window.activateWindow()
    window.robot.table.selectRow(1)
    mass = window.robot.inertia.body.mass
    mass.setFocus()
    mass.selectAll()
    QTest.keyClicks(mass, "7.5")
    when(lambda: QApplication.focusWidget() is mass, lambda: say("ready"))
"""


def recovered(window: WindowProcess) -> list[float]:
    """Lengths a of the second link in all recovery copies."""
    return [leftover.project.robot.links[1].a for leftover in leftovers(window.recovery)]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])  # SIGINT: below
def test_a_signal(qapp: QApplication, tmp_path: Path, number: signal.Signals, code: int) -> None:
    with WindowProcess(tmp_path, EDITED) as window:
        window.hear("ready")
        window.process.send_signal(number)
        assert window.end() == (code, "", "")
        assert recovered(window) == [0.4321]
        assert "window" in window.settings.read_text(), "the layout is kept as at any end"


@pytest.mark.parametrize("begin", [COMPUTING, BOX, CLOSING, TYPING], ids=["computing", "box", "closing", "typing"])
def test_a_signal_at_a_bad_moment(qapp: QApplication, tmp_path: Path, begin: str) -> None:
    with WindowProcess(tmp_path, begin) as window:
        window.hear("ready")
        window.process.send_signal(signal.SIGINT)
        assert window.end() == (130, "", "")
        (left,) = leftovers(window.recovery)
        assert left.project.robot.links[1].a == 0.4321 or left.project.robot.links[1].mass == 7.5
        assert "Traceback" not in (window.log.read_text() if window.log.exists() else "")


def test_a_signal_while_everything_is_compiled(qapp: QApplication, tmp_path: Path) -> None:
    """On a new machine: threads in the middle of the compiler, which must not be taken down under them."""
    tmp_path.chmod(0o700)
    with WindowProcess(tmp_path, EDITED, DENOC_STUDIO_CACHE=str(tmp_path / "cache")) as window:
        window.hear("ready")
        window.process.send_signal(signal.SIGINT)
        assert window.end()[0] == 130
        assert recovered(window) == [0.4321]
        assert "Segmentation" not in window.log.with_suffix(".crash").read_text()


def test_nothing_is_left_of_what_is_unchanged(qapp: QApplication, tmp_path: Path) -> None:
    with WindowProcess(tmp_path, "def begin(): say('ready')\n") as window:
        window.hear("ready")
        window.process.send_signal(signal.SIGTERM)
        assert window.end() == (143, "", "")
        assert not window.recovery.exists() or list(window.recovery.iterdir()) == []


def test_an_ignored_signal_stays_ignored(qapp: QApplication, tmp_path: Path) -> None:
    """As under nohup: the terminal may go."""
    begin = """
def begin():
    import signal
    say(signal.getsignal(signal.SIGHUP) is signal.SIG_IGN)
"""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        window = WindowProcess(tmp_path, begin)
    finally:
        signal.signal(signal.SIGHUP, before)
    with window:
        window.hear("True")
        window.process.send_signal(signal.SIGHUP)
        window.process.send_signal(signal.SIGTERM)
        assert window.end()[0] == 143


@pytest.fixture
def display() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """An X server of one's own."""
    server = shutil.which("Xvfb")
    if server is None:
        pytest.skip("no Xvfb")
    near, far = os.pipe()
    process = subprocess.Popen(
        [server, "-displayfd", str(far), "-screen", "0", "1440x900x24", "-nolisten", "tcp"],
        pass_fds=[far],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(far)
    with os.fdopen(near) as told:
        number = told.readline().strip()
    yield f":{number}", process
    process.kill()
    process.wait()


@pytest.mark.parametrize(
    ("begin", "drawing"),
    [(EDITED, "painter"), (COMPUTING, "opengl"), (BOX, "opengl")],
    ids=["idle", "computing", "box"],
)
def test_a_lost_display(tmp_path: Path, display: tuple[str, subprocess.Popen[bytes]], begin: str, drawing: str) -> None:
    name, server = display
    (tmp_path / "config" / "denoc-studio").mkdir(parents=True)
    (tmp_path / "config" / "denoc-studio" / "denoc-studio.conf").write_text(f"[preferences]\ndrawing={drawing}\n")
    with WindowProcess(tmp_path, begin, DISPLAY=name, QT_QPA_PLATFORM="xcb") as window:
        window.hear("ready")
        server.kill()
        code, _, complained = window.end()
        assert code == 1
        assert "unsaved changes are kept" in complained
        for word in ("Traceback", "Aborted", "Fatal", "core"):
            assert word not in complained
        assert recovered(window) == [0.4321]


def test_a_film_on_the_command_line(tmp_path: Path) -> None:
    """No file of it stays, no other that is unfinished, and no traceback is shown."""
    source, out = tmp_path / "long.arm.json", tmp_path / "out"
    run_edits.set_duration(load("planar-3r-free-fall"), 60.0, 10.0).save(source)
    process = subprocess.Popen(
        [*TOLD_OFTEN, "run", str(source), "--out", str(out), "--gif", "--frames", "--fps", "50"],
        env={**os.environ, "PYTHONPATH": PYTHONPATH},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert process.stderr is not None
    assert any("drawn" in line for line in process.stderr)  # until the first line about its progress
    process.send_signal(signal.SIGHUP)
    _, complained = process.communicate(timeout=PATIENCE)
    assert process.returncode == 129
    assert "Traceback" not in complained
    assert list(out.iterdir()) == []


def test_check_on_the_command_line(tmp_path: Path) -> None:
    source = tmp_path / "long.arm.json"
    run_edits.set_duration(load("planar-3r-free-fall"), 1e5).save(source)
    process = subprocess.Popen(
        [*TOLD_OFTEN, "check", str(source)],
        env={**os.environ, "PYTHONPATH": PYTHONPATH},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert any("simulated" in line for line in process.stderr)
    process.send_signal(signal.SIGINT)
    _, complained = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "cancelled at t = " in complained
    assert "Traceback" not in complained
