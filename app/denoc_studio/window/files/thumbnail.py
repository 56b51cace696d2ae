"""A small picture of a project's arm in its initial state."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from denoc.files.projects.project import Project
from denoc.kernels.dispatch import READY
from denoc.motions.motion_data import first_state
from denoc_studio.look.theme import Theme
from denoc_studio.picture.arm.compose import ArmState, Options, compose
from denoc_studio.picture.arm.picture import picture_colours
from denoc_studio.picture.arm.run_at_time import first_view
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.image.painter import ImagePainter
from denoc_studio.picture.image.raster import is_prepared
from denoc_studio.widgets.images import qimage


def thumbnail(project: Project, theme: Theme, size: QSize) -> QImage:
    """Drawn without OpenGL, at the start of the project's run."""
    scene = Scene(project.robot, kernels=READY)
    motion = project.run.motion if project.run.mode == "inverse" else None
    q = np.array(project.q0 if motion is None else first_state(motion))
    camera = first_view(scene, q).fitted(scene.outline(q), size.width() / size.height())
    picture = compose(ArmState(scene, q), Options(picture_colours(theme), frozenset({"grid"})))
    painter = ImagePainter(camera, size.width(), size.height(), legend=False, compiled=is_prepared())
    return qimage(painter.image(picture))
