"""What is made of the parsers: completion, in the real shells, and the manual page."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from denoc_studio.command_line.arguments import ENVIRONMENT
from denoc_studio.command_line.cli import main
from denoc_studio.command_line.completion import completion
from denoc_studio.command_line.manual import manual
from denoc_studio.command_line.outline import outline
from tests.support.places import ROOT

PAGE = ROOT / "packaging/linux/denoc-studio.1"
EVERYWHERE = [
    ("ru", {"run"}),
    ("run pum", {"puma560"}),
    ("run --th", {"--theme"}),
    ("run puma560 --theme ", {"light", "dark"}),
    ("completion ", {"bash", "zsh", "fish"}),
    ("check my", {"my arm.arm.json"}),
    ("my", {"my arm.arm.json"}),
    ("run --out o", {"out/"}),
    ("sweep --see", {"--seed"}),
]
BASH = """
source "$1"
line="denoc-studio $2"
read -ra COMP_WORDS <<< "$line"
[[ "$line" == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_denoc_studio
for each in "${COMPREPLY[@]}"; do [[ -d $each ]] && each=$each/; echo "$each"; done
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my arm.arm.json").touch()
    (tmp_path / "out").mkdir()
    return tmp_path


def script(shell: str, folder: Path) -> str:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    path = folder / f"script.{shell}"
    path.write_text(completion(shell), encoding="utf-8")
    return str(path)


def answer(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=True)
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize(("typed", "offered"), EVERYWHERE)
@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_what_is_offered(shell: str, typed: str, offered: set[str], folder: Path) -> None:
    path = script(shell, folder)
    if shell == "bash":
        text = answer(["bash", "-c", BASH, "bash", path, typed], folder)
    else:
        asked = f"set -gx HOME {folder}; source {path}; complete -C 'denoc-studio {typed}'"
        text = answer(["fish", "--no-config", "-c", asked], folder)
    assert {line.partition("\t")[0] for line in text.splitlines()} == offered


def test_what_zsh_is_told(folder: Path) -> None:
    """Its own functions are stood in for: they need a terminal."""
    programme = """
        compdef() { print "compdef $@" }
        _arguments() { print -rl -- "$@" }
        _describe() { print -rl -- $commands }
        _alternative() { print -rl -- "$@" }
        source "$1"
        words=(denoc-studio ru); CURRENT=2; _denoc_studio
        words=(denoc-studio run --th); CURRENT=3; _denoc_studio
        words=(denoc-studio --ve); CURRENT=2; _denoc_studio
        _denoc_studio_projects
    """
    told = answer(["zsh", "-f", "-c", programme, "zsh", script("zsh", folder)], folder)
    assert "compdef _denoc_studio denoc-studio" in told
    assert "run:compute a project: plots, data, film, report" in told
    assert "--theme[usually light]:light|dark:(light dark)" in told
    assert "1:FILE|EXAMPLE:_denoc_studio_projects" in told
    assert "--version[show program’s version number and exit]" in told
    assert re.search(r"examples:example:\(planar-3r-free-fall pendulum .*\)", told)


def test_every_option_is_in_every_shell() -> None:
    flags = {flag for command in outline() for option in command.options for flag in option.flags}
    for shell in ("bash", "zsh", "fish"):
        text = completion(shell)
        missing = [flag for flag in flags if not re.search(rf"(-l |-s |--?){flag.lstrip('-')}\b", text)]
        assert not missing, shell


def test_the_page_is_current() -> None:
    """Made again by `make manual`."""
    assert PAGE.read_text(encoding="utf-8") == manual()


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff here")
def test_the_page_is_sound() -> None:
    done = subprocess.run(["groff", "-man", "-ww", "-Kutf8", "-Tutf8", str(PAGE)], capture_output=True, check=True)
    assert not done.stderr
    shown = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout.decode())
    for command in outline():
        for option in command.options:
            assert option.flags[-1] in shown, (command.name, option)
    assert "robot.links[2].mass=3:8:11" in shown


def test_every_variable_that_is_read_is_documented() -> None:
    read = set()
    for path in [*(ROOT / "app").rglob("*.py"), *(ROOT / "dynamics").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        read |= set(re.findall(r"environ(?:\.get\(|\[)\"(\w+)\"", text)) | set(
            re.findall(r"_VARIABLE = \"(\w+)\"", text)
        )
    documented = {name for names in ENVIRONMENT for name in names.split(", ")}
    assert {"DENOC_STUDIO_CACHE", "SOURCE_DATE_EPOCH"} <= read <= documented


def test_the_parsers_need_neither_qt_nor_numerics() -> None:
    code = (
        "import sys; from denoc_studio.command_line.arguments import command_parser, window_parser; "
        "command_parser().format_help(); window_parser(); "
        "print([each for each in ('PySide6', 'numba', 'numpy', 'scipy', 'matplotlib') if each in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


class TestHowMuchIsSaid:
    def test_quietly(self, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
        assert main(["run", "planar-3r-inverse", "--out", str(tmp_path), "--csv", "--quiet"]) == 0
        assert main(["check", "pendulum", "-q"]) == 0
        assert main(["convert", "pendulum", str(tmp_path / "a.tex"), "-q"]) == 0
        assert capfd.readouterr() == ("", "")
        assert main(["examples", "-q"]) == 0
        assert capfd.readouterr().out.splitlines()[:2] == ["planar-3r-free-fall", "pendulum"]

    def test_verbosely(self, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
        assert main(["run", "pendulum", "--out", str(tmp_path), "--csv", "--png", "--verbose"]) == 0
        error = capfd.readouterr().err
        for step in ("reading pendulum", "computing", "drawing pendulum-angles.png"):
            assert re.search(rf"denoc-studio: {step}: \d+\.\d\d s\n", error)

    def test_usually_again_after_quietly(self, capfd: pytest.CaptureFixture[str]) -> None:
        main(["check", "pendulum", "-q"])
        main(["check", "pendulum"])
        assert "largest disagreement" in capfd.readouterr().out

    def test_not_both(self) -> None:
        with pytest.raises(SystemExit):
            main(["check", "pendulum", "-q", "-v"])
