"""The benchmark measures fairly, trusts only peers that agree, and says what it found. No time is asserted."""

from __future__ import annotations

import itertools
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import denoc
from denoc_studio.bench import programme
from denoc_studio.bench.growth import FORWARD, WALKER_ORIN, Growth
from denoc_studio.bench.measuring import native
from denoc_studio.bench.measuring.arms import general_arm, stanford_arm, states
from denoc_studio.bench.measuring.timing import FEWEST_ROUNDS, SHORTEST_TURN, Timing, Work, alternate
from denoc_studio.bench.peers import ENGINES, OURS, BatchEngine, Engine, Untrusted, What, trusted_call
from denoc_studio.bench.tables import Table
from denoc_studio.command_line import bench

ARMS = (stanford_arm(), general_arm(6))


def test_rounds_alternate() -> None:
    turns: list[str] = []
    first, second = alternate([Work(lambda: turns.append("a"), 1), Work(lambda: turns.append("b"), 1000)], seconds=0.0)
    assert [name for name, _ in itertools.groupby(turns)] == ["a", "b"] * (2 + FEWEST_ROUNDS)  # two rounds to warm up
    assert 0 < first.best <= first.median
    assert 0 < second.best <= second.median


def test_turns_are_of_the_same_length() -> None:
    calls = {"short": 0, "long": 0}

    def wait(name: str, seconds: float) -> None:
        calls[name] += 1
        time.sleep(seconds)

    short, long = SHORTEST_TURN / 10, 10 * SHORTEST_TURN
    alternate([Work(partial(wait, "short", short), 1), Work(partial(wait, "long", long), 1)], seconds=0.0)
    assert calls["long"] == 2 + FEWEST_ROUNDS
    assert 2 + 10 * FEWEST_ROUNDS <= calls["short"] <= 2 + 100 * FEWEST_ROUNDS


def test_general_arm_has_no_special_numbers() -> None:
    robot = general_arm(6)
    assert robot == general_arm(6)
    for link in robot.links:
        numbers = np.array(
            [link.a, link.b, np.cos(link.alpha), np.sin(link.alpha), link.theta, *link.com, *link.inertia]
        )
        assert np.abs(numbers).min() > 1e-6


@pytest.mark.parametrize("engine", ENGINES, ids=[engine.name for engine in ENGINES])
@pytest.mark.parametrize("what", OURS)
def test_installed_engines_agree(engine: Engine, what: What) -> None:
    if not engine.version:
        pytest.skip(f"{engine.name} is not installed")
    if (engine.name, what) == ("PyBullet", "forward"):
        pytest.skip("it has no such function")
    for robot in ARMS:
        trusted_call(engine, robot, what, states(robot.n)[:, 0])


@pytest.mark.parametrize("what", OURS)
def test_pinocchio_batches_agree(what: What) -> None:
    pytest.importorskip("pinocchio")
    from denoc_studio.bench.peers.pinocchio import BatchArm

    for robot in (*ARMS, general_arm(40)):
        trusted_call(BatchEngine("Pinocchio", "", BatchArm), robot, what, states(robot.n)[:, :64])


@pytest.mark.parametrize("what", OURS)
def test_native_pinocchio_agrees(what: What) -> None:
    try:
        path = native.library_path()
    except native.Unavailable as reason:
        pytest.skip(str(reason))
    if not path.exists():
        pytest.skip("not compiled yet, which takes a minute: denoc-studio bench does it")
    from denoc_studio.bench.peers.pinocchio_native import NativeArm

    for robot in (*ARMS, general_arm(40)):
        trusted_call(BatchEngine("Pinocchio C++", "", NativeArm), robot, what, states(robot.n))


class Wrong:
    """An engine with another idea of gravity, and none of forward dynamics."""

    def __init__(self, robot: denoc.Robot) -> None:
        self.robot = denoc.Robot(robot.name, robot.links, gravity=(0.0, 0.0, -9.80665))

    def inverse(self, *state: np.ndarray) -> np.ndarray:
        return denoc.inverse_dynamics(self.robot, *state)

    def forward(self, *state: np.ndarray) -> np.ndarray:
        raise RuntimeError("later")


def test_engines_that_are_wrong_are_not_timed() -> None:
    robot = stanford_arm()
    state = states(robot.n)[:, 0]
    engine = BatchEngine("Wrong", "", Wrong)
    with pytest.raises(Untrusted, match="Wrong, Stanford arm, inverse: differs from ours"):
        trusted_call(engine, robot, "inverse", state)
    with pytest.raises(Untrusted, match="Wrong, Stanford arm, forward: RuntimeError: later"):
        trusted_call(engine, robot, "forward", state)


def test_tables() -> None:
    table = Table("Title", ["arm", "time"], [["6R", "1.0"], ["Stanford", "12.0"]], ["A note."])
    assert table.text().splitlines() == [
        "Title",
        "=====",
        "arm       time",
        "6R         1.0",
        "Stanford  12.0",
        "A note.",
    ]
    assert "| arm | time |\n| --- | ---: |\n| 6R | 1.0 |\n" in table.markdown()


def test_crossover_needs_more_than_noise() -> None:
    def grown(cubic: dict[int, float]) -> Growth:
        linear = {n: Timing(n, 1.1 * n) for n in (2, 4, 8, 16, 32)}
        return Growth({FORWARD: linear, WALKER_ORIN: {n: Timing(best, 2 * best) for n, best in cubic.items()}}, [])

    assert grown({2: 1, 4: 3, 8: 10, 16: 40}).crossover() == 8
    assert grown({2: 3, 4: 4.2, 8: 10, 16: 40}).crossover() == 8  # 4.2 against 4.0 to 4.4 says nothing
    assert grown({2: 3, 4: 5, 8: 10, 16: 40}).crossover() == 2
    assert grown({2: 3, 4: 5, 8: 10, 16: 17}).crossover() is None


def test_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Everything once, with as few rounds and as short arms as possible."""
    monkeypatch.setattr(bench, "QUICK", programme.Effort(0.0, (2, 3)))
    monkeypatch.setattr(programme, "batch_pinocchio", lambda: BatchEngine("Wrong", "by hand", Wrong))
    picture = tmp_path / "new" / "growth.svg"
    assert bench.main(["--quick", "--markdown", "--plot", str(picture)]) == 0
    assert picture.read_text().startswith("<?xml")
    shown = capsys.readouterr().out
    assert shown.count("\n**") == 6
    assert "Wrong, general 200R, inverse: differs from ours" in shown
