"""URDF files for the tests, written by nothing of the program."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from tests.support.oracles.arms import random_inertia


def link(name: str, inertial: str = "", inside: str = "") -> str:
    return f'<link name="{name}">{inertial}{inside}</link>'


def inertial(rng: np.random.Generator) -> str:
    """A real body, somewhere and turned somehow."""
    xx, yy, zz, xy, yz, xz = random_inertia(rng)
    return (
        f'<inertial><origin xyz="{_text(rng.normal(size=3) * 0.2)}" rpy="{_text(rng.uniform(-3, 3, 3))}"/>'
        f'<mass value="{rng.uniform(0.2, 5)!r}"/>'
        f'<inertia ixx="{xx!r}" iyy="{yy!r}" izz="{zz!r}" ixy="{xy!r}" iyz="{yz!r}" ixz="{xz!r}"/></inertial>'
    )


def joint(
    name: str,
    kind: str,
    parent: str,
    child: str,
    xyz: Sequence[float] = (0, 0, 0),
    rpy: Sequence[float] = (0, 0, 0),
    axis: Sequence[float] = (0, 0, 1),
    inside: str = "",
) -> str:
    limit = '<limit lower="-3" upper="3" effort="1" velocity="1"/>' if kind in ("revolute", "prismatic") else ""
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{_text(xyz)}" rpy="{_text(rpy)}"/><axis xyz="{_text(axis)}"/>{limit}{inside}</joint>'
    )


def robot(*parts: str, name: str = "arm") -> str:
    return f'<?xml version="1.0"?><robot name="{name}">{"".join(parts)}</robot>'


def _text(values: Sequence[float] | np.ndarray) -> str:
    return " ".join(repr(float(value)) for value in values)


KINDS = ["revolute", "revolute", "continuous", "prismatic", "fixed"]
SQUARE = [0.0, np.pi / 2, -np.pi / 2, np.pi]
NEARLY = [10.0**-k for k in range(2, 15)]


@st.composite
def chains(draw: st.DrawFn, nearly: bool) -> tuple[str, tuple[str, ...]]:
    """(the file's text, its moving joints): chains with exactly, or with nearly, parallel axes among others."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    length = st.sampled_from([0.0, 0.0, 0.1, 0.35, -0.2]) | st.floats(-0.5, 0.5)
    angle = st.sampled_from(SQUARE) | st.integers(-3100, 3100).map(lambda milliradians: milliradians / 1000)
    axis = st.sampled_from([(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 0, -1), (0, -1, 0)]) | st.tuples(
        *[st.sampled_from([-1.0, 0.3, 0.7, 2.0])] * 3
    )
    parts, names = [link("l0", inertial(rng))], []
    for i in range(1, 1 + draw(st.integers(1, 7))):
        kind = draw(st.sampled_from(KINDS)) if i > 1 else "revolute"
        rpy = [draw(angle) for _ in range(3)] if draw(st.booleans()) else [0.0, 0.0, 0.0]
        if nearly:
            rpy[draw(st.integers(0, 2))] += draw(st.sampled_from([*NEARLY, 0.0])) * draw(st.sampled_from([1, -1]))
        damping, dry = draw(st.sampled_from([(0.0, 0.0), (0.4, 0.0), (0.3, 0.2)]))
        friction = f'<dynamics damping="{damping}" friction="{dry}"/>'
        xyz = [draw(length) for _ in range(3)]
        parts += [
            joint(f"j{i}", kind, f"l{i - 1}", f"l{i}", xyz, rpy, draw(axis), friction),
            link(f"l{i}", inertial(rng)),
        ]
        if kind != "fixed":
            names.append(f"j{i}")
    tip = joint("end", "fixed", f"l{len(parts) // 2}", "tip", [draw(length) for _ in range(3)], [draw(angle)] * 3)
    return robot(*parts, link("tip"), tip), tuple(names)
