"""Compiled code, loaded before the window needs it: what imports and links it holds the interpreter for moments."""

from __future__ import annotations

import logging
import threading

import numpy as np

from app.arm import raster
from dynamics.errors import DynamicsError
from dynamics.job import Job
from dynamics.kinematics import link_frames
from dynamics.project import Project
from dynamics.simulation import run

LOG = logging.getLogger("app")
PATIENCE = 0.8  # seconds: enough to load what is on disk, not to compile it


def warm_up(project: Project) -> threading.Thread:
    """Runs the project for an instant and draws a triangle, in a thread; waits for it unless it has to compile."""
    thread = threading.Thread(target=_load, args=(project,), name="warm-up", daemon=True)
    thread.start()
    thread.join(PATIENCE)
    return thread


def make_ready(project: Project) -> Project:
    """The same project, with what every view asks of a robot first: for a long arm that takes tenths of a second."""
    link_frames(project.robot, np.array(project.q0))
    return project


def _load(project: Project) -> None:
    try:
        raster.prepare()
        settings = project.run
        run(Job(project.robot, project.q0, project.qd0, 1e-6, method=settings.method, integrator=settings.integrator))
    except DynamicsError:  # the run proper will say so
        pass
    except Exception:
        LOG.exception("warming up raised")
