"""What runs are called beside others, and names that follow each other."""

from __future__ import annotations

import numpy as np

from denoc import load, rod_chain
from denoc.motions.motion_data import JointMotion
from denoc.torques.torque_laws import PdTorque
from denoc_studio.project import edits
from denoc_studio.project.run_names import driven_by, run_name


def test_a_run_is_called_by_what_is_different() -> None:
    project = load("planar-3r-free-fall")
    longer = edits.change_link(project, 1, a=0.3)
    assert run_name(project, longer) == "link 2, a 0.25 m (now 0.3 m)"
    assert run_name(longer, project) == "link 2, a 0.3 m (now 0.25 m)"
    assert run_name(project, edits.set_run(project, method="walker-orin")) == "method denoc (now walker-orin)"
    turned = edits.change_link(project, 0, alpha=np.pi / 3)
    assert run_name(turned, project) == "link 1, alpha 1.0472 rad (now 0 rad)"
    closer = edits.change_link(project, 0, alpha=np.nextafter(np.pi / 3, 2))
    before, now = run_name(turned, closer).removesuffix(" rad)").split(" rad (now ")
    assert before.split()[-1] != now, "what differs is told in digits that differ"


def test_else_by_what_drives_it() -> None:
    project = load("planar-3r-free-fall")
    law = PdTorque((40.0,) * 3, (1.0,) * 3)
    driven = edits.set_run(project, torque=law, motion=JointMotion((0.0,) * 3, (1.0,) * 3), duration=3.0)
    assert run_name(project, project) == "free fall"
    assert driven_by(driven) == "PID, kp 40"
    assert driven_by(load("planar-3r-inverse")) == "inverse, joints, from start to end"
    assert run_name(driven, project).startswith("PID, kp 40, ")
    stiffer = edits.set_run(driven, torque=PdTorque((60.0,) * 3, (1.0,) * 3))
    assert run_name(driven, stiffer) == "torque, kp 40 (now 60)"


def test_notes_are_no_difference() -> None:
    project = load("planar-3r-free-fall")
    assert run_name(edits.rename_project(project, "another"), project) == "free fall"


def test_names_go_together_until_one_is_set_apart() -> None:
    rod = edits.rename_project(edits.change_robot(rod_chain(1), name=rod_chain(1).name), "arm")
    assert (rod.name, rod.robot.name) == ("arm", "arm")
    together = edits.rename_robot(rod, "crane")
    assert (together.name, together.robot.name) == ("crane", "crane")
    nameless = edits.rename_robot(together, "")
    assert (nameless.name, nameless.robot.name) == ("crane", ""), "a project has a name"
    example = load("planar-3r-free-fall")
    assert edits.rename_robot(example, "crane").name == "planar-3r-free-fall"
    assert edits.rename_project(example, "fall").robot.name == "planar 3R"
