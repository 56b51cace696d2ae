"""The command line as a filter, and what it refuses to write before it computes."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import denoc
from denoc_studio.command_line.cli import main
from denoc_studio.command_line.standard_streams import MAX_BYTES
from tests.support.places import ROOT, URDF_FILES

URDF = (URDF_FILES / "six_axis.urdf").read_bytes()


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that puts these bytes on standard input."""
    return lambda data: monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.fixture
def nothing_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    def compute(*_: object) -> None:
        pytest.fail("it was computed before it was refused")

    for place in ("denoc_studio.command_line.commands.compute", "denoc_studio.command_line.render.compute"):
        monkeypatch.setattr(place, compute)


def process(*arguments: str, **given: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "denoc_studio", *arguments], cwd=ROOT, capture_output=True, **given)


class TestStandardStreams:
    def test_a_project_through_a_pipe_and_back(
        self, feed: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["convert", "ur5", "-", "--to", ".arm.json"]) == 0
        text = capsys.readouterr().out
        feed(text.encode())
        assert main(["convert", "-", str(tmp_path / "a.arm.json")]) == 0
        assert denoc.load(tmp_path / "a.arm.json") == denoc.load("ur5")

    def test_a_urdf_is_known_by_its_beginning(self, feed: Any, capsys: pytest.CaptureFixture[str]) -> None:
        feed(b"\xef\xbb\xbf" + URDF)
        assert main(["convert", "-", "-", "--to", ".tex"]) == 0
        assert capsys.readouterr().out.startswith("% Needs")

    def test_a_thumbnail(self, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        assert main(["thumbnail", "ur5", str(tmp_path / "a.png"), "64"]) == 0
        assert main(["thumbnail", "ur5", "-", "64"]) == 0
        assert capfdbinary.readouterr().out == (tmp_path / "a.png").read_bytes()

    def test_a_runs_numbers(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["run", "planar-3r-inverse", "--out", str(tmp_path), "--csv"]) == 0
        capsys.readouterr()
        assert main(["run", "planar-3r-inverse", "--out", "-", "--csv"]) == 0
        printed = capsys.readouterr().out
        assert printed.encode() == (tmp_path / "planar-3r-inverse.csv").read_bytes().replace(b"\r\n", b"\n")

    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (b"", "is not JSON: Expecting value in line 1, column 1"),
            (b"<robot", "not XML"),
            (b'{"version": 9}', "field 'version'"),
            (b" " * (MAX_BYTES + 1), "is larger than 32 MB"),
        ],
    )
    def test_refusals_name_it(
        self, feed: Any, data: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        feed(data)
        assert main(["convert", "-", str(tmp_path / "a.arm.json")]) == 2
        error = capsys.readouterr().err
        assert error.startswith("denoc-studio: error: standard input: ")
        assert reason in error
        assert error.count("\n") == 1

    @pytest.mark.parametrize(
        "arguments",
        [
            ["run", "ur5", "--out", "-"],
            ["run", "ur5", "--out", "-", "--csv", "--png"],
            ["convert", "ur5", "-"],
            ["convert", "ur5", "a.urdf", "--to", ".tex"],
            ["bench", "--plot", "speed.txt"],
        ],
    )
    def test_what_makes_no_sense(
        self,
        arguments: list[str],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        nothing_computed: None,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert main(arguments) == 2
        assert capsys.readouterr().err.count("\n") == 1
        assert os.listdir(tmp_path) == []

    @pytest.mark.skipif(os.name == "nt", reason="/dev")
    def test_endless_input_is_read_within_a_limit(self) -> None:
        with open("/dev/zero", "rb") as endless:
            done = process("check", "-", stdin=endless, timeout=300)
        assert done.returncode == 2
        assert done.stderr == b"denoc-studio: error: standard input: is larger than 32 MB\n"

    @pytest.mark.skipif(os.name == "nt", reason="pipes")
    @pytest.mark.parametrize("command", [["examples"], ["--help"]])
    def test_a_reader_that_goes_away(self, command: list[str]) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        given = [sys.executable, "-m", "denoc_studio", *command]
        done = subprocess.run(given, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, timeout=300)
        os.close(writing)
        assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full")
    def test_a_full_disk_behind_standard_output(self) -> None:
        with open("/dev/full", "wb") as full:
            given = [sys.executable, "-m", "denoc_studio", "examples"]
            done = subprocess.run(given, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, timeout=300)
        assert done.returncode == 2
        assert done.stderr == b"denoc-studio: error: standard output: No space left on device\n"

    @pytest.mark.skipif(os.name == "nt", reason="a shell's redirections")
    @pytest.mark.parametrize(
        ("command", "code", "said"),
        [("examples -q >&-", 0, b""), ("no-such 2>&-", 2, b""), ("check - <&-", 2, b"standard input: is not JSON")],
    )
    def test_streams_that_are_closed(self, command: str, code: int, said: bytes) -> None:
        line = f"{shlex.quote(sys.executable)} -m denoc_studio {command}"
        done = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, timeout=300)
        assert (done.returncode, b"Traceback" in done.stderr) == (code, False)
        assert said in done.stderr

    @pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
    @pytest.mark.parametrize(("encoding", "shown"), [("utf-8", "ö☃\\udcff"), ("ascii", "\\xf6\\u2603\\udcff")])
    def test_letters_that_the_output_does_not_have(self, encoding: str, shown: str, tmp_path: Path) -> None:
        folder = os.fsdecode(os.fsencode(tmp_path) + "/ö☃".encode() + b"\xff")
        given = {**os.environ, "PYTHONIOENCODING": encoding}
        done = process("run", "pendulum", "--csv", "--out", folder, env=given, timeout=300)
        assert done.returncode == 0, done.stderr
        assert f"{shown}/pendulum.csv" in done.stdout.decode(encoding)

    def test_as_much_as_a_project_may_have(self, feed: Any, tmp_path: Path) -> None:
        denoc.load("ur5").save(tmp_path / "a.arm.json")
        feed((tmp_path / "a.arm.json").read_bytes() + b" " * 20_000_000)
        assert main(["convert", "-", str(tmp_path / "b.arm.json")]) == 0


class TestTargets:
    """Each is refused in one line that names it, before anything is computed."""

    @pytest.fixture(autouse=True)
    def here(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_computed: None) -> None:
        monkeypatch.chdir(tmp_path)

    def refused(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
        assert main(list(arguments)) == 2
        printed, error = capsys.readouterr()
        assert printed == ""
        assert error.count("\n") == 1
        return error

    @pytest.mark.parametrize("command", [["report", "ur5", "--out", "{}.pdf"], ["convert", "ur5", "{}.urdf"]])
    def test_one_file(
        self, command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def tried(name: str) -> str:
            return self.refused(capsys, *(part.format(name) for part in command))

        for ending in (".pdf", ".urdf"):
            Path(f"folder{ending}").mkdir()
            os.mkfifo(f"pipe{ending}")
        assert "cannot be written: there is no such folder" in tried("missing/arm")
        assert "cannot be written: it is a folder" in tried("folder")
        assert "cannot be written: it is not a file" in tried("pipe")
        assert "cannot be written: File name too long" in tried("x" * 300)
        monkeypatch.setattr("denoc_studio.command_line.targets.os.access", lambda *_: False)  # also for root
        assert "cannot be written: its folder is write-protected" in tried("arm")

    def test_a_folder_that_is_a_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("file").write_text("")
        for command in (["run", "ur5", "--csv", "--out", "file"], ["bench", "--plot", "file/speed.svg"]):
            assert self.refused(capsys, *command) == "denoc-studio: error: file: is not a folder\n"

    def test_no_name(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit, match="2"):
            main(["run", "ur5", "--csv", "--out", ""])
        assert "argument --out: a name is needed" in capsys.readouterr().err
        assert os.listdir() == []

    def test_the_file_that_is_read(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("arm.urdf").write_bytes(URDF)
        os.link("arm.urdf", "same.urdf")
        assert "it is the file to be read" in self.refused(capsys, "convert", "arm.urdf", "same.urdf")
        assert Path("arm.urdf").read_bytes() == URDF

    @pytest.mark.parametrize("kind", ["csv", "png", "svg", "gif"])
    def test_one_of_the_results(self, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
        name = {"csv": "ur5.csv", "gif": "ur5.gif"}.get(kind, f"ur5-angles.{kind}")
        (Path("out") / name).mkdir(parents=True)
        error = self.refused(capsys, "run", "ur5", "--out", "out", f"--{kind}")
        assert f"{name}: cannot be written: it is a folder" in error

    def test_a_folder_that_may_not_be_written_to(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("denoc_studio.command_line.targets.os.access", lambda *_: False)
        error = self.refused(capsys, "run", "ur5", "--out", "out", "--csv")
        assert "ur5.csv: cannot be written: its folder is write-protected" in error
