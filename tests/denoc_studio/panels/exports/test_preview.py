"""The export dialog's preview, the figure's ratio and title, and opening what was written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.exports.plot_dialog import PlotDialog
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run

LONG = 60_000  # milliseconds: a new process has to import everything


@pytest.fixture
def dialog(
    qtbot: QtBot,
    document: Document,
    playback: Playback,
    preferences: Preferences,
    themes: Themes,
    computed: Callable[[], Run],
    tmp_path: Path,
) -> PlotDialog:
    panel = PlotPanel(document, playback, preferences, themes)
    qtbot.addWidget(panel)
    panel.show()
    computed()
    panel.redraw()
    panel.export_current()
    found = panel.findChild(PlotDialog)
    assert found is not None
    found.folder.setText(str(tmp_path))
    return found


def drawn(qtbot: QtBot, dialog: PlotDialog) -> tuple[bytes, float]:
    """The next preview: its pixels, and its width over height."""
    with qtbot.waitSignal(dialog.preview._newest.done, timeout=LONG):
        pass
    image = dialog.preview.pixmap().toImage()
    return bytes(image.constBits()), image.width() / image.height()


def test_the_preview_follows_the_choices(qtbot: QtBot, dialog: PlotDialog) -> None:
    titled, ratio = drawn(qtbot, dialog)
    assert ratio == pytest.approx(dialog.width_box.value() / dialog.height_box.value(), rel=0.02)
    qtbot.mouseClick(dialog.title, Qt.MouseButton.LeftButton, pos=dialog.title.rect().center() / 4)
    assert not dialog.order().title
    untitled, _ = drawn(qtbot, dialog)
    assert untitled != titled
    dialog.locked.setChecked(False)
    dialog.height_box.setValue(dialog.width_box.value())
    assert drawn(qtbot, dialog)[1] == pytest.approx(1.0, rel=0.02)
    for name, box in dialog.formats.items():
        box.setChecked(name == "csv")
    assert "no picture" in dialog.preview.text()


def test_its_process_ends_with_the_dialog(qtbot: QtBot, dialog: PlotDialog) -> None:
    drawn(qtbot, dialog)
    process = dialog.preview._preview._process
    assert process.is_alive()
    dialog.reject()
    assert not process.is_alive()


def test_the_height_follows_the_width_until_it_is_let_go(qtbot: QtBot, dialog: PlotDialog) -> None:
    dialog.preset.setCurrentIndex(0)
    dialog.preset.activated.emit(0)
    assert (dialog.width_box.value(), dialog.height_box.value()) == (84.0, pytest.approx(84 * 90 / 174, abs=0.1))
    dialog.height_box.setValue(63.0)
    dialog.width_box.setValue(168.0)
    assert dialog.height_box.value() == pytest.approx(126.0, abs=0.1), "the ratio is the one that was typed last"
    dialog.locked.setChecked(False)
    dialog.width_box.setValue(100.0)
    assert dialog.height_box.value() == pytest.approx(126.0, abs=0.1)


@pytest.mark.parametrize("answer", [True, False])
def test_what_was_written_can_be_opened(
    qtbot: QtBot, dialog: PlotDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bool
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or answer)
    assert not dialog.written.isVisible()
    dialog.name.setText("curves")
    dialog.formats["pdf"].setChecked(False)
    dialog.formats["csv"].setChecked(True)
    qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.written.isVisible, timeout=LONG)
    qtbot.mouseClick(dialog.open_file, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(dialog.open_folder, Qt.MouseButton.LeftButton)
    assert [Path(url.toLocalFile()) for url in opened] == [tmp_path / "curves.csv", tmp_path]
    assert ("No program" in dialog.message.text()) is not answer
    (tmp_path / "curves.csv").unlink()
    qtbot.mouseClick(dialog.open_file, Qt.MouseButton.LeftButton)
    assert len(opened) == 2
    assert "no longer there" in dialog.message.text()
