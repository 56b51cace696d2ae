"""Standard input and output in the place of files: `-` on the command line, which never names a file or a folder."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from denoc.basics.errors import ProjectError
from denoc.files.disk.paths import is_there
from denoc.files.projects.project_file import MAX_BYTES

INPUT = "standard input"


@contextmanager
def from_standard_input() -> Iterator[Path]:
    """Standard input as a file, for as long as it is needed: a robot if it begins as XML, else a project.

    No more is read than a file may have; a refusal inside names standard input.
    """
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ProjectError(INPUT, f"is larger than {MAX_BYTES / 1024 / 1024:g} MB")
    ending = ".urdf" if data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<") else ".arm.json"
    with tempfile.TemporaryDirectory(prefix="denoc-studio-") as folder:
        path = Path(folder) / f"standard-input{ending}"
        path.write_bytes(data)
        try:
            yield path
        except ProjectError as error:
            raise ProjectError(INPUT, error.reason, link=error.link, field=error.field, value=error.value) from None


@contextmanager
def to_standard_output(ending: str) -> Iterator[Path]:
    """A file of this ending to be written inside; its bytes then go to standard output, none where none was written."""
    with tempfile.TemporaryDirectory(prefix="denoc-studio-") as folder:
        path = Path(folder) / f"standard-output{ending}"
        yield path
        sys.stdout.flush()
        if is_there(path):
            sys.stdout.buffer.write(path.read_bytes())
        sys.stdout.buffer.flush()
