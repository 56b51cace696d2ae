from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read by numpy: threads that wait for a busy core only burn others

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from PySide6.QtCore import QLockFile
from PySide6.QtWidgets import QApplication

from denoc import Link, Robot, load, simulate
from denoc.kernels.storage import objects
from denoc_studio.window.garbage import collect
from tests.support.patience import PatientBot

gc.disable()  # as in the window: never in a worker
os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp()  # or a window that is open here would be handed what tests open
atexit.register(shutil.rmtree, os.environ["XDG_RUNTIME_DIR"], ignore_errors=True)
objects.KEPT = 10_000  # tests need more kernels than a user: none is made twice because others came in between
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
for number in {getattr(signal, name) for name in ("SIGHUP", "SIGINT", "SIGTERM") if hasattr(signal, name)}:
    if signal.getsignal(number) is signal.SIG_IGN:  # as in the background; what the tests start would ignore it too
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


@pytest.fixture(autouse=True)
def _environment() -> Iterator[None]:
    """A test leaves no variable behind: one that names a platform would be heard by every process started later."""
    before = _variables()
    yield
    assert _variables() == before


def _variables() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}


@pytest.fixture(autouse=True)
def _garbage() -> Iterator[None]:
    yield
    collect()


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientBot:
    return PatientBot(request)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """Random numbers that differ between tests and stay the same between runs."""
    return np.random.default_rng(abs(hash_text(request.node.name)) % 2**32)


def hash_text(text: str) -> int:
    value = 5381
    for character in text:
        value = value * 33 + ord(character)
    return value


@pytest.fixture(scope="session", autouse=True)
def _compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What takes seconds to compile, and says so, does it before the first test: one worker for all, the others wait
    and read it from disk."""
    folder = tmp_path_factory.getbasetemp()
    lock = QLockFile(str((folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "compiling"))
    lock.setStaleLockTime(0)
    assert lock.lock()
    try:
        simulate(load("planar-3r-free-fall").robot, [0] * 3, [0] * 3, 0.01)
    finally:
        lock.unlock()


@pytest.fixture(scope="session")
def planar() -> Robot:
    return load("planar-3r-free-fall").robot


@pytest.fixture(scope="session")
def stanford() -> Robot:
    return load("stanford-inverse").robot


@pytest.fixture(scope="session")
def pendulum() -> Robot:
    """A point mass of 2 kg on a massless rod of 0.7 m that swings in the x-y plane; q = 0 is level."""
    return Robot("pendulum", (Link(a=0.7, mass=2.0),), gravity=(0.0, -9.81, 0.0))
