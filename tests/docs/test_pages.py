"""The pages of docs/ and the README: their code and commands work as written, and their links lead somewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import denoc as dn
from denoc_studio.command_line import commands as commands_of_program
from denoc_studio.command_line.arguments import command_parser
from denoc_studio.command_line.cli import main
from denoc_studio.paper.figures import Plot
from tests.docs.blocks import PAGES, commands, page_id, run_blocks
from tests.support.places import ROOT

README = ROOT / "README.md"
WITH_CODE = [page for page in PAGES if "```python" in page.read_text(encoding="utf-8")]
ELSEWHERE = ("scripting.md",)  # is looked at more closely in test_scripting.py
MEASURED = {"growth.svg", "time-against-joints.svg"}  # by benchmarks.growth and denoc-studio bench
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
IN_CODE = re.compile(r"^```.*?^```|^    .*?$|`[^`\n]+`", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", [page for page in WITH_CODE if page.name not in ELSEWHERE], ids=page_id)
def test_python(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run_blocks(page.read_text(encoding="utf-8"), {}, capsys)


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other in one folder, each once; those that need a cluster or some minutes are only understood, of
    many runs some are made, and of a film a few frames. What plots look like in files is tested elsewhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(commands_of_program, "read_project", in_short)
    monkeypatch.setattr(Plot, "export", lambda *_: b"a plot")
    still = dn.RunSettings("inverse", 1.0, 11, motion=dn.JointMotion((0.0, 0.0), (1.0, 0.5)))
    dn.Project("mine", dn.rod_chain(2).robot, (0.0, 0.0), (0.0, 0.0), still).save("my.arm.json")
    done: list[list[str]] = []
    for page in (README, *PAGES):
        for command in commands(page.read_text(encoding="utf-8")):
            if not command or command in done:  # without arguments it opens the window
                continue
            done.append(list(command))
            if "--runs" in command:
                command[command.index("--runs") + 1] = "16"
            if "--cluster" in command or command[0] == "bench":
                command_parser().parse_args(command)
            else:
                assert main(command) == 0, f"{page.name}: {command}"
    assert len(done) >= 20
    assert len(list(commands(README.read_text(encoding="utf-8")))) >= 9


def in_short(*given: Any, read: Callable[..., dn.Project] = commands_of_program.read_project) -> dn.Project:
    project = read(*given)
    return replace(project, run=msgspec.structs.replace(project.run, duration=0.1, samples=11))


@pytest.mark.parametrize("page", [README, *PAGES], ids=page_id)
def test_links_lead_to_files(page: Path) -> None:
    """As they are read in the repository, without a site."""
    text = IN_CODE.sub("", page.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        path, _, place = target.partition("#")
        if "://" in path:
            continue
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        if place and file.suffix == ".md":
            assert place in anchors(file), target


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\s-]", "", title).strip().lower().replace(" ", "-") for title in titles}


def test_the_project_of_the_format_page_opens(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "reference" / "file-format.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    (tmp_path / "pendulum.arm.json").write_text(blocks[0])
    project = dn.load(tmp_path / "pendulum.arm.json")
    assert (project.run.mode, project.run.duration, type(project.run.torque)) == ("forward", 10.0, dn.FreeFall)
    assert all(json.loads(block) for block in blocks)


def test_menus_that_pages_name_are_there() -> None:
    """*File, Save* is an entry of the menu File, in the words that the window shows."""
    texts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "app" / "denoc_studio").rglob("*.py"))
    shown = {words.replace("&", "").removesuffix("...") for words in re.findall(r'"([^"\n]+)"', texts)}
    for page in (README, *PAGES, *(ROOT / "resources" / "denoc_resources" / "help").rglob("*.md")):
        for entry in re.findall(r"\*(?:File|Edit|View|Run|Help), ([^*]+)\*", page.read_text(encoding="utf-8")):
            assert entry in shown, f"{page.name}: {entry}"


def test_every_picture_is_made_and_shown() -> None:
    made = set(re.findall(r'"([\w-]+\.png)"', (ROOT / "tools" / "screenshots.py").read_text())) | MEASURED
    there = {path.name for path in (ROOT / "docs").rglob("*") if path.suffix in (".png", ".svg")}
    assert there == made
    texts = "".join(page.read_text(encoding="utf-8") for page in (README, *PAGES))
    pages = (ROOT / "tools" / "docs_site" / "theory_pages.py").read_text()
    assert {name for name in there if name not in texts + pages} <= {"examples.png"}


def test_every_page_is_in_the_site() -> None:
    nav = (ROOT / "mkdocs.yml").read_text()
    for page in PAGES:
        assert page.relative_to(ROOT / "docs").as_posix() in nav or page.name == "api.md", page


def test_the_figures_of_the_readme_are_those_of_the_page() -> None:
    """So that a table that is measured again takes the README's sentence with it."""
    readme = README.read_text(encoding="utf-8")
    part = readme[readme.index("## How fast is it?") : readme.index("## Can I trust it?")]
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    figures = re.findall(r"\d+\.\d+", part)
    assert len(figures) >= 3
    for figure in figures:
        assert figure in page, figure
