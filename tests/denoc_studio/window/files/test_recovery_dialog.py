"""Unsaved work of earlier sessions is offered, shown whole, and discarded only when that was meant."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from denoc import load
from denoc_studio.session.document import Document
from denoc_studio.session.recovery import Recovery
from denoc_studio.session.recovery_store import Slot, leftovers, origin_of
from denoc_studio.window.files.recovery_dialog import RecoveryDialog, describe, offer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recovery"


def click(text: str) -> None:
    """The button of this text in the box that is asking."""
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    next(button for button in box.buttons() if button.text().replace("&", "") == text).click()


class TestDialog:
    @pytest.fixture
    def found(self, folder: Path) -> list[str]:
        names = ["furuta", "scara", "ur5"]
        for name in names:
            slot = Slot.new(folder)
            slot.write(load(name), origin_of(None))
            slot.close(keep=True)
            moment = 1e9 + names.index(name)
            os.utime(slot.project_file, (moment, moment))
        return names[::-1]

    def answer(self, *buttons: str) -> list[str]:
        seen: list[str] = []

        def look() -> None:
            dialog = QApplication.activeModalWidget()
            if not isinstance(dialog, RecoveryDialog):
                QTimer.singleShot(20, look)
                return
            seen.extend(dialog.list.item(row).text() for row in range(dialog.list.count()))
            for name in buttons:
                if name == "discard":
                    QTimer.singleShot(0, lambda: click("Discard"))
                getattr(dialog, name).click()

        QTimer.singleShot(20, look)
        return seen

    def test_discarding_asks_first(self, qtbot: QtBot, folder: Path, found: list[str]) -> None:
        dialog = RecoveryDialog(leftovers(folder))
        qtbot.addWidget(dialog)
        dialog.show()
        QTimer.singleShot(0, lambda: click("Cancel"))
        dialog.discard.click()
        assert dialog.list.count() == 3
        assert dialog.discarded == []
        for leftover in dialog._left:
            leftover.slot.close(keep=True)

    def test_a_long_path_is_shown_whole(self, qtbot: QtBot, folder: Path) -> None:
        path = Path("/" + "/".join(["a" * 100, "b" * 100, "c" * 100, "mine.arm.json"]))
        slot = Slot.new(folder)
        slot.write(load("scara"), origin_of(path))
        slot.close(keep=True)
        (leftover,) = leftovers(folder)
        dialog = RecoveryDialog([leftover])
        qtbot.addWidget(dialog)
        dialog.show()
        text = dialog.list.item(0).text()
        assert text.replace("\u200b", "") == describe(leftover)
        longest = max(dialog.fontMetrics().horizontalAdvance(part) for part in text.split("\u200b"))
        assert longest < dialog.list.viewport().width()
        lines = dialog.fontMetrics().horizontalAdvance(describe(leftover)) / dialog.list.viewport().width()
        assert dialog.list.visualItemRect(dialog.list.item(0)).height() >= lines * dialog.fontMetrics().height()
        leftover.slot.close()

    @pytest.mark.parametrize(
        ("buttons", "opened", "left"),
        [
            (("recover",), "ur5", 3),
            (("discard", "recover"), "scara", 2),
            (("later",), "planar-3r-free-fall", 3),
            (("discard", "later"), "planar-3r-free-fall", 2),
            (("discard", "discard", "discard"), "planar-3r-free-fall", 0),
        ],
    )
    def test_answers(
        self, qtbot: QtBot, folder: Path, found: list[str], buttons: tuple[str, ...], opened: str, left: int
    ) -> None:
        document = Document(load("planar-3r-free-fall"))
        recovery = Recovery(document, folder, document)
        parent = QWidget()
        qtbot.addWidget(parent)
        seen = self.answer(*buttons)
        offer(recovery, parent)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert not parent.findChildren(RecoveryDialog)
        assert [text.split(",")[0] for text in seen] == found, "the newest first"
        assert all("01" in text for text in seen), "the year"
        assert document.project == load(opened)
        assert document.modified == ("recover" in buttons)
        recovery._do(lambda: None)
        recovery._busy.result()
        assert len(list(folder.glob("*.arm.json"))) == left
        recovery.close()
