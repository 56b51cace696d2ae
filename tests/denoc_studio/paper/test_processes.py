"""A stop that comes while another process is starting is not lost."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import resource_tracker, spawn
from pathlib import Path
from typing import Any

import pytest

from denoc.basics.errors import DynamicsError
from denoc_studio.paper.export_process import Export
from denoc_studio.paper.preview import Preview

HANG = 120.0  # seconds


class Waiting:
    """An order that nobody lives to see."""

    def files(self, source: object) -> list[Path]:
        return []

    def write(self, source: object, tell: object) -> None:
        time.sleep(10 * HANG)


def stopped_while_starting(monkeypatch: pytest.MonkeyPatch, started: Preview | Export) -> None:
    kind = type(started._process)
    begin = kind.start

    def start(process: Any) -> None:
        started.stop()
        begin(process)

    monkeypatch.setattr(kind, "start", start)


def started(preview: Preview) -> None:
    while preview._process.pid is None:
        time.sleep(0.01)


def ends(act: Callable[[], None]) -> bool:
    thread = threading.Thread(target=act, daemon=True)
    thread.start()
    thread.join(HANG)
    return not thread.is_alive()


def test_a_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    preview = Preview(None)  # type: ignore[arg-type]
    stopped_while_starting(monkeypatch, preview)
    with pytest.raises(DynamicsError, match="has ended"):
        preview.draw(None, (1, 1))  # type: ignore[arg-type]
    assert ends(preview.close)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script for a shell")
def test_a_preview_whose_process_has_read_nothing_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = tmp_path / "python"
    stand_in.write_text("#!/bin/sh\nexec sleep 1000\n")
    stand_in.chmod(0o700)
    resource_tracker.ensure_running()  # which would be the stand-in too
    monkeypatch.setattr(spawn, "_python_exe", os.fsencode(stand_in))
    preview = Preview(bytes(10_000_000))  # more than fits into a pipe

    def draw() -> None:
        with pytest.raises(DynamicsError, match="has ended"):
            preview.draw(None, (1, 1))  # type: ignore[arg-type]

    drawing = threading.Thread(target=draw, daemon=True)
    drawing.start()
    assert ends(lambda: started(preview))
    preview.stop()
    assert ends(drawing.join)
    assert ends(preview.close)


def test_an_export(monkeypatch: pytest.MonkeyPatch) -> None:
    export = Export(Waiting(), None)
    stopped_while_starting(monkeypatch, export)

    def write() -> None:
        with pytest.raises(DynamicsError, match="before it was complete"):
            export.write(lambda *_: None)

    assert ends(write)
    assert not export._process.is_alive()
