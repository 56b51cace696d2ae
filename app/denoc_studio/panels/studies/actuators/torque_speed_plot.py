"""Torque against speed of one joint over a run, inside the curve of its motor."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from denoc_studio.look.colours import joint_colours
from denoc_studio.look.theme import Themes
from denoc_studio.plots.tables.actuator_study import Study, outline
from denoc_studio.plots.tables.actuator_table import cloud_units
from denoc_studio.project.entry.joint_units import NEWTON
from denoc_studio.project.entry.numbers import Unit
from denoc_studio.widgets.graphs.plane_plot import PlanePlot
from denoc_studio.widgets.visibility import in_sight

CLOUD, CURSOR = 3.5, 9.0  # pixels
NONE = np.empty(0)


class TorqueSpeedPlot(PlanePlot):
    """At the motor's shaft where there is a motor, else at the joint."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__("Torque against speed", themes, parent)
        self._study: Study | None = None
        self._joint = 0
        self._degrees = True
        self._time = 0.0
        self._peak = self.line(NONE, NONE, self.theme.text)
        self._continuous = self.line(NONE, NONE, self.theme.text)
        self._cloud = self.dots(self.theme.text, CLOUD)
        self._cursor = self.dots(self.theme.ink, CURSOR)
        self.recoloured.connect(self._draw)

    def show_study(self, study: Study | None, joint: int, degrees: bool) -> None:
        self._study, self._joint, self._degrees = study, joint, degrees
        self._draw()

    def set_time(self, time: float) -> None:
        """Move the highlighted point."""
        self._time = time
        if self._study is not None and in_sight(self):
            self._place_cursor(self._study)

    def point(self, study: Study) -> tuple[float, float]:
        """Speed and torque at the time cursor, in the shown units."""
        units = self._units(study)
        pairs = zip(study.cloud(self._joint), units, strict=True)
        speed, torque = (float(np.interp(self._time, study.recording.t, values)) / unit.scale for values, unit in pairs)
        return speed, torque

    def _units(self, study: Study) -> tuple[Unit, Unit]:
        shaft = study.rows[self._joint].drive is not None
        return cloud_units(study.robot.links[self._joint], shaft, self._degrees)

    def _place_cursor(self, study: Study) -> None:
        speed, torque = self.point(study)
        self._cursor.setData([speed], [torque])

    def _draw(self) -> None:
        study = self._study
        if study is None:
            for item in (self._peak, self._continuous, self._cloud, self._cursor):
                item.setData(NONE, NONE)
            self.legend()
            return
        drive = study.rows[self._joint].drive
        speed_unit, torque_unit = self._units(study)
        place, kind = "motor" if drive else "joint", "force" if torque_unit is NEWTON else "torque"
        self.label(f"speed of the {place} [{speed_unit.label}]", f"{kind} [{torque_unit.label}]")
        for item, continuous, dash in (
            (self._peak, False, Qt.PenStyle.SolidLine),
            (self._continuous, True, Qt.PenStyle.DashLine),
        ):
            x, y = outline(drive.motor, continuous=continuous) if drive else (NONE, NONE)
            item.setPen(self.pen(self.theme.text, 1.0, dash))
            item.setData(x / speed_unit.scale, y)
        colour = joint_colours(study.robot.n, self.theme.dark)[self._joint]
        speed, torque = study.cloud(self._joint)
        self.put_dots(self._cloud, speed / speed_unit.scale, torque, colour)
        self.put_dots(self._cursor, NONE, NONE, self.theme.ink)
        self._place_cursor(study)
        limits = [("— peak", self.theme.text), ("- - continuous", self.theme.text)] if drive else []
        self.legend((f"● joint {self._joint + 1}", colour), ("● cursor", self.theme.ink), *limits)
        self.fit()
