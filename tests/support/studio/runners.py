"""A runner's runs: one that takes long, and waiting for what it computes and finds."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from denoc import rod_chain
from denoc.files.projects.project import Project
from denoc_studio.project import edits
from denoc_studio.session.run import Run
from denoc_studio.session.simulation_runner import Runner


def long_project() -> Project:
    """Minutes of computing."""
    return edits.set_run(rod_chain(60), duration=1e4, samples=100_001, rtol=1e-10)


def finished(qtbot: QtBot, runner: Runner, project: Project) -> Run:
    def done() -> bool:
        run = runner._document.results.current
        return run is not None and not run.running and run.project is project and not runner.computing

    qtbot.waitUntil(done, timeout=30_000)
    current = runner._document.results.current
    assert current is not None
    return current


def known(qtbot: QtBot, runner: Runner) -> Run:
    """The current run, once it is known until when it can be reproduced."""
    results = runner._document.results
    qtbot.waitUntil(lambda: results.current is not None and results.current.horizon is not None, timeout=30_000)
    assert results.current is not None
    return results.current
