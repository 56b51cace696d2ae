"""Threads, forks, exceptions and foreign objects around compiled code."""

from __future__ import annotations

import ctypes
import gc
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import denoc
from denoc import DynamicsError, Link, Robot
from denoc.algebra.tracing import Traced
from denoc.kernels.functions import customised_text, generic_text
from denoc.kernels.storage import objects
from tests.support.oracles.arms import random_arm
from tests.support.places import ROOT


def run_program(program: str) -> None:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")


def test_threads_that_start_their_first_run_together() -> None:
    run_program(
        "import threading, denoc\n"
        "robot = denoc.load('planar-3r-free-fall').robot\n"
        "barrier = threading.Barrier(8)\n"
        "def work():\n"
        "    barrier.wait()\n"
        "    for _ in range(20): assert denoc.simulate(robot, [0] * 3, [0] * 3, 0.5).status == 'completed'\n"
        "threads = [threading.Thread(target=work) for _ in range(8)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_while_a_kernel_is_being_made() -> None:
    run_program(
        "import os, warnings, numpy as np, denoc\n"
        "warnings.simplefilter('ignore')\n"
        "from tests.support.oracles.arms import random_arm\n"
        "rng = np.random.default_rng(os.getpid())\n"
        "robot, q = random_arm(rng, 14), rng.normal(size=(3000, 14))\n"
        "for _ in range(2): denoc.forward_dynamics(robot, q, q, q)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    denoc.prepare(random_arm(rng, 3))\n"
        "    os._exit(7)\n"
        "assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7\n"
    )


@pytest.mark.parametrize("integrator", ["dopri5", "rk4", "radau"])
@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_in_the_torque_law_is_no_torque(
    planar: Robot, integrator: str, interrupt: type[BaseException]
) -> None:
    def law(t: float, q: np.ndarray, qd: np.ndarray) -> list[float]:
        if t > 0.1:
            raise interrupt
        return [0.0] * 3

    with pytest.raises(interrupt):
        denoc.simulate(planar, [0] * 3, [0] * 3, 1.0, torque=law, integrator=integrator)


def test_a_slow_torque_law_is_stopped_in_time(planar: Robot) -> None:
    cancel = threading.Event()

    def law(t: float, q: np.ndarray, qd: np.ndarray) -> list[float]:
        cancel.set()
        return [0.0] * 3

    job = denoc.Job(planar, (0, 0, 0), (0, 0, 0), 5.0, torque=law)
    last = list(denoc.stream(job, cancel))[-1]
    assert last.status == "cancelled"
    assert last.steps == 0
    few = denoc.simulate(planar, [0] * 3, [0] * 3, 5.0, max_evaluations=20)
    assert "20 evaluations" in few.message
    assert few.evaluations < 100


def test_the_cache_leaves_foreign_files_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(objects.FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(objects, "KEPT", 2)
    foreign = [tmp_path / f"{i}.jpg" for i in range(5)] + [tmp_path / "note.o"]
    for file in foreign:
        file.write_text("mine")
    (tmp_path / "folder").mkdir()
    for i in range(4):
        objects.cached(f"key {i}", lambda: b"code")
    assert all(file.read_text() == "mine" for file in foreign)
    assert len(list(tmp_path.iterdir())) == len(foreign) + 1 + 2 + 1, "a folder, two of ours, the key"


def test_preparing_what_cannot_be_prepared(rng: np.random.Generator) -> None:
    bare = Robot("bare", (Link(a=1, mass=1), Link(a=1)))
    denoc.prepare(bare)  # the functions themselves say what is wrong with it
    with pytest.raises(denoc.SingularMassMatrix):
        denoc.forward_dynamics(bare, *np.zeros((3, 2)))
    for robot, functions in ((bare, ["nonsense"]), (bare, "gravity"), ("x", ["gravity"])):
        with pytest.raises(DynamicsError):
            denoc.prepare(robot, functions)


class ArrayLike:
    """Has what arrays have, and is none."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.shape, self.dtype = array.shape, array.dtype

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        return self.array


@pytest.mark.parametrize("shape", [(4,), (50, 4)])
def test_things_that_look_like_arrays(rng: np.random.Generator, shape: tuple[int, ...]) -> None:
    robot, given = random_arm(rng, 4), rng.normal(size=(3, *shape))
    expected = denoc.inverse_dynamics(robot, *given)
    found = denoc.inverse_dynamics(robot, *map(ArrayLike, given))
    assert np.allclose(found, expected, rtol=1e-12)
    masked = denoc.inverse_dynamics(robot, *map(np.ma.masked_array, given))
    assert np.allclose(masked, expected, rtol=1e-12)


def test_traced_operations_go_with_the_text_that_is_written_of_them(planar: Robot) -> None:
    """By counting references alone: tens of thousands of them, left to Python's collector, stop a window."""
    gc.collect()
    for text in (generic_text("inverse denoc", 1), customised_text("inverse denoc", planar, 1)):
        assert "fmul" in text
    assert not [
        found for found in gc.get_objects() if type(found) is Traced
    ]  # not isinstance: proxies of what is gone raise


@pytest.mark.skipif(os.name != "posix" or not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="glibc counts it")
@pytest.mark.parametrize(
    ("compiled", "most"),
    [
        ("compile_text(text, host(), optimise=True)", 100e3),
        ("numba.njit(lambda x: (x * x + np.sin(x)).sum())(np.ones(3))", 400e3),
    ],
)
def test_what_a_compiler_needed_is_given_back(compiled: str, most: float) -> None:
    """All but what it made. Of the passes over this text there were 430 kB left each time, of numba's 1200."""
    run_program(
        "import ctypes, gc, numba, numpy as np\n"
        "from denoc.kernels.emitter.compiler import compile_text\n"
        "from denoc.kernels.emitter.targets import host\n"
        "from denoc.kernels.functions import generic_text\n"
        "class Sizes(ctypes.Structure): _fields_ = [(name, ctypes.c_size_t) for name in 'abcdefghij']\n"
        "sizes = ctypes.CDLL(None).mallinfo2\n"
        "sizes.restype = Sizes\n"
        "text = generic_text('inverse denoc', 1)\n"
        "def used_after(times):\n"
        f"    for _ in range(times): {compiled}\n"
        "    gc.collect()\n"
        "    return sizes().h + sizes().e\n"
        "each = (-used_after(2) + used_after(4)) / 4\n"
        f"assert each < {most}, each\n"
    )
