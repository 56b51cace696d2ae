"""Names that no file can have, folders without permission, dead mounts: a message, never a traceback."""

from __future__ import annotations

import ast
import errno
import os
from pathlib import Path

import pytest

from denoc import DynamicsError
from denoc.files.disk.paths import is_file, is_folder, is_there, real_path, same_file, typed_path, whole_path
from denoc_studio.command_line.convert import convert, holds_robot
from denoc_studio.look.folders import usual_folder
from denoc_studio.look.preferences import Preferences
from denoc_studio.window.main_window import MainWindow
from tests.support.places import ROOT

BAD = ["/tmp/" + "x" * 300, "/tmp/a\0b", "/tmp/" + "deep/" * 1500, "/tmp/half\ud800"]


@pytest.mark.parametrize("name", BAD)
def test_questions_are_answered_with_no(name: str) -> None:
    path = Path(name)
    assert not any(ask(path) for ask in (is_file, is_folder, is_there))
    assert not same_file(path, Path("/tmp"))
    assert real_path(path).name == whole_path(path).name == path.name


@pytest.mark.parametrize("name", [*BAD, "/tmp/no such/folder/x.arm.json"])
def test_opening_says_why_not(window: MainWindow, complaints: list[str], name: str) -> None:
    before = window.session.document.project
    window.files.open_path(Path(name))
    assert len(complaints) == 1
    assert "cannot be opened" in complaints[0]
    assert window.session.document.project is before


@pytest.mark.parametrize("name", BAD)
def test_saving_says_why_not(window: MainWindow, complaints: list[str], choose, name: str) -> None:
    choose(Path(name))
    assert not window.files.save_as()
    assert len(complaints) == 1
    assert "The arm was not saved" in complaints[0]


@pytest.mark.parametrize("code", [errno.EACCES, errno.ESTALE, errno.EIO])
def test_a_folder_that_cannot_be_looked_at(
    window: MainWindow, complaints: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    path = tmp_path / "mine.arm.json"
    window.session.document.project.save(path)
    stat = os.stat

    def refuse(place: object, *given: object, **named: object) -> os.stat_result:
        if str(place).startswith(str(path)):
            raise OSError(code, os.strerror(code))
        return stat(place, *given, **named)

    monkeypatch.setattr(os, "stat", refuse)
    window.files.open_path(path)
    assert os.strerror(code) in complaints[0]
    window.session.document.path = path
    assert not window.files.save()
    assert os.strerror(code) in complaints[1]


@pytest.mark.parametrize("name", BAD[:2])
def test_folders_that_settings_remember(preferences: Preferences, window: MainWindow, name: str) -> None:
    preferences.settings.setValue("recent", [f"{name}/x.arm.json"])
    preferences.settings.setValue("export/folder", name)
    assert usual_folder(preferences.settings)
    window.menus._fill_recent()


@pytest.mark.parametrize("name", ["~nobody-of-this-name/x", *BAD[:2]])
def test_folders_that_are_typed(name: str) -> None:
    assert not is_folder(typed_path(name))


@pytest.mark.parametrize("name", BAD)
def test_converting_says_why_not(name: str, tmp_path: Path) -> None:
    assert not holds_robot(name)
    with pytest.raises(DynamicsError):
        convert(name, tmp_path / "x.urdf")
    with pytest.raises(DynamicsError):
        convert("scara", Path(f"{name}.urdf"))


UNGUARDED = {"is_dir", "is_file", "exists", "resolve", "expanduser", "samefile", "home", "absolute"}
ALLOWED = {
    "app/denoc_studio/command_line/commands.py",  # `main` of cli.py turns an OSError into a line
    "app/denoc_studio/command_line/opening.py",  # the same
    "dynamics/denoc/files/disk/paths.py",
    "dynamics/denoc/files/disk/files.py",  # inside its own try
    "dynamics/denoc/files/projects/mesh_copies.py",
}


def test_paths_are_asked_in_one_place() -> None:
    """pathlib's own questions fail for names that are too long and for folders without permission."""
    found = []
    for file in [*ROOT.glob("app/**/*.py"), *ROOT.glob("dynamics/**/*.py")]:
        name = file.relative_to(ROOT).as_posix()
        calls = (node.func for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call))
        asked = [call.attr for call in calls if isinstance(call, ast.Attribute) and call.attr in UNGUARDED]
        found += [f"{name}: {attribute}" for attribute in asked if name not in ALLOWED]
    assert found == []
