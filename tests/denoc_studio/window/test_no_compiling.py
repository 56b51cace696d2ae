"""The window's thread never compiles a kernel: whatever it asks for comes from kernels that are loaded, or from the
recursions' text."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import get_args

import msgspec
import pytest
from PySide6.QtWidgets import QDockWidget
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.arm.robot import Convention
from denoc.kernels import dispatch
from denoc.kernels.kernel import Kernel
from denoc_studio.lessons.quantities import find
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.run.pose_editor import tip_pose
from denoc_studio.plots.series import KINDS
from denoc_studio.project import run_edits
from denoc_studio.session.moment import moment_at
from denoc_studio.window.help.dh_picture import dh_image
from tests.support.studio.windows import idle_window


def test_the_windows_thread_never_compiles(
    qtbot: QtBot, preferences: Preferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, threading.Thread]] = []
    make = dispatch._make_generic

    def watched(name: str) -> Kernel:
        if name not in dispatch._generic:
            made.append((name, threading.current_thread()))
        return make(name)

    monkeypatch.setattr(dispatch, "_generic", {})
    monkeypatch.setattr(dispatch, "_make_generic", watched)
    preferences["drawing"] = "painter"
    project = load("planar-3r-free-fall")
    robot = replace(project.robot, links=tuple(replace(link, coulomb=0.1) for link in project.robot.links))
    wrench = (0.0, 0.0, 0.1, 1.0, 0.0, 0.0)
    run = msgspec.structs.replace(project.run, duration=0.3, tip_wrench=wrench, limits="bounce")
    window = idle_window(qtbot, replace(project, robot=robot, run=run), preferences)
    document = window.session.document
    window.session.run()

    def has_run() -> bool:
        found = document.results.current
        return found is not None and not found.running and found.project.same_run(document.project)

    qtbot.waitUntil(has_run, timeout=60_000)
    for kind in KINDS:
        if kind.fits(document.project):
            window.plots.show_plot(kind.key)
            qtbot.wait(20)
    window.arm.grab()
    for dock in window.findChildren(QDockWidget):
        dock.show()
        dock.raise_()
        qtbot.wait(20)
    for convention in get_args(Convention):
        dh_image(convention, window.session.themes.current, 1.0)
    moment, _ = moment_at(document, window.session.playback)
    assert moment is not None
    for asked in ("inertia 1 1", "run kinetic", "run potential"):
        find(asked, moment)
    tip_pose(document.robot, document.project.q0)
    for motion in ("line", "poses", "arc", "joints"):
        document.edit(run_edits.set_kind(document.project, motion), motion)
    for law in ("pd", "computed"):
        document.edit(run_edits.choose_law(document.project, law), law)
    document.edit(run_edits.switch_limit(document.project, "torque_limit", True), "limit")
    qtbot.waitUntil(has_run, timeout=60_000)
    assert {"frames", "inverse denoc", "inverse denoc wrench", "gravity"} <= {name for name, _ in made}
    assert [name for name, thread in made if thread is threading.main_thread()] == []
