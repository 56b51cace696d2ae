"""The thread's side of a run: computes it chunk by chunk and sends each with the run's number."""

from __future__ import annotations

import logging
import threading
from contextlib import nullcontext

from PySide6.QtCore import QObject, Signal, Slot

from dynamics.agreement import disagreements
from dynamics.errors import DynamicsError, NoSolution
from dynamics.kernels.dispatch import generic_only
from dynamics.kernels.locks import seconds_waited
from dynamics.project import Project, stream_project
from dynamics.recording import Recording, Simulation
from dynamics.stiffness import stiff_hint

LOG = logging.getLogger("app")
PATIENCE = 0.05  # seconds between looks at a paused run's cancel flag


class Ticket:
    """A run that was asked for, with the flags that the window sets while it is computed.

    A draft waits for no compiler; its last digits may differ from those of the run proper.
    """

    def __init__(self, number: int, project: Project, draft: bool = False) -> None:
        self.number = number
        self.project = project
        self.draft = draft
        self.cancel = threading.Event()
        self.go_on = threading.Event()
        self.go_on.set()
        self.waited = 0.0  # seconds of the run that went into compiling


class Worker(QObject):
    """Lives in a thread of its own; slots run there one after the other."""

    chunk_ready = Signal(int, object)  # number, Chunk
    failed = Signal(int, str)  # number, reason
    advised = Signal(int, str)  # number, how it could be computed better
    compared = Signal(int, float)  # number, largest disagreement of the formulations

    @Slot(object)
    def compute(self, ticket: Ticket) -> None:
        if ticket.cancel.is_set():
            return
        try:
            with generic_only() if ticket.draft else nullcontext():
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
        before = seconds_waited()
        for chunk in stream_project(ticket.project, ticket.cancel):
            ticket.waited = seconds_waited() - before
            self.chunk_ready.emit(ticket.number, chunk)
            while not ticket.go_on.wait(PATIENCE) and not ticket.cancel.is_set():
                pass

    @Slot(object, object)
    def advise(self, ticket: Ticket, recording: Simulation) -> None:
        """Does the run suggest another integrator?"""
        hint = "" if ticket.cancel.is_set() else stiff_hint(recording)
        if hint:
            self.advised.emit(ticket.number, hint)

    @Slot(object, object)
    def compare(self, ticket: Ticket, recording: Recording) -> None:
        """Do the formulations agree along this recording?"""
        if ticket.cancel.is_set():
            return
        try:
            found = disagreements(ticket.project.robot, recording)
        except DynamicsError:
            return
        except Exception:
            LOG.exception("comparing the formulations of %s raised", ticket.project.name)
            return
        self.compared.emit(ticket.number, max(value for _, value in found))
