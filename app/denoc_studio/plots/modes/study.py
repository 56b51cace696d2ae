"""Where an arm can rest and how it moves near there: what the Modes panel shows of a project."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.files.projects.project import Project
from denoc.studies.linear.equilibria import Equilibrium, equilibria
from denoc.studies.linear.modes import Mode, Modes, modes
from denoc.torques.torque_laws import ConstantTorque
from denoc_studio.plots.tables.text_sheet import TextSheet
from denoc_studio.project.entry.joint_units import position_unit, torque_unit
from denoc_studio.project.entry.numbers import shown

FEW = 4  # joints whose angles stand in a title, and whose shares in the table
MOST = 24  # places that are listed
DIGITS = 4
SLOWEST, FASTEST = 0.25, 1.25  # Hz at which a mode is played: what can be followed by eye
WAY = 3.0  # seconds for what does not swing
RESTS = 1e-9  # N m, N, or share of the largest torque: what is none
NOTHING = "–"
ACROSS = 0.01  # share of a shape's largest entry that is told


class Question(NamedTuple):
    """What modes and equilibria are asked of: the arm, its pose, the torques and the tip wrench."""

    robot: Robot
    start: tuple[float, ...]
    tau: tuple[float, ...]
    wrench: tuple[float, ...] | None


class Study(NamedTuple):
    """`held` are the modes about the pose that is shown, `resting` where the arm can rest, nearest first."""

    question: Question
    held: Modes
    resting: tuple[Equilibrium, ...]

    @property
    def places(self) -> tuple[Modes, ...]:
        """The shown pose and then the equilibria."""
        return self.held, *(each.modes for each in self.resting[:MOST])


def question_of(project: Project) -> Question:
    """Joints are free, or have the constant torques of the run's law."""
    law, n = project.run.torque, project.robot.n
    constant = project.run.mode == "forward" and isinstance(law, ConstantTorque)
    tau = tuple(law.values) if constant and isinstance(law, ConstantTorque) else (0.0,) * n
    return Question(project.robot, project.q0, tau, project.run.tip_wrench)


def study(question: Question, pose: np.ndarray, before: Study | None = None) -> Study:
    """The modes at a pose (n,), and the equilibria, which are those of `before` where that answered the same."""
    held = modes(question.robot, pose, tip_wrench=question.wrench)
    if before is not None and before.question == question:
        return before._replace(held=held)
    resting = equilibria(question.robot, question.start, question.tau, tip_wrench=question.wrench)
    return Study(question, held, resting)


def titles(study: Study, degrees: bool) -> list[str]:
    """The shown pose and each equilibrium in a line of words, in the order of `places`."""
    robot, lines = study.question.robot, ["The shown pose, held by its torques"]
    for each in study.resting[:MOST]:
        pose = ", ".join(_position(robot, joint, value, degrees) for joint, value in enumerate(each.q))
        where = pose if robot.n <= FEW else f"{_farthest(robot, each, degrees)} from the start"
        outside = "" if each.within_limits else ", beyond a joint's limit"
        lines.append(f"Rests, {each.stability}: {where}{outside}")
    return lines


def note(study: Study, place: int) -> str:
    """What is to be known about a place, in one sentence."""
    robot, found = study.question.robot, study.places[place]
    if place == 0:
        pairs = zip(robot.links, found.tau, strict=True)
        held = [f"{value:.4g} {torque_unit(link, False).label}" for link, value in pairs]
        needed = f"Held by {', '.join(held[:FEW])}{', ...' if len(held) > FEW else ''}, which stay as they are."
        resting = "" if study.resting else " No pose was found in which the arm would rest by itself."
        return needed + resting
    growing = found.growing
    words = {
        "stable": "Left alone near here, it stays near.",
        "indifferent": "It stays where it is put along a mode that nothing drives back.",
        "unstable": f"It falls away from here, in {growing} {'ways' if growing > 1 else 'way'}.",
    }
    dry = any(max(link.friction.coulomb, link.friction.extra) > 0 for link in robot.links)
    return words[found.stability] + (" Dry friction is left out: it would hold the arm in more poses." if dry else "")


def mode_sheet(found: Modes) -> TextSheet:
    """A row a mode; what no mode has is no column."""
    columns = {
        "Mode": [f"{number} {mode.kind}" for number, mode in enumerate(found.modes, 1)],
        "f [Hz]": [_number(mode.frequency if mode.kind == "swings" else math.nan) for mode in found.modes],
        "Damping": [_number(mode.damping_ratio if mode.kind == "swings" else math.nan) for mode in found.modes],
        "1/e in [s]": [_number(mode.time_constant) for mode in found.modes],
        "Joints": [shape_words(mode) for mode in found.modes],
    }
    told = {name: texts for name, texts in columns.items() if any(text != NOTHING for text in texts)}
    left = frozenset(place for place, name in enumerate(told) if name in ("Mode", "Joints"))
    return TextSheet(tuple(told), tuple(zip(*told.values(), strict=True)), left=left)


def shape_words(mode: Mode) -> str:
    """The joints' shares of the largest, with the phase where that is not 0 or 180 degrees; of many joints those that
    move most, by their numbers."""
    sizes, many = np.abs(mode.shape), len(mode.shape) > FEW
    told = np.sort(np.argsort(-sizes, kind="stable")[:FEW]) if many else range(len(sizes))
    shares = [f"q{joint + 1} {_share(mode.shape[joint])}" if many else _share(mode.shape[joint]) for joint in told]
    return (",  " if many else " : ").join(shares)


def _share(value: complex) -> str:
    turned = f"∠{math.degrees(np.angle(value)):.0f}°" if np.iscomplexobj(value) and abs(value) >= ACROSS else ""
    return f"{abs(value):.2f}{turned}" if turned else f"{value.real:.2f}".replace("-0.00", "0.00")


def leading_joint(mode: Mode) -> int:
    """The one that moves most, from 0: amplitudes are its."""
    return int(np.argmax(np.abs(mode.shape)))


def pace(mode: Mode) -> float:
    """How many times faster than in truth a mode is played."""
    if mode.kind == "swings":
        return min(max(mode.frequency, SLOWEST), FASTEST) / mode.frequency
    return mode.time_constant / WAY if mode.kind != "stays" else 1.0


def played(found: Modes, mode: Mode, amplitude: float, seconds: float) -> np.ndarray:
    """The pose (n,) at a time of the played mode: a swing of even width, a fall or return again and again, or a slow
    way to and fro where nothing drives it."""
    if mode.kind == "swings":
        angle = 2 * math.pi * mode.frequency * pace(mode) * seconds
        return found.q + amplitude * (mode.shape * complex(math.cos(angle), math.sin(angle))).real
    if mode.kind == "stays":
        return found.q + amplitude * math.sin(math.tau * seconds / WAY) * mode.shape.real
    share = math.exp(-WAY * ((seconds / WAY) % 1))
    return found.q + amplitude * (share if mode.kind == "decays" else math.exp(-WAY) / share) * mode.shape.real


def along(found: Modes, mode: Mode, amplitude: float) -> tuple[tuple[float, ...], ...]:
    """Positions and rates from which the arm sets off along a mode, and the torques that hold the pose."""
    q, qd = found.q + amplitude * mode.shape.real, amplitude * (mode.shape * mode.pole).real
    tau = np.where(np.abs(found.tau) <= RESTS * np.abs(found.tau).max(initial=1.0), 0.0, found.tau)
    return tuple(q.tolist()), tuple(qd.tolist()), tuple(tau.tolist())


def _position(robot: Robot, joint: int, value: float, degrees: bool) -> str:
    unit = position_unit(robot.links[joint], degrees)
    space = "" if unit.label == "°" else " "
    return f"{shown(round(float(value), 9) + 0.0, unit, DIGITS)}{space}{unit.label}"


def _farthest(robot: Robot, each: Equilibrium, degrees: bool) -> str:
    return _position(robot, each.farthest, each.away, degrees)


def _number(value: float) -> str:
    return f"{value:.{DIGITS}g}" if math.isfinite(value) else NOTHING
