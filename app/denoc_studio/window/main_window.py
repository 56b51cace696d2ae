"""The main window: builds docks, menus and toolbar around a session, and holds no logic of its own."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QToolBar, QVBoxLayout, QWidget

from app.actions import Actions, Entry, commit_typing
from app.clipboard_actions import ClipboardActions
from app.file_manager import FileManager
from app.icons import Icons
from app.key_focus import KeyFocus
from app.panel_focus import PanelFocus
from app.plain_text import menu_text, title_text
from app.session import Session
from app.views.actuator_panel import ActuatorPanel
from app.views.arm_export import ArmExport
from app.views.arm_view import ArmView
from app.views.disk_notice import DiskNotice
from app.views.dock_title import DockTitle
from app.views.gallery import Gallery
from app.views.help_dialog import show_about, show_keys, show_log, show_theory
from app.views.hint import Hint
from app.views.inspector_panel import InspectorPanel
from app.views.notes_dialog import NotesDialog
from app.views.notice_bar import NoticeBar
from app.views.palette_dialog import PaletteDialog
from app.views.plot_panel import PlotPanel
from app.views.questions import ask
from app.views.robot_export import RobotExport
from app.views.robot_panel import RobotPanel
from app.views.run_panel import RunPanel
from app.views.status_bar import StatusBar
from app.views.timeline import Timeline
from app.window_layout import VERSION, restore_layout, save_layout

TITLE = "DeNOC Studio"
SIZE = QSize(1440, 900)


class MainWindow(QMainWindow):
    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._leaving = self._closed = False
        document, playback = session.document, session.playback
        preferences, themes = session.preferences, session.themes
        self.icons = Icons(themes, self)
        self.files = FileManager(document, preferences, themes, self)
        self.exports = RobotExport(document, preferences.settings, self)
        self.notice = NoticeBar(themes)
        self.disk_notice = DiskNotice(themes)
        self.arm = ArmView(document, playback, preferences, themes)
        self.timeline = Timeline(playback, themes, self.icons)
        self.robot = RobotPanel(document, preferences, themes)
        self.run = RunPanel(session, self.icons)
        self.plots = PlotPanel(document, playback, preferences, themes)
        self.actuators = ActuatorPanel(document, playback, preferences, themes)
        self.inspector = InspectorPanel(document, playback)
        self.arm_export = ArmExport(
            self, self.arm, lambda: document.project.name, self.actuators.lab_source, preferences.settings
        )
        self.status = StatusBar(document, playback, session.runner, session.preferences, themes)
        self.setStatusBar(self.status)
        stage = self._stage()
        self.setCentralWidget(stage)
        self._build_docks()
        self.actions_ = Actions(self, [stage, self.plots], preferences, self.icons)
        self._build_menus()
        self._build_toolbar()
        self.hint = Hint(self.arm, preferences, themes)
        self._key_focus = KeyFocus(self)

        self.setAcceptDrops(True)
        self.arm.notice.connect(self.say)
        self.arm.painted.connect(self.status.count_frame)
        document.replaced.connect(lambda _: self.notice.dismiss())
        for teller in (self.files.told, self.exports.told, self.arm_export.told, self.arm_export.failed):
            teller.connect(self.say)
        for part in (self.files, self.exports):
            part.noted.connect(self.notice.tell)
        self.files.shared.noticed.connect(self.disk_notice.show_sight)
        self.disk_notice.chosen.connect(self.files.settle)
        self.disk_notice.asked.connect(self.files.show_differences)
        document.title_changed.connect(self._show_title)
        self._show_title()
        self._default_state = self.saveState(VERSION)
        self._restore_layout()
        self.arm.setFocus()

    def say(self, text: str) -> None:
        """A line in the status bar for some seconds."""
        self.status.showMessage(text, 8000)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.files.shared.watch.look()

    def leave(self) -> None:
        """Close without asking; unsaved changes are kept for the next start."""
        self._leaving = True
        commit_typing()
        self.session.recovery.leave()
        if not self._closed:
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        commit_typing()
        if not self._leaving and not self.files.may_discard():
            event.ignore()
            return
        self._closed = True
        save_layout(self, self.session.preferences.settings)
        self.files.finish()
        self.exports.finish()
        self.arm.finish()
        self.plots.finish()
        self.arm_export.finish()
        self.actuators.finish()
        self.inspector.finish()
        self.session.close()
        event.accept()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if len(event.mimeData().urls()) == 1 and event.mimeData().urls()[0].isLocalFile():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.files.open_path(Path(event.mimeData().urls()[0].toLocalFile()))

    def _stage(self) -> QWidget:
        stage = QWidget()
        column = QVBoxLayout(stage)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.disk_notice)
        column.addWidget(self.notice)
        column.addWidget(self.arm, 1)
        column.addWidget(self.timeline)
        return stage

    def _build_docks(self) -> None:
        left, right, bottom = (
            Qt.DockWidgetArea.LeftDockWidgetArea,
            Qt.DockWidgetArea.RightDockWidgetArea,
            Qt.DockWidgetArea.BottomDockWidgetArea,
        )
        self.setDockNestingEnabled(True)
        self.setCorner(Qt.Corner.BottomLeftCorner, left)
        self.setCorner(Qt.Corner.BottomRightCorner, right)
        self.docks = [
            self._dock("Robot", self.robot, left),
            self._dock("Run", self.run, right),
            self._dock("Plots", self.plots, bottom),
            self._dock("Actuators", self.actuators, bottom),
            self._dock("Inspector", self.inspector, bottom),
        ]
        plots, *others = self.docks[2:]
        for dock in others:
            self.tabifyDockWidget(plots, dock)
        plots.raise_()
        self.resizeDocks(self.docks[:2], [372, 290], Qt.Orientation.Horizontal)
        self.resizeDocks([plots], [300], Qt.Orientation.Vertical)

    def _dock(self, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(title)
        dock.setTitleBarWidget(DockTitle(dock, self.icons))
        dock.setWidget(widget)
        self.addDockWidget(area, dock)
        return dock

    def _build_menus(self) -> None:
        bar = self.menuBar()
        self._build_file_menu(bar.addMenu("&File"))
        self._build_edit_menu(bar.addMenu("&Edit"))
        self._build_view_menu(bar.addMenu("&View"))
        self._build_run_menu(bar.addMenu("&Run"))
        self._build_help_menu(bar.addMenu("&Help"))

    def _build_file_menu(self, menu: QMenu) -> None:
        add, files = self.actions_.add, self.files
        add(menu, Entry("&New", files.new, "Ctrl+N", "file-plus-outline", "A new arm: one rod"))
        self.open_action = add(menu, Entry("&Open...", files.open, "Ctrl+O", "folder-open-outline"))
        self._recent = menu.addMenu("Open &recent")
        files.recent_changed.connect(self._fill_recent)
        self._fill_recent()
        add(menu, Entry("&Import URDF...", files.import_urdf, tip="Pick an arm from the tree of a URDF file"))
        gallery = Entry("E&xamples...", self._show_gallery, "Ctrl+G", "view-grid-outline", "Arms to start from")
        self.gallery_action = add(menu, gallery)
        menu.addSeparator()
        self.save_action = add(
            menu, Entry("&Save", files.save, "Ctrl+S", "content-save-outline", "The version before stays as NAME~")
        )
        add(menu, Entry("Save &as...", files.save_as, "Ctrl+Shift+S"))
        menu.addSeparator()
        self.export_action = add(
            menu, Entry("&Export this plot...", self.plots.export_current, "Ctrl+E", "chart-line", "Plot for a paper")
        )
        add(menu, Entry("Export a&ll plots...", self.plots.export_all, "Ctrl+Shift+E"))
        robot = menu.addMenu("Export the robo&t")
        for entry in self.exports.entries():
            add(robot, entry)
        menu.addSeparator()
        for entry in self.arm_export.entries():
            add(menu, entry)
        menu.addSeparator()
        add(menu, Entry("&Quit", self.close, "Ctrl+Q"))

    def _build_edit_menu(self, menu: QMenu) -> None:
        stack = self.session.document.undo_stack
        adopt = self.actions_.adopt
        self.undo_action = adopt(menu, stack.createUndoAction(self), Entry("Undo", stack.undo, "Ctrl+Z", "undo"))
        redo = Entry("Redo", stack.redo, "Ctrl+Shift+Z or Ctrl+Y", "redo")
        self.redo_action = adopt(menu, stack.createRedoAction(self), redo)
        menu.addSeparator()
        self.clipboard = ClipboardActions(menu, self.icons)
        menu.addSeparator()
        for entry in self.robot.row_entries():
            self.actions_.add(menu, entry)
        menu.addSeparator()
        bodies = "Mass, mass centre and inertia of all links in one table"
        self.actions_.add(
            menu, Entry("&Bodies of all links...", self.robot.inertia.open_bodies, icon="table", tip=bodies)
        )
        notes = Entry("Project &notes...", self._show_notes, tip="Its name, what one sees, where its numbers come from")
        self.actions_.add(menu, notes)
        self.actions_.add_switch(menu, "degrees", Entry("Angles in de&grees", lambda: None))
        self.actions_.add(menu, Entry("&Restore default preferences", self.session.preferences.restore_defaults))

    def _build_view_menu(self, menu: QMenu) -> None:
        actions, arm = self.actions_, self.arm
        self.fit_action = actions.add(menu, Entry("&Fit the arm", arm.fit, "F", "fit-to-screen-outline", on_stage=True))
        for text, name, key in (
            ("Fr&ont", "front", "1"),
            ("&Side", "side", "3"),
            ("&Top", "top", "7"),
            ("&Isometric", "isometric", "0"),
        ):
            actions.add(menu, Entry(text, partial(arm.look_from, name), key, on_stage=True))
        menu.addSeparator()
        for preference, text, key in (
            ("meshes", "&Meshes", "Alt+M"),
            ("frames", "Li&nk frames", "Alt+A"),
            ("mass_centres", "Mass &centres", "Alt+C"),
            ("ellipsoids", "Inertia &ellipsoids", "Alt+I"),
            ("torques", "Joint tor&ques", "Alt+U"),
            ("limits", "Limits of the &joint looked at", "Alt+J"),
            ("trace", "Tip tr&ace", "Alt+T"),
            ("ghost", "&Ghost of the run before or pinned", "Alt+G"),
            ("labels", "&Labels", "Alt+L"),
            ("grid", "G&rid", ""),
            ("gravity", "Gra&vity arrow", ""),
            ("wrench", "Tip &wrench", "Alt+W"),
        ):
            actions.add_switch(menu, preference, Entry(text, lambda: None, key))
        menu.addSeparator()
        drawing = {"auto": "&Automatic", "opengl": "&OpenGL", "painter": "&Painter, in software"}
        actions.add_choice(menu.addMenu("&Drawing of the arm"), "drawing", drawing)
        menu.addSeparator()
        actions.add(menu, Entry("Fit the &plots", self.plots.autorange, "A", on_stage=True))
        actions.add_choice(
            menu.addMenu("T&heme"), "theme", {"system": "As the &system", "light": "&Light", "dark": "&Dark"}
        )
        starts = {self.robot: self.robot.table, self.arm: self.arm, self.run: None, self.plots: None}
        panels = PanelFocus(starts | {self.actuators: None, self.inspector: None}, self)
        actions.add(menu, Entry("Ne&xt panel", lambda: panels.move(1), "F6", tip="Also out of a table"))
        actions.add(menu, Entry("Previo&us panel", lambda: panels.move(-1), "Shift+F6"))
        for dock in self.docks:
            menu.addAction(dock.toggleViewAction())
        actions.add(menu, Entry("Reset the la&yout", self._reset_layout))

    def _build_run_menu(self, menu: QMenu) -> None:
        add, playback, runner = self.actions_.add, self.session.playback, self.session.runner
        self.run_action = add(menu, Entry("&Run", self.session.run, "F5", "rocket-launch-outline", "Compute and play"))
        self.stop_action = add(menu, Entry("&Stop computing", runner.stop, "Shift+F5", "stop"))
        self.actions_.add_switch(menu, "recompute", Entry("Compute again after every &change", lambda: None))
        menu.addSeparator()
        self.play_action = add(menu, Entry("&Play or pause", playback.toggle, "Space", "play-pause"))
        add(menu, Entry("To the s&tart", playback.reset, "Backspace", on_stage=True))
        add(menu, Entry("One sample &back", lambda: playback.step(-1), "Left", on_stage=True))
        self.step_action = add(
            menu, Entry("One sample &on", lambda: playback.step(1), "Right", "step-forward", on_stage=True)
        )
        add(menu, Entry("S&lower", lambda: self.timeline.change_speed(-1), "[", on_stage=True))
        add(menu, Entry("&Faster", lambda: self.timeline.change_speed(1), "]", on_stage=True))
        add(menu, Entry("Start from the s&hown pose", self.session.start_from_shown, "Ctrl+P"))
        menu.addSeparator()
        pin = self.session.document.results.toggle_pin
        add(
            menu, Entry("P&in this run", pin, "P", "pin", "Draw the next runs against this one, or stop", on_stage=True)
        )

    def _build_help_menu(self, menu: QMenu) -> None:
        add = self.actions_.add
        add(menu, Entry("&Theory in brief", lambda: show_theory(self), "Shift+F1"))
        add(menu, Entry("&Keys and mouse", lambda: show_keys(self, self.actions_.all), "F1"))
        add(menu, Entry("&Commands...", self._show_palette, "Ctrl+Shift+P", "", "Find a command by its name"))
        add(menu, Entry("Show the first &hint again", lambda: self.hint.show_again()))
        add(menu, Entry("Show the &log", lambda: show_log(self)))
        add(menu, Entry("&About DeNOC Studio", lambda: show_about(self, self.arm.canvas_name)))

    def _build_toolbar(self) -> None:
        bar = QToolBar("Toolbar")
        bar.setObjectName("Toolbar")
        bar.setIconSize(QSize(20, 20))
        groups: list[list[QAction]] = [
            [self.open_action, self.save_action, self.gallery_action],
            [self.undo_action, self.redo_action],
            [self.run_action, self.stop_action, self.play_action, self.step_action],
            [self.fit_action, self.export_action],
        ]
        for group in groups:
            bar.addActions(group)
            bar.addSeparator()
        self.addToolBar(bar)

    def _show_title(self) -> None:
        self.setWindowTitle(f"{title_text(self.session.document.name)}[*] - {TITLE}")
        self.setWindowModified(self.session.document.modified)

    def _fill_recent(self) -> None:
        self._recent.clear()
        for path in self.files.recent:
            self._recent.addAction(menu_text(str(path)), partial(self.files.open_path, path))
        self._recent.addSeparator()
        self._recent.addAction("Clear this list", self.files.clear_recent)
        self._recent.setEnabled(bool(self.files.recent))

    def _show_gallery(self) -> None:
        name = Gallery(self.session.themes.current, self).choose()
        if name:
            self.files.open_example(name)

    def _show_notes(self) -> None:
        NotesDialog(self.session.document, self).open()

    def _show_palette(self) -> None:
        ask(PaletteDialog(self.actions_.all, self))

    def _restore_layout(self) -> None:
        if not restore_layout(self, self.session.preferences.settings):
            self.resize(SIZE.boundedTo(self.screen().availableSize() * 0.95))

    def _reset_layout(self) -> None:
        for dock in self.docks:
            dock.setFloating(False)
            dock.show()
        self.restoreState(self._default_state, VERSION)
