"""The equations as programs: they run, and give the numbers of the API."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import denoc as dn
from denoc.symbolic.equations import Equations
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm, with_measured_friction

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
STRICT = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wdouble-promotion", "-Wmissing-prototypes", "-Werror")
HOSTILE = '*/ int x; /* """ %{ \\end \\u0041 \N{SNOWMAN} ??/'


def robots() -> list[dn.Robot]:
    """In both conventions, with slides, oblique twists and every kind of friction; and one that hardly moves."""
    made = []
    for seed, convention in ((2, "standard"), (4, "modified")):
        rng = np.random.default_rng(seed)
        made.append(with_measured_friction(rng, random_arm(rng, 3, convention)))
    gallery = [dn.load(name).robot for name in ("puma560", "stanford-inverse")]
    still = dn.Robot("still", (dn.Link("P", mass=1.0), dn.Link("R")), gravity=(0.0, 0.0, 0.0))
    return [*made, *gallery, still]


ROBOTS = robots()
NAMES = [robot.name for robot in ROBOTS]


def state(robot: dn.Robot) -> np.ndarray:
    return np.random.default_rng(9).normal(size=(3, robot.n))


def expected(robot: dn.Robot, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> list[np.ndarray]:
    return [
        dn.inverse_dynamics(robot, q, qd, qdd),
        dn.mass_matrix(robot, q),
        dn.coriolis_matrix(robot, q, qd) @ qd,
        dn.gravity_torque(robot, q),
    ]


def close(found: list[np.ndarray], wanted: list[np.ndarray], tolerance: float = 1e-11) -> bool:
    size = max(float(np.abs(each).max()) for each in wanted)
    return all(np.allclose(a, b, rtol=0, atol=tolerance * size) for a, b in zip(found, wanted, strict=True))


def compiled(text: str, folder: Path, *flags: str) -> ctypes.CDLL:
    (folder / "arm.c").write_text(text, encoding="ascii")
    library = folder / f"arm{len(flags)}.so"
    command = [COMPILER or "cc", *STRICT, *flags, "-O0", "-shared", "-fPIC", "arm.c", "-lm", "-o", str(library)]
    subprocess.run(command, cwd=folder, check=True, timeout=300)
    return ctypes.CDLL(str(library))


def call(function: Any, inputs: list[np.ndarray], shape: tuple[int, ...], kind: type = np.float64) -> np.ndarray:
    out = np.full(shape, np.nan, kind)
    arrays = [np.ascontiguousarray(each, kind) for each in inputs]
    function(*(ctypes.c_void_p(each.ctypes.data) for each in (*arrays, out)))
    return out


@pytest.mark.parametrize("robot", ROBOTS, ids=NAMES)
def test_python(robot: dn.Robot) -> None:
    made: dict[str, Any] = {}
    exec(dn.equations(robot).python(), made)
    q, qd, qdd = state(robot)
    found = [made["torque"](q, qd, qdd), made["mass_matrix"](q), made["coriolis"](q, qd), made["gravity"](q)]
    assert close(found, expected(robot, q, qd, qdd))
    batch = np.random.default_rng(1).normal(size=(3, 5, robot.n))
    assert relative(made["torque"](*batch), dn.inverse_dynamics(robot, *batch)) < 1e-12
    assert made["mass_matrix"](batch[0]).shape == (5, robot.n, robot.n)


def test_changed_parameters_of_the_python_program() -> None:
    """The regrouped ones follow the entries of the table."""
    robot = dn.load("planar-3r-inverse").robot
    text = dn.equations(robot).python()
    changed: dict[str, Any] = {}
    exec(text.replace("m3 = 0.3 ", "m3 = 0.9 "), changed)
    q, qd, qdd = state(robot)
    wanted = dn.inverse_dynamics(robot.with_link(2, mass=0.9), q, qd, qdd)
    assert relative(changed["torque"](q, qd, qdd), wanted) < 1e-12
    assert not np.allclose(wanted, dn.inverse_dynamics(robot, q, qd, qdd))


@pytest.mark.skipif(COMPILER is None, reason="no C compiler")
@pytest.mark.parametrize("robot", ROBOTS, ids=NAMES)
def test_c(robot: dn.Robot, tmp_path: Path) -> None:
    library, n = compiled(dn.equations(robot).c(), tmp_path), robot.n
    q, qd, qdd = state(robot)
    found = [
        call(library.arm_torque, [q, qd, qdd], (n,)),
        call(library.arm_mass_matrix, [q], (n, n)),
        call(library.arm_coriolis, [q, qd], (n,)),
        call(library.arm_gravity, [q], (n,)),
    ]
    assert close(found, expected(robot, q, qd, qdd))


@pytest.mark.skipif(COMPILER is None, reason="no C compiler")
def test_single_precision_and_a_wrench_at_the_tip(tmp_path: Path) -> None:
    robot = dn.load("planar-3r-inverse").robot  # whose first frame is the world's
    equations = dn.equations(robot, tip_wrench=True)
    library = compiled(equations.c(), tmp_path, "-DDENOC_SINGLE")
    q, qd, qdd = state(robot)
    wrench = np.array([0.1, 0.2, 0.3, 4.0, 5.0, 6.0])
    wanted = dn.inverse_dynamics(robot, q, qd, qdd, tip_wrench=wrench)
    assert relative(call(library.arm_torque, [q, qd, qdd, wrench], (3,), np.float32), wanted) < 1e-5
    made: dict[str, Any] = {}
    exec(equations.python(), made)
    assert relative(made["torque"](q, qd, qdd, wrench), wanted) < 1e-12


@pytest.mark.skipif(shutil.which("octave-cli") is None, reason="no Octave")
def test_matlab(tmp_path: Path) -> None:
    robot = ROBOTS[0]
    (tmp_path / "equations_of_motion.m").write_text(dn.equations(robot).matlab(), encoding="ascii")
    q, qd, qdd = state(robot)
    given = ", ".join(f"[{'; '.join(map(repr, each.tolist()))}]" for each in (q, qd, qdd))
    script = f"[t, M, h, G] = equations_of_motion({given}); printf('%.17g ', t, M', h, G);"
    command = ["octave-cli", "--norc", "--eval", script]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    numbers, n = np.array(done.stdout.split(), dtype=float), robot.n
    ends = np.cumsum([n, n * n, n, n])
    tau, mass, coriolis, gravity = np.split(numbers, ends[:-1])
    assert close([tau, mass.reshape(n, n), coriolis, gravity], expected(robot, q, qd, qdd))


def test_a_robots_name_stays_text(tmp_path: Path) -> None:
    robot = dn.Robot(HOSTILE, dn.rod_chain(1).robot.links, gravity=(0.0, -9.81, 0.0))
    found: Equations = dn.equations(robot)
    for text in (found.python(), found.c(), found.matlab(), dn.c_code(robot)):
        text.encode("ascii")
    made: dict[str, Any] = {}
    exec(found.python(), made)
    assert "x" not in made
    assert made["gravity"]([0.0]).tolist() == pytest.approx([4.905])
    if COMPILER:
        for text in (found.c(), dn.c_code(robot)):
            compiled(text, tmp_path)
