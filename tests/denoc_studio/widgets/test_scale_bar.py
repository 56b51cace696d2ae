"""The legend of a map: words that are longer than a line wrap, and it is as high as they need."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from denoc_studio.widgets.graphs.scale_bar import ScaleBar

ENTRIES = (("never: not enough energy", "#d3d8de"), ("not within 10 s", "#56606c"))


def test_long_words_wrap_below_each_other(qtbot: QtBot) -> None:
    bar = ScaleBar()
    qtbot.addWidget(bar)
    bar.show_scale(None, ENTRIES, dark=False)
    line = bar.fontMetrics().lineSpacing()
    assert bar.heightForWidth(600) < 1.5 * line
    assert bar.heightForWidth(250) < 2.5 * line
    assert bar.heightForWidth(110) > 2.5 * line
