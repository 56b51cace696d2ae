"""The thread's side of a run: computes it chunk by chunk and sends each with the run's number."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal, Slot

from denoc.basics.errors import DynamicsError, NoSolution
from denoc.files.projects.project import Project, stream_project
from denoc.kernels.dispatch import load_generic
from denoc.kernels.storage.locks import Clock, clock
from denoc.runs.horizon import horizon
from denoc.runs.problem.job import Job
from denoc.runs.recording import Recording, Simulation
from denoc.runs.stiffness import stiff_hint
from denoc.studies.trust import NOT_MEASURED, measure
from denoc_studio.plots.samples import Samples

LOG = logging.getLogger("denoc_studio")
COMPARED_JOINTS = 30  # a longer arm takes the reference texts too long
PATIENCE = 0.05  # seconds between looks at a paused run's cancel flag


class Ticket:
    """A run that was asked for, with the flags that the window sets while it is computed.

    A draft waits for no compiler; its last digits may differ from those of the run proper.
    """

    def __init__(self, number: int, project: Project, job: Job, samples: Samples) -> None:
        self.number = number
        self.project = project
        self.samples = samples  # where they go
        self.job = job
        self.cancel = threading.Event()  # ends the run
        self.dismissed = threading.Event()  # nobody asks about it any more
        self.go_on = threading.Event()
        self.go_on.set()
        self.sent = self.taken = 0  # chunks, by the thread that computes and by the window's
        self._clock: Clock | None = None  # of the thread that computes it
        self._before = self._after = 0.0

    @property
    def compiling(self) -> bool:
        """Does the run wait for code at this moment?"""
        now = self._clock
        return now is not None and now.running

    @property
    def waited(self) -> float:
        """Seconds of the run so far that went into compiling."""
        now = self._clock  # looked at once: the thread may be done in between
        return (self._after if now is None else now.seconds) - self._before

    @contextmanager
    def timed(self) -> Iterator[None]:
        """The computing thread is inside."""
        self._clock = clock()
        self._before = self._clock.seconds
        try:
            yield
        finally:
            self._after = self._clock.seconds
            self._clock = None


class Worker(QObject):
    """Lives in a thread of its own; slots run there one after the other."""

    chunk_ready = Signal(int, object)  # number, Chunk
    failed = Signal(int, str)  # number, reason
    advised = Signal(int, str)  # number, how it could be computed better
    reproduced = Signal(int, object)  # number, Horizon
    compared = Signal(int, object)  # number, Measures

    @Slot(object)
    def compute(self, ticket: Ticket) -> None:
        if ticket.cancel.is_set():
            return
        try:
            with ticket.timed():
                load_generic(_asked_of_samples(ticket.project))
                self._stream(ticket)
        except NoSolution as error:
            self.failed.emit(ticket.number, error.in_words)
        except DynamicsError as error:
            self.failed.emit(ticket.number, str(error))
        except MemoryError:
            self.failed.emit(ticket.number, "there is not enough memory for this run")
        except Exception as error:
            LOG.exception("run %d of %s raised", ticket.number, ticket.project.name)
            self.failed.emit(ticket.number, f"the program made an error ({type(error).__name__}: {error})")

    def _stream(self, ticket: Ticket) -> None:
        for chunk in stream_project(ticket.project, ticket.cancel, job=ticket.job):
            ticket.samples.write(chunk)
            ticket.sent += 1
            self.chunk_ready.emit(ticket.number, chunk)
            while not ticket.go_on.wait(PATIENCE) and not ticket.cancel.is_set():
                pass

    @Slot(object, object)
    def advise(self, ticket: Ticket, recording: Simulation) -> None:
        """Does the run suggest another integrator?"""
        hint = "" if ticket.dismissed.is_set() else stiff_hint(recording)
        if hint:
            self.advised.emit(ticket.number, hint)

    @Slot(object, object)
    def reproduce(self, ticket: Ticket, recording: Simulation) -> None:
        """Until when can the run be reproduced? A second run says so, unless the next run has begun."""
        try:
            if not ticket.dismissed.is_set():
                self.reproduced.emit(ticket.number, horizon(recording, cancel=ticket.dismissed))
        except DynamicsError:
            return
        except Exception:
            LOG.exception("computing %s a second time raised", ticket.project.name)

    @Slot(object, object)
    def compare(self, ticket: Ticket, recording: Recording) -> None:
        """Do the formulations agree along this recording?"""
        if ticket.dismissed.is_set():
            return
        found = NOT_MEASURED
        try:
            if ticket.project.robot.n <= COMPARED_JOINTS:
                found = measure(ticket.project.robot, recording)
        except DynamicsError:
            pass
        except Exception:
            LOG.exception("comparing the formulations of %s raised", ticket.project.name)
        self.compared.emit(ticket.number, found)


def _asked_of_samples(project: Project) -> list[str]:
    """The functions that the window asks for of the run's samples, by the names of their kernels: it must not wait for
    them, so they are loaded before there are samples."""
    found = ["frames", "gravity", "inverse denoc", "reactions"]
    return found if project.run.tip_wrench is None else [*found, "inverse denoc wrench", "reactions wrench"]
