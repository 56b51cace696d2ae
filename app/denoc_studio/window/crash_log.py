"""What went wrong, kept where the user can find it: a log of limited size, fed by exceptions, crashes and Qt."""

from __future__ import annotations

import faulthandler
import logging
import platform
import sys
import threading
import traceback
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TextIO

from platformdirs import user_log_path
from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from denoc.basics.version import __version__

LOG = logging.getLogger("denoc_studio")
LARGEST = 512 * 1024  # bytes; one older file is kept
_AWAITED: dict[tuple[str, ...], Callable[[], None]] = {}
PACKAGES = ("PySide6-Essentials", "pyqtgraph", "numpy", "scipy", "numba", "llvmlite", "PyOpenGL")


def log_path() -> Path:
    return user_log_path("denoc-studio", appauthor=False) / "denoc-studio.log"


def start_logging(path: Path) -> None:
    """Everything from warnings on goes to the file; where that cannot be written the program runs all the same."""
    qInstallMessageHandler(_from_qt)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(path, maxBytes=LARGEST, backupCount=1, encoding="utf-8")
        crashes = path.with_suffix(".crash").open("a+", encoding="utf-8", errors="replace")
        faulthandler.enable(crashes)
    except OSError:
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.setLevel(logging.WARNING)
    LOG.addHandler(handler)
    _log_crashes(crashes)


def _log_crashes(crashes: TextIO) -> None:
    """What earlier sessions wrote when they crashed goes to the log. Sessions that go on append to the same file."""
    crashes.seek(0)
    if text := crashes.read()[-LARGEST // 2 :].strip():
        LOG.error("the program crashed in an earlier session:\n%s", text)
        crashes.truncate(0)


def report_exceptions(tell: Callable[[str], None]) -> Callable[[], None]:
    """Exceptions that nothing caught are logged, and told in one line; the window stays. Returns what ends the telling,
    for when it has gone."""
    listening = True

    def hush() -> None:
        nonlocal listening
        listening = False

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        LOG.error("%s", "".join(traceback.format_exception(kind, error, trace)))
        if listening:
            tell(f"{kind.__name__}: {error}")

    def thread_hook(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            hook(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)

    def unraisable_hook(arguments: sys.UnraisableHookArgs) -> None:
        if arguments.exc_value is not None:
            hook(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)

    sys.excepthook = hook
    threading.excepthook = thread_hook
    sys.unraisablehook = unraisable_hook
    return hush


def when_qt_says(starts: tuple[str, ...], act: Callable[[], None]) -> None:
    """`act` is called while Qt is saying something that begins so, in Qt's own thread and before it goes on."""
    _AWAITED[starts] = act


def system_report(renderer: str = "") -> str:
    """Versions, for a message to whoever helps."""
    lines = [
        f"DeNOC Studio {__version__}",
        f"Python {platform.python_version()} on {platform.platform()}",
        *(f"{name} {package_version(name)}" for name in PACKAGES),
    ]
    return "\n".join(lines + ([f"arm view: {renderer}"] if renderer else []))


def package_version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return "(not installed)"


def _from_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    level = {
        QtMsgType.QtDebugMsg: logging.DEBUG,
        QtMsgType.QtInfoMsg: logging.INFO,
        QtMsgType.QtWarningMsg: logging.WARNING,
    }.get(kind, logging.ERROR)
    logging.getLogger("denoc_studio.qt").log(level, "%s", message)
    for starts, act in _AWAITED.items():
        if message.startswith(starts):
            act()
