"""Which plots are on the screen: one to four of them, one of which is in front."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QSettings

from denoc_studio.plots.series import PLOTS

MOST = 4
FILLING = ("angles", "torques", "energy", "rates", "path", "phase")  # in this order when more are wanted


@dataclass
class ShownPlots:
    """`keys` never is empty and always holds `current`."""

    keys: list[str] = field(default_factory=lambda: ["angles"])
    current: str = "angles"

    def choose(self, key: str) -> None:
        """To the front; where it is not shown yet it takes the place of the plot in front."""
        if key not in self.keys:
            self.keys[self.keys.index(self.current)] = key
        self.current = key

    def toggle(self, key: str) -> None:
        """Beside the others, or away from them; the last one stays, and a fifth takes the place of the one in front."""
        if key not in self.keys and len(self.keys) < MOST:
            self.keys.append(key)
            self.current = key
        elif key not in self.keys:
            self.choose(key)
        elif len(self.keys) > 1:
            self.keys.remove(key)
            self.current = self.keys[-1] if self.current == key else self.current

    def set_count(self, count: int) -> None:
        """Fewer, with the one in front among them, or more."""
        if count < len(self.keys):
            others = [key for key in self.keys if key != self.current][: count - 1]
            self.keys = [key for key in self.keys if key == self.current or key in others]
        for key in FILLING:
            if len(self.keys) < count and key not in self.keys:
                self.keys.append(key)

    def drop(self, keys: set[str]) -> None:
        """Without these, which cannot be shown now."""
        self.keys = [key for key in self.keys if key not in keys] or ["angles"]
        if self.current not in self.keys:
            self.current = self.keys[0]

    def show(self, keys: Sequence[str]) -> None:
        """These, the first in front."""
        self.keys = list(keys)
        self.current = self.keys[0]

    def save(self, settings: QSettings) -> None:
        settings.setValue("plots/shown", ",".join(self.keys))
        settings.setValue("plots/current", self.current)

    @classmethod
    def load(cls, settings: QSettings) -> ShownPlots:
        """As it was left; what cannot be understood counts as nothing."""
        listed = str(settings.value("plots/shown", "")).split(",")
        keys = list(dict.fromkeys(key for key in listed if key in PLOTS))[:MOST] or ["angles"]
        current = str(settings.value("plots/current", ""))
        return cls(keys, current if current in keys else keys[0])
