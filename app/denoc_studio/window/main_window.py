"""The main window: builds docks and menus around a session, and holds no logic of its own."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtGui import QActionGroup, QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QVBoxLayout, QWidget

from denoc.files.projects.plot_view import Layout
from denoc_studio.look.icons import Icons
from denoc_studio.look.plain_text import menu_text, title_text
from denoc_studio.panels.arm.view import ArmView
from denoc_studio.panels.exports.arm import ArmExport
from denoc_studio.panels.exports.robot import RobotExport
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.panels.robot.panel import RobotPanel
from denoc_studio.panels.run.panel import RunPanel
from denoc_studio.panels.studies.actuator_panel import ActuatorPanel
from denoc_studio.panels.studies.inspector_panel import InspectorPanel
from denoc_studio.session.session import Session
from denoc_studio.widgets.actions import Actions, Command, Entry, commit_typing
from denoc_studio.widgets.by_turns import ByTurns
from denoc_studio.widgets.notice_bar import NoticeBar
from denoc_studio.widgets.questions import ask
from denoc_studio.window.bars.menu_row import MenuRow
from denoc_studio.window.bars.status_bar import StatusBar
from denoc_studio.window.bars.timeline import Timeline
from denoc_studio.window.bars.trust_badge import TrustBadge
from denoc_studio.window.clipboard_actions import ClipboardActions
from denoc_studio.window.docks import Docks
from denoc_studio.window.files.disk_notice import DiskNotice
from denoc_studio.window.files.file_manager import FileManager
from denoc_studio.window.files.gallery import Gallery
from denoc_studio.window.help_dialog import show_about, show_keys, show_log, show_parameters, show_theory
from denoc_studio.window.hint import Hint
from denoc_studio.window.key_focus import KeyFocus
from denoc_studio.window.notes_dialog import NotesDialog
from denoc_studio.window.palette.command_palette import CommandPalette
from denoc_studio.window.palette.providers import examples_and_files, plots, run_choices
from denoc_studio.window.panel_focus import Panel, PanelFocus
from denoc_studio.window.plot_layouts import WORDS
from denoc_studio.window.tour.tour import Tour

TITLE = "DeNOC Studio"
LOW = 600  # pixels: a lower window has no room for the status bar


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
        trust = TrustBadge(themes)
        self.timeline = Timeline(playback, themes, self.icons, trust)
        self.robot = RobotPanel(document, preferences, themes)
        self.run = RunPanel(session, self.icons)
        self.plots = PlotPanel(document, playback, preferences, themes)
        self.actuators = ActuatorPanel(document, playback, preferences, themes)
        self.inspector = InspectorPanel(document, playback)
        self.arm_export = ArmExport(
            self, self.arm, lambda: document.project.name, self.actuators.lab_source, preferences.settings
        )
        self.menu_row = MenuRow(self)
        self.setMenuBar(self.menu_row)
        self.status = StatusBar(document, playback, session.runner, preferences, themes, trust)
        self.setStatusBar(self.status)
        self.status.messageChanged.connect(lambda _: self._show_status())
        stage = self._stage()
        self.setCentralWidget(stage)
        panels: dict[str, QWidget] = {
            "Robot": self.robot,
            "Run": self.run,
            "Plots": self.plots,
            "Actuators": self.actuators,
            "Inspector": self.inspector,
        }
        self.places = Docks(
            self,
            session,
            stage,
            self.arm,
            panels,
            self.icons,
            needed=lambda: self.run.needed_height,
            align=self.plots.align_legend,
            tools=self.plots.bar.side,
        )
        self.docks, self.layouts = self.places.all, self.places.layouts
        self.actions_ = Actions(self, [stage, self.plots], preferences, self.icons)
        self._build_menus(stage)
        self.hint = Hint(self.arm, preferences, themes)
        self.tour = Tour(self, preferences, themes)
        self.hint.tour.connect(self.tour.begin)
        self._key_focus = KeyFocus(self.arm)

        self.setAcceptDrops(True)
        self.arm.notice.connect(self.say)
        self.robot.header.explain.connect(self._show_parameters)
        self.arm.painted.connect(self.status.count_frame)
        self._in_turns = ByTurns([self.robot, self.run, self.plots], self)
        document.to_be_replaced.connect(self._in_turns.hold)
        document.replaced.connect(lambda _: self.notice.dismiss())
        for teller in (self.files.message, self.exports.message, self.arm_export.message, self.arm_export.failed):
            teller.connect(self.say)
        for part in (self.files, self.exports):
            part.noted.connect(self.notice.tell)
        self.files.shared.noticed.connect(self.disk_notice.show_sight)
        self.disk_notice.chosen.connect(self.files.settle)
        self.disk_notice.asked.connect(self.files.show_differences)
        document.title_changed.connect(self._show_title)
        self._show_title()
        self.places.restore()
        self.arm.setFocus()

    def say(self, text: str) -> None:
        """A line in the status bar for some seconds."""
        self.status.showMessage(text, 8000)

    def showEvent(self, event: QShowEvent) -> None:
        """Its panels are painted as when another project is opened: one a turn of the event loop."""
        if not event.spontaneous():
            self._in_turns.hold()
        super().showEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.places.fit(self.width())
        self._show_status()

    def _show_status(self) -> None:
        """In a low window only while it has something to say."""
        self.status.setVisible(self.height() >= LOW or bool(self.status.currentMessage()))

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
        event.ignore()  # until all is done: where something fails nothing is lost
        commit_typing()
        if not self._leaving and not self.files.may_discard():
            return
        self._closed = True
        self.places.save()
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

    def _build_menus(self, stage: QWidget) -> None:
        bar = self.menu_row
        self._build_file_menu(bar.addMenu("&File"))
        self._build_edit_menu(bar.addMenu("&Edit"))
        self._build_view_menu(bar.addMenu("&View"), stage)
        self._build_run_menu(bar.addMenu("&Run"))
        self._build_help_menu(bar.addMenu("&Help"))
        groups = [[self.undo_action, self.redo_action], [self.open_action, self.save_action]]
        bar.put_corner(groups, self.gallery_action, "Examples")

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
        joints = "Friction, rotors, gears, limits and names of all joints in one table"
        self.actions_.add(
            menu, Entry("&Joints of all links...", self.robot.joint.open_joints, icon="table", tip=joints)
        )
        notes = Entry("Project &notes...", self._show_notes, tip="Its name, what one sees, where its numbers come from")
        self.actions_.add(menu, notes)
        self.actions_.add_switch(menu, "degrees", Entry("Angles in de&grees", lambda: None))
        self.actions_.add(menu, Entry("&Restore default preferences", self.session.preferences.restore_defaults))

    def _build_view_menu(self, menu: QMenu, stage: QWidget) -> None:
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
            ("reactions", "Bearing loads", "Alt+B"),
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
        self._add_layouts(menu.addMenu("Plots &below or beside the arm"))
        actions.add_choice(
            menu.addMenu("T&heme"), "theme", {"system": "As the &system", "light": "&Light", "dark": "&Dark"}
        )
        self._build_panel_menu(menu.addMenu("&Keyboard to"), stage)
        for dock in self.docks:
            menu.addAction(dock.toggleViewAction())
        actions.add(menu, Entry("Reset the la&yout", self.places.reset))

    def _build_panel_menu(self, menu: QMenu, stage: QWidget) -> None:
        add, (robot, run, *results) = self.actions_.add, self.docks
        panels = [
            Panel("Robot", robot, self.robot.table),
            Panel("Arm", stage, self.arm),
            Panel("Run", run),
            *(Panel(dock.windowTitle(), dock) for dock in results),
        ]
        self.panels = PanelFocus(panels, self.session.themes, self)
        for number, panel in enumerate(panels, 1):
            add(menu, Entry(panel.name, partial(self.panels.go, panel), f"Alt+{number}", category="Panel"))
        menu.addSeparator()
        add(menu, Entry("Next", lambda: self.panels.move(1), "F6", tip="Also out of a table", category="Panel"))
        add(menu, Entry("Previous", lambda: self.panels.move(-1), "Shift+F6", category="Panel"))

    def _add_layouts(self, menu: QMenu) -> None:
        group, places = QActionGroup(self), {}
        for layout, text in WORDS.items():
            action = self.actions_.add(menu, Entry(text, partial(self._place_plots, layout)))
            action.setCheckable(True)
            group.addAction(action)
            places[layout] = action
        places[self.layouts.current].setChecked(True)
        self.layouts.changed.connect(lambda layout: places[layout].setChecked(True))

    def _place_plots(self, layout: Layout) -> None:
        self.layouts.choose(layout)
        self.session.document.set_view(layout=layout)

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
        add(menu, Entry("&Theory in brief", lambda: show_theory(self, self.session.themes), "Shift+F1"))
        add(menu, Entry("&DH parameters", self._show_parameters, tip="What they measure: a figure for each convention"))
        add(menu, Entry("&Keys and mouse", lambda: show_keys(self, self.actions_.listed_keys()), "F1"))
        add(
            menu,
            Entry(
                "&Commands...",
                self._show_palette,
                "Ctrl+Shift+P",
                "",
                "Find what can be done by its name",
            ),
        )
        add(menu, Entry("To&ur", lambda: self.tour.begin(), tip="Five steps through the window"))
        add(menu, Entry("Show the first &hint again", lambda: self.hint.show_again()))
        add(menu, Entry("Show the &log", lambda: show_log(self)))
        add(menu, Entry("&About DeNOC Studio", lambda: show_about(self, self.arm.canvas_name)))

    def _show_title(self) -> None:
        document = self.session.document
        self.setWindowTitle(f"{title_text(document.name)}[*] - {TITLE}")
        self.setWindowModified(document.modified)
        self.menu_row.show_name(title_text(document.name), document.modified)

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

    def _show_parameters(self) -> None:
        show_parameters(self, self.session.themes, self.session.document.robot.convention)

    def commands(self) -> list[Command]:
        """Everything that can be done now, by name."""
        to = partial(partial, self.panels.go_to)
        return [
            *self.actions_.commands(),
            *plots(self.plots, self.session.document, to("Plots")),
            *run_choices(self.run, to("Run")),
            *examples_and_files(self.files),
        ]

    def _show_palette(self) -> None:
        ask(CommandPalette(self.commands(), self))
