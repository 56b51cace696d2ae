"""Compiled code, loaded before the window needs it: what imports and links it holds the interpreter for moments."""

from __future__ import annotations

import logging
import threading
from contextlib import suppress

import numpy as np

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.functions.kinematics import link_frames
from denoc.kernels.dispatch import SHARED
from denoc.runs.problem.job import Job
from denoc.runs.simulation import run
from denoc_studio.picture.arm.scene import scene_of
from denoc_studio.picture.image import raster

LOG = logging.getLogger("denoc_studio")
PATIENCE = 0.8  # seconds: enough to load what is on disk, not to compile it


def warm_up(project: Project) -> threading.Thread:
    """Runs the project for an instant and draws a triangle, in a thread; waits for it unless it has to compile."""
    thread = threading.Thread(target=_load, args=(project,), name="warm-up", daemon=True)
    thread.start()
    thread.join(PATIENCE)
    return thread


def make_ready(project: Project) -> Project:
    """The same project, with what the views and the run ask of a robot first: that takes a long arm tenths of a second,
    in which the window would have to wait for the interpreter."""
    link_frames(project.robot, np.array(project.q0), kernels=SHARED)
    _ = scene_of(project.robot).solids
    _run_for_an_instant(project)
    return project


def _load(project: Project) -> None:
    try:
        raster.prepare()
        _run_for_an_instant(project)
    except Exception:
        LOG.exception("warming up raised")


def _run_for_an_instant(project: Project) -> None:
    settings = project.run
    with suppress(DynamicsError):  # the run proper will say so
        run(Job(project.robot, project.q0, project.qd0, 1e-6, method=settings.method, integrator=settings.integrator))
