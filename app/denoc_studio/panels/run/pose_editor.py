"""The poses that the tip goes through: a table of positions, with orientations where they are wanted."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QCheckBox

from denoc.arm.robot import Robot
from denoc.arm.rotations import rotation_vector
from denoc.files.projects.project import Project
from denoc.functions.kinematics import tip_frames
from denoc.kernels.dispatch import READY
from denoc.motions.motion_data import PoseMotion, Row, TipPose, Triple
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.editing.cell_table import MANY, CellTable
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.project.run_edits import change_motion
from denoc_studio.project.sheets.motions import PoseSheet, add_pose, remove_poses
from denoc_studio.session.session import Session
from denoc_studio.widgets.form_parts import titled, tool


class PoseEditor(Editor):
    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.turns = QCheckBox("turn")
        self.turns.setToolTip("Each pose has an orientation of its own; otherwise the tip keeps that of the start")
        self.turns.clicked.connect(self._switch_turns)
        parts = (session.document, session.preferences, session.themes, self)
        self.model = CellModel(PoseSheet(), *parts)
        self.hear(self.model, self.model.message)
        self.table = CellTable(self.model, "Poses of the tip")
        self.table.whole = MANY
        self.table.setToolTip("Ctrl+V pastes rows from a spreadsheet")
        self.column.addLayout(
            titled(
                "",
                self.turns,
                tool("+", "Another pose like the last one", self._add),
                tool("+ as shown", "Add the pose that is shown now", self._add_shown),
                tool("−", "Remove the chosen poses", self._remove),
            )
        )
        self.column.addWidget(self.table, 1)

    def show_project(self, project: Project) -> None:
        motion = project.run.motion
        assert isinstance(motion, PoseMotion)
        self.turns.setChecked(any(pose.rotation is not None for pose in motion.poses))

    def _switch_turns(self, on: bool) -> None:
        def switched(project: Project) -> Project:
            motion = project.run.motion
            assert isinstance(motion, PoseMotion)
            rotation = tip_pose(project.robot, motion.start).rotation if on else None
            return change_motion(project, poses=tuple(TipPose(pose.position, rotation) for pose in motion.poses))

        self.attempt(switched, "Poses with orientations" if on else "Poses without orientations")

    def _add(self) -> None:
        self.attempt(add_pose, "Add a pose")

    def _add_shown(self) -> None:
        def added(project: Project, shown: Row) -> Project:
            pose = tip_pose(project.robot, shown)
            return add_pose(project, pose if self.turns.isChecked() else TipPose(pose.position))

        self.attempt_with_shown(added, "Add the shown pose")

    def _remove(self) -> None:
        rows = self.table.chosen_rows()
        if rows:
            self.attempt(lambda project: remove_poses(project, rows), "Remove poses")
        else:
            self.refuse("Choose the poses to remove first")


def tip_pose(robot: Robot, q: Row) -> TipPose:
    """Where the tip is, to twelve digits."""
    tip = tip_frames(robot, np.array(q), kernels=READY)
    return TipPose(_triple(tip[:3, 3]), _triple(rotation_vector(tip[:3, :3])))


def _triple(vector: np.ndarray) -> Triple:
    x, y, z = (float(f"{value:.12g}") + 0.0 for value in vector)
    return x, y, z
