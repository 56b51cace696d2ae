"""The arm in 3D at the time cursor: picked, posed and looked at with the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHelpEvent, QImage, QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QVBoxLayout, QWidget

from denoc.arm.robot import Robot
from denoc.kernels.dispatch import READY
from denoc_studio.look.palettes import DARK, LIGHT
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.arm.canvas import ArmCanvas
from denoc_studio.panels.arm.mouse import ArmMouse
from denoc_studio.panels.arm.own_moves import OwnMoves, View
from denoc_studio.panels.arm.shape_loader import ShapeLoader
from denoc_studio.picture.arm.camera import Camera, up_axis
from denoc_studio.picture.arm.cloud_lines import CloudAt
from denoc_studio.picture.arm.compose import ArmState, Motif, Options, Trace
from denoc_studio.picture.arm.picture import picture_colours
from denoc_studio.picture.arm.run_at_time import (
    belongs,
    efforts,
    first_view,
    motion_outline,
    pushes,
    reactions,
    state,
    trace,
)
from denoc_studio.picture.arm.scene import Scene, scene_of
from denoc_studio.picture.arm.symbols.marks import Highlight
from denoc_studio.picture.arm.view_state import ViewState
from denoc_studio.picture.meshes.visual_meshes import Shape
from denoc_studio.plots.many.cloud import Cloud
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.pushing import Pushing
from denoc_studio.session.run import Run
from denoc_studio.session.run_overlay import RunOverlay
from denoc_studio.widgets.images import qimage

if TYPE_CHECKING:
    from denoc_studio.picture.film.export import FilmSource, PictureSource

OPTIONS = (
    "meshes",
    "ghost",
    "frames",
    "mass_centres",
    "ellipsoids",
    "torques",
    "reactions",
    "limits",
    "trace",
    "labels",
    "grid",
    "gravity",
    "wrench",
    "pushes",
)
FAR_OUT = 2.5  # times as far as is needed: a camera that is there by itself comes back


class ArmView(QWidget):
    """Draws the document's robot, by OpenGL where there is any."""

    notice = Signal(str)  # once, when the painter had to take over
    painted = Signal()  # a frame

    def __init__(
        self,
        document: Document,
        playback: Playback,
        preferences: Preferences,
        themes: Themes,
        pushing: Pushing | None = None,
        parent: QWidget | None = None,
        *,
        clouds: RunOverlay[Cloud] | None = None,
    ) -> None:
        """Without `pushing`, links can be posed but not pushed; `clouds` are many arms beside a run."""
        super().__init__(parent)
        self._clouds = RunOverlay[Cloud](self) if clouds is None else clouds
        self._document, self._playback, self._pushing = document, playback, pushing
        self._preferences, self._themes = preferences, themes
        self._loader = ShapeLoader(self)
        self._loader.ready.connect(self._dress)
        self._loader.message.connect(self.notice)
        self._scene = scene_of(document.robot)
        self._ghost_scene: Scene | None = None
        self._q = np.array(document.project.q0)
        self._motif: Motif | None = None
        self._highlight: Highlight | None = None
        self._lent: np.ndarray | None = None  # a pose that is shown instead of the arm's own
        self._motion_seen = False
        self._own_moves = OwnMoves()
        self._rest_of_trace = QTimer(self)
        self._rest_of_trace.setSingleShot(True)
        self._rest_of_trace.timeout.connect(self._refresh)
        self._mouse = ArmMouse(document, playback, self._arm, lambda: (self.width(), self.height()), pushing)
        self._canvas = ArmCanvas(self._source, preferences, self)
        self._canvas.notice.connect(self.notice)
        self._canvas.painted.connect(self.painted)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._canvas)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._look_anew()
        self._subscribe()

    @property
    def canvas_name(self) -> str:
        """Who draws: OpenGL or painter."""
        return self._canvas.drawer.name

    @property
    def camera(self) -> Camera:
        return self._mouse.camera

    def fit(self) -> None:
        """The whole motion, as large as possible."""
        outline = self._outline(self._document.results.current)
        self._mouse.camera = self._mouse.camera.fitted(outline, self._aspect())
        self._mouse.camera_touched = False
        self._canvas.refresh()

    def look_from(self, name: str) -> None:
        """front, back, side, top or isometric, and all of the arm."""
        self._mouse.camera = self._mouse.camera.looking(name)
        self.fit()

    def set_highlight(self, highlight: Highlight | None) -> None:
        """A symbol of an equation on the arm, or none; it stays where it is until another is set or the robot changes.

        Only the picture is made anew; pictures and films that are exported do not show it.
        """
        if highlight != self._highlight:
            self._highlight, self._motif = highlight, None
            self._canvas.refresh(urgent=True)

    def show_pose(self, q: np.ndarray | None) -> None:
        """Some other pose (n,) of the arm instead of the one at the cursor, alone, or that one again."""
        self._lent = q
        self._refresh()

    def point_at(self, link: int) -> None:
        """A link, counted from 0, stands out as under the mouse; none for -1."""
        if link != self._mouse.hovered and link < self._document.robot.n:
            self._mouse.hovered = link
            self._refresh()

    def view_state(self) -> ViewState:
        """How the arm is shown now."""
        visible = frozenset(name for name in OPTIONS if self._preferences[name])
        dark, selected = self._themes.current.dark, self._document.selected
        return ViewState(self._mouse.camera, self._mouse.camera_touched, visible, dark, selected)

    def still(self, dark: bool, as_seen: bool, aspect: float) -> PictureSource:
        """What is shown now, without what only the mouse needs; fitted in anew unless it is to be as it is seen."""
        from denoc_studio.picture.film.export import PictureSource

        state, wrench = self.view_state(), self._document.project.run.tip_wrench
        options = Options(picture_colours(DARK if dark else LIGHT), state.visible, marked=state.selected, wrench=wrench)
        if (run := self._document.results.current) is not None:
            run.tip_path()
        motif = self._new_motif(options)
        camera = self._mouse.camera
        if not as_seen or not self._mouse.camera_touched:
            camera = camera.fitted(self._outline(self._document.results.current), aspect)
        return PictureSource(motif.picture, camera)

    def film_source(self) -> FilmSource | None:
        """What a film would be made of; None before there is a motion."""
        from denoc_studio.picture.film.export import FilmSource

        run, ghost = self._document.results.current, self._document.results.ghost
        if run is None or run.count < 2:
            return None
        shown = self._preferences["ghost"] and ghost is not None and ghost is not run and ghost.count > 1
        other = (ghost.project, ghost.recording) if shown and ghost is not None else None
        return FilmSource(run.project, run.recording, other)

    def image(self, width: int, height: int) -> QImage:
        """The current view at another size; made without OpenGL, so that it never is empty."""
        return qimage(self.still(self._themes.current.dark, True, width / height).image(width, height))

    def finish(self) -> None:
        """Nothing is loaded or painted any more."""
        self._loader.finish()
        self._canvas.finish()

    def sizeHint(self) -> QSize:
        return QSize(640, 480)

    # --- what is shown

    def _subscribe(self) -> None:
        document, results = self._document, self._document.results
        document.robot_changed.connect(self._put_robot)
        document.start_changed.connect(self._refresh)
        document.settings_changed.connect(self._refresh)
        document.selection_changed.connect(self._refresh)
        document.replaced.connect(self._loader.forget)
        document.replaced.connect(self._own_moves.forget)
        document.replaced.connect(self._look_anew)
        document.undone.connect(self._return)
        for signal in (results.started, results.extended, results.stale, results.ghost_changed):
            signal.connect(self._refresh)
        results.ended.connect(self._see_motion)
        self._clouds.changed.connect(self._refresh)
        self._playback.time_changed.connect(self._refresh)
        self._preferences.changed.connect(lambda name: self._dress() if name == "meshes" else self._refresh())
        self._themes.changed.connect(self._refresh)
        if self._pushing is not None:
            self._pushing.refused.connect(self.notice)

    def _refresh(self, *_: object) -> None:
        """Another picture, at the next occasion to paint."""
        self._motif = None
        self._canvas.refresh()

    def _put_robot(self, robot: Robot) -> None:
        if self._document.replacing:
            return  # `_look_anew` is to come
        self._highlight = self._lent = None
        if robot.kinds != self._scene.robot.kinds:
            self._q = np.array(self._document.project.q0)
        if up_axis(np.array(robot.gravity)) != (self.camera.up, self.camera.sign):
            self._own_moves.add(self._document.undo_stack.index() + 1, self._view())  # the step is under way
            self._look_anew()
            return
        self._scene = self._new_scene()
        self._refresh()

    def _new_scene(self) -> Scene:
        """The robot, dressed as far as its visuals are at hand and wanted."""
        visuals = self._document.project.visuals if self._preferences["meshes"] else ()
        return _scene(self._document.robot, self._loader.shapes(visuals))

    def _dress(self) -> None:
        """Other clothes, the same arm."""
        self._scene, self._ghost_scene = self._new_scene(), None
        self._refresh()
        if not self._mouse.camera_touched:
            self.fit()

    def _look_anew(self, *_: object) -> None:
        """The view that suits the arm, as if nobody had touched it."""
        self._highlight = self._lent = None
        if self._document.robot.kinds != self._scene.robot.kinds:
            self._q = np.array(self._document.project.q0)
        self._scene = self._new_scene()
        self._motion_seen = False
        self._mouse.camera = first_view(self._scene, self._shown_q())
        self._refresh()
        self.fit()

    def _see_motion(self, run: Run) -> None:
        """The first motion, and one that leaves the picture, is fitted in, unless the user has chosen the view or holds
        a link: under the hand nothing moves by itself."""
        self._refresh()
        if self._mouse.camera_touched or self._mouse.posing or self._pushed():
            return
        outline = self._outline(run)
        far_out = self.camera.distance > FAR_OUT * self.camera.fitted(outline, self._aspect()).distance
        if far_out or not self._motion_seen or not self.camera.sees(outline, self.width(), self.height()):
            self._motion_seen = True
            self._own_moves.add(run.step.place, self._view())
            self.fit()

    def _return(self) -> None:
        """What was undone may have moved the camera; where the user has moved it since, it stays."""
        before = self._own_moves.taken_back(self._document.undo_stack.index())
        if before is None or self._mouse.camera_touched:
            return
        self._mouse.camera, self._mouse.camera_touched = before.camera, before.chosen
        self._motion_seen = True
        if not before.chosen and before.aspect != self._aspect():
            self.fit()
        self._canvas.refresh()

    def _view(self) -> View:
        return View(self._mouse.camera, self._mouse.camera_touched, self._aspect())

    def _shown_q(self) -> np.ndarray:
        if self._document.robot.kinds != self._scene.robot.kinds:
            return self._q  # another arm is being opened, and `_look_anew` is to come
        if self._mouse.posing:
            return np.array(self._document.project.q0)
        if self._lent is not None:
            return self._lent
        awaiting = self._q if self._preferences["recompute"] or self._pushed() else None
        return state(self._document.project, self._document.results.current, self._playback.time, awaiting)

    def _pushed(self) -> bool:
        """Is a link held now?"""
        return self._pushing is not None and self._pushing.active

    def _outline(self, run: Run | None) -> np.ndarray:
        """Points around all that is to be seen."""
        wrench = self._document.project.run.tip_wrench if self._preferences["wrench"] else None
        return motion_outline(self._scene, self._shown_q(), run, wrench)

    def _arm(self) -> ArmState:
        return ArmState(self._scene, self._shown_q())

    def _source(self) -> tuple[Motif, Camera]:
        if self._motif is None:
            self._motif = self._new_motif(self._options())
        return self._motif, self._mouse.camera

    def _new_motif(self, options: Options) -> Motif:
        self._q = self._shown_q()
        moment = self._document.results.current, self._document.project, self._playback.time
        known = options.visible if not self._mouse.posing and self._lent is None else frozenset()
        acting = efforts(*moment) if "torques" in known else None
        borne = reactions(*moment) if "reactions" in known else None
        pushed = pushes(*moment) if "pushes" in known else None
        arm = ArmState(self._scene, self._q, acting, borne, pushed)
        return Motif(arm, options, self._ghost(options), self._trace(options), self._cloud())

    def _cloud(self) -> CloudAt | None:
        """The arms beside the run that is shown, at the cursor; none around another pose."""
        run = self._document.results.current
        found = self._clouds.over(run) if not self._mouse.posing and self._lent is None else None
        if found is None or run is None or not belongs(run, self._scene.robot) or run.awaits(self._playback.time):
            return None
        return CloudAt(found, self._playback.time)

    def _options(self) -> Options:
        look, visible = picture_colours(self._themes.current), self.view_state().visible
        wrench = self._document.project.run.tip_wrench
        selected, hovered = self._document.selected, self._mouse.hovered
        return Options(look, visible, selected, hovered, wrench, highlight=self._highlight)

    def _ghost(self, options: Options) -> ArmState | None:
        run = self._document.results.ghost
        if run is None or run is self._document.results.current or "ghost" not in options.visible:
            return None
        if self._ghost_scene is None or self._ghost_scene.robot is not run.project.robot:
            visuals = run.project.visuals if self._preferences["meshes"] else ()
            self._ghost_scene = _scene(run.project.robot, self._loader.at_hand(visuals))
        q = run.q_at(self._playback.time)
        return ArmState(self._ghost_scene, q) if np.isfinite(q).all() else None

    def _trace(self, options: Options) -> Trace | None:
        if "trace" not in options.visible or self._mouse.posing or self._lent is not None:
            return None
        run, tip = self._document.results.current, self._scene.tip(self._scene.frames(self._q))
        found = trace(run, self._scene, self._playback.time, tip)
        if run is not None and belongs(run, self._scene.robot) and len(run.tip_path(0.0)) < run.count:
            self._rest_of_trace.start()
        return found

    def _aspect(self) -> float:
        return max(self.width(), 1) / max(self.height(), 1)

    # --- the mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._mouse.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hovered, camera = self._mouse.hovered, self._mouse.camera
        self._mouse.move(event)
        self.setCursor(Qt.CursorShape.PointingHandCursor if self._mouse.hovered >= 0 else Qt.CursorShape.ArrowCursor)
        if self._mouse.hovered != hovered:
            self._refresh()
        elif self._mouse.camera is not camera:
            self._canvas.refresh()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        posed, run = self._mouse.posing, self._document.results.current
        self._mouse.release(event)
        self._refresh()
        if posed and run is not None and not run.running:
            self._see_motion(run)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._mouse.hit(event.position()) is None:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._mouse.wheel(event)
        self._canvas.refresh()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._mouse.take_back():
            return
        super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._mouse.leave()
        self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._mouse.camera_touched:
            self.fit()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self._mouse.text_at(event.pos(), bool(self._preferences["degrees"]))
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)


def _scene(robot: Robot, shapes: Sequence[Shape]) -> Scene:
    return Scene(robot, shapes, kernels=READY) if shapes else scene_of(robot)
