"""Starts Qt and opens the main window on a project."""

from __future__ import annotations

import ctypes
import locale
import logging
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale, Qt, QTimer
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication

from denoc.files.disk.versions import Version
from denoc.files.projects.project import Project
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.settings_file import refuse_pickles
from denoc_studio.look.window_icon import window_icon
from denoc_studio.picture.image.warm_up import warm_up
from denoc_studio.session.disk_watch import look_at
from denoc_studio.session.recovery_store import recovery_folder
from denoc_studio.session.session import Session
from denoc_studio.widgets.guard import guard_overrides
from denoc_studio.window.crash_log import log_path, report_exceptions, start_logging
from denoc_studio.window.files.handover import socket_path
from denoc_studio.window.files.open_requests import OpenRequests
from denoc_studio.window.files.recovery_dialog import offer
from denoc_studio.window.garbage import Collector
from denoc_studio.window.later_panels import MODULES
from denoc_studio.window.main_window import MainWindow
from denoc_studio.window.shutdown import Shutdown, end_process

if TYPE_CHECKING:
    from denoc.files.urdf.tree import UrdfTree

DESKTOP_FILE = "studio.denoc.DenocStudio"  # in packaging/linux
LETTERS = ("C.UTF-8", "en_US.UTF-8", *(("C",) if sys.platform == "win32" else ()))
M_ARENA_MAX = -8  # of mallopt, see malloc.h
TOLD_AFTER = 100  # milliseconds
IDLE_AFTER = 3000  # milliseconds from the first picture, or from a moment at which a run was computed
BETWEEN = 300  # milliseconds between two imports
SWITCH = 1e-4  # seconds: Qt gives the interpreter away at every call, and waits so long to get it back from a worker


def run(
    project: Project,
    path: Path | None = None,
    *,
    notes: Sequence[str] = (),
    tree: UrdfTree | None = None,
    lesson: Path | None = None,
    template: Path | None = None,
) -> int:
    """The window, until it is closed; the exit code. `notes`: what is to be known of the project; of a `tree` the
    user picks an arm first; a `lesson` is opened; a `template` of xacro is, once the user agrees."""
    make_application()
    start_logging(log_path())
    preferences = Preferences()
    window = open_window(project, path, preferences, recovery_folder())
    shutdown = Shutdown(window, window.session.recovery)
    window.notice.tell(f"“{project.name}”", notes)
    if preferences.note:
        window.notice.tell("Settings", [preferences.note, *notes])
    window.session.run()
    requests = take_requests(window)
    requests.listen(socket_path())

    def ask() -> None:
        offer(window.session.recovery, window)
        if tree is not None:
            window.files.choose_from(tree)
        if lesson is not None:
            window.open_lesson(lesson)
        if template is not None:
            window.files.open_path(template)

    QTimer.singleShot(0, window, ask)
    code = QApplication.exec()
    requests.finish()
    shutdown.finish()
    preferences.settings.sync()
    if threading.active_count() > 1:
        end_process(shutdown.code or code)
    return shutdown.code or code


def take_requests(window: MainWindow) -> OpenRequests:
    """Files of later starts and of the desktop come into this window, which comes to the front."""

    def is_free() -> bool:
        return QApplication.activeModalWidget() is None and not window.session.document.modified

    def open_file(path: Path) -> None:
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.raise_()
        window.activateWindow()
        QTimer.singleShot(0, window, lambda: window.open_file(path))

    return OpenRequests(open_file, is_free, window)


def open_window(
    project: Project, path: Path | None, preferences: Preferences, recovery: Path | None = None
) -> MainWindow:
    """The window, shown, with everything behind it that can be had in a moment; `recovery` is a folder."""
    guard_overrides()
    session = Session(project, preferences, recovery_folder=recovery)
    session.document.path, session.document.version = path, _version(project, path)
    window = MainWindow(session)
    quiet = report_exceptions(_teller(window))
    window.destroyed.connect(quiet)
    session.recovery.failed.connect(window.say)
    _tell_what_takes_long(window)
    collector = Collector(session, lambda: session.runner.computing)
    session.document.results.ended.connect(lambda _: collector.settle())
    warm_up(project)
    window.grab()  # laid out and painted once, or its first moment on the screen would be a long one
    window.show()
    _import_when_idle(window)
    return window


def _import_when_idle(window: MainWindow) -> None:
    """What the tabs beside Plots need: a click then has only to build its panel. One after the other, and only while
    nothing else happens: whoever imports has the interpreter."""
    session, waiting = window.session, deque(MODULES)

    def look() -> None:
        if session.runner.computing:
            later.start(IDLE_AFTER)
            return
        work = partial(import_module, waiting.popleft()) if waiting else _give_back
        threading.Thread(target=work, name="imports", daemon=True).start()
        if work is not _give_back:
            later.start(BETWEEN)

    later = QTimer(window, singleShot=True)
    later.timeout.connect(look)
    later.start(IDLE_AFTER)
    session.document.replaced.connect(lambda _: later.start(IDLE_AFTER))


def _version(project: Project, path: Path | None) -> Version | None:
    """Of the file that the project was read from; None where that holds something else by now."""
    if path is None:
        return None
    sight = look_at(path)
    return sight.version if sight.project == project else None


def make_application() -> QApplication:
    """Names for the settings, locales that change no decimal point and no letter, a surface that can be smooth."""
    sys.setswitchinterval(SWITCH)
    _share_heaps()
    QCoreApplication.setOrganizationName("denoc-studio")
    QCoreApplication.setApplicationName("denoc-studio")
    QLocale.setDefault(QLocale.c())
    surface = QSurfaceFormat.defaultFormat()
    surface.setSamples(4)
    surface.setDepthBufferSize(24)
    QSurfaceFormat.setDefaultFormat(surface)
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    _set_locale()
    refuse_pickles()
    application.setApplicationDisplayName("")
    application.setDesktopFileName(DESKTOP_FILE)
    application.setWindowIcon(window_icon())
    return application


def _share_heaps() -> None:
    """Two heaps for all threads: glibc gives each its own, where a burst of compiling leaves its free pages behind."""
    with suppress(OSError, AttributeError):  # another C library
        ctypes.CDLL("libc.so.6").mallopt(M_ARENA_MAX, 2)


def _give_back() -> None:
    """To the system, the memory that the start has taken and freed again."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)


def _set_locale() -> None:
    """The C library's, which Qt has just taken from the environment.

    By its rules PySide makes "setInterval" of a keyword "interval": where i is not the small letter of I it finds none.
    """
    locale.setlocale(locale.LC_NUMERIC, "C")
    for name in LETTERS:
        with suppress(locale.Error):
            locale.setlocale(locale.LC_CTYPE, name)
            return


def _teller(window: MainWindow) -> Callable[[str], None]:
    """Shows an error a little later: it may have come of painting, of another thread, or of looking at every event, so
    that to tell each would make the next."""
    told: list[str] = []

    def say() -> None:
        window.say(f"The program made an error: {told[-1]} (see Help, log)")
        told.clear()

    later = QTimer(window, singleShot=True, interval=TOLD_AFTER)
    later.timeout.connect(say)

    def tell(error: str) -> None:
        told.append(error)
        if len(told) == 1:
            QTimer.singleShot(0, window, later.start)
        del told[:-1]

    return tell


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
    log = logging.getLogger("denoc")
    log.setLevel(logging.INFO)
    handler = ToStatusBar()
    log.addHandler(handler)
    window.destroyed.connect(lambda: log.removeHandler(handler))
