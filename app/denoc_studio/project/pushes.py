"""Pushes of a project's run: how stiff they are to begin with, edits, and what is said of them."""

from __future__ import annotations

import math
from collections.abc import Container

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.torques.pushes import Push
from denoc_studio.project import edits

G = 9.81
WEIGHTS = 2.0  # of the arm, that a pull over half of its reach makes
DAMPING_RATIO = 0.25  # of critical, for all of the arm's mass on the spring
SHORTEST_REACH, LIGHTEST = 1e-3, 1e-6  # m, kg: of an arm that has none


def usual_stiffness(robot: Robot) -> float:
    """N/m with which a hand moves the whole arm, in two digits: a pull over half of its reach is twice its weight."""
    reach = sum(abs(link.a) + abs(link.b) for link in robot.links)
    return _rounded(2 * WEIGHTS * _mass(robot) * G / max(reach, SHORTEST_REACH))


def usual_damping(robot: Robot, stiffness: float) -> float:
    """N s/m with which the arm does not swing on such a spring for long, in two digits."""
    return _rounded(2 * DAMPING_RATIO * math.sqrt(stiffness * _mass(robot)))


def _mass(robot: Robot) -> float:
    payload = robot.payload.mass if robot.payload is not None else 0.0
    return max(sum(link.mass for link in robot.links) + payload, LIGHTEST)


def _rounded(value: float) -> float:
    return float(f"{value:.2g}")


def add_push(project: Project, push: Push) -> Project:
    """The project with one more push, after those that there are."""
    return edits.set_run(project, pushes=(*project.run.pushes, push))


def remove_pushes(project: Project, rows: Container[int] | None = None) -> Project:
    """Without these, counted from 0, or without any."""
    kept = () if rows is None else tuple(push for k, push in enumerate(project.run.pushes) if k not in rows)
    if len(kept) == len(project.run.pushes):
        raise DynamicsError("there is no such push")
    return edits.set_run(project, pushes=kept)


def span_words(push: Push) -> str:
    """From when to when a push lasts, in words."""
    return f"{push.t[0]:.2f} to {push.t[-1]:.2f} s"


def pushes_words(project: Project, before: str = "") -> str:
    """How many act in its run, after the text `before`; nothing where none does."""
    count = len(project.run.pushes) if project.run.mode == "forward" else 0
    return f"{before}{count} {'push' if count == 1 else 'pushes'} of links" if count else ""


def lost_words(before: Project, after: Project) -> str:
    """What an edit of the links has taken away, to follow its name; empty where nothing."""
    lost = len(before.run.pushes) - len(after.run.pushes)
    if lost <= 0:
        return ""
    return " and its push" if lost == 1 else f" and {lost} pushes"


def summary(project: Project) -> str:
    """How many pushes of which links a project has, in a few words."""
    pushes = project.run.pushes
    if not pushes:
        return "none"
    links = sorted({push.link for push in pushes})
    where = f"link {links[0]}" if len(links) == 1 else f"links {', '.join(map(str, links))}"
    return f"{len(pushes)} at {where}"
