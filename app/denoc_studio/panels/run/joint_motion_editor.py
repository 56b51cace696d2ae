"""The motion of the joints from a start to an end: its profile, and buttons for its ends."""

from __future__ import annotations

from denoc.files.projects.project import Project
from denoc.motions.motion_data import JointMotion
from denoc_studio.panels.editing.binding import bind
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.project.entry.joint_units import PURE
from denoc_studio.project.motion_kinds import PROFILES
from denoc_studio.project.run_edits import change_motion, end_motion_at, set_profile, start_motion_from, swap_ends
from denoc_studio.session.session import Session
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import choice, make_form, show_choice, titled, tool

EACH = "each"  # joint has a profile of its own


class JointMotionEditor(Editor):
    def __init__(self, session: Session) -> None:
        super().__init__(session)
        profiles = PROFILES | {EACH: "one for each joint"}
        self.profile = choice(profiles, "Profile", "How the joints speed up and slow down", self._set_profile)
        self.ramp = NumberField(PURE)
        self.ramp.setToolTip("Share of the time in which full speed is reached, and in which it is braked (up to 0.5)")
        self.ramp.setAccessibleName("Ramp of the trapezoid")
        bind(self.ramp, self.document, lambda project, value: change_motion(project, ramp=value or 0.0), lambda: "ramp")
        self.form = make_form()
        self.form.addRow("Profile", self.profile)
        self.form.addRow("Ramp", self.ramp)
        self.column.addLayout(self.form)
        self.column.addLayout(
            titled(
                "Ends as shown",
                tool("Start", "Start from the pose that is shown now", self._start_from_shown),
                tool("End", "End in the pose that is shown now", self._end_at_shown),
                tool("⇄", "Swap start and end", self._swap),
            )
        )

    def show_project(self, project: Project) -> None:
        motion = project.run.motion
        if not isinstance(motion, JointMotion):
            return
        show_choice(self.profile, motion.profile if isinstance(motion.profile, str) else EACH)
        self.ramp.set_value(motion.ramp)
        trapezoids = "trapezoidal" in (motion.profile if isinstance(motion.profile, tuple) else (motion.profile,))
        self.form.setRowVisible(self.ramp, trapezoids)

    def _set_profile(self, key: str) -> None:
        self.attempt(lambda project: set_profile(project, None if key == EACH else key), "Choose the profile")

    def _start_from_shown(self) -> None:
        self.attempt_with_shown(start_motion_from, "Start the motion from the shown pose")

    def _end_at_shown(self) -> None:
        self.attempt_with_shown(end_motion_at, "End the motion in the shown pose")

    def _swap(self) -> None:
        self.attempt(swap_ends, "Swap start and end")
