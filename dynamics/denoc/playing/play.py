"""`play`: a recursion's own text, run step by step on floats, with the terms of every equation and their values."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, NamedTuple

import numpy as np

from denoc.algebra.algebra import Mat3
from denoc.algebra.centres import CentredBody
from denoc.algebra.screws import RigidBody
from denoc.algebra.spatial import NULL66, Sym6, Vec6
from denoc.arm.batch import check_one_state, check_wrench, evaluate, floats, wrench_scalars
from denoc.arm.robot import Robot, inertia_matrix
from denoc.arm.robot_arrays import pack
from denoc.basics.checks import check_choice, check_flag
from denoc.basics.errors import DynamicsError
from denoc.functions.kinematics import link_frames
from denoc.kernels.dispatch import SHARED
from denoc.playing import notation, text
from denoc.playing.misprints import MISPRINTS
from denoc.playing.notation import Notation, Symbol
from denoc.playing.writing import Builder, Made, Tex, Writer
from denoc.recursions import denoc, diagonalized, kane
from denoc.recursions.joints import Arm
from denoc.recursions.reference import Point, arm_of
from denoc.recursions.sweeps import Recursion, Triangle


class _Played(NamedTuple):
    recursion: Callable[[], Recursion]
    notation: Notation
    point: Point
    third: str = "tau"


RECURSIONS: dict[str, _Played] = {
    "ridim": _Played(partial(denoc.inverse, wrench=True), notation.SAHA, "centres", "qdd"),
    "rfdsim": _Played(partial(denoc.forward, wrench=True), notation.FORWARD, "centres"),
    "gim": _Played(denoc.mass_matrix, notation.INERTIA, "centres", ""),
    "udu": _Played(denoc.udu, notation.SAHA, "centres", ""),
    "kane": _Played(partial(kane.inverse, wrench=True), notation.ANGELES, "centres", "qdd"),
    "unnormalized": _Played(
        partial(diagonalized.forward, normalized=False, wrench=True), notation.UNNORMALIZED, "origins"
    ),
    "normalized": _Played(partial(diagonalized.forward, normalized=True, wrench=True), notation.NORMALIZED, "origins"),
}


class Place(NamedTuple):
    """Where an equation stands: in which notation, at which link, with which kind of joint."""

    notation: Notation
    link: int  # 1 to n
    revolute: bool
    column: int = 0  # k of an entry (i, k) of U

    def writer(self, builder: Builder[Made]) -> Writer[Made]:
        """Writes names and expressions as they are there."""
        return Writer(self.notation, builder, self.link, self.revolute, self.column)


@dataclass(frozen=True, eq=False)
class Term:
    """A summand of an equation: its sign, its line of Python, its value, a number or an array, and its TeX."""

    sign: int
    source: str
    value: Any
    expression: ast.expr  # with the notation's names
    place: Place

    @property
    def latex(self) -> str:
        return self.place.writer(Tex()).expression(self.expression)


@dataclass(frozen=True, eq=False)
class Step:
    """One equation of a recursion at one link, with its terms.

    `value` is a number, (3,), (6,) or a matrix, as `kind` says, in the axes that `axes` names and in `units`; twists
    and wrenches have their angular half first and are taken at `point`. `place.column` is k of an entry of U, else 0.
    """

    recursion: str
    sweep: Literal["outward", "inward"]
    link: int  # 1 to n
    name: str  # in the text
    place: Place
    citation: str
    terms: tuple[Term, ...]
    value: Any
    units: str
    axes: str
    point: str
    source: str
    file: str
    line: int

    @property
    def symbol(self) -> Symbol:
        return self.place.notation.symbols[self.name]

    @property
    def meaning(self) -> str:
        """What it is, with its numbers in words."""
        numbers = {"i-1": self.link - 1, "i+1": self.link + 1, "i": self.link, "k": self.place.column}
        return re.sub(r"\b(i-1|i\+1|i|k)\b", lambda match: str(numbers[match[1]]), self.symbol.meaning)

    @property
    def paper(self) -> str:
        return self.place.notation.paper

    @property
    def latex(self) -> str:
        """Of the left side."""
        return self.place.writer(Tex()).name(self.name)

    @property
    def equation(self) -> str:
        """The whole equation in TeX."""
        right = " ".join(f"{'-' if term.sign < 0 else '+'} {term.latex}" for term in self.terms)
        return f"{self.latex} = {right.removeprefix('+ ')}"


@dataclass(frozen=True, eq=False)
class Played:
    """The steps of a recursion in the order in which they are computed, and its result.

    `result` (n,) is tau or qdd; of "gim" and "udu" it is I and U, (n, n). `of(name)` gives the steps of one symbol.
    `inputs` are what the recursion starts from, (n,) each, by name: q, qd and qdd or tau.
    """

    recursion: str
    steps: tuple[Step, ...]
    result: np.ndarray
    notation: Notation
    frames: np.ndarray  # (n, 4, 4): of every link, z on its joint, in world axes
    base: np.ndarray  # (3, 3): of the first frame
    inputs: Mapping[str, np.ndarray]

    def of(self, name: str) -> list[Step]:
        """The steps of a name of the text, such as "t" or "m_hat", in the order in which they are computed."""
        return [step for step in self.steps if step.name == name]

    def in_world(self) -> Played:
        """The same with every vector and matrix in world axes."""
        return replace(self, steps=tuple(self._turned(step) for step in self.steps))

    def _turned(self, step: Step) -> Step:
        if step.axes == "world":
            return step
        number = step.link + step.symbol.axes
        turn = self.frames[number - 1, :3, :3] if number else self.base
        terms = tuple(replace(term, value=_turn(term.value, turn)) for term in step.terms)
        axes = "world" if step.axes else ""
        return replace(step, terms=terms, value=_turn(step.value, turn), axes=axes)


def play(
    robot: Robot,
    recursion: str,
    q: object,
    qd: object = None,
    third: object = None,
    *,
    tip_wrench: object = None,
    as_printed: bool = False,
) -> Played:
    """A recursion step by step at one state: every equation of its paper, link by link, with its terms and values.

    `recursion` is "ridim" or "kane" (inverse dynamics; `third` is qdd), "rfdsim", "unnormalized" or "normalized"
    (forward dynamics; `third` is tau), "gim" or "udu" (the inertia matrix, its factors; of q alone). q (rad, m), qd and
    `third` are (n,); what is left out is zero. `tip_wrench` (6,) as for `inverse_dynamics`. `as_printed` plays the
    lines that the paper prints wrongly as it prints them, and then the result is wrong. Values are in the axes of the
    links, each with z on its joint, until `Played.in_world`. DynamicsError for another name or a wrong shape,
    SingularMassMatrix where a joint can move without inertia.

    >>> played = dn.play(dn.rod_chain(2).robot, "ridim", [0, 0], [1, 0], [0, 0])
    >>> step = played.of("t")[1]
    >>> step.paper, step.citation, step.units, step.axes, step.source
    ('Saha 1999', '(12)', 'rad/s; m/s', 'link 2', 't = carried + p * qd')
    >>> [term.value.round(6).tolist() for term in step.terms]
    [[0.0, 0.0, 1.0, 0.0, 0.75, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]
    >>> step.value.round(6).tolist()
    [0.0, 0.0, 1.0, 0.0, 0.75, 0.0]
    >>> bool(np.allclose(played.result, dn.inverse_dynamics(dn.rod_chain(2).robot, [0, 0], [1, 0], [0, 0])))
    True
    """
    check_choice(recursion, RECURSIONS, "recursion")
    played = RECURSIONS[recursion]
    still = np.zeros(robot.n) if isinstance(robot, Robot) else None
    state = {"q": check_one_state(robot, q=q)}
    state["qd"] = check_one_state(robot, qd=still if qd is None else qd)
    state[played.third] = check_one_state(robot, third=still if third is None else third)
    printed = check_flag(as_printed, "as_printed")
    whole = played.recursion()
    arm = arm_of(robot, played.point)
    if whole.wrench:
        arm = arm.with_wrench(wrench_scalars(check_wrench(robot, tip_wrench, state["q"])))
    elif tip_wrench is not None:
        raise DynamicsError(f"{recursion} knows no tip wrench", field="tip_wrench", value=tip_wrench)
    player = _Player(recursion, played.notation, arm, printed)
    result = evaluate(player.run, whole, [state[name].tolist() for name in whole.inputs])
    arrays = pack(robot)
    return Played(
        recursion, tuple(player.steps), result, played.notation, link_frames(robot, state["q"], kernels=SHARED),
        arrays.base[:3, :3], {name: state[name] for name in whole.inputs},
    )  # fmt: skip


class _Player:
    """Walks a recursion as `sweeps.walk` does, and takes its steps apart."""

    def __init__(self, name: str, notation: Notation, arm: Arm, as_printed: bool) -> None:
        self.steps: list[Step] = []
        self._name, self._notation, self._arm = name, notation, arm
        self._printed = MISPRINTS.get(name, {}) if as_printed else {}
        self._known = notation.known
        self._globals: dict[Callable[..., Any], dict[str, Any]] = {}
        self._link = self._column = 0
        self._inward = False

    def run(self, recursion: Recursion, inputs: Sequence[Sequence[float]]) -> np.ndarray:
        records: list[dict[str, Any]] = [
            dict(zip(recursion.inputs, values, strict=True)) for values in zip(*inputs, strict=True)
        ]
        handed: Any = ()
        for sweep in recursion.sweeps:
            handed = sweep.start(self._arm.ends, handed)
            self._inward = sweep.inward
            for i in reversed(range(self._arm.n)) if sweep.inward else range(self._arm.n):
                self._link = i + 1
                handed, saved = self._call(sweep.step, self._arm.links[i], records[i], handed)
                records[i].update(saved)
        if recursion.triangle is not None:
            return self._triangle(recursion.triangle, records)
        return np.array([float(record[recursion.saved]) for record in records])

    def _triangle(self, triangle: Triangle, records: Sequence[dict[str, Any]]) -> np.ndarray:
        """Entries (j, k) of column k, from link k to the base."""
        n, self._inward = self._arm.n, True
        entries = np.zeros((n, n))
        for k in reversed(range(n)):
            self._column = self._link = k + 1
            entries[k, k], handed = self._call(triangle.start, self._arm.links[k], records[k])
            for j in reversed(range(k)):
                self._link = j + 1
                entries[j, k], handed = self._call(triangle.step, self._arm.links[j], records[j], handed)
                entries[k, j] = entries[j, k] if triangle.symmetric else 0.0
        self._column = 0
        return entries

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The function's result; what its equations gave is among the steps."""
        keywords: dict[str, Any] = {}
        if isinstance(function, partial):
            keywords, function = function.keywords, function.func
        printed = self._printed.get(function.__name__, ())
        read = text.read(function, self._known, printed)
        if not read.has_equations:
            return function(*arguments, **keywords)
        if function not in self._globals:
            self._globals[function] = {name: self._within(each) for name, each in function.__globals__.items()}
        scope = self._globals[function] | dict(zip(read.parameters, arguments, strict=False)) | keywords
        return self._body(read, read.body, scope)

    def _within(self, each: Any) -> Any:
        """A function of a recursion that is called by a step is played too."""
        own = callable(each) and getattr(each, "__module__", "").startswith("denoc.recursions.")
        return partial(self._call, each) if own and hasattr(each, "__code__") else each

    def _body(self, read: text.StepText, body: text.Body, scope: dict[str, Any]) -> Any:
        for each in body:
            if isinstance(each, text.Result):
                return eval(each.code, scope)
            if isinstance(each, text.Branch):
                found = self._body(read, each.body if eval(each.test, scope) else each.otherwise, scope)
                if found is not None:
                    return found
            elif isinstance(each, text.Equation):
                self._equation(read, each, scope)
            else:
                exec(each.code, scope)
        return None

    def _equation(self, read: text.StepText, each: text.Equation, scope: dict[str, Any]) -> None:
        place = Place(self._notation, self._link, self._revolute(self._link), self._column)
        terms = tuple(self._terms(each, scope, place))
        exec(each.code, scope)
        symbol = self._notation.symbols[each.name]
        number = self._link + symbol.axes
        self.steps.append(
            Step(
                recursion=self._name,
                sweep="inward" if self._inward else "outward",
                link=self._link,
                name=each.name,
                place=place,
                citation=self._notation.cited.get(each.name, each.citation),
                terms=terms,
                value=_array(scope[each.name]),
                units=symbol.unit(
                    place.revolute, self._revolute(self._column or self._link) if symbol.column[0] else True
                ),
                axes="" if symbol.kind == "scalar" else f"link {number}" if number else "base",
                point="" if symbol.kind in ("scalar", "vector", "matrix") else f"{self._notation.point}{number}",
                source=each.source,
                file=read.file,
                line=each.line,
            )
        )

    def _revolute(self, link: int) -> bool:
        revolute: bool = self._arm.links[link - 1].joint.revolute
        return revolute

    def _terms(self, each: text.Equation, scope: dict[str, Any], place: Place) -> Iterator[Term]:
        """But for a rotor and a friction that this joint does not have."""
        for term in each.terms:
            value = _array(eval(term.code, scope))
            if (not term.of_drive and term.source != "NULL6") or np.any(value):
                yield Term(term.sign, term.source, value, term.expression, place)


def _array(value: Any) -> Any:
    """A scalar as a float, vectors (3,) and (6,), matrices (3, 3) and (6, 6)."""
    if isinstance(value, CentredBody | RigidBody):
        value = value + NULL66
    if isinstance(value, Sym6):
        mixed = floats(value.B).reshape(3, 3)
        return np.block([[_symmetric(value.A), mixed], [mixed.T, _symmetric(value.C)]])
    if isinstance(value, Mat3):
        return floats(value).reshape(3, 3)
    return floats(value) if isinstance(value, Vec6) or hasattr(value, "__iter__") else float(value)


def _symmetric(entries: Any) -> np.ndarray:
    return inertia_matrix(floats(entries).tolist())


def _turn(value: Any, turn: np.ndarray) -> Any:
    if isinstance(value, float):
        return value
    whole = turn if value.shape[0] == 3 else np.kron(np.eye(2), turn)
    return whole @ value if value.ndim == 1 else whole @ value @ whole.T
