"""A small picture of a project's arm at the start of its run."""

from __future__ import annotations

import numpy as np
from PIL import Image

from denoc.files.projects.project import Project
from denoc.kernels.dispatch import READY
from denoc.motions.motion_data import first_state
from denoc_studio.look.palettes import Theme
from denoc_studio.picture.arm.compose import ArmState, Options, compose
from denoc_studio.picture.arm.picture import picture_colours
from denoc_studio.picture.arm.run_at_time import first_view
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.image.painter import ImagePainter
from denoc_studio.picture.image.raster import is_prepared


def thumbnail(project: Project, theme: Theme, size: tuple[int, int]) -> Image.Image:
    """So many pixels wide and high; nothing is compiled for it."""
    width, height = size
    scene = Scene(project.robot, kernels=READY)
    motion = project.run.motion if project.run.mode == "inverse" else None
    q = np.array(project.q0 if motion is None else first_state(motion))
    camera = first_view(scene, q).fitted(scene.outline(q), width / height)
    picture = compose(ArmState(scene, q), Options(picture_colours(theme), frozenset({"grid"})))
    return ImagePainter(camera, width, height, legend=False, compiled=is_prepared()).image(picture)
