"""Motions of the tip: where it goes, which components of its pose matter, from which joint state."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox

from denoc.files.projects.project import Project
from denoc.motions.motion_data import ArcMotion, LineMotion, PoseMotion
from denoc.motions.tip_task import WHOLE_POSE
from denoc_studio.panels.editing.binding import bind
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.panels.run.pose_editor import PoseEditor
from denoc_studio.panels.run.triple_field import TripleField
from denoc_studio.project.entry.joint_units import PURE, angle_unit
from denoc_studio.project.entry.numbers import METRE, RADIAN
from denoc_studio.project.motion_kinds import PROFILES, TipMotion
from denoc_studio.project.run_edits import change_motion, start_motion_from
from denoc_studio.project.tip_motions import POSITION_ONLY
from denoc_studio.session.session import Session
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import choice, make_form, note, show_choice, titled, tool

TASKS = {"pose": "position and orientation", "position": "position only"}
WEIGHTS = {"pose": WHOLE_POSE, "position": POSITION_ONLY}
OWN = "own"  # weights that are neither


class TipEditor(Editor):
    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.profile = choice(PROFILES, "Profile", "How the tip speeds up and slows down", self._set_profile)
        self.task = choice(TASKS, "Task", "What the tip must keep to; joints left over move little", self._set_task)
        self.way = self._triple("displacement", "displacement", "by how much the tip moves, world axes", "m")
        self.centre = self._triple("centre", "centre", "of the circle, world axes", "m")
        self.normal = self._triple("normal", "normal", "direction of the circle's axis, of any length", "")
        self.angle = NumberField(RADIAN)
        self.angle.setAccessibleName("Angle of the arc")
        self.angle.setToolTip("How far the tip goes round, about the normal")
        bind(
            self.angle,
            self.document,
            lambda project, value: change_motion(project, angle=value or 0.0),
            lambda: "angle",
        )
        self.turning = QCheckBox("the tip turns with the arc")
        self.turning.setToolTip("Otherwise it keeps its orientation")
        self.turning.clicked.connect(
            lambda on: self.attempt(lambda project: change_motion(project, turning=on), "Turn with the arc")
        )
        self.poses = PoseEditor(session)
        self.poses.problem.connect(self.problem)
        self._lay_out()
        session.preferences.degrees_changed.connect(self._show_units)
        self._show_units()

    def _triple(self, field: str, name: str, tip: str, unit: str) -> TripleField:
        fields = TripleField(self.document, field, name, tip, METRE if unit else PURE)
        self.hear(fields, fields.problem)
        return fields

    def _lay_out(self) -> None:
        self.form = make_form()
        self.form.addRow("Moves by [m]", self.way)
        self.form.addRow("Centre [m]", self.centre)
        self.form.addRow("Normal", self.normal)
        self.form.addRow("Angle", self.angle)
        self.form.addRow("", self.turning)
        self.form.addRow("Profile", self.profile)
        self.form.addRow("Keeps to", self.task)
        self.column.addWidget(self.poses)
        self.column.addLayout(self.form)
        shown = tool("As shown", "Start from the pose that is shown now", self._start_from_shown)
        self.column.addLayout(titled("Joints at the start", shown))
        self.note = note()
        self.column.addWidget(self.note)

    def show_project(self, project: Project) -> None:
        motion = project.run.motion
        if not isinstance(motion, TipMotion):
            return
        line, arc = isinstance(motion, LineMotion), isinstance(motion, ArcMotion)
        self.form.setRowVisible(self.way, line)
        for widget in (self.centre, self.normal, self.angle, self.turning):
            self.form.setRowVisible(widget, arc)
        self.poses.setVisible(isinstance(motion, PoseMotion))
        if isinstance(motion, LineMotion):
            self.way.set_value(motion.displacement)
        elif isinstance(motion, ArcMotion):
            self.centre.set_value(motion.centre)
            self.normal.set_value(motion.normal)
            self.angle.set_value(motion.angle)
            self.turning.setChecked(motion.turning)
        else:
            self.poses.show_project(project)
        show_choice(self.profile, motion.profile)
        self._show_task(motion)
        point = motion.point if isinstance(motion, LineMotion) else None
        where = "" if point is None else ", ".join(f"{x:g}" for x in point)
        self.note.setText(f"The line begins at ({where}) m; these joints are the first guess." if where else "")
        self.note.setVisible(bool(where))

    def _show_task(self, motion: TipMotion) -> None:
        key = next((key for key, weights in WEIGHTS.items() if tuple(motion.task) == weights), OWN)
        place = self.task.findData(OWN)
        if key == OWN and place < 0:
            self.task.addItem("weights of the file", OWN)
        elif key != OWN and place >= 0:
            self.task.removeItem(place)
        show_choice(self.task, key)

    def _show_units(self) -> None:
        self.angle.set_unit(angle_unit(self.session.preferences["degrees"]))

    def _set_profile(self, key: str) -> None:
        self.attempt(lambda project: change_motion(project, profile=key), "Choose the profile")

    def _set_task(self, key: str) -> None:
        if key != OWN:
            self.attempt(lambda project: change_motion(project, task=WEIGHTS[key]), "Choose what the tip keeps to")

    def _start_from_shown(self) -> None:
        self.attempt_with_shown(start_motion_from, "Start the motion from the shown pose")
