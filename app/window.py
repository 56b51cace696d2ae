"""Starts Qt and opens the main window on a project."""

from __future__ import annotations

import locale
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QTimer
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication

from app.collector import Collector
from app.crash_log import log_path, report_exceptions, start_logging
from app.disk_watch import look_at
from app.main_window import MainWindow
from app.preferences import Preferences
from app.recovery_store import recovery_folder
from app.session import Session
from app.views.recovery_dialog import offer
from app.warm_up import warm_up
from dynamics.io.urdf_tree import UrdfTree
from dynamics.io.versions import Version
from dynamics.kernels.dispatch import never_compile_here
from dynamics.project import Project

SWITCH = 5e-4  # seconds: Qt gives the interpreter away at every call, and waits so long to get it back from a worker


def run(project: Project, path: Path | None = None, *, notes: Sequence[str] = (), tree: UrdfTree | None = None) -> int:
    """The window, until it is closed; the exit code. `notes`: what is to be known of the project; of a `tree` the
    user picks an arm first."""
    make_application()
    start_logging(log_path())
    window = open_window(project, path, Preferences(), recovery_folder())
    window.notice.tell(f"“{project.name}”", notes)
    window.session.run()

    def ask() -> None:
        offer(window.session.recovery, window)
        if tree is not None:
            window.files.choose_from(tree)

    QTimer.singleShot(0, window, ask)
    return QApplication.exec()


def open_window(
    project: Project, path: Path | None, preferences: Preferences, recovery: Path | None = None
) -> MainWindow:
    """The window, shown, with everything behind it that can be had in a moment; `recovery` is a folder."""
    never_compile_here()
    session = Session(project, preferences, recovery_folder=recovery)
    session.document.path, session.document.version = path, _version(project, path)
    window = MainWindow(session)
    report_exceptions(lambda text: window.say(f"The program made an error: {text} (see Help, log)"))
    session.recovery.failed.connect(window.say)
    _tell_what_takes_long(window)
    collector = Collector(session)
    session.document.results.ended.connect(lambda _: collector.settle())
    warm_up(project)
    window.grab()  # laid out and painted once, or its first moment on the screen would be a long one
    window.show()
    return window


def _version(project: Project, path: Path | None) -> Version | None:
    """Of the file that the project was read from; None where that holds something else by now."""
    if path is None:
        return None
    sight = look_at(path)
    return sight.version if sight.project == project else None


def make_application() -> QApplication:
    """Names for the settings, a locale that shifts no decimal point, a surface that can be smooth."""
    sys.setswitchinterval(SWITCH)
    QCoreApplication.setOrganizationName("denoc-studio")
    QCoreApplication.setApplicationName("denoc-studio")
    QLocale.setDefault(QLocale.c())
    surface = QSurfaceFormat.defaultFormat()
    surface.setSamples(4)
    surface.setDepthBufferSize(24)
    QSurfaceFormat.setDefaultFormat(surface)
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    locale.setlocale(locale.LC_NUMERIC, "C")
    application.setApplicationDisplayName("")
    return application


def _tell_what_takes_long(window: MainWindow) -> None:
    """The numerics say when they compile something that takes seconds."""

    told: list[str] = []

    class ToStatusBar(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told[:] = [record.getMessage()]
            QTimer.singleShot(0, window, lambda: window.say(told[0]))

    def over() -> None:
        if window.status.currentMessage() in told:
            window.status.clearMessage()

    window.session.document.results.ended.connect(lambda _: over())
    log = logging.getLogger("dynamics")
    log.setLevel(logging.INFO)
    log.addHandler(ToStatusBar())
