"""The arm out of the window through its menus: picture, animation, lab report; the numbers as without the window."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from denoc import load, run_project
from denoc_studio.command_line.cli import main
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.exports.export_dialog import ExportDialog
from denoc_studio.panels.exports.film_dialog import FilmDialog
from denoc_studio.panels.exports.picture_dialog import PictureDialog
from denoc_studio.panels.exports.report_dialog import ReportDialog
from denoc_studio.widgets.images import qimage
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.arm_pictures import drag, inked, pixels, seen
from tests.support.studio.papers import about, needs_poppler, words
from tests.support.studio.windows import open_window

LONG = 60_000  # milliseconds: a new process has to import everything


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> MainWindow:
    preferences["theme"] = "light"
    preferences["drawing"] = "painter"
    window = open_window(qtbot, preferences)
    window.session.playback.pause()  # or it would be drawn again and again while another process writes
    return window


def choose(window: MainWindow, text: str) -> None:
    """A menu's entry, by its words."""
    (action,) = [a for a in window.menus.actions.all if a.text().replace("&", "") == text]
    action.trigger()


def film_dialog(window: MainWindow, folder: Path, *formats: str) -> FilmDialog:
    choose(window, "Export the animation...")
    dialog = window.arm_export.dialog
    assert isinstance(dialog, FilmDialog)
    dialog.folder.setText(str(folder))
    for name, box in dialog.formats.items():
        box.setChecked(name in formats)
    dialog.look.width.setValue(200)
    dialog.look.height.setValue(150)
    dialog.fps.setValue(10)
    return dialog


def export(qtbot: QtBot, dialog: ExportDialog) -> str:
    qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.fields.isEnabled(), timeout=LONG)
    return dialog.message.text()


class Pulse:
    """How often the event loop comes round."""

    def __init__(self) -> None:
        self.beats = 0
        self._timer = QTimer(interval=5)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        self.beats += 1


class TestFilm:
    def test_a_part_of_the_run_without_holding_up_the_window(
        self, qtbot: QtBot, window: MainWindow, tmp_path: Path
    ) -> None:
        dialog = film_dialog(window, tmp_path, "gif", "mp4", "frames")
        dialog.start.setValue(2.0)
        dialog.end.setValue(4.0)
        dialog.speed.setValue(0.5)
        dialog.look.theme.setCurrentIndex(2)
        assert "planar-3r-free-fall.gif, planar-3r-free-fall.mp4" in dialog.files.text()
        assert "40 frames, 4 s" in dialog.files.text()
        pulse = Pulse()
        shares = []
        dialog.progress.valueChanged.connect(shares.append)
        assert "Wrote 3 files" in export(qtbot, dialog)
        assert pulse.beats > 5
        assert max(shares) == 1000
        assert len(shares) > 5
        with Image.open(tmp_path / "planar-3r-free-fall.gif") as image:
            assert image.size == (200, 150)
            assert image.n_frames == 40
            assert np.asarray(image.convert("RGB"))[0, -1].max() < 80  # the dark theme
        assert (tmp_path / "planar-3r-free-fall.mp4").stat().st_size > 3000
        assert len(list((tmp_path / "planar-3r-free-fall-frames").iterdir())) == 40

    def test_the_camera_of_the_view(self, qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
        drag(qtbot, window.arm, QPoint(10, 10), QPoint(150, 60), Qt.MouseButton.LeftButton)
        dialog = film_dialog(window, tmp_path, "frames")
        assert dialog.order().look.camera == window.arm.camera
        assert not dialog.order().look.fit
        dialog.look.camera.setCurrentIndex(1)
        assert dialog.order().look.fit

    def test_it_can_be_stopped_and_leaves_nothing(
        self, qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scratch, out = tmp_path / "scratch", tmp_path / "out"
        scratch.mkdir()
        out.mkdir()
        monkeypatch.setenv("TMPDIR", str(scratch))
        dialog = film_dialog(window, out, "gif", "mp4")
        dialog.speed.setValue(0.02)
        qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: dialog.progress.value() > 0, timeout=LONG)
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: dialog.fields.isEnabled(), timeout=LONG)
        assert dialog.message.text() == "Stopped; nothing was written."
        assert not list(out.iterdir())
        assert not list(scratch.glob("denoc-studio-*"))

    def test_what_cannot_be_is_said_while_it_is_typed(self, window: MainWindow, tmp_path: Path) -> None:
        dialog = film_dialog(window, tmp_path, "gif")
        dialog.fps.setValue(60)
        assert "at most 50" in dialog.files.text()
        assert not dialog.export_button.isEnabled()
        dialog.fps.setValue(25)
        assert dialog.export_button.isEnabled()
        dialog.speed.setValue(0.001)
        assert "raise the speed" in dialog.files.text()
        dialog.speed.setValue(1)
        dialog.start.setValue(5)
        dialog.end.setValue(4)
        assert not dialog.export_button.isEnabled()

    def test_without_ffmpeg_it_says_how_to_get_it(
        self, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
        dialog = film_dialog(window, tmp_path, "gif")
        assert not dialog.formats["mp4"].isEnabled()
        assert f"{sys.executable} -m pip install imageio-ffmpeg" in dialog.no_mp4.text()
        assert dialog.no_mp4.isVisible()

    @pytest.mark.usefixtures("exports_here")
    def test_choices_are_kept(self, qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
        dialog = film_dialog(window, tmp_path, "frames")
        dialog.end.setValue(0.5)
        export(qtbot, dialog)
        dialog.reject()
        choose(window, "Export the animation...")
        again = window.arm_export.dialog
        assert isinstance(again, FilmDialog)
        assert again is not dialog
        assert again.order().formats == ("frames",)
        assert (again.order().look.width, again.order().pace.fps) == (200, 10)
        assert again.folder.text() == str(tmp_path)


class TestPicture:
    @pytest.mark.usefixtures("exports_here")
    def test_it_shows_what_the_view_shows(self, qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
        window.session.playback.seek(1.0)
        for dock in window.docks:
            dock.hide()
        window.hint.hide()
        qtbot.waitUntil(lambda: window.arm.height() > 300)
        qtbot.wait(300)  # until it is drawn as finely as at rest
        choose(window, "Export the picture of the arm...")
        dialog = window.arm_export.dialog
        assert isinstance(dialog, PictureDialog)
        dialog.folder.setText(str(tmp_path))
        dialog.look.width.setValue(window.arm.width())
        dialog.look.height.setValue(window.arm.height())
        assert "planar-3r-free-fall-arm.png" in dialog.files.text()
        dialog.name.setText("planar-3r-free-fall-arm.PNG")
        assert dialog.files.text() == "planar-3r-free-fall-arm.png"
        assert "Wrote 1 file " in export(qtbot, dialog)
        with Image.open(tmp_path / "planar-3r-free-fall-arm.png") as image:
            found = pixels(qimage(image))
        shown = seen(window.arm)
        assert found.shape == shown.shape
        same = np.abs(found - shown).mean()
        assert same < 2  # but for the selected link's colour
        window.session.playback.seek(3.0)
        assert np.abs(found - seen(window.arm)).mean() > 2 * same

    def test_copy(self, qtbot: QtBot, window: MainWindow) -> None:
        clipboard = QGuiApplication.clipboard()
        clipboard.clear()
        size = window.arm.size() * 2
        choose(window, "Copy the picture of the arm")
        qtbot.waitUntil(lambda: not clipboard.image().isNull(), timeout=LONG)
        image = clipboard.image()
        assert image.size() == size
        assert inked(pixels(image)) > 500


@needs_poppler
def test_lab_report(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    choose(window, "Lab report...")
    dialog = window.arm_export.dialog
    assert isinstance(dialog, ReportDialog)
    assert dialog.files.text() == "planar-3r-free-fall-report.pdf"
    dialog.folder.setText(str(tmp_path))
    dialog.name.setText("mine.pdf")
    pulse, shares = Pulse(), []
    dialog.progress.valueChanged.connect(shares.append)
    assert "Wrote 1 file " in export(qtbot, dialog)
    assert pulse.beats > 5
    assert len({share for share in shares if share > 0}) > 5
    assert max(shares) <= 1000
    assert "Pages:           3" in about(tmp_path / "mine.pdf")
    run = window.session.document.results.current
    assert run is not None
    text = words(tmp_path / "mine.pdf", "-layout")
    assert f"{run.recording.energy_error:.1e} of the energy exchanged" in text
    assert "denoc-studio report planar-3r-free-fall --out" in text


@pytest.mark.parametrize("example", ["planar-3r-free-fall", "puma560", "furuta", "stanford-inverse"])
def test_the_numbers_are_those_of_the_command_line(
    qtbot: QtBot, preferences: Preferences, tmp_path: Path, example: str
) -> None:
    """Bit for bit: the window's run, the file that the command line writes, and Python's own call."""
    window = open_window(qtbot, preferences, example)
    run = window.session.document.results.current
    assert run is not None
    assert main(["run", example, "--out", str(tmp_path), "--csv"]) == 0
    with (tmp_path / f"{example}.csv").open(newline="") as file:
        table = np.array(list(csv.reader(file))[1:], dtype=float)
    alone = run_project(load(example))
    for r in (run.recording, alone):
        numbers = np.column_stack([r.t, r.q, r.qd, r.qdd, r.tau, r.kinetic, r.potential])
        assert np.array_equal(table[:, : numbers.shape[1]], numbers), "then come flags of what can be reproduced"


def test_a_dialog_opens_without_what_draws_and_writes() -> None:
    """Loading Pillow at the click took as long as making the dialog."""
    dialogs = "denoc_studio.panels.exports.film_dialog, denoc_studio.panels.exports.picture_dialog"
    script = f"import sys, {dialogs}; assert 'PIL' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)
