"""The command line: files, exit codes, one clear line for every error."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import denoc
from denoc import examples, load
from denoc.files.examples import gallery
from denoc.files.projects.project import Project, inverse_recording
from denoc.files.tables.recording_csv import column_names
from denoc.kernels.storage.locks import making
from denoc.runs.recording import Recording
from denoc.runs.simulation import run
from denoc_studio.command_line.cli import main
from denoc_studio.command_line.commands import COMMANDS
from denoc_studio.paper import figures
from tests.support.places import PYTHONPATH, RESOURCES, ROOT
from tests.support.studio.processes import TOLD_OFTEN


def short_project(tmp_path: Path, **changes: object) -> Path:
    source = RESOURCES / "planar-3r-free-fall.arm.json"
    document = json.loads(source.read_text())
    document["run"].update(duration=0.5, samples=26, **changes)
    path = tmp_path / "short.arm.json"
    path.write_text(json.dumps(document))
    return path


def beside_progress(error: str) -> list[str]:
    """What standard error got, but for the lines that a slow machine gets about its progress."""
    telling = re.compile(r".+: \S+ of \S+ (s simulated|frames drawn)|denoc-studio: compiling .*")
    return [line for line in error.splitlines() if not telling.fullmatch(line)]


def read_csv(path: Path) -> tuple[list[str], np.ndarray]:
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], np.array(rows[1:], dtype=float)


class TestRun:
    def test_every_format(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["run", str(short_project(tmp_path)), "--out", str(tmp_path / "out")]) == 0
        out = tmp_path / "out"
        names = {path.name for path in out.iterdir()}
        assert "planar-3r-free-fall.csv" in names
        for plot in ("angles", "rates", "accelerations", "torques", "energy", "motion"):
            for suffix, magic in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")):
                data = (out / f"planar-3r-free-fall-{plot}.{suffix}").read_bytes()
                assert data.startswith(magic)
                assert len(data) > 3000
        printed = capsys.readouterr().out
        assert "0.5 s simulated" in printed
        assert "energy drift" in printed
        assert str(out / "planar-3r-free-fall.csv") in printed

    def test_only_what_is_asked_for(self, tmp_path: Path) -> None:
        assert main(["run", "planar-3r-inverse", "--out", str(tmp_path), "--csv"]) == 0
        assert [path.name for path in tmp_path.iterdir()] == ["planar-3r-inverse.csv"]

    def test_the_csv_holds_the_run_to_the_last_bit(self, tmp_path: Path) -> None:
        path = short_project(tmp_path)
        main(["run", str(path), "--out", str(tmp_path), "--csv"])
        header, table = read_csv(tmp_path / "planar-3r-free-fall.csv")
        project = load(path)
        assert header == column_names(project.robot)
        assert header[:3] == ["t [s]", "q1 [rad]", "q2 [rad]"]
        assert header[-2:] == ["kinetic [J]", "potential [J]"]
        r = run(project.job())
        expected = np.column_stack([r.t, r.q, r.qd, r.qdd, r.tau, r.kinetic, r.potential])
        assert np.array_equal(table, expected)

    def test_units_of_a_slide(self, tmp_path: Path) -> None:
        main(["run", "stanford-inverse", "--out", str(tmp_path), "--csv"])
        header, table = read_csv(tmp_path / "stanford-inverse.csv")
        assert header[3] == "q3 [m]"
        assert header[1 + 6 + 2] == "qd3 [m/s]"
        assert header[1 + 12 + 2] == "qdd3 [m/s^2]"
        assert header[1 + 18 + 2] == "tau3 [N]"
        r = inverse_recording(load("stanford-inverse"))
        assert np.array_equal(table[:, 19:25], r.tau)

    def test_the_same_pictures_twice(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Of curves, of the arm, and the report; the other plots are drawn as the first."""
        monkeypatch.setattr(figures, "USUAL", ("angles", figures.MOTION))
        path = short_project(tmp_path)
        for folder in ("a", "b"):
            main(["run", str(path), "--out", str(tmp_path / folder), "--svg", "--pdf"])
        for file in (tmp_path / "a").iterdir():
            assert file.read_bytes() == (tmp_path / "b" / file.name).read_bytes(), file.name
        assert len(list((tmp_path / "b").iterdir())) == 5

    def test_a_run_that_diverges_keeps_its_samples(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = short_project(tmp_path, torque={"law": "constant", "values": [1e12, 0, 0]})
        assert main(["run", str(path), "--out", str(tmp_path / "out"), "--csv"]) == 1
        printed, error = capsys.readouterr()
        assert re.fullmatch(r"denoc-studio: error: .*short.arm.json: the run diverged: .*joint \d.* t = .*\n", error)
        assert str(tmp_path / "out" / "planar-3r-free-fall.csv") in printed
        _, table = read_csv(tmp_path / "out" / "planar-3r-free-fall.csv")
        assert len(table) >= 1

    @pytest.mark.parametrize("name", ["../../evil", "/etc/x", "", "..", "a/b\\c", "CON: *?", "x" * 200, "ünï code"])
    def test_a_projects_name_never_leaves_the_folder(self, tmp_path: Path, name: str) -> None:
        path = short_project(tmp_path)
        document = json.loads(path.read_text())
        document["name"] = name
        path.write_text(json.dumps(document))
        out = tmp_path / "deep" / "er" / "out"
        assert main(["run", str(path), "--out", str(out), "--csv"]) == 0
        assert len(list(out.iterdir())) == 1
        assert sorted(item.name for item in tmp_path.iterdir()) == ["deep", "short.arm.json"]


class TestOthers:
    def test_examples(self, capsys: pytest.CaptureFixture[str]) -> None:
        """A line an example, below its family."""
        assert main(["examples"]) == 0
        lines = capsys.readouterr().out.splitlines()
        families = [line for line in lines if not line.startswith("  ")]
        assert families == [*dict.fromkeys(example.family for example in gallery()), "Of any length"]
        assert [line.split()[0] for line in lines if line.startswith("  ")] == [*examples(), "chain-N"]
        assert lines[1].startswith("  planar-3r-free-fall ")
        assert "  PUMA 560. The PUMA 560 with friction" in "\n".join(lines)

    @pytest.mark.parametrize("name", [*examples(), "chain-12"])
    def test_check(self, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", name]) == 0
        printed = capsys.readouterr().out
        assert "largest disagreement" in printed
        assert ("link 1: a body with inertia but no mass" in printed) == (name == "puma560")
        assert "chaotic" not in printed or "chaotic" in load(name).description

    def test_check_says_until_when_a_run_can_be_reproduced(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", "planar-3r-free-fall"]) == 0, "that is no disagreement"
        lines = capsys.readouterr().out.splitlines()
        assert re.fullmatch(r"reproducible to 6\.\d+ s of 10 s \(chaotic: errors grow tenfold every .*\)", lines[0])
        assert [line.split()[0] for line in lines[1:5]] == ["energy", "formulations", "torques", "steps"]
        main(["check", "ur5"])
        assert "reproducible" not in capsys.readouterr().out

    def test_a_run_says_it_in_every_file(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["run", "planar-3r-free-fall", "--out", str(tmp_path), "--csv", "--png", "--svg"]) == 0
        assert re.search(r"^reproducible to 6\.\d+ s of 10 s \(chaotic", capsys.readouterr().out, re.MULTILINE)
        assert ",reproducible to 6." in (tmp_path / "planar-3r-free-fall.csv").read_text().splitlines()[0]
        with Image.open(tmp_path / "planar-3r-free-fall-angles.png") as image:
            assert "reproducible to 6." in image.info["Description"]
        drawn = (tmp_path / "planar-3r-free-fall-angles.svg").read_text()
        assert "reproducible to 6." in drawn
        assert "not reproducible from 6." in drawn

    def test_compiling_is_told_apart_from_computing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def slow(project: Project) -> Recording:
            with making():
                time.sleep(0.3)
            return run(project.job())

        path = short_project(tmp_path)
        run(load(path).job())
        monkeypatch.setattr("denoc_studio.command_line.render.compute", slow)
        assert main(["run", str(path), "--out", str(tmp_path), "--csv"]) == 0
        found = re.search(r"simulated in (\S+) s \(compiling or loading code: (\S+) s more\)", capsys.readouterr().out)
        assert found is not None
        assert float(found[2]) >= 0.3

    def test_without_a_window(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
            monkeypatch.delenv(name, raising=False)
        assert main([str(short_project(tmp_path))]) == 0
        assert (tmp_path / "out" / "planar-3r-free-fall-angles.png").exists()
        assert str(tmp_path / "out") in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "no-such.arm.json", "--out", "x"], "no-such.arm.json: no such file"),
        (["check", "no-such"], "no-such: no such file"),
        (["no-such"], "no-such: no such file"),
        (["run", ".", "--out", "x"], ".: holds no *.urdf file"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert error.startswith("denoc-studio: error: ")
    assert words in error
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "arguments", [["run"], ["run", "ur5"], ["--nonsense"], ["examples", "x"], ["ur5", "x"], ["bench", "x"], ["convert"]]
)
def test_bad_usage_is_one_line_and_exit_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    printed, error = capsys.readouterr()
    assert printed == ""
    assert re.fullmatch(r"denoc-studio: error: .+ \(see denoc-studio.* --help\)\n", error)


@pytest.mark.parametrize("command", [*COMMANDS, "bench", ""])
def test_every_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"] if command else ["--help"])
    assert caught.value.code == 0
    examples = capsys.readouterr().out.partition("examples:\n")[2]
    assert f"denoc-studio {command}".strip() in examples


@pytest.fixture
def bad_files(tmp_path: Path) -> dict[str, Path]:
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").write_text("")
    (tmp_path / "half a text").write_text('{"name')
    (tmp_path / "binary").write_bytes(np.random.default_rng(0).bytes(3000))
    (tmp_path / "unreadable").write_text("{}")
    os.mkfifo(tmp_path / "pipe")
    return {path.name: path for path in [*tmp_path.iterdir(), Path("/dev/zero"), tmp_path / "missing"]}


@pytest.mark.parametrize("command", [["run", "{}", "--out", "{}-out", "--csv"], ["check", "{}"], ["{}"]])
def test_every_bad_file_is_one_line(
    command: list[str],
    bad_files: dict[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    opened = os.open

    def closed(path: Path, *given: Any, **named: Any) -> int:
        if str(path).endswith("unreadable"):  # also for root
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *given, **named)

    monkeypatch.setattr(os, "open", closed)
    reasons = {
        "folder": "holds no *.urdf file, nor does its folder 'urdf'",
        "pipe": "cannot be read: it is not a file",
        "zero": "cannot be read: it is not a file",
        "empty": "is not JSON: Expecting value in line 1, column 1",
        "half a text": "is not JSON: Unterminated string in line 1, column 2",
        "binary": "is not UTF-8 text (byte 1)",
        "unreadable": "cannot be read: Permission denied",
        "missing": "no such file, and no example of that name",
    }
    assert set(reasons) == set(bad_files)
    for name, path in bad_files.items():
        assert main([part.format(path) for part in command]) == 2
        assert capsys.readouterr().err == f"denoc-studio: error: {path}: {reasons[name]}\n"
        assert not Path(f"{path}-out").exists()


@pytest.mark.parametrize("place", ["file", "file/below", "/proc/nowhere", "/dev/null"])
def test_a_place_for_results_that_is_none(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["run", "planar-3r-inverse", "--csv", "--out", str(tmp_path / place)]) == 2
    printed, error = capsys.readouterr()
    assert printed == ""
    assert re.fullmatch(rf"denoc-studio: error: {tmp_path / place}: .+\n", error)


@pytest.mark.parametrize("date", ["soon", "1e9", "-1", "9" * 20])
def test_a_date_that_is_none(
    date: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    assert main(["run", "planar-3r-inverse", "--pdf", "--out", str(tmp_path)]) == 2
    line = f"denoc-studio: error: SOURCE_DATE_EPOCH: seconds since 1970 are needed (got {date!r})\n"
    assert capsys.readouterr().err == line


def test_a_massless_arm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "massless.arm.json"
    path.write_text('{"version":1,"name":"m","robot":{"name":"m","links":[{"a":1}]},"initial":{"q":[0],"qd":[0]}}')
    for command in (["run", str(path), "--out", str(tmp_path), "--csv"], ["check", str(path)]):
        assert main(command) == 1
        assert "link 1" in capsys.readouterr().err


def test_check_does_not_overlook_what_is_not_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "denoc_studio.command_line.commands.disagreements", lambda *_: [("a", 1e-15), ("b", float("nan"))]
    )
    assert main(["check", "furuta"]) == 1


@pytest.mark.parametrize("name", ["$\\frac{$", "cost $5 and $6", "机器人", "x" * 200])
def test_any_robot_name_can_be_drawn(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Above curves, and above the arm; above other curves it is drawn by the same line."""
    monkeypatch.setattr(figures, "USUAL", ("angles", figures.MOTION))
    path = short_project(tmp_path)
    document = json.loads(path.read_text())
    document["robot"]["name"] = name
    path.write_text(json.dumps(document))
    assert main(["run", str(path), "--out", str(tmp_path / "out"), "--png"]) == 0
    assert beside_progress(capsys.readouterr().err) == []


def test_the_first_run_on_a_machine_says_what_takes_long(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "denoc_studio",
        "run",
        str(short_project(tmp_path)),
        "--out",
        str(tmp_path),
        "--csv",
    ]
    environment = {**os.environ, "DENOC_STUDIO_CACHE": str(tmp_path / "cache")}
    first, second = (
        subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT) for _ in range(2)
    )
    assert first.returncode == second.returncode == 0
    assert "compiling the integrators for this machine: once" in first.stderr
    assert "compiling" not in second.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_interrupted_run_keeps_its_samples(tmp_path: Path) -> None:
    """Ctrl+C in the middle of a long run: what there is is written, with the exit code that shells give it."""
    source = short_project(tmp_path)
    document = json.loads(source.read_text())
    document["run"].update(duration=1e5, samples=100001)
    source.write_text(json.dumps(document))
    denoc.simulate(denoc.load(source).robot, [0] * 3, [0] * 3, 0.01)  # compiled before the clock starts
    process = subprocess.Popen(
        [*TOLD_OFTEN, "run", str(source), "--out", str(tmp_path / "out"), "--csv"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stderr is not None
    assert any("simulated" in line for line in process.stderr)  # until the first line about its progress
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "cancelled at t = " in error
    assert "Traceback" not in error
    _, table = read_csv(tmp_path / "out" / "planar-3r-free-fall.csv")
    assert len(table) >= 1, "what there was by then, at least the start"


def test_as_a_process(tmp_path: Path) -> None:
    """The real entry point, without a display: no traceback, the bar stays off when stderr is no terminal."""
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    done = subprocess.run(
        [sys.executable, "-m", "denoc_studio", "run", str(short_project(tmp_path)), "--out", "out", "--png", "--csv"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": PYTHONPATH},
    )
    assert done.returncode == 0, done.stderr
    assert beside_progress(done.stderr) == []
    assert (tmp_path / "out" / "planar-3r-free-fall-torques.png").exists()
