"""The benchmark measures fairly, trusts only peers that agree, and says what it found. No time is asserted."""

from __future__ import annotations

import itertools
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import denoc
from denoc_studio.bench import derivatives, ensembles, generated, pendulum, programme
from denoc_studio.bench.growth import FORWARD, WALKER_ORIN, Growth
from denoc_studio.bench.measuring import native, timing
from denoc_studio.bench.measuring.arms import general_arm, stanford_arm, states
from denoc_studio.bench.measuring.timing import FEWEST_ROUNDS, SHORTEST_TURN, Timing, Work, alternate
from denoc_studio.bench.peers import ENGINES, OURS, BatchEngine, Engine, Untrusted, What, trusted_call
from denoc_studio.bench.tables import NOTHING, Table
from denoc_studio.command_line.cli import main

ARMS = (stanford_arm(), general_arm(6))


def test_rounds_alternate() -> None:
    turns: list[str] = []
    first, second = alternate([Work(lambda: turns.append("a"), 1), Work(lambda: turns.append("b"), 1000)], seconds=0.0)
    assert [name for name, _ in itertools.groupby(turns)] == ["a", "b"] * (2 + FEWEST_ROUNDS)  # two rounds to warm up
    assert 0 < first.best <= first.median
    assert 0 < second.best <= second.median


def test_turns_are_of_the_same_length(monkeypatch: pytest.MonkeyPatch) -> None:
    calls, now = {"short": 0, "long": 0}, 0.0
    monkeypatch.setattr(timing, "time", SimpleNamespace(perf_counter=lambda: now))

    def wait(name: str, seconds: float) -> None:
        nonlocal now
        calls[name] += 1
        now += seconds

    short, long = SHORTEST_TURN / 10, 10 * SHORTEST_TURN
    alternate([Work(partial(wait, "short", short), 1), Work(partial(wait, "long", long), 1)], seconds=0.0)
    assert calls["long"] == 2 + FEWEST_ROUNDS
    assert 2 + 100 * FEWEST_ROUNDS <= calls["short"] <= 2 + 101 * FEWEST_ROUNDS


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


def _array(found: np.ndarray | tuple[np.ndarray, ...]) -> np.ndarray:
    return np.stack(found, axis=1) if isinstance(found, tuple) else found


class TestPeersThatAreGivenOurEquations:
    """CasADi and heyoka."""

    @pytest.fixture(autouse=True)
    def _short(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(generated, "LENGTHS", (2,))
        monkeypatch.setattr(generated, "stanford_arm", lambda: general_arm(3))

    def test_who_is_missing_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in (programme, generated, pendulum):
            monkeypatch.setattr(module, "installed", lambda package: None)
        assert "CasADi, heyoka" in programme.header()[-1].split("not installed: ")[1]
        made = generated.generated(0.0)
        assert made.notes[-1] == "CasADi is not installed."
        assert all(row[2] != NOTHING == row[3] == row[5] for row in made.rows)
        fallen = pendulum.equal_energy(0.0)
        assert fallen.notes == ["heyoka is not installed."]
        assert [row[0] for row in fallen.rows] == ["ours, DOP853"]

    def test_who_is_wrong_is_not_timed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def build(robot: denoc.Robot, name: str, *, differentiated: bool) -> generated.Batch:
            if differentiated:
                raise RuntimeError("later")
            return lambda *state: 1.001 * _array(generated.FUNCTIONS[name](robot, *state))

        def fall(robot: denoc.Robot, start: np.ndarray, tolerance: float) -> partial[pendulum.Run]:
            return partial(pendulum._our_run, robot, start + 0.001, tolerance)

        monkeypatch.setattr(generated, "peer", lambda: (build, "By hand."))
        monkeypatch.setattr(pendulum, "peer", lambda: (fall, "By hand."))
        monkeypatch.setattr(pendulum, "LADDER", (1e-6, 1e-9))
        made = generated.generated(0.0)
        assert all(row[3] == row[5] == NOTHING for row in made.rows)
        assert any(note.startswith("CasADi, general 3R, inverse denoc: differs from ours by ") for note in made.notes)
        assert "CasADi, general 2R, forward derivatives: RuntimeError: later" in made.notes
        fallen = pendulum.equal_energy(0.0)
        assert fallen.notes[-1] == "heyoka, Taylor: not our motion with its energy at any tolerance down to 1e-09"
        assert len(fallen.rows) == 1

    def test_casadi_agrees(self) -> None:
        pytest.importorskip("casadi")
        made = generated.generated(0.0)
        assert not [note for note in made.notes if "differs" in note or "Error" in note]
        assert [NOTHING in row for row in made.rows] == [True, True, False, False] * 2

    def test_heyoka_agrees(self) -> None:
        pytest.importorskip("heyoka")
        assert [row[0] for row in pendulum.equal_energy(0.0).rows] == ["ours, DOP853", "heyoka, Taylor"]


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
    monkeypatch.setattr(programme, "QUICK", programme.Effort(0.0, (2, 3)))
    monkeypatch.setattr(programme, "batch_pinocchio", lambda: BatchEngine("Wrong", "by hand", Wrong))
    monkeypatch.setattr(derivatives, "LENGTHS", (2,))
    monkeypatch.setattr(derivatives, "_no_peer", lambda: "Left out here.")
    monkeypatch.setattr(generated, "LENGTHS", (2,))
    monkeypatch.setattr(generated, "peer", lambda: (None, "Left out here."))
    monkeypatch.setattr(pendulum, "peer", lambda: (None, "Left out here."))
    monkeypatch.setattr(ensembles, "RUNS", 4)
    monkeypatch.setattr(ensembles, "FEW", 1)
    picture = tmp_path / "new" / "growth.svg"
    assert main(["bench", "--quick", "--markdown", "--plot", str(picture)]) == 0
    assert picture.read_text().startswith("<?xml")
    shown = capsys.readouterr().out
    assert shown.count("\n**") == 14
    assert "Pinocchio, " not in shown.split("Other functions of a state")[1].split("\n**")[0]  # nothing differs
    assert "Wrong, general 200R, inverse: differs from ours" in shown
