"""What `make run` and `make test` set up: each what it needs, and nothing besides."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS_ONLY = {"xvfb", "xauth", "poppler-utils", "libgomp1", "locales"}


BENCH = ROOT / "app" / "denoc_studio" / "bench"  # leaves out each peer that is not installed


def imported(*folders: str) -> set[str]:
    """Top-level names of every import in the sources but the bench's, also of those inside functions."""
    found = set()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py") if BENCH not in path.parents):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "find_spec":  # for its files alone
                found |= {each.value.partition(".")[0] for each in node.args if isinstance(each, ast.Constant)}
    return found


def plain(requirement: str) -> str:
    """The package's name, as all spellings of it are compared."""
    return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")


def test_what_a_run_installs_is_what_the_program_imports() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    used = [each for name in extras if name not in ("dev", "docs") for each in extras[name]]
    wanted = {plain(each) for each in project["dependencies"] + used}
    packages = packages_distributions()
    own = {"denoc", "denoc_studio", "denoc_resources"}
    part_of_pyside = {"shiboken6"}
    names = imported("app", "dynamics") - set(sys.stdlib_module_names) - own - part_of_pyside
    assert names <= set(packages), names - set(packages)
    assert wanted == {plain(packages[name][0]) for name in names}


def install_libraries(purpose: str, folder: Path, **programs: str) -> subprocess.CompletedProcess[str]:
    """The script on a Debian without any of them; these programs, lines of a shell, come before the real ones."""
    for name, text in ({"dpkg-query": "exit 1"} | programs).items():
        path = folder / name.replace("_", "-")
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    command = ["sh", str(ROOT / "tools" / "system_libraries.sh"), purpose]
    environment = {**os.environ, "PATH": path, "APT_PAUSE": "0"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell")
@pytest.mark.parametrize("purpose", ["run", "test"])
def test_only_tests_get_what_only_tests_need(purpose: str, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    done = install_libraries(purpose, tmp_path, apt_get=f'echo "$@" >> {asked}', id="echo 0")
    assert done.returncode == 0, done.stderr
    packages = set(asked.read_text().split())
    assert {"libegl1", "libxcb-cursor0", "fonts-dejavu-core"} <= packages
    assert packages & TESTS_ONLY == (TESTS_ONLY if purpose == "test" else set())


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell")
def test_libraries_wait_for_another_apt(tmp_path: Path) -> None:
    locked = 'echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt)" >&2; exit 100'
    apt = f"echo round >> {tmp_path}/rounds; [ $(wc -l < {tmp_path}/rounds) -gt 3 ] || {{ {locked}; }}"
    done = install_libraries("run", tmp_path, apt_get=apt, id="echo 0")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("waiting for it") == 1
    assert len((tmp_path / "rounds").read_text().split()) == 5  # three refused, then update and install
    assert install_libraries("run", tmp_path, apt_get=locked, id="echo 0").returncode == 1


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell")
@pytest.mark.parametrize("programs", [{"id": "echo 1000", "sudo": "exit 1"}, {"id": "echo 0", "apt_get": "exit 100"}])
def test_libraries_that_cannot_be_installed_are_told(programs: dict[str, str], tmp_path: Path) -> None:
    done = install_libraries("run", tmp_path, **{"apt_get": ""} | programs)
    assert done.returncode == 1
    assert "apt-get update && " in done.stderr
    assert "libxcb-cursor0" in done.stderr
