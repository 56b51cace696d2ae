"""What can it carry, and where: a map over the reach, and the largest payload at the pose and over the run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.motions.motion_data import JointMotion
from denoc.studies.reach import ReachMap, reach_maps
from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.plain_text import capitalised
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Theme, Themes
from denoc_studio.panels.exports.map_dialog import MapDialog
from denoc_studio.panels.studies.reach.bar import ReachBar
from denoc_studio.panels.studies.reach.carried import CarriedLines
from denoc_studio.panels.studies.reach.map_view import ReachView
from denoc_studio.paper.reach_export import MapSource
from denoc_studio.picture.arm.run_at_time import state
from denoc_studio.picture.arm.scene import scene_of
from denoc_studio.plots.many.grids import Cell
from denoc_studio.plots.reach.capacity_words import NO_LIMITS, has_limits
from denoc_studio.plots.reach.planes import is_round, section
from denoc_studio.plots.reach.quantities import QUANTITIES, grounds, reading, scale_of
from denoc_studio.plots.reach.shades import legend, pixels
from denoc_studio.plots.series import joint_name
from denoc_studio.project import edits
from denoc_studio.project.run_edits import start_motion_from
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.widgets.empty_state import EmptyState
from denoc_studio.widgets.folding_line import FoldingLine
from denoc_studio.widgets.graphs.scale_bar import ScaleBar
from denoc_studio.widgets.newest_stream import NewestStream
from denoc_studio.widgets.visibility import in_sight

CELLS, SAMPLES = 96, 40_000  # of the finest map; the first one comes after an eighth of both
WIDE = 1.2  # times as wide as high: from there on the words stand beside the map
LEAST_WORDS = 230  # pixels of their column
MARGIN, MARGINS, BETWEEN = 12, 12, 6  # pixels beside, above and below together, between the words
UNBOUND = (1 << 24) - 1  # Qt's largest size
SMALL = 12  # size of the letters of what is muted, beside a text of 13
HINT = "Point at the map, or go there with the arrow keys; a click or Enter poses the arm."
ELSEWHERE = "This inverse run keeps its own motion; a forward run will start from the pose."


class ReachPanel(QWidget):
    """Maps the reach while it is in sight, beside the window and coarse to fine; the newest robot wins."""

    limits_wanted = Signal()  # to be typed, in the table of all joints

    def __init__(
        self,
        document: Document,
        playback: Playback,
        preferences: Preferences,
        themes: Themes,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._playback, self._themes = document, playback, themes
        self._settings = preferences.settings
        self.dialog: MapDialog | None = None
        self._asked: tuple[object, ...] = ()  # what the map that is shown or under way is of
        self._robot = document.robot  # of the map that is shown
        self._due = True  # to be mapped as soon as it is in sight
        self.bar = ReachBar(themes, bool(preferences["degrees"]))
        self.view = ReachView(themes)
        self.empty = EmptyState("Limits of all joints...")
        self.scale, self.reading, self.note = ScaleBar(), FoldingLine(), FoldingLine()
        self.carried = CarriedLines(document, playback, themes, self.shown_pose)
        self._maps = NewestStream(self)
        self._refresh_timer = QTimer(self)
        self._refresh_timer.setSingleShot(True)
        self._refresh_timer.timeout.connect(self.refresh)
        self._lay_out()
        self._connect(preferences)
        self._set_theme(themes.current)

    @property
    def found(self) -> ReachMap | None:
        """The map that is shown."""
        return self.view.found

    @property
    def busy(self) -> bool:
        """Whether a map is being computed."""
        return self._maps.busy

    @property
    def robot(self) -> Robot:
        """Of the map that is shown."""
        return self._robot

    def shown_pose(self) -> np.ndarray:
        """The joints as the arm view shows them, (n,)."""
        document = self._document
        return state(document.project, document.results.current, self._playback.time)

    def refresh(self) -> None:
        """Map the arm as it is now, unless that is what is shown or under way."""
        self._due = not in_sight(self)
        if self._due:
            return
        robot, quantity, wish = self._document.robot, QUANTITIES[self.bar.quantity], self.bar.wish
        self.carried.refresh()
        self._show_tip()
        if quantity.needs_limits and not has_limits(robot):
            self._clear()
            self._say(NO_LIMITS, button=True)
            return
        asked = (robot, quantity.measure, wish)
        if asked == self._asked:
            self._draw()
            return
        if robot.n != self._robot.n:
            self._clear()
        self._asked = asked
        measure, plane = quantity.measure, section(robot, wish)

        def maps() -> Iterator[tuple[Robot, ReachMap]]:
            try:
                for found in reach_maps(robot, measure, section=plane, cells=CELLS, samples=SAMPLES):
                    yield robot, found
            except DynamicsError as error:
                where = f"joint {error.link}: " if error.link else ""
                raise DynamicsError(f"{where}{error.reason}") from None

        self.bar.state.setText("computing")
        self._maps.ask(maps)

    def pose(self, cell: Cell) -> None:
        """The arm into the posture that was found for a cell, as an edit: it starts from there, and so does a motion
        of the joints from start to end."""
        found, project = self.found, self._document.project
        if found is None or not found.reached[cell] or project.robot.n != self._robot.n:
            return
        q0 = found.states[cell].copy()
        if is_round(found):
            q0[0] = self.shown_pose()[0]  # any azimuth will do, so the arm keeps its own
        self._playback.reset()
        pose = tuple(q0.tolist())
        inverse, of_joints = project.run.mode == "inverse", isinstance(project.run.motion, JointMotion)

        def posed(project: Project) -> Project:
            after = edits.set_start(project, q0=pose, qd0=(0.0,) * len(pose))
            return start_motion_from(after, pose) if inverse and of_joints else after

        if self._document.attempt(posed, "Pose the arm by the reach map") and inverse and not of_joints:
            self.reading.say(ELSEWHERE)

    def export(self) -> None:
        """The map as it is shown, in a dialog."""
        if self.found is None or self.dialog is not None:
            return
        name = self._document.project.name
        source = MapSource(name, self._robot, self.found, self.bar.quantity, tuple(self._tip().tolist()))
        self.dialog = MapDialog(source, self._settings, self)
        self.dialog.finished.connect(self._forget_dialog)
        self.dialog.open()

    def _forget_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None

    def finish(self) -> None:
        """Ends what is under way; before the window goes."""
        if self.dialog is not None:
            self.dialog.finish()
        self._maps.wait()
        self.carried.finish()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._due:
            self._refresh_timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._maps.busy:
            self._maps.forget()
            self._asked = ()
        self._due = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """Words beside a map that is as wide as it needs to be, or below it; folded where they have no room."""
        wide, height = self.width() > WIDE * self.height(), self.height() - self.bar.height() - MARGINS
        way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        self._middle.setDirection(way)
        across = self.width() - 2 * MARGIN
        if wide:
            mapped = self.stack.currentWidget() is self.view and self.found is not None
            most = max(min(self.view.width_for(height), across * 2 // 3), across // 4) if mapped else across // 2
            self.stack.setMaximumWidth(most if self._words.isVisibleTo(self) else UNBOUND)
            across -= most + MARGIN
        else:
            self.stack.setMaximumWidth(UNBOUND)
            height //= 3
        lines = (self.reading, *self.carried.lines, self.note)
        needed = self.scale.heightForWidth(across) + sum(line.needed(across) + BETWEEN for line in lines)
        for line in lines:
            line.fold(needed > height)

    def _lay_out(self) -> None:
        self.stack = QStackedWidget()
        self.stack.addWidget(self.view)
        self.stack.addWidget(self.empty)
        self._words = QWidget()
        self._words.setMinimumWidth(LEAST_WORDS)
        column = QVBoxLayout(self._words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(BETWEEN)
        self.note.setFont(scaled_font(SMALL))
        for widget in (self.scale, self.reading, self.carried, self.note):
            column.addWidget(widget)
        column.addStretch(1)
        self._middle = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._middle.setSpacing(MARGIN)
        self._middle.addWidget(self.stack, 1)
        self._middle.addWidget(self._words, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, 0, MARGIN, 8)
        layout.setSpacing(4)
        layout.addWidget(self.bar)
        layout.addLayout(self._middle, 1)

    def _connect(self, preferences: Preferences) -> None:
        document = self._document
        document.follow(lambda _: self._refresh_timer.start(), document.robot_changed)
        results = document.results
        for moved in (document.start_changed, self._playback.time_changed, results.started, results.ended):
            moved.connect(lambda _: self._show_tip())
        preferences.degrees_changed.connect(lambda: self.bar.show_degrees(bool(preferences["degrees"])))
        self._themes.changed.connect(self._set_theme)
        self._maps.found.connect(self._show_map)
        self._maps.failed.connect(self._refused)
        self._maps.finished.connect(lambda: self.bar.state.setText(""))
        self.bar.quantity_changed.connect(self.refresh)
        self.bar.plane_changed.connect(self.refresh)
        self.bar.export.triggered.connect(self.export)
        self.empty.wanted.connect(self.limits_wanted)
        self.view.pointed.connect(self._read)
        self.view.chosen.connect(self.pose)

    def _show_map(self, told: tuple[Robot, ReachMap]) -> None:
        robot, found = told
        if robot.n != self._document.robot.n:
            return
        self._robot = robot
        self.stack.setCurrentWidget(self.view)
        self._draw(found)

    def _draw(self, found: ReachMap | None = None) -> None:
        """The map, in the colours of what is asked for."""
        found, key, dark = found or self.found, self.bar.quantity, self._themes.current.dark
        self.bar.export.setEnabled(found is not None)
        if found is None or found.measure != QUANTITIES[key].measure:
            return
        scale = scale_of(key, found)
        self.view.show_map(found, pixels(key, found, scale, self._robot.n, dark))
        names = [joint_name(self._robot, joint) for joint in range(self._robot.n)]
        self.scale.show_scale(None if key == "joint" else scale, legend(key, found, names, dark), dark)
        self.note.say(grounds(key, found))
        self._show_words()

    def _clear(self) -> None:
        self._maps.forget()
        self._asked = ()
        self.view.show_map(None, None)
        self.bar.state.setText("")
        self.bar.export.setEnabled(False)

    def _refused(self, reason: str) -> None:
        self.view.show_map(None, None)
        self.bar.export.setEnabled(False)
        self._say(f"{capitalised(reason)}.", button="limits" in reason)

    def _say(self, text: str, *, button: bool) -> None:
        """In the place of the map."""
        self.empty.say(text, button)
        self.stack.setCurrentWidget(self.empty)
        self.scale.show_scale(None, (), self._themes.current.dark)
        self.note.say("")
        self._show_words()

    def _show_words(self) -> None:
        """What there is to say; without torque limits that is said once."""
        mapped = self.stack.currentWidget() is self.view
        for widget in (self.scale, self.reading, self.note):
            widget.setVisible(mapped)
        self.carried.setVisible(has_limits(self._document.robot))
        self._words.setVisible(mapped or has_limits(self._document.robot))
        if mapped:
            self._read(self.view.shown)
        self._share_room()

    def _read(self, cell: Cell | None) -> None:
        found = self.found
        text = HINT if found is None or cell is None else reading(self.bar.quantity, self._robot, found, cell)
        self.reading.say(text)
        self.view.setAccessibleDescription(text)

    def _show_tip(self) -> None:
        if in_sight(self):
            self.view.show_tip(self._tip())

    def _tip(self) -> np.ndarray:
        """Where it is now, (3,) in m, world axes."""
        scene = scene_of(self._document.robot)
        return scene.tip(scene.frames(self.shown_pose()))

    def _set_theme(self, theme: Theme) -> None:
        self.note.setStyleSheet(f"color: {theme.muted}")
        self._draw()
