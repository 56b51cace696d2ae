"""What the user has chosen about the program itself, kept between starts."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QObject, QSettings, Signal

from denoc_studio.look.settings_file import open_settings

DEFAULTS: dict[str, Any] = {
    "degrees": True,  # angles in tables and sliders; plots and files
    "theme": "system",
    "recompute": True,  # run again after every change
    "speed": 1.0,
    "loop": True,
    "meshes": True,  # links as their visuals show them, else from the table
    "ghost": True,
    "frames": False,
    "mass_centres": False,
    "ellipsoids": False,
    "torques": False,  # arrows at the joints
    "reactions": False,  # arrows of what the joints bear
    "limits": True,
    "trace": True,
    "labels": True,
    "grid": True,
    "numbers": False,  # of the joints, on the curves
    "gravity": True,
    "wrench": True,
    "pushes": True,  # arrows at the links that are pushed
    "smooth": True,  # anti-aliasing
    "drawing": "auto",  # of the arm
    "open_inertia": True,  # whether that section of the Robot panel is open
    "open_joint": False,
    "open_gravity": True,
    "open_payload": False,
    "open_wrench": False,
    "open_controller": False,  # whether that section of the Run panel is open
    "open_torques": True,
    "open_motion": True,
    "open_limits": False,
    "open_pushes": False,
    "open_numerics": False,
    "hint_seen": False,
    "tour": "new",  # or the step where it was left
}
CHOICES = {
    "theme": ("system", "light", "dark"),
    "drawing": ("auto", "opengl", "painter"),
    "tour": ("new", "1", "2", "3", "4", "5", "done"),
}


class Preferences(QObject):
    """`preferences["frames"]`; a setting that cannot be read counts as its default."""

    changed = Signal(str)
    degrees_changed = Signal()  # the unit in which angles are shown

    def __init__(self, settings: QSettings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.note = ""  # what the user should know about the settings
        if settings is None:
            settings, self.note = open_settings()
        self.settings = settings
        self._values = {name: self._read(name, default) for name, default in DEFAULTS.items()}

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __setitem__(self, name: str, value: Any) -> None:
        if value != self._values[name]:
            self._values[name] = value
            self.settings.setValue(f"preferences/{name}", value)
            self.changed.emit(name)
            if name == "degrees":
                self.degrees_changed.emit()

    def restore_defaults(self) -> None:
        for name, value in DEFAULTS.items():
            self[name] = value

    def _read(self, name: str, default: Any) -> Any:
        stored = self.settings.value(f"preferences/{name}")
        if isinstance(default, bool):
            return {"true": True, "false": False}.get(str(stored).lower(), default)
        if isinstance(default, float):
            try:
                return default if math.isnan(float(stored)) else float(stored)
            except (TypeError, ValueError):
                return default
        return stored if stored in CHOICES[name] else default
