"""Which kernel runs when; what is made in the background; what is kept on disk."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import denoc
from denoc.arm.robot import Robot
from denoc.kernels import dispatch, functions, kernel
from denoc.kernels.background import WORKSHOP, Workshop
from denoc.kernels.dispatch import READY, SHARED, Kernels
from denoc.kernels.emitter.compiler import compile_text
from denoc.kernels.emitter.targets import Target, host
from denoc.kernels.functions import FUNCTIONS
from denoc.kernels.kernel import Kernel
from denoc.kernels.storage import objects
from denoc.kernels.storage.locks import seconds_waited
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm
from tests.support.patience import SECONDS


def is_own(robot: Robot, name: str = "inverse denoc") -> bool:
    bound = dispatch.kernels_of(robot).best.get(name)
    return bound is not None and not bound.kernel.generic


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(objects.FOLDER_VARIABLE, str(tmp_path / "kernels"))
    return tmp_path / "kernels"


class TestSwap:
    def test_a_robot_that_is_used_gets_kernels_of_its_own(self, rng: np.random.Generator) -> None:
        robot = random_arm(rng, 4)
        states = rng.normal(size=(3, 100, 4))
        first = denoc.inverse_dynamics(robot, *states)
        assert not is_own(robot)
        denoc.inverse_dynamics(robot, *rng.normal(size=(3, dispatch.WORTHWHILE + 1, 4)))
        assert WORKSHOP.wait(300)
        assert is_own(robot)
        assert relative(denoc.inverse_dynamics(robot, *states), first) < 1e-12

    def test_so_does_one_that_is_asked_for_single_states(self, rng: np.random.Generator) -> None:
        robot = random_arm(rng, 3)
        q, qd, qdd = rng.normal(size=(3, 3))
        for _ in range(dispatch.WORTHWHILE + 2):
            denoc.inverse_dynamics(robot, q, qd, qdd)
        assert WORKSHOP.wait(300)
        assert is_own(robot)

    def test_a_formulation_without_loops_starts_with_its_own_text(self, rng: np.random.Generator) -> None:
        robot = random_arm(rng, 4)
        states = rng.normal(size=(3, dispatch.WORTHWHILE + 1, 4))
        first = denoc.forward_dynamics(robot, *states, method="walker-orin")
        assert WORKSHOP.wait(300)
        assert is_own(robot, "forward walker-orin")
        assert relative(denoc.forward_dynamics(robot, *states, method="walker-orin"), first) < 1e-10

    def test_long_arms_keep_the_generic_one(self, rng: np.random.Generator) -> None:
        robot = random_arm(rng, functions.LONGEST + 1)
        denoc.prepare(robot)
        assert not is_own(robot)
        denoc.inverse_dynamics(robot, *rng.normal(size=(3, dispatch.WORTHWHILE + 1, robot.n)))
        assert WORKSHOP.wait(300)
        assert not is_own(robot)

    @pytest.mark.parametrize(("factor", "taken"), [(0.5, True), (2.0, False)])
    def test_a_long_one_is_taken_only_if_it_is_faster(
        self, rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch, factor: float, taken: bool
    ) -> None:
        monkeypatch.setattr(kernel.Bound, "seconds", lambda bound: 1.0 if bound.kernel.generic else factor)
        robot = random_arm(rng, dispatch.SMALL + 1)
        denoc.prepare(robot, ["gravity"])
        assert is_own(robot, "gravity") == taken

    @pytest.mark.parametrize("kernels", [SHARED, READY])
    def test_what_is_shared_does_not_depend_on_what_is_ready(self, rng: np.random.Generator, kernels: Kernels) -> None:
        robot = random_arm(rng, 5)
        states = rng.normal(size=(3, 9, 5))
        before = denoc.inverse_dynamics(robot, *states)
        denoc.prepare(robot)
        assert is_own(robot)
        assert np.array_equal(denoc.inverse_dynamics(robot, *states, kernels=kernels), before)
        assert not np.array_equal(denoc.inverse_dynamics(robot, *states), before)

    def test_what_is_shared_is_no_reason_to_write_a_kernel_out(self, rng: np.random.Generator) -> None:
        robot = random_arm(rng, 3)
        denoc.inverse_dynamics(robot, *rng.normal(size=(3, 2 * dispatch.WORTHWHILE, 3)), kernels=SHARED)
        assert WORKSHOP.wait(300)
        assert not is_own(robot)

    def test_an_unknown_choice_is_refused(self, planar: Robot) -> None:
        with pytest.raises(denoc.DynamicsError, match="field 'kernels'"):
            denoc.gravity_torque(planar, [0, 0, 0], kernels="shared")  # type: ignore[arg-type]

    def test_a_run_is_the_same_whatever_is_ready(self, rng: np.random.Generator) -> None:
        robot = random_arm(rng, 3, extras=False)
        q, qd = rng.normal(size=(2, 3))
        first = denoc.simulate(robot, q, qd, 0.5)
        denoc.prepare(robot, FUNCTIONS)
        second = denoc.simulate(robot, q, qd, 0.5)
        for name in ("q", "qd", "qdd", "kinetic", "potential"):
            assert np.array_equal(getattr(first, name), getattr(second, name)), name


class TestEdits:
    def test_a_storm_of_edits_never_waits(self, rng: np.random.Generator) -> None:
        """A thread like the window's: a new robot at each step, none of which has kernels of its own."""
        arms = [random_arm(rng, 6) for _ in range(30)]
        q, qd, qdd = rng.normal(size=(3, dispatch.WORTHWHILE + 1, 6))
        denoc.inverse_dynamics(arms[0], q, qd, qdd)
        waited = seconds_waited()
        for robot in arms:
            denoc.inverse_dynamics(robot, q, qd, qdd)
        assert seconds_waited() == waited
        assert WORKSHOP.wait(300)
        assert is_own(arms[-1])

    def test_wishes_of_forgotten_robots_lapse(self) -> None:
        class Owner: ...

        workshop, made, go = Workshop(), [], threading.Event()
        keeper = Owner()
        workshop.wish("first", keeper, lambda owner: go.wait(SECONDS))
        lost = Owner()
        workshop.wish("lost", lost, made.append)
        del lost
        gc.collect()
        workshop.wish("kept", keeper, made.append)
        go.set()
        assert workshop.wait(SECONDS)
        assert made == [keeper]
        workshop.close()

    def test_a_failure_in_the_background_is_logged_and_survived(self, caplog: pytest.LogCaptureFixture) -> None:
        class Owner: ...

        workshop, made, keeper = Workshop(), [], Owner()
        workshop.wish("bad", keeper, lambda owner: 1 / 0)
        assert workshop.wait(SECONDS)
        workshop.wish("good", keeper, made.append)
        assert workshop.wait(SECONDS)
        workshop.close()
        assert made == [keeper]
        assert "a kernel could not be made" in caplog.text


def test_who_must_never_wait_gets_the_text_first(rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_generic", {})
    here = threading.get_ident()

    def watched(*arguments: object, **options: object) -> Kernel:
        assert threading.get_ident() != here
        assert threading.current_thread().name == "kernels"
        return Kernel(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(dispatch, "Kernel", watched)
    robot, states = random_arm(rng, 4), rng.normal(size=(3, 7, 4))

    found = denoc.inverse_dynamics(robot, *states, kernels=READY)
    assert WORKSHOP.wait(300)
    assert "inverse denoc" in dispatch._generic
    assert relative(denoc.inverse_dynamics(robot, *states), found) < 1e-12


class TestDisk:
    def test_a_second_process_need_not_compile(
        self, empty_cache: Path, rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        robot = random_arm(rng, 3)
        Kernel("gravity", host(), robot).load()
        assert len(list(empty_cache.glob("*.o"))) == 2  # wide and single

        def forbidden(*arguments: object, **options: object) -> bytes:
            raise AssertionError("compiled again")

        monkeypatch.setattr(kernel, "compile_text", forbidden)
        Kernel("gravity", host(), robot).load()

    def test_a_folder_that_cannot_be_written_does_no_harm(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").write_text("")
        monkeypatch.setenv(objects.FOLDER_VARIABLE, str(tmp_path / "file" / "below"))
        assert objects.cached("key", lambda: b"code") == b"code"

    def test_old_files_are_forgotten(self, empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(objects, "KEPT", 5)
        for i in range(12):
            objects.cached(f"key {i}", lambda: b"code")
        assert len(list(empty_cache.glob("*.o"))) == 5

    def test_the_folder_is_not_listed_for_every_file(self, empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(objects, "KEPT", 16)
        listed = []
        monkeypatch.setattr(Path, "iterdir", lambda self, whole=Path.iterdir: listed.append(self) or whole(self))
        for i in range(40):
            objects.cached(f"key {i}", lambda: b"code")
            assert len(list(empty_cache.glob("*.o"))) <= 16
        assert objects.find("key 39") == b"code"
        assert objects.find("key 1") is None
        assert len(listed) == 9, "at the first, and at the 17th and every third after it, which leave 14"


def test_leaving_python_while_a_kernel_is_being_made() -> None:
    """No crash, no hang: the compiler is waited for."""
    program = (
        "import numpy as np, denoc\n"
        "robot = denoc.load('puma560').robot\n"
        "denoc.inverse_dynamics(robot, *np.ones((3, 5000, 6)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("triple", "cpu", "features", "lanes"),
    [
        ("x86_64-unknown-linux-gnu", "skylake-avx512", "", 8),
        ("x86_64-pc-windows-msvc", "x86-64-v3", "", 4),
        ("aarch64-unknown-linux-gnu", "cortex-a72", "+neon", 2),
        ("arm64-apple-macosx14", "apple-m1", "", 2),
    ],
)
def test_other_processors_get_code(triple: str, cpu: str, features: str, lanes: int) -> None:
    """It cannot run here, but it compiles, with the vectors of that processor."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = Target(triple, cpu, features, lanes)
    try:
        target.machine()
    except RuntimeError:
        pytest.skip(f"this LLVM does not know {triple}")
    for name in ("inverse denoc", "forward denoc"):
        text = functions.generic_text(name, lanes)
        assert len(compile_text(text, target, optimise=True)) > 1000
        assembly = target.machine().emit_assembly(llvm.parse_assembly(text))
        wide = {8: "%zmm", 4: "%ymm", 2: ".2d"}[lanes]
        assert assembly.count(wide) > 200
