"""Plots into files through the dialog, read back."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from PySide6.QtCore import QSettings, QStandardPaths, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from denoc.files.tables.recording_csv import csv_text
from denoc.runs.horizon import with_horizon
from denoc_studio.look.folders import usual_folder
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.exports import preview_box
from denoc_studio.panels.exports.export_dialog import STOPPED
from denoc_studio.panels.exports.plot_dialog import PlotDialog
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from tests.support.studio.papers import fonts_are_embedded
from tests.support.studio.plotting import toggle

LONG = 60_000  # milliseconds: a new process has to import everything


@pytest.fixture(autouse=True)
def _no_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which has a process of its own, and tests of its own."""
    monkeypatch.setattr(preview_box, "PAUSE", 10**9)


@pytest.fixture
def panel(
    qtbot: QtBot,
    document: Document,
    playback: Playback,
    preferences: Preferences,
    themes: Themes,
    computed: Callable[[], Run],
) -> PlotPanel:
    widget = PlotPanel(document, playback, preferences, themes)
    qtbot.addWidget(widget)
    widget.show()
    computed()
    widget.redraw()
    return widget


@pytest.fixture
def run(panel: PlotPanel, document: Document) -> Run:
    assert document.results.current is not None
    return document.results.current


def opened(qtbot: QtBot, panel: PlotPanel, folder: Path, formats: tuple[str, ...], everything: bool = False):
    (panel.export_all if everything else panel.export_current)()
    dialog = panel.findChild(PlotDialog)
    assert dialog is not None
    dialog.folder.selectAll()
    qtbot.keyClicks(dialog.folder, str(folder))
    for name, box in dialog.formats.items():
        if box.isChecked() != (name in formats):
            qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center() - box.rect().center() / 1.2)
    assert dialog.order().formats == formats
    return dialog


def export(qtbot: QtBot, dialog: PlotDialog) -> str:
    """Presses the button and waits; what the dialog says then."""
    qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.fields.isEnabled(), timeout=LONG)
    return dialog.message.text()


def table(path: Path) -> tuple[list[str], np.ndarray]:
    header, *lines = path.read_text().splitlines()
    return header.split(","), np.array([line.split(",") for line in lines], dtype=float)


@pytest.mark.usefixtures("exports_here")
def test_one_plot_in_every_format(
    qtbot: QtBot, panel: PlotPanel, run: Run, tmp_path: Path, preferences: Preferences
) -> None:
    toggle(panel, 1)  # joint 2 is hidden
    dialog = opened(qtbot, panel, tmp_path, ("png", "svg", "pdf", "csv"))
    dialog.locked.setChecked(False)
    dialog.title.setChecked(False)
    dialog.preset.setCurrentIndex(1)
    dialog.preset.activated.emit(1)
    dialog.dpi.setValue(200)
    assert "planar-3r-free-fall-angles.png" in dialog.files.text()
    assert "Wrote 4 files" in export(qtbot, dialog)
    stem = tmp_path / "planar-3r-free-fall-angles"

    image = matplotlib.image.imread(f"{stem}.png")[..., :3]
    assert image.shape[:2] == (int(90 / 25.4 * 200), int(129 / 25.4 * 200))
    assert (image < 0.9).any(axis=-1).mean() > 0.01
    for edge in (image[0], image[-1], image[:, 0], image[:, -1]):
        assert (edge > 0.98).all()

    texts = re.findall(r"<text[^>]*>([^<]*)</text>", Path(f"{stem}.svg").read_text())
    assert {"time [s]", "angle [°]", "joint 1", "joint 3"} <= set(texts)
    assert "joint 2" not in texts
    assert not any("joint positions" in text for text in texts)  # no title
    assert any(text.startswith("not reproducible from 6.") for text in texts)

    names, values = table(Path(f"{stem}.csv"))
    assert names[:-1] == ["t [s]", "q1 [deg]", "q3 [deg]"]
    assert names[-1].startswith("reproducible to 6.")
    np.testing.assert_array_equal(values[:, -1], run.recording.t <= with_horizon(run.recording).doubtful_from)
    np.testing.assert_array_equal(values[:, 0], run.recording.t)
    np.testing.assert_allclose(values[:, 1:-1], np.degrees(run.recording.q[:, [0, 2]]), rtol=1e-15)

    if shutil.which("pdftotext"):
        words = subprocess.run(["pdftotext", f"{stem}.pdf", "-"], capture_output=True, text=True, check=True).stdout
        assert "angle [°]" in words
        assert "time [s]" in words
        about = subprocess.run(["pdfinfo", f"{stem}.pdf"], capture_output=True, text=True, check=True).stdout
        size = re.search(r"Page size: +([\d.]+) x ([\d.]+)", about)
        assert size is not None
        assert [float(x) * 25.4 / 72 for x in size.groups()] == pytest.approx([129, 90], abs=0.1)
        assert "dopri5, rtol 1e-08" in about
        assert re.search(r"reproducible to 6\.\d+ s of 10 s", about)
        assert fonts_are_embedded(Path(f"{stem}.pdf"))

    again = PlotDialog(dialog._source, False, preferences.settings)
    qtbot.addWidget(again)
    assert again.order() == dialog.order()
    assert not again.locked.isChecked()


@pytest.mark.usefixtures("exports_here")
def test_numbers_in_si_units(qtbot: QtBot, panel: PlotPanel, run: Run, tmp_path: Path) -> None:
    panel.show_plot("accelerations")
    dialog = opened(qtbot, panel, tmp_path, ("csv",))
    assert dialog.units.isEnabled()
    qtbot.keyClick(dialog.units, Qt.Key.Key_Down)
    assert "Wrote 1 file " in export(qtbot, dialog)
    names, values = table(tmp_path / "planar-3r-free-fall-accelerations.csv")
    assert names[:-1] == ["t [s]", *(f"qdd{i} [rad/s^2]" for i in (1, 2, 3))]
    np.testing.assert_array_equal(values[:, 1:-1], run.recording.qdd)


def test_a_window_in_radians_leaves_no_choice_of_units(
    qtbot: QtBot, panel: PlotPanel, tmp_path: Path, preferences: Preferences
) -> None:
    preferences["degrees"] = False
    panel.redraw()
    dialog = opened(qtbot, panel, tmp_path, ("csv",))
    assert not dialog.units.isEnabled()
    assert dialog.units.currentText() == "SI, angles in radians"


@pytest.mark.usefixtures("exports_here")
def test_paper_is_light_whatever_the_window_shows(
    qtbot: QtBot, panel: PlotPanel, tmp_path: Path, preferences: Preferences
) -> None:
    preferences["theme"] = "dark"
    export(qtbot, opened(qtbot, panel, tmp_path, ("png",)))
    image = matplotlib.image.imread(tmp_path / "planar-3r-free-fall-angles.png")[..., :3]
    assert np.median(image) == 1.0


def test_a_width_may_be_typed_with_a_comma(qtbot: QtBot, panel: PlotPanel, tmp_path: Path) -> None:
    dialog = opened(qtbot, panel, tmp_path, ("png",))
    dialog.width_box.selectAll()
    qtbot.keyClicks(dialog.width_box, "84,5")
    assert dialog.order().width == 84.5
    assert dialog.preset.currentText() == "Custom"


@pytest.mark.usefixtures("exports_here")
def test_everything(qtbot: QtBot, panel: PlotPanel, run: Run, tmp_path: Path, document: Document) -> None:
    toggle(panel, 1)
    dialog = opened(qtbot, panel, tmp_path, ("svg", "csv"), everything=True)
    assert not dialog.units.isEnabled()
    assert dialog.units.currentText() == "SI, angles in radians"
    assert "Wrote 15 files" in export(qtbot, dialog)
    assert {path.stem.removeprefix("planar-3r-free-fall-") for path in tmp_path.glob("*.svg")} == {
        *("angles", "rates", "accelerations", "torques", "causes", "bearings", "link", "power"),
        *("energy", "drift", "tip", "path", "phase", "motion"),
    }
    assert "joint 2" in (tmp_path / "planar-3r-free-fall-rates.svg").read_text()
    data = (tmp_path / "planar-3r-free-fall.csv").read_text()
    assert data == csv_text(document.robot, with_horizon(run.recording))


@pytest.mark.usefixtures("exports_here")
def test_the_visible_time_only(qtbot: QtBot, panel: PlotPanel, run: Run, tmp_path: Path) -> None:
    box = panel.sheet.tile("angles").items[0].box
    box.setXRange(2.0, 3.0, padding=0)
    box.sigRangeChangedManually.emit([True, False])
    dialog = opened(qtbot, panel, tmp_path, ("csv",))
    dialog.range.setCurrentIndex(1)
    assert "Wrote 1 file " in export(qtbot, dialog)
    names, values = table(tmp_path / "planar-3r-free-fall-angles.csv")
    assert names[-1] == "q3 [deg]", "all of it can be reproduced"
    inside = (run.recording.t >= 2.0) & (run.recording.t <= 3.0)
    np.testing.assert_array_equal(values[:, 0], run.recording.t[inside])


def answer(qtbot: QtBot, text: str, about: str) -> None:
    """Presses a button of the question that is being asked."""
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    assert about in box.text()
    button = next(b for b in box.findChildren(QPushButton) if b.text().replace("&", "") == text)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.usefixtures("exports_here")
def test_asks_before_it_replaces(qtbot: QtBot, panel: PlotPanel, tmp_path: Path) -> None:
    path = tmp_path / "planar-3r-free-fall-angles.csv"
    path.write_text("precious")
    dialog = opened(qtbot, panel, tmp_path, ("csv",))

    QTimer.singleShot(200, lambda: answer(qtbot, "Cancel", path.name))
    qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    assert path.read_text() == "precious"
    assert dialog.isVisible()
    QTimer.singleShot(200, lambda: answer(qtbot, "Replace", path.name))
    assert "Wrote 1 file " in export(qtbot, dialog)
    assert path.read_text().startswith("t [s],q1 [deg]")


@pytest.mark.usefixtures("exports_here")
def test_a_folder_that_is_not_there(qtbot: QtBot, panel: PlotPanel, tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "where"
    dialog = opened(qtbot, panel, nowhere, ("csv",))
    QTimer.singleShot(200, lambda: answer(qtbot, "Cancel", str(nowhere)))
    qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    assert "There is no folder" in dialog.message.text()
    assert not nowhere.exists()
    QTimer.singleShot(200, lambda: answer(qtbot, "Create", str(nowhere)))
    assert "Wrote 1 file " in export(qtbot, dialog)
    assert len(list(nowhere.iterdir())) == 1


def test_a_folder_that_cannot_be_made(qtbot: QtBot, panel: PlotPanel, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    dialog = opened(qtbot, panel, tmp_path / "file" / "folder", ("csv",))
    QTimer.singleShot(200, lambda: answer(qtbot, "Create", "folder"))
    qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    assert "cannot be created" in dialog.message.text()


def test_the_folder_that_is_proposed_exists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(tmp_path / "Documents"))
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    assert usual_folder(settings) == Path.home()
    (tmp_path / "Documents").mkdir()
    assert usual_folder(settings) == tmp_path / "Documents"
    (tmp_path / "arms").mkdir()
    settings.setValue("recent", [str(tmp_path / "arms" / "my.arm.json")])
    assert usual_folder(settings) == tmp_path / "arms"
    settings.setValue("export/folder", str(tmp_path))
    assert usual_folder(settings) == tmp_path
    settings.setValue("export/folder", str(tmp_path / "gone"))
    assert usual_folder(settings) == tmp_path / "arms"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs a folder that refuses")
def test_a_folder_that_refuses(qtbot: QtBot, panel: PlotPanel, tmp_path: Path) -> None:
    folder = Path("/proc/self") if os.geteuid() == 0 else tmp_path / "closed"  # root may write everywhere else
    if os.geteuid() != 0:
        folder.mkdir(mode=0o500)
    dialog = opened(qtbot, panel, folder, ("csv",))
    said = export(qtbot, dialog)
    assert "cannot be written" in said
    assert dialog.isVisible()
    assert dialog.folder.text() == str(folder)
    assert dialog.export_button.isEnabled()


@pytest.mark.parametrize("name", ["../up", "a/b", "a\\b", "a\tb"])
def test_names_are_plain(qtbot: QtBot, panel: PlotPanel, tmp_path: Path, name: str) -> None:
    dialog = opened(qtbot, panel, tmp_path, ("csv",))
    dialog.name.setText(name)
    qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    assert "plain file name" in dialog.message.text()


def test_nothing_chosen(qtbot: QtBot, panel: PlotPanel, tmp_path: Path) -> None:
    dialog = opened(qtbot, panel, tmp_path, ())
    assert not dialog.export_button.isEnabled()
    assert "no format" in dialog.files.text()


@pytest.mark.usefixtures("exports_here")
def test_every_curve_hidden(qtbot: QtBot, panel: PlotPanel, tmp_path: Path) -> None:
    panel.legend.model.show_only(set())
    dialog = opened(qtbot, panel, tmp_path, ("csv",))
    assert "hidden in the legend" in export(qtbot, dialog)


def test_can_be_stopped(qtbot: QtBot, panel: PlotPanel, tmp_path: Path) -> None:
    dialog = opened(qtbot, panel, tmp_path, ("png", "pdf"), everything=True)
    qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.message.text().startswith("Writing"), timeout=LONG)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: dialog.fields.isEnabled(), timeout=LONG)
    written = {path.name for path in tmp_path.iterdir() if path.suffix in (".png", ".pdf")}
    told = dialog.message.text()
    assert set(told.removeprefix("Stopped; written until then: ").split(", ")) == (written or {STOPPED})
    assert dialog.isVisible()
    assert len(list(tmp_path.glob("*.png"))) < 11


@pytest.mark.usefixtures("exports_here")
def test_keyboard_only(qtbot: QtBot, panel: PlotPanel, tmp_path: Path) -> None:
    dialog = opened(qtbot, panel, tmp_path, ("csv",))
    dialog.name.setFocus()
    dialog.name.selectAll()
    qtbot.keyClicks(dialog.name, "mine")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: (tmp_path / "mine.csv").exists(), timeout=LONG)
    qtbot.waitUntil(lambda: dialog.fields.isEnabled(), timeout=LONG)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
