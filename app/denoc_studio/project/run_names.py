"""What a run is called beside another one: by what is different, else by what drives it."""

from __future__ import annotations

import re

from denoc.files.projects.project import Project
from denoc.torques.torque_laws import ComputedTorque, PdTorque
from denoc_studio.project.differences import DRAWING, differences
from denoc_studio.project.law_kinds import LAWS, law_of
from denoc_studio.project.motion_kinds import KINDS, kind_of

TOLD = 2  # differences in a name; more are counted
NOTES = ("name", "description", "source", "robot, name", DRAWING, "tolerance of ")  # what no run depends on
NUMBER = re.compile(r"-?\d+\.\d+(e[-+]\d+)?|-?\d+e[-+]\d+")


def run_name(project: Project, current: Project) -> str:
    """Of a run of `project`: "link 1, mass 2 kg (now 3 kg)", or the law that drives it."""
    found = [each for each in differences(project, current) if not each.place.startswith(NOTES)]
    if not found:
        return driven_by(project)
    if len(found) > TOLD:
        return f"{driven_by(project)}, {len(found)} entries differ"
    told = []
    for place, theirs, mine in found:
        before, now = (_brief(theirs), _brief(mine)) if _brief(theirs) != _brief(mine) else (theirs, mine)
        told.append(f"{place.removeprefix('run, ')} {before} (now {now})")
    return "; ".join(told)


def driven_by(project: Project) -> str:
    """The torque law with its stiffness, or the motion of an inverse run."""
    run = project.run
    if run.mode == "inverse" and run.motion is not None:
        return f"inverse, {KINDS[kind_of(run.motion)]}"
    words = LAWS[law_of(run.torque)].removeprefix("none: ")
    if isinstance(run.torque, PdTorque | ComputedTorque):
        words += f", kp {_brief(', '.join(map(str, run.torque.kp)))}"
    return words


def _brief(text: str) -> str:
    """Numbers with five digits; of a list of equal ones, one."""
    short = NUMBER.sub(lambda found: f"{float(found[0]):.5g}", text)
    items = short.split(", ")
    return items[0] if len(items) > 1 and len(set(items)) == 1 else short
