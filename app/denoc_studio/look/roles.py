"""The colours that parts of an equation ask for, without Qt: the window and paper have them alike."""

from __future__ import annotations

import re

from denoc_studio.look.colours import MANY, joint_colours
from denoc_studio.look.palettes import Theme


def colour_of(role: str | None, theme: Theme, joints: int = MANY) -> str:
    """#rrggbb for a role: a colour of the theme as "muted", "joint 2" of an arm of so many joints; None is text."""
    if role is None:
        return theme.text
    joint = re.fullmatch(r"joint (\d+)", role)
    if joint:
        colours = joint_colours(max(joints, 1), theme.dark)
        return colours[(int(joint[1]) - 1) % len(colours)]
    found = getattr(theme, role, None)
    if not isinstance(found, str):
        raise ValueError(f"no colour of the theme and no joint: {role!r}")
    return found
