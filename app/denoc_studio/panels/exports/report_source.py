"""What a report would be made of at this moment: a document's run with its motors, and the run pinned beside it."""

from __future__ import annotations

from dataclasses import replace

from denoc.torques.actuators import Actuators
from denoc_studio.paper.actuator_report import ReportSource, is_example, outcome, project_file
from denoc_studio.paper.report.order import LabSource, PinnedRun, lab_source
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.run import Run


def finished_run(document: Document) -> Run | None:
    """The run to be judged: one that has ended and has samples."""
    run = document.results.current
    return run if run is not None and not run.running and run.count > 1 else None


def chosen_motors(document: Document, run: Run) -> Actuators:
    """The motors of the document, unless its joints are no longer the run's."""
    project = document.project
    same = project.robot.kinds == run.project.robot.kinds
    return project.actuators if same else run.project.actuators


def actuator_source(document: Document, degrees: bool) -> ReportSource | None:
    """For a report of the actuators; None before there is a run."""
    run = finished_run(document)
    if run is None:
        return None
    project = edits.set_actuators(run.project, chosen_motors(document, run))
    words = outcome(run.status, run.message, run.end)
    file, path = project_file(run.project, document.path), document.path
    saved = is_example(run.project) if path is None else not (document.modified or run.stale)
    return ReportSource(project, run.recording, words, file, degrees, saved, run.stale)


def source_of_lab_report(document: Document) -> LabSource | None:
    """For a lab report, with the pinned run where it is another one; None before there is a run."""
    found, pinned = actuator_source(document, degrees=True), document.results.pinned
    if found is None:
        return None
    other = None
    if pinned is not None and pinned is not document.results.current:
        other = PinnedRun(pinned.project, pinned.recording, document.results.pinned_name)
    source = lab_source(found.project, found.recording, found.outcome, found.file, other)
    return replace(source, saved=found.saved, stale=found.stale)
