"""Lessons as data: their files, what they ask, and whether an answer is right. No Qt: `panels.lessons` shows them.

A lesson is one text file. Numbers in it are not written down but asked for, `{ridim tau 1}`, and so are answers.
"""

from __future__ import annotations

from pathlib import Path

SUFFIX = ".md"


def is_lesson(path: Path) -> bool:
    """Does the name say that it is a text with cards?"""
    return path.suffix.lower() == SUFFIX
