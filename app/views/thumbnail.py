"""A small picture of a project's arm in its initial state."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app.arm.camera import default_camera
from app.arm.compose import Options, Shown, compose
from app.arm.picture import Look
from app.arm.scene import Scene
from app.theme import Theme
from app.views.painter_canvas import picture_image
from dynamics.motions import first_state
from dynamics.project import Project


def thumbnail(project: Project, theme: Theme, size: QSize) -> QImage:
    """Drawn without OpenGL, at the start of the project's run."""
    scene = Scene(project.robot)
    motion = project.run.motion if project.run.mode == "inverse" else None
    q = np.array(project.q0 if motion is None else first_state(motion))
    axes = scene.frames(q)[1 : project.robot.n + 1, :3, 2]
    camera = default_camera(np.array(project.robot.gravity), axes)
    camera = camera.fitted(scene.outline(q), size.width() / size.height())
    picture = compose(Shown(scene, q), Options(look_of(theme), frozenset({"grid"})))
    return picture_image(picture, camera, size.width(), size.height(), overlay=False)


def look_of(theme: Theme) -> Look:
    """The colours of the arm view."""
    scene = (theme.dark, theme.scene_top, theme.scene_bottom, theme.metal)
    return Look(*scene, theme.accent, theme.text, theme.muted, theme.error)
