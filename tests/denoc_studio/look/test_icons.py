"""Icons: the same as the font's own, and drawn once."""

from __future__ import annotations

from typing import Any

import pytest
import qtawesome
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QPixmap
from pytestqt.qtbot import QtBot

from denoc_studio.look.icons import Letter, make_icon
from denoc_studio.look.theme import LIGHT


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("mode", [QIcon.Mode.Normal, QIcon.Mode.Disabled, QIcon.Mode.Active])
def test_an_icon_is_drawn_once_for_each_size(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, ratio: float, mode: QIcon.Mode
) -> None:
    own = make_icon("play", LIGHT)
    font = qtawesome.icon("mdi6.play", color=LIGHT.text, color_disabled=LIGHT.disabled, color_active=LIGHT.ink)
    drawn: list[bool] = []
    paint = Letter.paint
    monkeypatch.setattr(Letter, "paint", lambda *given: (drawn.append(True), paint(*given))[1])

    def pixmap(icon: QIcon) -> QPixmap:
        return icon.pixmap(QSize(18, 18), ratio, mode, QIcon.State.Off)

    first = pixmap(own)
    assert len(drawn) == 1
    assert pixmap(own).toImage() == first.toImage() == pixmap(font).toImage()
    assert first.devicePixelRatio() == ratio
    assert len(drawn) == 1


def test_an_icon_without_room_is_no_icon(qtbot: QtBot, qtlog: Any) -> None:
    """Qt asks for it where a button is folded away, and warns of whatever is painted then."""
    for size in (QSize(0, 0), QSize(16, 0), QSize(-1, 5)):
        assert make_icon("close", LIGHT).pixmap(size).isNull()
        letter = Letter("x", {QIcon.Mode.Normal: LIGHT.text})
        assert letter.pixmap(size, QIcon.Mode.Normal, QIcon.State.Off).isNull()
    assert not qtlog.records
