"""What the Denavit-Hartenberg parameters measure, as lines in space: taken from the frames of an arm, so that a drawing
of them cannot say anything else than the transforms do."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import numpy as np

from denoc.arm.robot import Convention, Link, Robot
from denoc.functions.kinematics import forward_kinematics
from denoc.kernels.dispatch import READY

Kind = Literal["link", "joint", "axis", "ray", "length", "x", "y", "z", "angle", "origin"]
ROW = Link("R", a=0.8, alpha=math.radians(52), b=0.46, theta=math.radians(40))  # of the link that is shown
ALONG = 0.3  # m, of a frame's axes
STUB = 0.09  # m of a joint's body, to each side
BEFORE, BEHIND, FAR_BEHIND = 0.26, 0.55, 0.95  # m of a joint's axis, on both sides of what lies on it
TURN = {"θ": 0.3, "α": 0.36}  # m, radii of the arcs
ARC = 24  # points


class Stroke(NamedTuple):
    """Points (k, 3) in m, and what is written beside them."""

    name: str  # "a", "b", "α", "θ", "axis i", "xᵢ", ...
    kind: Kind
    points: np.ndarray
    words: str = ""


class Diagram(NamedTuple):
    """Two consecutive frames of a table, (4, 4) each, and the strokes that lead from the one to the other."""

    convention: Convention
    frames: tuple[np.ndarray, np.ndarray]
    strokes: tuple[Stroke, ...]

    def stroke(self, name: str) -> Stroke:
        return next(stroke for stroke in self.strokes if stroke.name == name)


def dh_diagram(convention: Convention) -> Diagram:
    """Link i of an arm of this convention, from the frame before to its own."""
    links = (ROW, Link("R")) if convention == "standard" else (Link("R"), ROW)
    frames = forward_kinematics(Robot("figure", links, convention=convention), [0.0, 0.0], kernels=READY)
    before, own = (frames[0], frames[1]) if convention == "standard" else (frames[1], frames[2])
    return Diagram(convention, (before, own), tuple(_strokes(convention, before, own)))


def _strokes(convention: Convention, before: np.ndarray, own: np.ndarray) -> list[Stroke]:
    standard = convention == "standard"
    start, end = before[:3, 3], own[:3, 3]
    (x, z), (new_x, new_z) = (before[:3, 0], before[:3, 2]), (own[:3, 0], own[:3, 2])
    # Where the common normal of both axes stands: on the axis before in a standard table, on the own one in a modified.
    foot = start + ((end - start) @ z) * z if standard else start + ((end - start) @ x) * x
    normal = new_x if standard else x  # a lies along it, and alpha turns about it
    turning = z if standard else new_z  # b lies along it, and theta turns about it
    joint, other = ("i", "i+1") if standard else ("i−1", "i")
    offset, length = ((start, foot), (foot, end)) if standard else ((foot, end), (start, foot))
    theta, alpha = (foot, end) if standard else (end, foot)  # where the angles are drawn
    axis = _line(start, foot if standard else start, z)
    next_axis = _line(end if standard else foot, end, new_z, FAR_BEHIND)
    return [
        Stroke("link", "link", np.array([start, foot, end] if standard else [start, foot])),
        Stroke(f"joint {joint}", "joint", np.array([start - STUB * z, start + STUB * z])),
        Stroke(f"joint {other}", "joint", np.array([(end if standard else foot) - STUB * new_z, end + STUB * new_z])),
        Stroke(f"axis {joint}", "axis", axis, f"axis of joint {joint}"),
        Stroke(f"axis {other}", "axis", next_axis, f"axis of joint {other}"),
        Stroke("x before at θ", "ray", np.array([theta, theta + 1.3 * TURN["θ"] * x])),
        Stroke("x own at θ", "ray", np.array([theta, theta + 1.3 * TURN["θ"] * new_x])),
        Stroke("z before at α", "ray", np.array([alpha, alpha + 1.3 * TURN["α"] * z])),
        Stroke("a", "length", np.array(length), "aᵢ"),
        Stroke("b", "length", np.array(offset), "bᵢ" if standard else "dᵢ"),
        *_frame("ᵢ₋₁", before),
        *_frame("ᵢ", own),
        _turn("θ", theta, x, new_x, turning),
        _turn("α", alpha, z, new_z, normal),
    ]


def _line(one: np.ndarray, other: np.ndarray, along: np.ndarray, behind: float = BEHIND) -> np.ndarray:
    """An axis, from before the first of two points on it to behind the last."""
    low, high = sorted((float(one @ along), float(other @ along)))
    base = one - (one @ along) * along
    return np.array([base + (low - BEFORE) * along, base + (high + behind) * along])


def _frame(index: str, frame: np.ndarray) -> list[Stroke]:
    origin, axes = frame[:3, 3], frame[:3, :3]
    kinds: list[Kind] = ["x", "y", "z"]
    arrows = (np.array([origin, origin + ALONG * axes[:, k]]) for k in range(3))
    arms = [Stroke(f"{kind}{index}", kind, arrow, f"{kind}{index}") for kind, arrow in zip(kinds, arrows, strict=True)]
    return [*arms, Stroke(f"O{index}", "origin", origin[None], f"O{index}")]


def _turn(name: str, centre: np.ndarray, one: np.ndarray, other: np.ndarray, about: np.ndarray) -> Stroke:
    """From one direction to the other, by the right-hand rule about an axis at right angles to both."""
    angle = math.atan2(float(np.cross(one, other) @ about), float(one @ other))
    turns = np.linspace(0.0, angle, ARC)[:, None]
    points = centre + TURN[name] * (np.cos(turns) * one + np.sin(turns) * np.cross(about, one))
    return Stroke(name, "angle", points, f"{name}ᵢ")
