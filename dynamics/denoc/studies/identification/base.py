"""Base parameters: what torques can tell of an arm's parameters, and in which combinations.

Found numerically (Gautier 1991): columns of the regressor, stacked over random states, that depend on columns before
them belong to parameters that show only together with those. The order of the columns decides which ones stand for a
combination: from the base to the tip, and in a link moments of inertia first, its mass last. What can be passed on to
the link before is then passed on, as by hand (Khalil and Dombre 2002, chapter 9).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from denoc.arm.batch import check_states
from denoc.arm.robot import Robot
from denoc.basics.cancelling import check_cancelled
from denoc.basics.checks import check_flag, check_kind
from denoc.basics.errors import DynamicsError
from denoc.studies.identification.combination_words import combination_words, distinct_twin
from denoc.studies.identification.parameters import OF_A_BODY, ParameterSet

TOLERANCE = 1e-9  # of a column's length: what the columns before leave of one that depends on them
NOTHING = 1e-12  # of the longest column: the length of one that no torque depends on
ROUNDING = 1e-10  # of a coefficient: so close to a whole number it is one
STATES = 3  # rows for each column
SEED = 1
MOST_JOINTS = 60  # time and memory go with the third power
PREFERENCE = (6, 7, 9, 8, 4, 5, 1, 2, 3, 0)  # Jzz, Jxy, Jxz, Jyz, Jxx, Jyy, first moments, mass


@dataclass(frozen=True, eq=False, repr=False)
class BaseParameters:
    """The b combinations of an arm's p parameters that its torques depend on: beta = matrix phi, and tau = Y_b beta.

    `parameters` are the names of all p. `independent` are the b places of those whose columns of the regressor are
    kept, and that stand for a combination each: `names` are theirs, `words` say the combination, as
    "Jzz1 + a2^2 m2". `matrix` is (b, p). `unseen` names parameters that no torque depends on.
    """

    unknowns: ParameterSet
    independent: tuple[int, ...]
    matrix: np.ndarray
    words: tuple[str, ...]
    unseen: tuple[str, ...]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of all p parameters, in the order of the columns of `matrix`."""
        return self.unknowns.names

    @property
    def names(self) -> tuple[str, ...]:
        """The b names of the parameters that stand for a combination each."""
        return tuple(self.parameters[place] for place in self.independent)

    @property
    def rank(self) -> int:
        """b, how many there are."""
        return len(self.independent)

    @property
    def combined(self) -> tuple[str, ...]:
        """The names of parameters that torques depend on only together with others."""
        many = (self.matrix != 0).sum(axis=1) > 1
        shared = (self.matrix[many] != 0).any(axis=0)
        return tuple(name for name, is_shared in zip(self.parameters, shared, strict=True) if is_shared)

    def __repr__(self) -> str:
        return f"<BaseParameters: {self.rank} of {len(self.parameters)} parameters of {self.unknowns.robot.name!r}>"

    def values(self, robot: Robot) -> np.ndarray:
        """beta, (b,), SI units, of a robot that has these joints and as many bodies; DynamicsError for another one."""
        mine = self.unknowns.robot
        check_kind(robot, Robot, "robot")
        if robot.kinds != mine.kinds or (robot.payload is None) != (mine.payload is None):
            raise DynamicsError("the same joints, and a payload or none as before, are needed", field="robot")
        return self.matrix @ self.unknowns.values(robot)

    def regressor(self, q: object, qd: object, qdd: object) -> np.ndarray:
        """Y_b, (n, b) or (k, n, b), of states (n,) or (k, n); DynamicsError for a wrong shape."""
        states = check_states(self.unknowns.robot, q=q, qd=qd, qdd=qdd)
        found = self.unknowns.regressor(*(np.atleast_2d(state) for state in states))[..., list(self.independent)]
        return found if states[0].ndim == 2 else found[0]


def base_parameters(robot: Robot, *, friction: bool = True, rotors: bool = True) -> BaseParameters:
    """The combinations of parameters that the torques of an arm can tell, and those that they cannot.

    Unknown are ten `inertial_parameters` a body, and where asked for viscous and Coulomb `friction` and the armature
    gear_ratio^2 * rotor_inertia of each joint: p in all. The result has `rank` b, `names` and `words` of the
    combinations, `matrix` (b, p) with beta = matrix phi, `unseen` and `combined`; `values(robot)` is beta (SI units),
    `regressor(q, qd, qdd)` the (k, n, b) columns with tau = Y_b beta. An arm of revolute joints without parallel or
    intersecting axes has 7 n - 4 inertial ones, and two fewer where gravity is along the first axis (Mayeda, Yoshida
    and Osuka 1990); a prismatic joint adds at most 4. A column counts as dependent where others leave less than 1e-9 of
    it. DynamicsError for what is no Robot, or one of more than 60 joints.

    >>> links = (dn.Link(mass=1.0), dn.Link(a=0.4, mass=2.0))
    >>> arm = dn.Robot("two", links, convention="modified", gravity=(0, -9.81, 0))
    >>> dn.base_parameters(arm, friction=False, rotors=False).words
    ('Jzz1 + a2^2 m2', 'm1 cx1 + a2 m2', 'm1 cy1', 'Jzz2', 'm2 cx2', 'm2 cy2')
    """
    check_kind(robot, Robot, "robot")
    if robot.n > MOST_JOINTS:
        raise DynamicsError(f"base parameters are found of up to {MOST_JOINTS} joints", field="robot", value=robot.n)
    unknowns = ParameterSet(robot, check_flag(friction, "friction"), check_flag(rotors, "rotors"))
    found = _combinations(unknowns)
    twin = distinct_twin(robot)
    alike = _combinations(ParameterSet(twin, *unknowns[1:]))
    words = combination_words(unknowns.names, robot, found, (twin, alike))
    unseen = tuple(name for name, seen in zip(unknowns.names, (found[1] != 0).any(axis=0), strict=True) if not seen)
    return BaseParameters(unknowns, tuple(found[0]), found[1], words, unseen)


def _combinations(unknowns: ParameterSet) -> tuple[list[int], np.ndarray]:
    """The places of the independent columns, and how all parameters add to those, (b, p)."""
    p = len(unknowns.names)
    y = unknowns.regressor(*random_states(unknowns.robot, p)).reshape(-1, p)
    lengths = np.linalg.norm(y, axis=0)
    seen = lengths > NOTHING * lengths.max(initial=0.0)
    unit = y / np.where(seen, lengths, 1.0)
    kept: list[int] = []
    axes = np.empty((len(y), 0))
    for place in _order(unknowns):
        check_cancelled()
        if not seen[place]:
            continue
        left = unit[:, place] - axes @ (axes.T @ unit[:, place])
        left -= axes @ (axes.T @ left)  # once more: what rounding left
        if np.linalg.norm(left) > TOLERANCE:
            kept.append(place)
            axes = np.column_stack([axes, left / np.linalg.norm(left)])
    matrix = np.zeros((len(kept), p))
    if kept:
        solved = np.linalg.solve(axes.T @ unit[:, kept], axes.T @ unit)
        matrix = solved * lengths / lengths[kept, None]
        small = np.abs(solved) < ROUNDING
        matrix[small | ~seen] = 0.0
        whole = np.round(matrix)
        matrix = np.where(np.abs(matrix - whole) < ROUNDING, whole, matrix)
        matrix[:, kept] = np.eye(len(kept))
    return kept, matrix


def _order(unknowns: ParameterSet) -> list[int]:
    inertial = [OF_A_BODY * body + place for body in range(unknowns.body_count) for place in PREFERENCE]
    return [*inertial, *range(len(inertial), len(unknowns.names))]


def random_states(robot: Robot, columns: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """States all around, with rates and accelerations that weigh as much as gravity does; the same ones every time."""
    rng = np.random.default_rng(SEED)
    shape = (max(8, -(-STATES * columns // robot.n)), robot.n)
    size = reach(robot)
    revolute = np.array([link.revolute for link in robot.links])
    q = rng.uniform(-1, 1, shape) * np.where(revolute, np.pi, size)
    own = np.where(revolute, 1.0, size)  # of one rad, or of the arm's reach
    pace = np.sqrt(max(float(np.linalg.norm(robot.gravity)), 1.0) / size)
    return q, rng.normal(size=shape) * own * pace, rng.normal(size=shape) * own * pace**2


def reach(robot: Robot) -> float:
    """A length that is typical of the arm, m: that of a link on average, 1 where it has none."""
    lengths = [np.hypot(link.a, link.b) for link in robot.links]
    return float(sum(lengths)) / robot.n or 1.0
