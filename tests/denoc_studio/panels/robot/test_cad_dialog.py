"""Mass properties from a CAD program, pasted into the selected link."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc_studio.panels.robot.cad_dialog import CadDialog
from denoc_studio.session.document import Document
from tests.denoc_studio.project.test_mass_properties import CENTRE, COM, MASS, solidworks
from tests.support.studio.showing import shown


def test_the_clipboard_is_understood_and_applied_as_one_step(qtbot: QtBot, document: Document) -> None:
    QApplication.clipboard().setText(solidworks())
    document.select(1)
    before = document.project
    dialog = shown(qtbot, CadDialog(document), 520, 460)
    assert "SolidWorks, products printed as +∫ x y dm" in dialog.preview.text()
    dialog.apply_button.click()
    link = document.robot.links[1]
    assert (link.mass, *link.com) == pytest.approx((MASS, *COM), rel=1e-3)
    assert link.inertia[3] == pytest.approx(CENTRE[0, 1], rel=1e-3)
    document.undo_stack.undo()
    assert document.project == before


def test_what_is_not_understood_is_said(qtbot: QtBot, document: Document) -> None:
    QApplication.clipboard().setText("a shopping list")
    dialog = shown(qtbot, CadDialog(document), 520, 460)
    assert dialog.text.toPlainText() == ""
    assert not dialog.apply_button.isEnabled()
    dialog.text.setPlainText(solidworks().replace("Mass =", "Weight ="))
    assert dialog.preview.text() == "Not understood: it has no mass with a unit"
    assert not dialog.apply_button.isEnabled()
