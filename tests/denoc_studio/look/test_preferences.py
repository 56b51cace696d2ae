"""Preferences tell when they change, and what changed."""

from __future__ import annotations

from denoc_studio.look.preferences import Preferences


def test_another_unit_of_angles_is_told_by_a_signal_of_its_own(preferences: Preferences) -> None:
    changed: list[str] = []
    units: list[bool] = []
    preferences.changed.connect(changed.append)
    preferences.degrees_changed.connect(lambda: units.append(preferences["degrees"]))
    for name, value in (("grid", False), ("degrees", False), ("degrees", False), ("degrees", True)):
        preferences[name] = value
    assert changed == ["grid", "degrees", "degrees"]
    assert units == [False, True]
