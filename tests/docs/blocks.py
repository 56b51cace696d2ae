"""Blocks of code in pages: what they promise to print, and the commands that they show."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from tests.support.places import ROOT

PAGES = sorted((ROOT / "docs").rglob("*.md"))
BLOCK = r"```python\n(.*?)```\n(?:\n(?:It prints\n\n)?((?:    [^\n]*\n|\n(?=    ))+))?"  # code, what it prints


def page_id(page: Path) -> str:
    return str(page.relative_to(ROOT))


def run_blocks(page: str, scope: dict, capsys: pytest.CaptureFixture[str]) -> None:
    """Every block of code prints what the page says, or nothing."""
    blocks = re.findall(BLOCK, page, re.DOTALL)
    for code, promised in blocks:
        exec(code, scope)
        assert without_last_digits(capsys.readouterr().out) == without_last_digits(dedent(promised)), code
    assert len(blocks) == page.count("```python")


def without_last_digits(printed: str) -> list[str]:
    """The words and columns, but for what machines differ in: the energy's error and how many steps were taken."""
    text = re.sub(r"\d\.\de-\d+|\d+ steps, \d+ evaluations", "~", printed)
    return [line.rstrip() for line in text.strip().splitlines()]


def commands(page: str) -> Iterator[list[str]]:
    """The arguments of every `denoc-studio` in an indented block, comments left out."""
    for line in page.replace("\\\n", " ").splitlines():
        if line.startswith("    denoc-studio"):
            yield shlex.split(line, comments=True)[1:]
