"""A project of a robot's file: the arm at rest in its zero position, let go."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from denoc.arm.robot import Link
from denoc.files.projects.project import MAX_TEXT, Project, RunSettings
from denoc.files.text.file_names import URDF

if TYPE_CHECKING:
    from denoc.files.urdf.chain import UrdfArm

FALL = RunSettings(duration=2.0, samples=401, limits="bounce")  # as the limits of a file are meant


def arm_project(arm: UrdfArm, path: Path) -> Project:
    """The project of an arm that was made of this file."""
    q0 = tuple(_start(link) for link in arm.robot.links)
    kind = "URDF" if path.suffix.lower() in (URDF, ".xacro") else "robot"
    words = [f"{arm.robot.n} joints from {arm.chain.base} to {arm.chain.tip}, let go at rest."]
    words += [f"{report[:1].upper()}{report[1:]}." for report in arm.reports]
    return Project(
        arm.robot.name,
        arm.robot,
        q0,
        (0.0,) * arm.robot.n,
        FALL,
        description="\n".join(words)[:MAX_TEXT],
        source=f"The {kind} file {path.name.encode('utf-8', 'replace').decode()}.",
        visuals=arm.visuals,
    )


def _start(link: Link) -> float:
    """Zero, or the middle of the joint's range where that is outside of it."""
    if link.lower <= 0 <= link.upper:
        return 0.0
    ends = [end for end in (link.lower, link.upper) if math.isfinite(end)]
    return sum(ends) / len(ends)
