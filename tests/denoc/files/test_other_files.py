"""Files of another kind in the place of a project or a robot are called by their kind; xacro runs only where asked."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

import denoc
from denoc import DynamicsError, ProjectError
from denoc.files.robots import read_tree
from denoc.files.urdf.xacro import expanded
from denoc_studio.command_line.cli import main
from tests.support.places import URDF_FILES

SIX_AXIS = URDF_FILES / "six_axis.urdf"
STL = b"\0" * 80 + (1).to_bytes(4, "little") + b"\0" * 50
KINDS = [
    (b"ISO-10303-21;\nHEADER;", "is a STEP file"),
    (STL, "is an STL mesh"),
    (b"solid part\n facet normal 0 0 1\n", "is an STL mesh"),
    (b"# Blender\no Cube\nv 1.0 -1.0 0.5\n", "is an OBJ mesh"),
    (b"PK\x03\x04....", "is a ZIP archive"),
    (b"%PDF-1.7\n", "is a PDF"),
    (b"\x89PNG\r\n\x1a\n....", "is a PNG picture"),
    (b"<!DOCTYPE html>\n<html lang='en'>", "is a web page (HTML)"),
    (b"<?xml version='1.0'?><!-- a --><sdf version='1.7'/>", "is an SDF model"),
    (b"<robot xmlns:xacro='http://x'><xacro:macro/></robot>", "is a xacro template"),
    (b"<robot name='a'/>", "is a URDF"),
    (b"<mujoco model='a'/>", "is a MuJoCo model (MJCF)"),
]


@pytest.mark.parametrize(("data", "reason"), KINDS)
def test_in_the_place_of_a_project(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "arm.arm.json"
    path.write_bytes(data)
    with pytest.raises(ProjectError, match="not a project") as told:
        denoc.load(path)
    assert reason in str(told.value)


@pytest.mark.parametrize(("data", "reason"), KINDS[:9])
def test_in_the_place_of_a_robot(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf"
    path.write_bytes(data)
    with pytest.raises(ProjectError) as told:
        denoc.load(path)
    assert reason in str(told.value)


def test_json_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "package.json"
    path.write_text('{"name": "x", "dependencies": {}}')
    with pytest.raises(ProjectError, match="it is JSON with 'name', 'dependencies', and it has no 'version'"):
        denoc.load(path)


def test_a_robot_is_known_by_its_root(tmp_path: Path) -> None:
    (tmp_path / "arm.xml").write_bytes(SIX_AXIS.read_bytes())
    assert read_tree(tmp_path / "arm.xml").joints == read_tree(SIX_AXIS).joints


@pytest.fixture
def template(tmp_path: Path) -> Path:
    path = tmp_path / "arm.urdf.xacro"
    path.write_text("<robot xmlns:xacro='http://x'/>")
    return path


@pytest.fixture
def xacro(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of that name; what it does is to be written into it."""
    if sys.platform == "win32":
        pytest.skip("a program is made otherwise there")
    program = tmp_path / "bin" / "xacro"
    program.parent.mkdir()
    program.touch()
    program.chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    return program


class TestXacro:
    def test_it_runs_only_where_asked(
        self, template: Path, xacro: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        ran = tmp_path / "ran"
        xacro.write_text(f'#!/bin/sh\necho "$@" > "{ran}"\ncat "{SIX_AXIS}"\n')
        with pytest.raises(DynamicsError, match="xacro template"):
            denoc.load(template)
        assert main(["convert", str(template), str(tmp_path / "a.arm.json")]) == 2
        assert "--xacro" in capsys.readouterr().err
        assert not ran.exists()
        assert main(["convert", str(template), str(tmp_path / "a.arm.json"), "--xacro", "-q"]) == 0
        assert ran.read_text() == f"{template}\n"
        assert denoc.load(tmp_path / "a.arm.json").robot.n == 6

    def test_its_refusal_is_told(self, template: Path, xacro: Path) -> None:
        xacro.write_text("#!/bin/sh\necho first >&2\necho 'no such macro: arm' >&2\nexit 3\n")
        with pytest.raises(ProjectError, match="xacro refuses it: no such macro: arm"):
            expanded(template)

    def test_it_is_ended_with_what_it_started(self, template: Path, xacro: Path) -> None:
        xacro.write_text("#!/bin/sh\nsleep 1000 &\nsleep 1000\n")
        with pytest.raises(ProjectError, match=r"took longer than 0\.2 s"):
            expanded(template, patience=0.2)

    def test_it_cannot_flood(self, template: Path, xacro: Path) -> None:
        xacro.write_text("#!/bin/sh\nexec yes\n")
        with pytest.raises(ProjectError, match="makes more than"):
            expanded(template)

    def test_without_it(self, template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(ProjectError, match="the program xacro is not installed here"):
            expanded(template)
