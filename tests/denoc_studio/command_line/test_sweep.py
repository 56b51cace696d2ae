"""`denoc-studio sweep`: the same table, whoever computes it and however often it was ended."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import denoc as dn
from denoc_studio.command_line.cli import main
from tests.support.patience import SECONDS

VARIED = ["--vary", "q0[0]=-1:1", "--vary", "robot.links[1].mass=0.5:2", "--runs", "60", "--measure", "final"]


@pytest.fixture(scope="module")
def arm(tmp_path_factory: pytest.TempPathFactory) -> str:
    entries = {"run.duration": 1.0, "run.samples": 101}
    path = tmp_path_factory.mktemp("sweep") / "fall.arm.json"
    dn.with_entries(dn.load("planar-3r-free-fall"), entries).save(path)
    return str(path)


@pytest.fixture(scope="module")
def table(arm: str, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What one thread writes that nobody disturbs."""
    path = tmp_path_factory.mktemp("sweep") / "table.csv"
    assert main(["sweep", arm, *VARIED, "--workers", "1", "--out", str(path)]) == 0
    assert [each.name for each in path.parent.iterdir()] == ["table.csv"]
    return path.read_bytes()


def test_the_table_tells_every_run(table: bytes) -> None:
    rows = list(csv.reader(table.decode().splitlines()))
    assert rows[0][:4] == ["run", "q0[0]", "robot.links[1].mass", "final1 [rad]"]
    assert [int(row[0]) for row in rows[1:]] == list(range(1, 61))
    assert {row[-2] for row in rows[1:]} == {"completed"}


def test_a_killed_sweep_goes_on_where_it_was(arm: str, table: bytes, tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    command = [sys.executable, "-m", "denoc_studio", "sweep", arm, *VARIED, "--out", str(out)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    journal = tmp_path / "table.csv.part"
    _wait(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 3, process)
    process.kill()
    process.wait()
    kept = journal.read_bytes().splitlines()
    journal.write_bytes(journal.read_bytes() + b"0badc0de half a line")  # as a crash of the machine may leave it
    assert main(["sweep", arm, *VARIED, "--out", str(out)]) == 0
    assert out.read_bytes() == table
    assert len(kept) > 3
    assert not journal.exists()


def test_what_is_left_of_another_sweep_is_not_mixed_in(
    arm: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "table.csv.part"
    journal.write_text("something else\n")
    assert main(["sweep", arm, *VARIED, "--out", str(tmp_path / "table.csv")]) == 2
    assert "is what is left of something else" in capsys.readouterr().err
    assert journal.read_text() == "something else\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--vary", "q0[0]=0:1"], "--out is needed"),
        (["--vary", "q0[0]=0:1", "--out", "t.xlsx"], "by its ending: .csv, .parquet"),
        (["--vary", "q0[0]=0:1", "--out", "no/such/t.csv"], "no such folder"),
        (["--vary", "q0[0]", "--out", "t.csv"], "PATH=FROM:TO"),
        (["--vary", "q0[0]=a:1", "--out", "t.csv"], "PATH=FROM:TO"),
        (["--vary", "q0[0]=0:1:2.5", "--out", "t.csv"], "whole number"),
        (["--vary", "q0[0]=0:1:0", "--out", "t.csv"], "2 to 10000000 are possible (got 0)"),
        (["--vary", "q0[0]=0:1", "--random", "--out", "t.csv"], "--sobol and --random need --runs"),
        (["--vary", "q0[0]=0:1:5", "--runs", "9", "--out", "t.csv"], "COUNT is for a grid"),
        (["--vary", "q0[7]=0:1", "--out", "t.csv"], "there is no initial.q[7]"),
        (["--vary", "q0[0]=0:1", "--measure", "peak", "--out", "t.csv"], "no such measure"),
        (["--vary", "q0[0]=0:1", "--cluster", "tcp://127.0.0.1:1", "--out", "t.csv"], "no scheduler answers"),
        (["--vary", "q0[0]=0:1", "--cluster", "node", "--out", "t.csv"], "missing port number"),
        (["--vary", "q0[0]=0:1", "--cluster", "", "--out", "t.csv"], "missing port number"),
    ],
)
def test_bad_usage_is_one_line(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("denoc.studies.sweeps.crews.PATIENCE", 0.5)
    assert main(["sweep", "planar-3r-inverse", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert words in line
    assert os.listdir(tmp_path) == [], "nor is a journal of no run left"


@pytest.mark.parametrize("option", ["--runs", "--workers"])
def test_none_of_what_is_counted(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["sweep", "planar-3r-inverse", "--vary", "q0[0]=0:1", option, "0", "--out", "t.csv"])
    assert f"argument {option}: at least 1 is needed" in capsys.readouterr().err


def test_runs_that_cannot_be_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "t.csv"
    assert main(["sweep", "planar-3r-inverse", "--vary", "robot.links[1].mass=-1:1:3", "--out", str(out)]) == 0
    assert "1 of 3 runs have no measures; the first: link 2" in capsys.readouterr().err
    assert main(["sweep", "planar-3r-inverse", "--vary", "robot.links[1].mass=-2:-1:3", "--out", str(out)]) == 1
    assert "no run could be measured" in capsys.readouterr().err


def test_a_parquet_table_is_the_csv_table(arm: str, table: bytes, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "table.parquet"
    assert main(["sweep", arm, *VARIED, "--out", str(out)]) == 0
    read = parquet.read_table(out)
    rows = list(csv.reader(table.decode().splitlines()))
    assert read.column_names == rows[0]
    assert [repr(value) for value in read["final2 [rad]"].to_pylist()] == [row[4] for row in rows[1:]]


@contextmanager
def _started(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_cluster_that_loses_a_worker_writes_the_same_table(arm: str, table: bytes, tmp_path: Path) -> None:
    """A real scheduler with three workers, one of which is killed while it computes."""
    pytest.importorskip("distributed")
    file, out = tmp_path / "scheduler.json", tmp_path / "table.csv"
    journal = tmp_path / "table.csv.part"
    with ExitStack() as stack:
        no_pages = ("--no-dashboard",)
        scheduler = stack.enter_context(
            _started("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file), *no_pages)
        )
        _wait(lambda: file.exists() and file.stat().st_size > 0, scheduler)
        address = _address(file)
        workers = [
            stack.enter_context(
                _started("dask_worker", address, "--nthreads", "1", "--no-nanny", "--name", str(number), *no_pages)
            )
            for number in range(3)
        ]
        command = [sys.executable, "-m", "denoc_studio", "sweep", arm, *VARIED, "--cluster", address, "--out", str(out)]
        sweep = subprocess.Popen(command, stderr=subprocess.PIPE)
        _wait(
            lambda: sweep.poll() is not None or (journal.exists() and journal.read_bytes().count(b"\n") > 3), scheduler
        )
        os.kill(workers[1].pid, signal.SIGKILL)
        _, told = sweep.communicate(timeout=SECONDS)
    assert sweep.returncode == 0, told.decode()
    assert out.read_bytes() == table
    assert not journal.exists()


def _address(file: Path) -> str:
    return str(json.loads(file.read_text())["address"])


def _wait(ready: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + SECONDS
    while not ready():
        assert process.poll() is None, "ended before"
        assert time.monotonic() < end
        time.sleep(0.02)
