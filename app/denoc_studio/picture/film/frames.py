"""A film of a run: how it is to look, and its frames one by one."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.caching import cached_property
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc_studio.look.colours import MANY, joint_colours
from denoc_studio.look.palettes import DARK, LIGHT
from denoc_studio.picture.arm.camera import Camera
from denoc_studio.picture.arm.compose import AXIS_COLOURS, ArmState, Options, compose
from denoc_studio.picture.arm.ground_grid import nice_step
from denoc_studio.picture.arm.picture import Picture, picture_colours
from denoc_studio.picture.arm.run_at_time import efforts, first_view, motion_outline, pushes, reactions, trace
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.film.recorded_run import RecordedRun
from denoc_studio.picture.meshes.visual_meshes import shapes_of

if TYPE_CHECKING:
    from PIL import Image

SMALLEST, LARGEST = 64, 3840  # pixels each way
SLOWEST_RATE, FASTEST_RATE = 1.0, 60.0  # frames a second
FASTEST_GIF = 50.0  # frames a second: viewers slow down what is faster
SLOWEST, FASTEST = 1e-6, 1e6  # times real time
MOST_FRAMES = 20_000
LONGEST, SHORTEST = 60.0, 0.2  # seconds of a film at real time; others are sped up or slowed down
USUAL = frozenset({"meshes", "grid", "labels", "gravity", "trace", "wrench", "pushes"})


@dataclass(frozen=True)
class FilmLook:
    """Of a film: seen from the camera's side, or without one from the arm's best; `fit` moves it to see all of it."""

    width: int = 640
    height: int = 480
    dark: bool = False
    camera: Camera | None = None
    fit: bool = True
    visible: frozenset[str] = USUAL
    caption: bool = True
    marked: int = -1  # the joint whose limits are shown, where limits are visible

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            if not SMALLEST <= getattr(self, name) <= LARGEST:
                raise DynamicsError(
                    f"{SMALLEST} to {LARGEST} pixels are possible", field=name, value=getattr(self, name)
                )


@dataclass(frozen=True)
class Pace:
    """Frames a second of the film, seconds of the run for one of the film (None suits it), and what part of the run."""

    fps: float = 25.0
    speed: float | None = None
    start: float = 0.0
    end: float = math.inf

    def __post_init__(self) -> None:
        if not SLOWEST_RATE <= self.fps <= FASTEST_RATE:
            words = f"{SLOWEST_RATE:g} to {FASTEST_RATE:g} frames a second are possible"
            raise DynamicsError(words, field="fps", value=self.fps)
        if self.speed is not None and not SLOWEST <= self.speed <= FASTEST:
            raise DynamicsError(f"must be within {SLOWEST:g} and {FASTEST:g}", field="speed", value=self.speed)

    def fitted(self, end: float) -> Pace:
        """For a run of this length: all of it decided."""
        start, last = max(self.start, 0.0), min(self.end, end)
        if not start <= last:
            raise DynamicsError(f"the film starts after its end, {last:g} s", field="start", value=self.start)
        return replace(self, speed=self.speed or suitable_speed(last - start), start=start, end=last)

    def frames(self, end: float) -> int:
        """How many a run of this length gives."""
        pace = self.fitted(end)
        assert pace.speed is not None
        seconds = (pace.end - pace.start) / pace.speed
        if seconds * pace.fps > MOST_FRAMES:
            words = f"a film of {seconds:.4g} s has more than {MOST_FRAMES} frames: raise the speed"
            raise DynamicsError(words, field="speed", value=pace.speed)
        return max(round(seconds * pace.fps), 1)


def suitable_speed(duration: float) -> float:
    """Real time, unless that takes more than a minute, or too little to be seen."""
    if duration > LONGEST:
        return nice_step(duration / LONGEST)
    if 0 < duration < SHORTEST:
        return 1 / nice_step(5 * SHORTEST / duration)
    return 1.0


def check_gif_rate(fps: float) -> None:
    if fps > FASTEST_GIF:
        raise DynamicsError(f"a GIF has at most {FASTEST_GIF:g} frames a second", field="fps", value=fps)


class Camerawork:
    """The arm of a run, seen at any time of it."""

    def __init__(self, take: RecordedRun, look: FilmLook, ghost: RecordedRun | None = None) -> None:
        self._take, self._ghost, self._look = take, ghost, look
        self._scene = self._dressed(take.project)
        self._ghost_scene = self._dressed(ghost.project) if ghost is not None else None
        self.camera = self._fitted()
        from denoc_studio.picture.image.painter import ImagePainter  # needs Pillow, which a dialog does without

        self.painter = ImagePainter(self.camera, look.width, look.height)

    @property
    def robot(self) -> Robot:
        return self._scene.robot

    def picture(self, t: float) -> Picture:
        look = self._look
        theme = picture_colours(DARK if look.dark else LIGHT)
        options = Options(theme, look.visible, marked=look.marked, wrench=self._take.project.run.tip_wrench)
        q = self._take.q_at(t)
        path = None
        if "trace" in look.visible:
            path = trace(self._take, self._scene, t, self._scene.tip(self._scene.frames(q)))
        other = None
        if self._ghost is not None and self._ghost_scene is not None:
            other = ArmState(self._ghost_scene, self._ghost.q_at(t))
        acting = efforts(self._take, self._take.project, t) if "torques" in look.visible else None
        borne = reactions(self._take, self._take.project, t) if "reactions" in look.visible else None
        pushed = pushes(self._take, self._take.project, t) if "pushes" in look.visible else None
        return compose(ArmState(self._scene, q, acting, borne, pushed), options, other, path)

    def _dressed(self, project: Project) -> Scene:
        return Scene(project.robot, shapes_of(project.visuals) if "meshes" in self._look.visible else ())

    def image(self, t: float, *words: str) -> Image.Image:
        lines = [self._take.project.robot.name or self._take.project.name, *words] if self._look.caption else []
        return self.painter.image(self.picture(t), lines)

    def _fitted(self) -> Camera:
        look, start = self._look, self._take.q_at(0.0)
        camera = look.camera or first_view(self._scene, start)
        if not look.fit:
            return camera
        wrench = self._take.project.run.tip_wrench if "wrench" in look.visible else None
        return camera.fitted(motion_outline(self._scene, start, self._take, wrench), look.width / look.height)


class Film:
    """`count` frames; frame k is shown from second k / fps on and shows the run at `time(k)`."""

    def __init__(self, take: RecordedRun, look: FilmLook, pace: Pace, ghost: RecordedRun | None = None) -> None:
        self.look, self.pace = look, pace.fitted(take.end)
        self._camerawork = Camerawork(take, look, ghost)
        self.count = self.pace.frames(take.end)

    @property
    def speed(self) -> float:
        assert self.pace.speed is not None
        return self.pace.speed

    @property
    def size(self) -> tuple[int, int]:
        return self.look.width, self.look.height

    def time(self, frame: int) -> float:
        return min(self.pace.start + frame * self.speed / self.pace.fps, self.pace.end)

    def image(self, frame: int) -> Image.Image:
        t = self.time(frame)
        pace = "" if self.speed == 1 else f"    {self.speed:.4g}× speed"
        return self._camerawork.image(t, f"t = {t:.{self._decimals}f} s{pace}")

    def backdrop(self) -> np.ndarray:
        """What never changes, (h, w, 3)."""
        return self._camerawork.painter.backdrop(self._camerawork.picture(self.pace.start))

    def signals(self) -> list[str]:
        """Colours that mean something, however few pixels have them."""
        robot, theme = self._camerawork.robot, DARK if self.look.dark else LIGHT
        joints = joint_colours(robot.n, theme.dark) if robot.n <= MANY else ()
        return [*AXIS_COLOURS.values(), theme.text, theme.ink, theme.muted, *joints]

    @cached_property
    def _decimals(self) -> int:
        """As many as tell neighbouring frames apart."""
        step = self.speed / self.pace.fps
        return min(max(math.ceil(-math.log10(step)), 0), 9)
