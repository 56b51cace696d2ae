"""URDF files through the window: opened, dropped, an arm picked from their tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMessageBox, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

import denoc
from denoc.files.urdf.chain import chain_robot, load_urdf_arm
from denoc_studio.project import edits
from denoc_studio.window.files.urdf_dialog import UrdfDialog
from denoc_studio.window.main_window import MainWindow
from tests.support.places import URDF_FILES
from tests.support.studio.showing import action

SIX, SEVEN = URDF_FILES / "six_axis.urdf", URDF_FILES / "seven_axis_with_hand.urdf"
Button = QDialogButtonBox.StandardButton
Key = Qt.Key


def dialog_for(qtbot: QtBot, window: MainWindow, path: Path) -> UrdfDialog:
    window.files.open_path(path)
    return the_dialog(qtbot)


def the_dialog(qtbot: QtBot) -> UrdfDialog:
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), UrdfDialog), timeout=20_000)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, UrdfDialog)
    qtbot.waitUntil(lambda: dialog.arm is not None, timeout=20_000)
    return dialog


def picture(dialog: UrdfDialog) -> QImage:
    return dialog.picture.pixmap().toImage()


def test_a_plain_chain_opens_at_once_and_says_what_was_assumed(qtbot: QtBot, window: MainWindow) -> None:
    document = window.session.document
    window.files.open_path(SIX)
    qtbot.waitUntil(lambda: document.robot.n == 6, timeout=20_000)
    arm = load_urdf_arm(SIX)
    assert document.robot == arm.robot
    assert (document.path, document.name) == (None, "six_axis")
    assert window.windowTitle() == "six_axis[*] - DeNOC Studio"
    assert window.notice.isVisible()
    assert window.notice.sentences == arm.reports
    assert window.files.recent == [SIX]

    window.notice.details.click()
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    for report in arm.reports:
        assert report[1:] in box.informativeText()
    box.close()
    assert window.notice.isVisible(), "details do not dismiss it"
    window.notice.close_button.click()
    assert not window.notice.isVisible()


def test_a_notice_is_of_what_is_shown(qtbot: QtBot, window: MainWindow) -> None:
    window.files.open_path(SIX)
    qtbot.waitUntil(window.notice.isVisible, timeout=20_000)
    window.files.open_example("scara")
    assert not window.notice.isVisible()


def test_a_long_arm_keeps_its_reports(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """It is made ready beside the window before it is shown."""
    path = tmp_path / "long.urdf"
    denoc.save_urdf(denoc.load("chain-40").robot, path)
    window.files.open_path(path)
    qtbot.waitUntil(window.notice.isVisible, timeout=20_000)
    assert window.session.document.robot.n == 40
    assert window.notice.sentences == ("gravity is (0.0, -9.81, 0.0), as the file says",)


def test_link_names_are_seen(qtbot: QtBot, window: MainWindow) -> None:
    window.files.open_path(SIX)
    qtbot.waitUntil(lambda: window.session.document.robot.n == 6, timeout=20_000)
    tip = window.robot.table.model().headerData(1, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole)
    assert tip == f"Link 2: {window.session.document.robot.links[1].name}"
    window.session.document.select(1)
    assert window.robot.joint.names["name"].text() == window.session.document.robot.links[1].name != ""


def test_of_two_tips_one_is_picked_by_keyboard(qtbot: QtBot, window: MainWindow) -> None:
    document = window.session.document
    dialog = dialog_for(qtbot, window, SEVEN)
    assert (dialog.base.currentText(), dialog.tip.currentText().split()[0]) == ("cart", "hand"), "not a finger"
    assert dialog.words.text().startswith("8 joints (P R R R R R R R)")
    assert dialog.reports.toPlainText().startswith("The arm ends at 'hand', where its fingers begin")
    to_the_hand = picture(dialog)
    assert dialog.focusWidget() is dialog.outline
    QTest.keyClick(dialog.outline, Key.Key_Down)
    qtbot.waitUntil(lambda: dialog.arm is not None and dialog.arm.robot.n == 9)
    assert dialog.tip.currentText().split()[0] == "left"
    assert picture(dialog) != to_the_hand
    QTest.keyClick(dialog.outline, Key.Key_Up)
    qtbot.waitUntil(lambda: dialog.arm is not None and dialog.arm.robot.n == 8)
    assert "Joints beside the chain are held at zero, their links keep their mass: finger_1" in (
        dialog.reports.toPlainText()
    )
    QTest.keyClick(dialog.outline, Key.Key_Return)
    qtbot.waitUntil(lambda: document.robot.n == 8)
    tree = denoc.read_urdf(SEVEN)
    assert document.robot == chain_robot(tree, "cart", "hand").robot
    assert document.path is None
    assert not dialog.isVisible()


def test_the_base_is_picked_by_keyboard_and_the_tip_stays(qtbot: QtBot, window: MainWindow) -> None:
    dialog = dialog_for(qtbot, window, SEVEN)
    dialog.base.setFocus()
    QTest.keyClick(dialog.base, Key.Key_Down)
    qtbot.waitUntil(lambda: dialog.arm is not None and dialog.arm.robot.n == 7)
    assert dialog.arm is not None
    assert (dialog.arm.chain.base, dialog.arm.chain.tip) == ("mount", "hand")
    dialog.base.setCurrentIndex(dialog.base.findText("hand"))
    dialog.base.activated.emit(dialog.base.currentIndex())
    qtbot.waitUntil(lambda: dialog.arm is not None and dialog.arm.robot.n == 1)
    assert [dialog.tip.itemText(k).split()[0] for k in range(dialog.tip.count())] == ["left"]
    dialog.reject()


def test_a_joint_that_cannot_be_used_says_why_and_is_not_opened(qtbot: QtBot, window: MainWindow) -> None:
    before = window.session.document.project
    dialog = dialog_for(qtbot, window, SEVEN)
    QTest.keyClick(dialog.outline, Key.Key_End)
    assert dialog.outline.currentItem().text(2) == "mimics finger_1: cannot be used"
    qtbot.waitUntil(lambda: not dialog.buttons.button(Button.Open).isEnabled())
    assert dialog.message.text == "Joint 'finger_2': it mimics joint 'finger_1': coupled joints are no serial chain."
    QTest.keyClick(dialog.outline, Key.Key_Return)
    assert dialog.isVisible()
    QTest.keyClick(dialog, Key.Key_Escape)
    assert not dialog.isVisible()
    assert window.session.document.project is before
    assert window.files.recent == []


def test_enter_before_the_picture_is_there_opens_it_when_it_is(qtbot: QtBot, window: MainWindow) -> None:
    dialog = dialog_for(qtbot, window, SEVEN)
    QTest.keyClick(dialog.outline, Key.Key_Up)
    assert dialog.arm is None
    QTest.keyClick(dialog.outline, Key.Key_Return)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert window.session.document.robot == denoc.load_urdf(SEVEN, tip="l7")


def test_import_asks_even_where_it_is_plain(
    qtbot: QtBot, window: MainWindow, choose: Callable[[Path], list[str]]
) -> None:
    choose(SIX)
    action(window, "Import URDF or MuJoCo").trigger()
    dialog = the_dialog(qtbot)
    assert dialog.tip.count() >= 6
    dialog.accept()
    assert window.session.document.robot == denoc.load_urdf(SIX)


def test_an_arm_behind_a_floating_joint_is_asked_for(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "drone.urdf"
    links = "".join(f"<link name='{name}'/>" for name in ("world", "body", "arm"))
    path.write_text(
        f"<robot name='drone'>{links}"
        "<joint name='free' type='floating'><parent link='world'/><child link='body'/></joint>"
        "<joint name='turn' type='continuous'><parent link='body'/><child link='arm'/></joint></robot>"
    )
    dialog = dialog_for(qtbot, window, path)
    assert dialog.base.currentText() == "body"
    assert "joints before the base are held at zero: free" in dialog.reports.toPlainText().lower()
    dialog.reject()


def test_a_folder_is_dropped(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    folder = tmp_path / "arm_description"
    (folder / "urdf").mkdir(parents=True)
    (folder / "urdf" / "arm.urdf").write_bytes(SIX.read_bytes())
    (folder / "meshes").mkdir()
    (folder / "meshes" / "shoulder.stl").write_bytes(b"solid")
    drop(window, folder)
    qtbot.waitUntil(lambda: window.session.document.robot.n == 6, timeout=20_000)
    assert not any("meshes" in sentence for sentence in window.notice.sentences), "they lie in the folder"
    assert window.files.recent == [folder]
    window.files.open_example("scara")
    window.files.open_path(window.files.recent[0])
    qtbot.waitUntil(lambda: window.session.document.robot.n == 6, timeout=20_000)


def drop(window: MainWindow, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(20, 20), copy, data, left, none))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<robot name='a'><link", "is not XML"),
        (
            "<robot name='a'><link name='x'><inertial><mass value='-1'/></inertial></link></robot>",
            "line 1: link 'x', element <mass>, attribute 'value': must be within 0",
        ),
        ("<robot name='a'><link name='x'/></robot>", "has no moving joint"),
    ],
)
def test_a_broken_file_is_refused_in_words(
    qtbot: QtBot, window: MainWindow, complaints: list[str], tmp_path: Path, text: str, words: str
) -> None:
    before = window.session.document.project
    path = tmp_path / "broken.urdf"
    path.write_text(text)
    window.files.open_path(path)
    qtbot.waitUntil(lambda: bool(complaints), timeout=20_000)
    assert "broken.urdf" in complaints[0]
    assert words in complaints[0]
    assert window.session.document.project is before


def test_what_is_edited_while_a_file_is_read_is_asked_for(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    cancel = QMessageBox.StandardButton.Cancel
    monkeypatch.setattr(QMessageBox, "question", lambda *given: asked.append(given[2]) or cancel)
    document = window.session.document
    window.files.open_path(SIX)
    document.edit(edits.change_link(document.project, 0, a=0.77), "Set a of link 1")
    qtbot.waitUntil(lambda: bool(asked), timeout=20_000)
    assert document.robot.links[0].a == 0.77


def test_a_long_chain_is_listed_flat_and_quickly(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "long.urdf"
    denoc.save_urdf(denoc.load("chain-300").robot, path)
    window.files.choose_from(denoc.read_urdf(path))
    dialog = the_dialog(qtbot)
    outline = dialog.outline
    assert outline.topLevelItemCount() == 302
    last = outline.currentItem().text(0)
    assert outline.columnWidth(0) > outline.fontMetrics().horizontalAdvance(last) + outline.indentation()
    assert dialog.words.text().startswith("300 joints, ")
    window.close()
    assert not dialog.isVisible()


def test_very_many_joints_are_not_opened_unasked(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """One chain, but opening it takes a while: the picking dialog says so, and a nearer tip can be taken instead."""
    before = window.session.document.project
    path = tmp_path / "long.urdf"
    chain = denoc.load("chain-300").robot
    denoc.save_urdf(replace(chain, links=tuple(replace(chain.links[0], name=f"l{k}") for k in range(600))), path)
    window.files.open_path(path)
    dialog = the_dialog(qtbot)
    assert window.session.document.project is before
    assert "600 joints are slow to work with" in dialog.message.text
    dialog._pick(dialog.tree.root, dialog._tips[dialog._tips.index("l9")])
    qtbot.waitUntil(lambda: dialog.arm is not None, timeout=20_000)
    assert dialog.message.text == ""
    dialog.reject()


def test_rows_of_the_outline_are_bold_and_coloured_as_they_are_drawn(qtbot: QtBot, window: MainWindow) -> None:
    window.files.choose_from(denoc.read_urdf(SEVEN))
    dialog = the_dialog(qtbot)
    outline = dialog.outline
    bold = set()
    for name, item in outline._items.items():
        option = QStyleOptionViewItem()
        outline.itemDelegate().initStyleOption(option, outline.indexFromItem(item))
        bold |= {name} if option.font.bold() else set()
    assert bold == {joint.child for joint in dialog.tree.path_between(*dialog._picked)} | {dialog._picked[0]}
    dialog.reject()
