"""The pages of theory: all of them can be read, their links lead to pages, and the contents follow."""

from __future__ import annotations

import re

from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from denoc_studio.look.theme import Themes
from denoc_studio.typesetting.markup import Heading, read_text
from denoc_studio.window.help.theory import TheoryDialog, contents, help_text
from denoc_studio.window.main_window import MainWindow
from tests.support.places import RESOURCES
from tests.support.studio.showing import action


def test_every_page_is_listed_can_be_read_and_leads_to_pages() -> None:
    names = [entry.name for entry in contents()]
    assert sorted(names) == sorted(path.stem for path in (RESOURCES / "help" / "theory").glob("*.md"))
    for name in names:
        text = help_text(f"theory/{name}.md")
        first, *rest = read_text(text, name)
        assert isinstance(first, Heading)
        assert rest
        assert set(re.findall(r"\(theory:(\w+)\)", text)) <= set(names)
        assert {int(number) for number in re.findall(r"\(lesson:(\w+)\)", text)} <= set(range(1, 11))


def test_links_and_contents_go_together(qtbot: QtBot, window: MainWindow) -> None:
    action(window, "Theory in brief").trigger()
    (dialog,) = window.findChildren(TheoryDialog)
    page = dialog.page
    assert page.toPlainText().startswith("Theory in brief")
    page.anchorClicked.emit(QUrl("theory:chaos"))
    assert page.toPlainText().startswith("Chaos")
    assert dialog.list.currentItem().text() == "Chaos"
    assert page.verticalScrollBar().value() == 0
    action(window, "Theory in brief").trigger()  # asked for again, it is shown anew
    assert sum(each.isVisible() for each in window.findChildren(TheoryDialog)) == 1
    for each in window.findChildren(TheoryDialog):
        each.close()


def test_lessons_are_opened_where_there_are_lessons(qtbot: QtBot, window: MainWindow, themes: Themes) -> None:
    asked: list[str] = []
    dialog = TheoryDialog(window, themes, asked.append)
    dialog.page.show_text("[three](lesson:3)")
    dialog.page.anchorClicked.emit(QUrl("lesson:3"))
    assert asked == ["3"]
    dialog.close()
