"""Who draws the arm: OpenGL, or the painter where there is none. Both show the same, and paint each word once."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QMainWindow
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.arm import overlay as arm_overlay
from denoc_studio.panels.arm.gl_probe import OpenGL, only_software, probe
from denoc_studio.panels.arm.view import ArmView
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from tests.support.places import PYTHONPATH, ROOT
from tests.support.studio.arm_pictures import inked, pixels, seen


@pytest.mark.parametrize("painter", [False, True], ids=["OpenGL", "painter"])
def test_both_canvases_show_the_arm(make_arm: Callable[..., ArmView], painter: bool) -> None:
    view = make_arm(painter)
    assert view.canvas_name == ("painter" if painter else "OpenGL")
    assert inked(seen(view)) > 2000


def test_both_canvases_show_the_same(make_arm: Callable[..., ArmView], preferences: Preferences, qtbot: QtBot) -> None:
    view = make_arm(False)
    preferences["smooth"] = False
    by_gl = seen(view)
    preferences["drawing"] = "painter"
    assert view.canvas_name == "painter"
    by_painter = seen(view)
    different = (np.abs(by_gl - by_painter).max(axis=2) > 60).mean()
    assert different < 0.01
    preferences["drawing"] = "opengl"
    assert view.canvas_name == "OpenGL"
    qtbot.waitUntil(lambda: inked(seen(view)) > 2000)


@pytest.mark.parametrize("painter", [False, True], ids=["OpenGL", "painter"])
def test_an_image_has_the_size_that_was_asked_for(make_arm: Callable[..., ArmView], painter: bool) -> None:
    image = make_arm(painter).image(320, 200)
    assert (image.width(), image.height()) == (320, 200)
    assert inked(pixels(image)) > 500


def test_without_opengl_the_painter_takes_over_and_says_so(
    make_arm: Callable[..., ArmView], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("denoc_studio.panels.arm.canvas.probe", lambda: OpenGL("there is none"))
    with caplog.at_level(logging.WARNING, logger="denoc_studio"):
        view = make_arm(False)
        assert view.canvas_name == "painter"
        view.fit()
        view._canvas._follow_preference("smooth")
    assert [record.getMessage() for record in caplog.records] == ["the arm is drawn without OpenGL: there is none"]
    assert inked(seen(view)) > 2000


def test_without_pyopengl_the_painter_takes_over_and_says_so(
    make_arm: Callable[..., ArmView], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("denoc_studio.panels.arm.canvas.probe", lambda: OpenGL("", "a graphics card"))
    monkeypatch.setitem(sys.modules, "denoc_studio.panels.arm.gl_canvas", None)  # as where its import fails
    with caplog.at_level(logging.WARNING, logger="denoc_studio"):
        view = make_arm(False)
    assert view.canvas_name == "painter"
    assert [record.getMessage().partition(":")[2][:30] for record in caplog.records] == [
        " PyOpenGL cannot be used: impo"
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there always is one, for all that is known")
@pytest.mark.parametrize(("device", "found"), [("dri/renderD128", True), ("nvidia0", True), ("tty0", False)])
def test_a_graphics_device_is_found(qapp: QApplication, tmp_path: Path, device: str, found: bool) -> None:
    (tmp_path / device).parent.mkdir(exist_ok=True)
    (tmp_path / device).touch()
    assert only_software(tmp_path) is not found


def test_without_a_graphics_device_opengl_is_not_even_asked(
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
    document: Document,
    playback: Playback,
    preferences: Preferences,
    themes: Themes,
) -> None:
    asked: list[OpenGL] = []
    found = OpenGL("", "a graphics card")
    monkeypatch.setattr("denoc_studio.panels.arm.canvas.probe", lambda: asked.append(found) or found)
    monkeypatch.setattr("denoc_studio.panels.arm.canvas.only_software", lambda: True)
    view = ArmView(document, playback, preferences, themes)
    qtbot.addWidget(view)
    assert view.canvas_name == "painter"
    assert not asked
    preferences["drawing"] = "opengl"
    assert view.canvas_name == "OpenGL"


def test_the_probe_asks_qt_who_draws(qapp: QApplication) -> None:
    found = probe()
    assert found.problem == ""
    assert found.renderer != ""


def test_opengl_in_software_is_left_alone_unless_asked_for(
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
    document: Document,
    playback: Playback,
    preferences: Preferences,
    themes: Themes,
) -> None:
    monkeypatch.setattr("denoc_studio.panels.arm.canvas.probe", lambda: OpenGL("", "llvmpipe (LLVM 15, 256 bits)"))
    monkeypatch.setattr("denoc_studio.panels.arm.canvas.only_software", lambda: False)
    view = ArmView(document, playback, preferences, themes)
    qtbot.addWidget(view)
    assert view.canvas_name == "painter"
    preferences["drawing"] = "opengl"
    assert view.canvas_name == "OpenGL"


def test_the_notice_reaches_who_connects_after_the_view_is_made(
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
    document: Document,
    playback: Playback,
    preferences: Preferences,
    themes: Themes,
) -> None:
    monkeypatch.setattr("denoc_studio.panels.arm.canvas.probe", lambda: OpenGL("there is none"))
    monkeypatch.setattr("denoc_studio.panels.arm.canvas.only_software", lambda: False)
    view = ArmView(document, playback, preferences, themes)
    qtbot.addWidget(view)
    with qtbot.waitSignal(view.notice) as said:
        pass
    assert "there is none" in said.args[0]


def test_an_error_while_painting_changes_the_canvas_once(
    make_arm: Callable[..., ArmView], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, preferences: Preferences
) -> None:
    view = make_arm(False)
    assert view.canvas_name == "OpenGL"
    notices: list[str] = []
    view.notice.connect(notices.append)

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the context is lost")

    monkeypatch.setattr(view._canvas.drawer, "paint", broken)
    view.fit()
    qtbot.waitUntil(lambda: view.canvas_name == "painter")
    qtbot.waitUntil(lambda: len(notices) == 1)
    assert "the context is lost" in notices[0]
    assert inked(seen(view)) > 2000
    preferences["smooth"] = not preferences["smooth"]
    assert view.canvas_name == "painter"
    qtbot.wait(50)
    assert len(notices) == 1


def test_a_refused_shader_brings_the_painter(
    make_arm: Callable[..., ArmView], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr("denoc_studio.panels.arm.gl_items.SolidItem.sources", lambda _: ("not a shader", "at all"))
    view = make_arm(False)
    qtbot.waitUntil(lambda: view.canvas_name == "painter")
    assert inked(seen(view)) > 2000


def test_the_canvas_survives_a_change_of_window(make_arm: Callable[..., ArmView], qtbot: QtBot) -> None:
    view = make_arm(False)
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(view)
    window.resize(520, 420)
    window.show()
    qtbot.waitExposed(window)
    qtbot.waitUntil(lambda: inked(seen(view)) > 1500)
    assert view.canvas_name == "OpenGL"
    view.setParent(None)
    view.show()
    qtbot.waitUntil(lambda: inked(seen(view)) > 1500)
    assert view.canvas_name == "OpenGL"


SCRIPT = """
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from denoc_studio.picture.arm.symbols.highlight import highlight
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc import play
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.arm.painted_frames import FramePainter, WantedFrame
from denoc_studio.panels.arm.view import ArmView
from denoc import load

application = QApplication([])
preferences = Preferences(QSettings("{settings}", QSettings.Format.IniFormat))
view = ArmView(Document(load("planar-3r-free-fall")), Playback(), preferences, Themes(preferences))
view.notice.connect(lambda text: print("notice:", text))
view.resize(400, 300)
view.show()
for _ in range(5):
    application.processEvents()
print(view.canvas_name, view.grab().toImage().save("{picture}"))
"""


def test_the_offscreen_platform_is_served_by_the_painter(tmp_path: Path) -> None:
    script = SCRIPT.format(settings=tmp_path / "s.ini", picture=tmp_path / "arm.png")
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": PYTHONPATH},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "painter True"
    assert done.stdout.count("notice:") == 1
    assert "context" not in done.stderr
    assert inked(pixels(QImage(str(tmp_path / "arm.png")))) > 1000


class TestWords:
    """Qt keeps the letters of every OpenGL context that it has written in, and to write takes longer than to copy."""

    @pytest.mark.parametrize("painter", [False, True], ids=["OpenGL", "painter"])
    def test_are_painted_once_and_kept(
        self, make_arm: Callable[..., ArmView], monkeypatch: pytest.MonkeyPatch, painter: bool
    ) -> None:
        painted: list[object] = []
        paint = arm_overlay._Images._painted
        monkeypatch.setattr(arm_overlay, "_kept", {})
        monkeypatch.setattr(arm_overlay._Images, "_painted", lambda *given: painted.append(given) or paint(*given))
        view = make_arm(painter)
        before = seen(view)
        assert len(painted) == len(arm_overlay._kept) >= 5  # three joints, the axes, gravity
        count = len(painted)
        view.show_pose(np.array([0.4, 0.5, 0.6]))
        assert np.abs(seen(view) - before).mean() > 1
        assert len(painted) == count

    @pytest.mark.parametrize("painter", [False, True], ids=["OpenGL", "painter"])
    def test_are_not_kept_for_ever(
        self, monkeypatch: pytest.MonkeyPatch, make_arm: Callable[..., ArmView], painter: bool
    ) -> None:
        monkeypatch.setattr(arm_overlay, "MOST_KEPT", 4)
        monkeypatch.setattr(arm_overlay, "_kept", {})
        seen(make_arm(painter))
        assert 0 < len(arm_overlay._kept) <= 4

    def test_of_another_view_replace_those_before(
        self, monkeypatch: pytest.MonkeyPatch, make_arm: Callable[..., ArmView]
    ) -> None:
        monkeypatch.setattr(arm_overlay, "_kept", {})
        view = make_arm(True)
        before = seen(view)
        count, axes = len(arm_overlay._kept), arm_overlay._kept["axes"][1]
        view.look_from("top")
        assert np.abs(seen(view) - before).mean() > 1
        assert len(arm_overlay._kept) == count
        assert arm_overlay._kept["axes"][1] != axes

    def test_look_as_if_they_were_written(self, qapp: QApplication) -> None:
        place, colour = QRectF(0, 0, 40, 17), QColor("#204060")
        written, drawn = (QImage(40, 17, QImage.Format.Format_RGB32) for _ in range(2))
        for image in (written, drawn):
            image.fill(QColor("#ffffff"))

        def write(painter: QPainter, room: QRectF) -> None:
            painter.setPen(colour)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, "12")

        painter = QPainter(drawn)
        images = arm_overlay._Images(painter)
        images.put(images.of("number", "12", place.size(), write), place.center())
        painter.end()
        painter = QPainter(written)
        painter.setFont(images.font)
        write(painter, place)
        painter.end()
        assert inked(pixels(written)) > 10
        assert np.abs(pixels(written) - pixels(drawn)).mean() < 2.0
