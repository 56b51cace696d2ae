"""The mouse in the arm view: orbit, pan, zoom, select a link, drag a joint, and push a link while the run plays."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from denoc_studio.picture.arm.camera import Camera
from denoc_studio.picture.arm.compose import ArmState
from denoc_studio.picture.arm.picking import Hit, pick
from denoc_studio.picture.arm.posing import Grip, Mouse, joint_change
from denoc_studio.project import edits
from denoc_studio.project.entry.numbers import DEGREE, METRE, RADIAN, shown
from denoc_studio.session.commands import held
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.pushing import Pushing

CLICK = 4.0  # pixels that a click may wander
LONGEST_CLICK = 0.3  # seconds: who holds a link longer without moving means to hold it
SLACK = 3.0  # pixels beside a link that still mean it
ZOOM_PER_NOTCH = 1.15
NOTCH = 120.0

Position = tuple[float, float]


class _Pull(NamedTuple):
    """A link that the mouse pulls at: where it was taken, what was under the mouse at that depth, and when."""

    link: int
    point: np.ndarray
    start: np.ndarray
    since: float


class ArmMouse:
    """Turns mouse events into cameras and edits. `arm` says what is shown, `size` how large the view is."""

    def __init__(
        self,
        document: Document,
        playback: Playback,
        arm: Callable[[], ArmState],
        size: Callable[[], tuple[float, float]],
        pushing: Pushing | None = None,
    ) -> None:
        self._document, self._playback, self._pushing = document, playback, pushing
        self._arm, self._size = arm, size
        self.camera = Camera()
        self.camera_touched = False
        self.hovered = -1
        self.posing = False
        self._pressed_at: Position | None = None
        self._last: Position = (0.0, 0.0)
        self._button = Qt.MouseButton.NoButton
        self._held: Hit | None = None
        self._pulled: _Pull | None = None
        self._moved = False
        self._gesture = ""

    def hit(self, position: QPointF | QPoint) -> Hit | None:
        """The link at a pixel."""
        arm = self._arm()
        width, height = self._size()
        eye, direction = self.camera.ray(position.x(), position.y(), width, height)
        slack = SLACK * self.camera.pixel_size(height) / self.camera.distance
        return pick(arm.scene.rods(arm.scene.frames(arm.q)), eye, direction, slack)

    def text_at(self, position: QPointF | QPoint, degrees: bool) -> str:
        """What the tooltip says; nothing beside the arm."""
        found = self.hit(position)
        if found is None:
            return ""
        arm = self._arm()
        link = arm.scene.robot.links[found.link]
        unit = METRE if not link.revolute else DEGREE if degrees else RADIAN
        value = shown(float(arm.q[found.link]), unit, 4)
        name = f" ({link.name})" if link.name and link.name != f"link {found.link + 1}" else ""
        space = "" if unit is DEGREE else " "
        quantity = "joint angle" if link.revolute else "joint position"
        return f"link {found.link + 1}{name}: {quantity} {value}{space}{unit.label}"

    def press(self, event: QMouseEvent) -> None:
        if self._pressed_at is not None:
            return
        self._pressed_at = self._last = _position(event)
        self._button, self._moved = event.button(), False
        grabs = self._button == Qt.MouseButton.LeftButton and not event.modifiers()
        self._held = self.hit(event.position()) if grabs else None
        if self._button == Qt.MouseButton.LeftButton and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self._take_hold(event)

    def move(self, event: QMouseEvent) -> None:
        if self._pressed_at is not None and not event.buttons() & self._button:
            self._let_go()  # the release went elsewhere
        if self._pressed_at is None:
            found = self.hit(event.position())
            self.hovered = -1 if found is None else found.link
            return
        position = _position(event)
        if not self._moved and math.dist(position, self._pressed_at) <= CLICK:
            return
        if not self._moved:
            self._moved = True
            self._begin_drag()
        if self._pressed_at is None:
            return  # it cannot start from where it is seen
        if self._held is not None:
            self._pose(self._held, position)
        elif self._pulled is not None:
            self._pull(self._pulled, position)
        else:
            self._move_camera(event, position)
        self._last = position

    def release(self, event: QMouseEvent) -> None:
        if event.button() != self._button:
            return
        if not self._moved and self._held is not None:
            self._document.select(self._held.link)
        if self._pulled is not None and not self._moved and time.monotonic() - self._pulled.since < LONGEST_CLICK:
            self._document.select(self._pulled.link)
            self.take_back()
        self._let_go()

    def take_back(self) -> bool:
        """The push that is under way was not meant; whether there was one."""
        if self._pushing is None or not self._pushing.active:
            return False
        self._pushing.cancel()
        return True

    def _let_go(self) -> None:
        if self._pulled is not None and self._pushing is not None:
            self._pushing.release()
        self._pressed_at, self._held, self._pulled, self.posing = None, None, None, False
        self._button = Qt.MouseButton.NoButton

    def leave(self) -> None:
        self.hovered = -1

    def wheel(self, event: QWheelEvent) -> None:
        notches = event.angleDelta().y() / NOTCH or event.pixelDelta().y() / 40
        place = event.position()
        self.camera = self.camera.zoomed(ZOOM_PER_NOTCH**notches, place.x(), place.y(), *self._size())
        self.camera_touched = True

    def _begin_drag(self) -> None:
        if self._held is None:
            self.camera_touched = self.camera_touched or self._pulled is None
            return
        shown = self._arm().q
        self.posing = True
        self._gesture = held("pose")
        self._document.select(self._held.link)
        self._playback.pause()
        if self._playback.time > 0 and len(shown) == self._document.robot.n:  # what is grasped is where it is seen
            start = partial(edits.set_start, q0=tuple(shown.tolist()), qd0=(0.0,) * len(shown))
            if not self._document.attempt(start, f"Pose joint {self._held.link + 1}", self._gesture):
                self._let_go()
                return
        self._playback.seek(0.0)

    def _move_camera(self, event: QMouseEvent, position: Position) -> None:
        dx, dy = np.subtract(position, self._last).tolist()
        if self._button == Qt.MouseButton.LeftButton and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.camera = self.camera.orbited(dx, dy)
        else:
            self.camera = self.camera.panned(dx, dy, self._size()[1])

    def _pose(self, held: Hit, position: Position) -> None:
        arm, i = self._arm(), held.link
        project = self._document.project
        if i >= project.robot.n:
            return
        link = project.robot.links[i]
        origin, axis = arm.scene.joint(arm.scene.frames(np.array(project.q0)), i)
        grip = Grip(link.revolute, origin, axis, held.point)
        change = joint_change(grip, self.camera, Mouse(self._last, position, *self._size()))
        value = min(max(project.q0[i] + change, link.lower), link.upper)
        q0 = (*project.q0[:i], value, *project.q0[i + 1 :])
        self._document.attempt(partial(edits.set_start, q0=q0), f"Pose joint {i + 1}", self._gesture)

    def _take_hold(self, event: QMouseEvent) -> None:
        """Of the link under the mouse; where there is one, the camera stays, whether it can be pushed or not."""
        found = self.hit(event.position())
        if found is None or self._pushing is None:
            return
        start = self._at_depth_of(found.point, _position(event))
        self._pulled = _Pull(found.link, found.point, start, time.monotonic())
        self._pushing.begin(found.link, found.point)

    def _pull(self, pulled: _Pull, position: Position) -> None:
        """The point is wanted as far from where it was taken as the mouse is, in the plane of the camera."""
        if self._pushing is not None and self._pushing.active:
            self._pushing.move(pulled.point + self._at_depth_of(pulled.point, position) - pulled.start)

    def _at_depth_of(self, point: np.ndarray, position: Position) -> np.ndarray:
        """The place under a pixel that is as deep in the picture as a point."""
        eye, direction = self.camera.ray(*position, *self._size())
        normal = self.camera.axes[2]
        return eye + direction * ((point - eye) @ normal) / (direction @ normal)


def _position(event: QMouseEvent) -> Position:
    return (event.position().x(), event.position().y())
