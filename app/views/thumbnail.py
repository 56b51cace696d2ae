"""A small picture of a project's arm in its initial state."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app.arm.compose import Options, Shown, compose
from app.arm.looks import look_of
from app.arm.moment import first_view
from app.arm.scene import Scene
from app.arm.still import Easel
from app.theme import Theme
from app.views.images import qimage
from dynamics.motions import first_state
from dynamics.project import Project


def thumbnail(project: Project, theme: Theme, size: QSize) -> QImage:
    """Drawn without OpenGL, at the start of the project's run."""
    scene = Scene(project.robot)
    motion = project.run.motion if project.run.mode == "inverse" else None
    q = np.array(project.q0 if motion is None else first_state(motion))
    camera = first_view(scene, q).fitted(scene.outline(q), size.width() / size.height())
    picture = compose(Shown(scene, q), Options(look_of(theme), frozenset({"grid"})))
    return qimage(Easel(camera, size.width(), size.height(), legend=False).image(picture))
