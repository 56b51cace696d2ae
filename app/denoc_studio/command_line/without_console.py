"""A start without a console, as Windows has it: standard output and standard error are None there."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable


def run(main: Callable[[], int]) -> int:
    """The exit code of `main`. Where nobody would read them, its output and, if it fails, its errors get a box."""
    output, errors = io.StringIO(), io.StringIO()
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = sys.stdout or output, sys.stderr or errors
    try:
        code = main()
    except SystemExit as end:  # a help, or bad usage
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        sys.stdout, sys.stderr = before
    words = output.getvalue() + (errors.getvalue() if code else "")
    if words.strip():
        _show(words.strip(), bool(code))
    return code


def _show(words: str, failed: bool) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QMessageBox

    from denoc_studio.window.start import make_application

    make_application()
    box = QMessageBox(QMessageBox.Icon.Critical if failed else QMessageBox.Icon.Information, "DeNOC Studio", "")
    box.setTextFormat(Qt.TextFormat.PlainText)  # it may hold names from files
    box.setText(words)
    box.exec()
