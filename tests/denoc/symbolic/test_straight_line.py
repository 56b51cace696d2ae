"""Straight-line C of inverse and forward dynamics."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

import denoc as dn
from tests.denoc.symbolic.test_languages import COMPILER, STRICT, call, compiled
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm, with_measured_friction

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")


def measured(seed: int, n: int, convention: str) -> dn.Robot:
    rng = np.random.default_rng(seed)
    return with_measured_friction(rng, random_arm(rng, n, convention))


ROBOTS = [measured(1, 6, "standard"), measured(2, 4, "modified"), dn.load("puma560").robot, dn.rod_chain(12).robot]


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda robot: robot.name)
def test_it_computes_what_the_recursions_do(robot: dn.Robot, tmp_path: Path) -> None:
    library, n = compiled(dn.c_code(robot), tmp_path), robot.n
    assert library.arm_self_test() == 0
    for q, qd, x in np.random.default_rng(7).normal(size=(5, 3, n)):
        tau = call(library.arm_inverse_dynamics, [q, qd, x], (n,))
        assert relative(tau, dn.inverse_dynamics(robot, q, qd, x)) < 1e-12
        qdd = call(library.arm_forward_dynamics, [q, qd, tau], (n,))
        assert relative(dn.inverse_dynamics(robot, q, qd, qdd), tau) < 1e-10
        assert relative(qdd, dn.forward_dynamics(robot, q, qd, tau)) < 1e-9


def test_single_precision_checks_itself(tmp_path: Path) -> None:
    library = compiled(dn.c_code(ROBOTS[2]), tmp_path, "-DDENOC_SINGLE")
    assert library.arm_self_test() == 0


def test_the_self_test_finds_a_wrong_constant(tmp_path: Path) -> None:
    """As a program of its own: it says how many results are wrong, and fails."""
    text = dn.c_code(ROBOTS[2])
    body, test = text.split("/* test vectors")
    wrong = re.sub(r"\(real\)(\d)\.(\d)", lambda m: f"(real){m[1]}.{(int(m[2]) + 1) % 10}", body, count=20)
    assert wrong != body
    for name, code, status in (("right", text, 0), ("wrong", f"{wrong}/* test vectors{test}", 1)):
        (tmp_path / f"{name}.c").write_text(code, encoding="ascii")
        command = [COMPILER or "cc", *STRICT, "-DDENOC_SELF_TEST", f"{name}.c", "-lm", "-o", name]
        subprocess.run(command, cwd=tmp_path, check=True, timeout=300)
        done = subprocess.run([tmp_path / name], capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == status
        assert done.stdout.endswith("of 8 results are wrong\n")
        assert done.stdout.startswith("0 ") == (status == 0)


def test_what_is_refused() -> None:
    with pytest.raises(dn.DynamicsError, match="at most 100 joints"):
        dn.c_code(dn.rod_chain(101).robot)
    with pytest.raises(dn.SingularMassMatrix):
        dn.c_code(dn.Robot("massless", (dn.Link(a=1.0),)))
