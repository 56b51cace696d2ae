"""How the arm view shows the arm at this moment, for what is made of it elsewhere."""

from __future__ import annotations

from typing import NamedTuple

from denoc_studio.picture.arm.camera import Camera


class ViewState(NamedTuple):
    camera: Camera
    chosen: bool  # by the user: else it is fitted to the motion
    visible: frozenset[str]  # names of preferences
    dark: bool
    selected: int  # the joint whose limits are marked
