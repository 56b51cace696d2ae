"""The menus of the main window: what can be done, by menu, key and name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from denoc.files.projects.plot_view import Layout
from denoc_studio.look.plain_text import menu_text
from denoc_studio.widgets.actions import Actions, Command, Entry
from denoc_studio.widgets.guard import guarded
from denoc_studio.widgets.questions import ask
from denoc_studio.window.clipboard_actions import ClipboardActions
from denoc_studio.window.help_dialog import show_about, show_keys, show_log, show_parameters
from denoc_studio.window.notes_dialog import NotesDialog
from denoc_studio.window.palette import providers
from denoc_studio.window.palette.command_palette import CommandPalette
from denoc_studio.window.panel_focus import Panel, PanelFocus, panel_key
from denoc_studio.window.plot_layouts import WORDS

if TYPE_CHECKING:
    from denoc_studio.window.main_window import MainWindow


class Menus(QObject):
    """`actions` are all of them, `panels` takes the keyboard to a panel."""

    def __init__(self, window: MainWindow, stage: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.actions = Actions(window, [stage, window.plots], window.session.preferences, window.icons)
        bar = window.menu_row
        self._build_file_menu(bar.addMenu("&File"))
        self._build_edit_menu(bar.addMenu("&Edit"))
        self._build_view_menu(bar.addMenu("&View"), stage)
        self._build_run_menu(bar.addMenu("&Run"))
        self._build_help_menu(bar.addMenu("&Help"))
        groups = [[self.undo_action, self.redo_action], [self.open_action, self.save_action]]
        bar.put_corner(groups, self.gallery_action, "Examples")

    def _build_file_menu(self, menu: QMenu) -> None:
        add, files = self.actions.add, self._window.files
        add(menu, Entry("&New", files.new, "Ctrl+N", "file-plus-outline", "A new arm: one rod"))
        self.open_action = add(menu, Entry("&Open...", files.open, "Ctrl+O", "folder-open-outline"))
        self._recent = menu.addMenu("Open &recent")
        files.recent_changed.connect(self._fill_recent)
        self._fill_recent()
        add(
            menu,
            Entry(
                "&Import URDF or MuJoCo...", files.import_urdf, tip="Pick an arm from the tree of a URDF or MJCF file"
            ),
        )
        add(menu, self._window.logs.entry())
        add(menu, self._window.lesson_files.entry())
        gallery = Entry("E&xamples...", self._show_gallery, "Ctrl+G", "view-grid-outline", "Arms to start from")
        self.gallery_action = add(menu, gallery)
        menu.addSeparator()
        self.save_action = add(
            menu, Entry("&Save", files.save, "Ctrl+S", "content-save-outline", "The version before stays as NAME~")
        )
        add(menu, Entry("Save &as...", files.save_as, "Ctrl+Shift+S"))
        menu.addSeparator()
        plots = self._window.plots
        add(menu, Entry("&Export this plot...", plots.export_current, "Ctrl+E", "chart-line", "Plot for a paper"))
        add(menu, Entry("Export a&ll plots...", plots.export_all, "Ctrl+Shift+E"))
        robot = menu.addMenu("Export the robo&t")
        for entry in self._window.exports.entries():
            add(robot, entry)
        menu.addSeparator()
        for entry in self._window.arm_export.entries():
            add(menu, entry)
        menu.addSeparator()
        add(menu, Entry("&Quit", self._window.close, "Ctrl+Q"))

    def _build_edit_menu(self, menu: QMenu) -> None:
        stack = self._window.session.document.undo_stack
        adopt = self.actions.adopt
        self.undo_action = adopt(
            menu, stack.createUndoAction(self._window), Entry("Undo", stack.undo, "Ctrl+Z", "undo")
        )
        redo = Entry("Redo", stack.redo, "Ctrl+Shift+Z or Ctrl+Y", "redo")
        self.redo_action = adopt(menu, stack.createRedoAction(self._window), redo)
        menu.addSeparator()
        self.clipboard = ClipboardActions(menu, self._window.icons)
        menu.addSeparator()
        for entry in self._window.robot.row_entries():
            self.actions.add(menu, entry)
        menu.addSeparator()
        bodies = "Mass, mass centre and inertia of all links in one table"
        self.actions.add(
            menu, Entry("&Bodies of all links...", self._window.robot.inertia.open_bodies, icon="table", tip=bodies)
        )
        joints = "Friction, rotors, gears, limits and names of all joints in one table"
        self.actions.add(
            menu, Entry("&Joints of all links...", self._window.robot.joint.open_joints, icon="table", tip=joints)
        )
        notes = Entry("Project &notes...", self._show_notes, tip="Its name, what one sees, where its numbers come from")
        self.actions.add(menu, notes)
        self.actions.add_switch(menu, "degrees", Entry("Angles in de&grees", lambda: None))
        self.actions.add(menu, Entry("&Restore default preferences", self._window.session.preferences.restore_defaults))

    def _build_view_menu(self, menu: QMenu, stage: QWidget) -> None:
        actions, arm = self.actions, self._window.arm
        actions.add(menu, Entry("&Fit the arm", arm.fit, "F", "fit-to-screen-outline", on_stage=True))
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
            ("pushes", "P&ushes of links", "Alt+P"),
            ("numbers", "Joint numbers on the curves", ""),
        ):
            actions.add_switch(menu, preference, Entry(text, lambda: None, key))
        menu.addSeparator()
        drawing = {"auto": "&Automatic", "opengl": "&OpenGL", "painter": "&Painter, in software"}
        actions.add_choice(menu.addMenu("&Drawing of the arm"), "drawing", drawing)
        menu.addSeparator()
        actions.add(menu, Entry("Fit the &plots", self._window.plots.autorange, "A", on_stage=True))
        self._add_layouts(menu.addMenu("Plots &below or beside the arm"))
        actions.add_choice(
            menu.addMenu("T&heme"), "theme", {"system": "As the &system", "light": "&Light", "dark": "&Dark"}
        )
        self._build_panel_menu(menu.addMenu("&Keyboard to"), stage)
        shown = menu.addMenu("Panels")
        for dock in self._window.docks:
            shown.addAction(dock.toggleViewAction())
        actions.add(menu, Entry("Reset the la&yout", self._window.places.reset))

    def _build_panel_menu(self, menu: QMenu, stage: QWidget) -> None:
        add, (robot, run, *results) = self.actions.add, self._window.docks
        panels = [
            Panel("Robot", robot, self._window.robot.table),
            Panel("Arm", stage, self._window.arm),
            Panel("Run", run),
            *(Panel(dock.windowTitle(), dock) for dock in results),
        ]
        self.panels = PanelFocus(panels, self._window.session.themes, self._window)
        for number, panel in enumerate(panels, 1):
            add(menu, Entry(panel.name, partial(self.panels.go, panel), panel_key(number), category="Panel"))
        menu.addSeparator()
        add(menu, Entry("Next", lambda: self.panels.move(1), "F6", tip="Also out of a table", category="Panel"))
        add(menu, Entry("Previous", lambda: self.panels.move(-1), "Shift+F6", category="Panel"))

    def _add_layouts(self, menu: QMenu) -> None:
        group, places = QActionGroup(self._window), {}
        for layout, text in WORDS.items():
            action = self.actions.add(menu, Entry(text, partial(self._place_plots, layout)))
            action.setCheckable(True)
            group.addAction(action)
            places[layout] = action
        places[self._window.layouts.current].setChecked(True)
        self._window.layouts.changed.connect(lambda layout: places[layout].setChecked(True))

    def _place_plots(self, layout: Layout) -> None:
        self._window.layouts.choose(layout)
        self._window.session.document.set_view(layout=layout)

    def _build_run_menu(self, menu: QMenu) -> None:
        add, session = self.actions.add, self._window.session
        playback, runner = session.playback, session.runner
        add(menu, Entry("&Run", session.run, "F5", "rocket-launch-outline", "Compute and play"))
        add(menu, Entry("&Stop computing", runner.stop, "Shift+F5", "stop"))
        self.actions.add_switch(menu, "recompute", Entry("Compute again after every &change", lambda: None))
        menu.addSeparator()
        self.play_action = add(menu, Entry("&Play or pause", playback.toggle, "Space", "play-pause"))
        add(menu, Entry("To the s&tart", playback.reset, "Backspace", on_stage=True))
        add(menu, Entry("One sample &back", lambda: playback.step(-1), "Left", on_stage=True))
        add(menu, Entry("One sample &on", lambda: playback.step(1), "Right", "step-forward", on_stage=True))
        add(menu, Entry("S&lower", lambda: self._window.timeline.change_speed(-1), "[", on_stage=True))
        add(menu, Entry("&Faster", lambda: self._window.timeline.change_speed(1), "]", on_stage=True))
        add(menu, Entry("Start from the s&hown pose", self._window.session.start_from_shown, "Ctrl+P"))
        menu.addSeparator()
        results = self._window.session.document.results
        pin, tip = results.toggle_pin, "Draw the next runs against this one, or stop"
        add(menu, Entry("P&in this run", pin, "P", "pin", tip, on_stage=True))
        tip = "Keep this run, to ask why it differs from the pinned one whatever runs follow, or stop"
        add(menu, Entry("Pin a secon&d run", results.toggle_second, "Shift+P", tip=tip, on_stage=True))
        why = (
            "What differs between two pinned runs, or from the pinned one or the one before, shared out among the edits"
        )
        add(menu, Entry("&Why did it change?...", self._window.plots.comparison.open_why, tip=why))

    def _build_help_menu(self, menu: QMenu) -> None:
        add = self.actions.add
        add(menu, Entry("&Theory in brief", lambda: self._window.show_theory(), "Shift+F1"))
        add(menu, Entry("&DH parameters", self.show_parameters, tip="What they measure: a figure for each convention"))
        add(menu, Entry("&Keys and mouse", lambda: show_keys(self._window, self.actions.listed_keys()), "F1"))
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
        add(menu, Entry("To&ur", lambda: self._window.tour.begin(), tip="Five steps through the window"))
        add(menu, Entry("Show the first &hint again", lambda: self._window.hint.show_again()))
        add(menu, Entry("Show the &log", lambda: show_log(self._window)))
        add(menu, Entry("&About DeNOC Studio", lambda: show_about(self._window, self._window.arm.canvas_name)))

    def _fill_recent(self) -> None:
        self._recent.clear()
        for path in self._window.files.recent:
            self._recent.addAction(menu_text(str(path)), partial(self._window.files.open_path, path))
        self._recent.addSeparator()
        self._recent.addAction("Clear this list", self._window.files.clear_recent)
        self._recent.setEnabled(bool(self._window.files.recent))

    def _show_gallery(self) -> None:
        from denoc_studio.window.files.gallery import Gallery

        name = guarded(Gallery)(self._window.session.themes.current, self._window).choose()
        if name:
            self._window.files.open_example(name)

    def _show_notes(self) -> None:
        NotesDialog(self._window.session.document, self._window).open()

    def show_parameters(self) -> None:
        show_parameters(self._window, self._window.session.themes, self._window.session.document.robot.convention)

    def commands(self) -> list[Command]:
        """Everything that can be done now, by name."""
        to, session = partial(partial, self.panels.go_to), self._window.session
        return [
            *self.actions.commands(),
            *providers.plots(self._window.plots, session.document, session.log_overlay.usable, to("Plots")),
            *providers.run_choices(self._window.run, to("Run")),
            *providers.identification(self._window.places.later["Identify"], session.measured, to("Identify")),
            *providers.examples_and_files(self._window.files),
        ]

    def _show_palette(self) -> None:
        ask(CommandPalette(self.commands(), self._window))
