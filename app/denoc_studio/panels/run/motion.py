"""The motion: its kind, the editor of that kind, and why the arm cannot follow it."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from denoc.files.projects.project import Project
from denoc_studio.look.plain_text import capitalised
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.panels.run.faults import watch_faults
from denoc_studio.panels.run.joint_motion_editor import JointMotionEditor
from denoc_studio.panels.run.joints import JointsEditor
from denoc_studio.panels.run.sampled_editor import SampledEditor
from denoc_studio.panels.run.sine_editor import SineEditor
from denoc_studio.panels.run.tip_editor import TipEditor
from denoc_studio.panels.run.via_editor import ViaEditor
from denoc_studio.project.entry.numbers import in_shown_unit
from denoc_studio.project.motion_kinds import KINDS, kind_of
from denoc_studio.project.run_edits import set_kind
from denoc_studio.project.run_words import motion_in_words
from denoc_studio.session.run import Run
from denoc_studio.session.session import Session
from denoc_studio.widgets.fold import Fold
from denoc_studio.widgets.form_parts import choice, show_choice
from denoc_studio.widgets.message_line import MessageLine
from denoc_studio.widgets.one_layout import laid_out_once

NAMES = {  # of what a motion has besides its joints
    "joints": "Profile",
    "via": "Via points",
    "sines": "Sines",
    "sampled": "Samples",
    "line": "Line",
    "arc": "Arc",
    "poses": "Poses",
}


class MotionPanel(Editor):
    def __init__(self, session: Session, table: JointsEditor) -> None:
        """`table` has the columns that are said joint by joint."""
        super().__init__(session)
        self.kind = choice(
            KINDS,
            "Kind of motion",
            "How the arm moves; another kind keeps the start, the end and the duration as far as it can",
            lambda key: self.attempt(lambda project: set_kind(project, key), f"Choose the motion: {KINDS[key]}"),
        )
        self.joints = JointMotionEditor(session)
        self.via = ViaEditor(session)
        self.sines = SineEditor(session, table)
        self.sampled = SampledEditor(session)
        self.tip = TipEditor(session)
        self.editors: dict[str, Editor] = {
            "joints": self.joints,
            "via": self.via,
            "sines": self.sines,
            "sampled": self.sampled,
        }
        self.editors |= dict.fromkeys(("line", "arc", "poses"), self.tip)
        self.refusal = MessageLine(session.themes)
        self.failure = MessageLine(session.themes)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 8)
        for editor in dict.fromkeys(self.editors.values()):
            editor.problem.connect(self.problem)
            column.addWidget(editor)
        self.fold = Fold(NAMES["joints"], inside, kept=(session.preferences, "open_motion"))
        watch_faults(self.fold)
        self.column.addWidget(self.fold)
        self.column.addWidget(self.refusal)
        self.column.addWidget(self.failure)
        self.problem.connect(lambda words, source: self.refusal.say("error", words, source))
        results = session.document.results
        for signal in (results.ended, results.refused, results.started):
            signal.connect(self._show_outcome)
        self.session.preferences.degrees_changed.connect(self._say)
        self.show_project(session.document.project)

    def show_project(self, project: Project) -> None:
        motion = project.run.motion
        if motion is None:
            return
        show_choice(self.kind, kind_of(motion))
        chosen = self.editors[kind_of(motion)]
        chosen.show_project(project)
        with laid_out_once(self.fold.body):
            for editor in dict.fromkeys(self.editors.values()):
                editor.setVisible(editor is chosen)
        self.fold.rename(NAMES[kind_of(motion)])
        self._say()

    def _say(self) -> None:
        motion = self.document.project.run.motion
        if motion is not None:
            self.fold.say(motion_in_words(motion, self.session.preferences["degrees"]))

    def _show_outcome(self, run: Run) -> None:
        failed = run.status == "failed" and run.project.run.motion is not None and bool(run.message)
        message = in_shown_unit(run.message, self.session.preferences["degrees"])
        words = capitalised(message) if failed else ""
        kept = run is not self.document.results.current
        self.failure.say("error", f"{words}. The curves are those of the motion before." if failed and kept else words)
