"""Files of a second start and of the desktop come into the open window."""

from __future__ import annotations

import json
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc_studio.window.files import handover, open_requests
from denoc_studio.window.files.handover import (
    FREE,
    GO,
    file_named,
    hand_over,
    message,
    pipe_path,
    socket_path,
    through_pipe,
)
from denoc_studio.window.files.open_requests import OpenRequests
from tests.support.patience import SECONDS
from tests.support.places import RESOURCES, ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sockets of the file system")


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A short one: names of sockets are bounded."""
    folder = Path(f"/tmp/denoc-{os.getpid()}")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.setattr(handover, "user_runtime_path", lambda *_, **__: folder / "denoc-studio")
    path = socket_path()
    assert path is not None
    yield path
    shutil.rmtree(folder)


class Window(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.opened: list[Path] = []
        self.free = True
        self.requests = OpenRequests(self.opened.append, lambda: self.free, self)


@pytest.fixture
def window(qapp: QApplication, place: Path) -> Iterator[Window]:
    window = Window()
    assert window.requests.listen(place)
    yield window
    window.requests.finish()


def asked(qtbot: QtBot, ask: Callable[[], object]) -> object:
    """What it returns in another thread, while the window lives on."""
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(ask()))
    thread.start()
    qtbot.waitUntil(lambda: not thread.is_alive())
    return found[0]


def test_a_second_start_hands_its_file_over(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    assert asked(qtbot, lambda: hand_over(tmp_path / "my arm ä.arm.json", SECONDS)) is True
    qtbot.waitUntil(lambda: bool(window.opened))
    assert window.opened == [tmp_path / "my arm ä.arm.json"]


def test_a_window_that_is_not_free_leaves_it_to_the_second(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    window.free = False
    assert asked(qtbot, lambda: hand_over(tmp_path / "a.arm.json", SECONDS)) is False
    assert window.opened == []


@pytest.mark.parametrize(
    "line",
    [
        b"", b"\n", b"[]\n", b"{}\n", b"null\n", b'{"open": 3}\n', b'{"open": "relative.arm.json"}\n', b"\xff\xfe\n",
        b'{"open": "/a", "run": "rm"}\n', b'{"open": "/a\\u0000b"}\n', b"[" * 100_000 + b"\n", b"x" * 200_000,
    ],
)  # fmt: skip
def test_nothing_else_is_understood(qtbot: QtBot, window: Window, place: Path, line: bytes) -> None:
    def say() -> bytes:
        with socket.socket(socket.AF_UNIX) as visitor:
            visitor.settimeout(0.5)
            visitor.connect(str(place))
            try:
                visitor.sendall(line)
                return visitor.recv(10)
            except OSError:
                return b""

    assert asked(qtbot, say) == b""
    assert window.opened == []
    assert asked(qtbot, lambda: hand_over(Path("/a"), SECONDS)) is True


def test_without_a_runtime_folder_nothing_is_printed() -> None:
    """Whatever another thread does to the filters of warnings meanwhile: here it leaves its own."""
    script = """
import warnings
from denoc_studio.window.files import handover
others, find = warnings.catch_warnings(), handover.user_runtime_path
others.__enter__()
def meanwhile(*given, **named):
    others.__exit__(None, None, None)
    return find(*given, **named)
handover.user_runtime_path = meanwhile
assert handover.socket_path() is not None
"""
    environment = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"}
    with tempfile.TemporaryDirectory() as environment["TMPDIR"]:  # a short name, as sockets want it
        command = [sys.executable, "-c", script]
        found = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")


def test_messages() -> None:
    assert file_named(message(Path("/a b/ü.arm.json"))) == Path("/a b/ü.arm.json")
    assert json.loads(message(Path("x")))["open"] == os.path.abspath("x")


@pytest.fixture
def pipe() -> Iterator[tuple[int, Path]]:
    """(the window's end, the name of the other): what can be read and written through one name, as Windows' pipes."""
    import tty  # not on Windows

    ours, theirs = os.openpty()
    tty.setraw(theirs)
    yield ours, Path(os.ttyname(theirs))
    os.close(theirs)
    os.close(ours)


def everything_heard(window: int) -> bytes:
    """What is written to a terminal arrives a moment later, and in pieces."""
    heard = b""
    while select.select([window], [], [], 0.5)[0]:
        heard += os.read(window, 100)
    return heard


@pytest.mark.parametrize("answer", [FREE, b"no..\n"])
def test_a_pipe_is_talked_to_as_a_socket(pipe: tuple[int, Path], answer: bytes) -> None:
    window, name = pipe
    os.write(window, answer)
    assert through_pipe(name, Path("/a"), patience=10.0) is (answer == FREE)
    assert everything_heard(window) == message(Path("/a")) + (GO if answer == FREE else b"")


def test_a_pipe_that_answers_too_late_is_told_nothing(pipe: tuple[int, Path]) -> None:
    window, name = pipe
    assert through_pipe(name, Path("/a"), patience=0.1) is False
    (late,) = [thread for thread in threading.enumerate() if thread.name == "handover"]
    os.write(window, FREE)
    late.join(10.0)
    assert not late.is_alive()
    assert everything_heard(window) == message(Path("/a"))


def test_a_pipe_has_one_name_that_nobody_guesses(tmp_path: Path) -> None:
    name = pipe_path(tmp_path)
    assert pipe_path(tmp_path) == name
    assert len(str(name)) > len(r"\\.\pipe\denoc-studio-") + 30
    assert through_pipe(tmp_path / "nobody", Path("/a"), patience=10.0) is False


def test_nobody_listens(place: Path) -> None:
    assert hand_over(Path("/a")) is False


def test_a_dead_socket_is_no_obstacle(qtbot: QtBot, place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(place))
        dead.listen()
    assert place.exists()
    assert hand_over(Path("/a")) is False
    window = Window()
    assert window.requests.listen(place)
    assert asked(qtbot, lambda: hand_over(Path("/a"), SECONDS)) is True
    window.requests.finish()


def test_one_that_never_answers_is_not_waited_for(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(str(place))
        mute.listen()
        assert hand_over(Path("/a"), patience=0.2) is False


def test_a_window_that_answers_too_late_opens_nothing(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    assert hand_over(tmp_path / "a.arm.json", patience=0.1) is False  # nobody runs its event loop meanwhile
    assert asked(qtbot, lambda: hand_over(tmp_path / "b.arm.json", SECONDS)) is True
    qtbot.waitUntil(lambda: bool(window.opened))
    assert window.opened == [tmp_path / "b.arm.json"]


def test_the_first_window_goes_on_listening(qtbot: QtBot, window: Window, place: Path) -> None:
    second = Window()
    assert not second.requests.listen(place)
    assert asked(qtbot, lambda: hand_over(Path("/a"), SECONDS)) is True
    qtbot.waitUntil(lambda: window.opened == [Path("/a")])


def test_a_folder_that_others_can_write_is_not_used(place: Path) -> None:
    place.parent.chmod(0o777)
    assert socket_path() is None


def test_file_open_events(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_requests, "TOLD_BY_EVENTS", True)
    window = Window()
    event = QFileOpenEvent(str(tmp_path / "a.arm.json"))
    assert event.type() == QEvent.Type.FileOpen
    QApplication.sendEvent(QApplication.instance(), event)
    qapp.removeEventFilter(window.requests)
    assert window.opened == [tmp_path / "a.arm.json"]


def test_the_program_itself(qtbot: QtBot, window: Window) -> None:
    path = RESOURCES / "scara.arm.json"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    code = (
        "import sys; from pathlib import Path; from denoc_studio.window.files import handover; "
        f"handover.hand_over.__defaults__ = ({SECONDS},); "
        f"handover.user_runtime_path = lambda *_, **__: Path({str(socket_path().parent)!r}); "  # type: ignore[union-attr]
        f"from denoc_studio.command_line.cli import main; sys.exit(main([{str(path)!r}]))"
    )
    command = [sys.executable, "-c", code]
    done = asked(
        qtbot, lambda: subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=SECONDS)
    )
    assert isinstance(done, subprocess.CompletedProcess)
    assert done.returncode == 0, done.stderr
    assert b"--new-window" in done.stdout
    qtbot.waitUntil(lambda: window.opened == [path])
