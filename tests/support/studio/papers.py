"""What tests read in a PDF, by poppler."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

needs_poppler = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not installed")
Box = tuple[float, float, float, float]
A4 = (595.276, 841.89)  # points


def words(path: Path, *options: str) -> str:
    return subprocess.run(["pdftotext", *options, str(path), "-"], capture_output=True, text=True, check=True).stdout


def about(path: Path) -> str:
    return subprocess.run(["pdfinfo", str(path)], capture_output=True, text=True, check=True).stdout


def boxes(path: Path) -> list[list[tuple[Box, str]]]:
    """Every word of every page with its place in points, from the top left."""
    found = []
    for page in words(path, "-bbox").split("<page ")[1:]:
        rows = re.findall(r'<word xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">([^<]*)</word>', page)
        found.append([((float(a), float(b), float(c), float(d)), text) for a, b, c, d, text in rows])
    return found


def fonts_are_embedded(path: Path) -> bool:
    told = subprocess.run(["pdffonts", str(path)], capture_output=True, text=True, check=True).stdout
    rows = told.splitlines()[2:]
    return bool(rows) and all(row.split()[-5] == "yes" for row in rows)


def overlapping(page: list[tuple[Box, str]], slack: float = 1.0) -> list[tuple[str, str]]:
    """Words that lie on one another by more than `slack` points each way."""
    found = []
    ordered = sorted(page, key=lambda item: item[0][1])
    for k, ((left, top, right, bottom), text) in enumerate(ordered):
        for (left2, top2, right2, bottom2), other in ordered[k + 1 :]:
            if top2 > bottom:
                break
            across = min(right, right2) - max(left, left2)
            down = min(bottom, bottom2) - max(top, top2)
            if across > slack and down > 0.35 * min(bottom - top, bottom2 - top2):
                found.append((text, other))
    return found
